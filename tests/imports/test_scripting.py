"""PHP, Ruby, Elixir and the languages that need one rule each."""

from __future__ import annotations

from repomap.imports import constant_path
from tests.imports.repository import Repository


def test_a_php_class_is_found_through_psr_4() -> None:
    composer = """{"autoload": {"psr-4": {"Shop\\\\": "src/", "Shop\\\\Admin\\\\": ["admin/"]}},
      "autoload-dev": {"psr-4": {"Shop\\\\Tests\\\\": "tests/"}}}"""
    repo = Repository(
        *("src/Cart/Line.php", "admin/User.php", "tests/CartTest.php", "index.php"),
        files={"composer.json": composer},
    )
    assert repo.of("index.php", "php", "Shop\\Cart", "Line") == ["src/Cart/Line.php"]
    assert repo.of("index.php", "php", "\\Shop\\Cart\\Line") == ["src/Cart/Line.php"]
    assert repo.of("index.php", "php", "Shop\\Admin", "User") == ["admin/User.php"]
    assert repo.of("index.php", "php", "Shop\\Tests\\CartTest") == ["tests/CartTest.php"]
    assert repo.of("index.php", "php", "Other\\Cart\\Line") == []


def test_a_php_function_is_in_a_file_that_is_always_loaded() -> None:
    composer = '{"autoload": {"psr-4": {"Shop\\\\": "src/"}, "files": ["src/Text/functions.php"]}}'
    repo = Repository("src/Text/functions.php", "index.php", files={"composer.json": composer})
    assert repo.of("index.php", "php", "Shop\\Text", "slug") == ["src/Text/functions.php"]


def test_older_php_rules_are_followed_too() -> None:
    composer = '{"autoload": {"psr-0": {"Old_": "lib/"}, "classmap": ["legacy/"]}}'
    repo = Repository("lib/Old/Mail/Box.php", "legacy/deep/Thing.php", "index.php", files={"composer.json": composer})
    assert repo.of("index.php", "php", "Thing") == ["legacy/deep/Thing.php"]


def test_without_composer_a_php_class_is_the_end_of_a_path() -> None:
    repo = Repository("app/code/Cart/Line.php", "index.php")
    assert repo.of("index.php", "php", "Shop\\Cart\\Line") == ["app/code/Cart/Line.php"]


def test_a_php_include_is_a_path_from_the_file_or_from_a_folder_around_it() -> None:
    repo = Repository("app/boot.php", "app/pages/a.php", "config.php")
    assert repo.of("app/pages/a.php", "php", "/../boot.php", "*") == ["app/boot.php"]
    assert repo.of("app/pages/a.php", "php", "config.php", "*") == ["config.php"]


def test_ruby_requires_from_the_load_path_and_relative_to_the_file() -> None:
    repo = Repository("lib/shop.rb", "lib/shop/cart.rb", "spec/spec_helper.rb", "spec/cart_spec.rb", "lib/shop/json.rb")
    assert repo.of("spec/cart_spec.rb", "ruby", "shop/cart") == ["lib/shop/cart.rb"]
    assert repo.of("spec/cart_spec.rb", "ruby", "spec_helper", "*") == ["spec/spec_helper.rb"]
    assert repo.of("lib/shop.rb", "ruby", "./shop/cart", "*") == ["lib/shop/cart.rb"]
    assert repo.of("lib/shop/cart.rb", "ruby", "json") == []


def test_rails_finds_constants_by_their_path() -> None:
    assert constant_path("User") == "user.rb"
    assert constant_path("Admin::HTMLUser") == "admin/html_user.rb"
    assert constant_path("::OAuth2Token") == "o_auth2_token.rb"
    repo = Repository(
        "app/models/user.rb", "app/controllers/admin/users_controller.rb", "app/models/concerns/named.rb", "db/user.rb"
    )
    assert repo.resolver.constant("app/a.rb", "User") == ("app/models/user.rb",)
    assert repo.resolver.constant("app/a.rb", "Admin::UsersController") == (
        "app/controllers/admin/users_controller.rb",
    )
    assert repo.resolver.constant("app/a.rb", "User::STATES") == ("app/models/user.rb",)
    assert repo.resolver.constant("app/a.rb", "Named") == ("app/models/concerns/named.rb",)
    assert repo.resolver.constant("app/a.rb", "String") == ()


def test_an_elixir_alias_is_a_path_in_snake_case() -> None:
    repo = Repository(
        *("lib/my_app/cart.ex", "lib/my_app.ex", "lib/my_app_web/controllers/user_controller.ex", "test/a_test.exs"),
        *("test/support/data_case.ex", "lib/mix/tasks/app.gen.cart.ex"),
    )
    assert repo.of("test/a_test.exs", "elixir", "MyApp.Cart") == ["lib/my_app/cart.ex"]
    assert repo.of("test/a_test.exs", "elixir", "MyApp", "Cart") == ["lib/my_app/cart.ex"]
    assert repo.of("test/a_test.exs", "elixir", "MyApp.Cart.Line") == ["lib/my_app/cart.ex"]
    assert repo.of("test/a_test.exs", "elixir", "MyAppWeb.UserController") == [
        "lib/my_app_web/controllers/user_controller.ex"
    ]
    assert repo.of("test/a_test.exs", "elixir", "MyApp.DataCase", "*") == ["test/support/data_case.ex"]
    assert repo.of("test/a_test.exs", "elixir", "Mix.Tasks.App.Gen.Cart") == ["lib/mix/tasks/app.gen.cart.ex"]
    assert repo.of("test/a_test.exs", "elixir", "Plug.Conn") == []


def test_lua_modules_are_files_or_folders_with_an_init() -> None:
    repo = Repository("lua/tele/init.lua", "lua/tele/find.lua", "plugin/start.lua")
    assert repo.of("plugin/start.lua", "lua", "tele") == ["lua/tele/init.lua"]
    assert repo.of("plugin/start.lua", "lua", "tele.find") == ["lua/tele/find.lua"]
    assert repo.of("plugin/start.lua", "lua", "find") == []


def test_a_shell_script_may_write_its_own_folder_as_a_variable() -> None:
    repo = Repository("bin/run.sh", "bin/env.sh", "lib/log.sh")
    assert repo.of("bin/run.sh", "bash", "./env.sh", "*") == ["bin/env.sh"]
    assert repo.of("bin/run.sh", "bash", '"$(dirname "$0")/env.sh"', "*") == ["bin/env.sh"]
    assert repo.of("bin/run.sh", "bash", "${ROOT}/lib/log.sh", "*") == ["lib/log.sh"]
    assert repo.of("bin/run.sh", "bash", "$FILE", "*") == []


def test_dart_packages_of_the_repository_are_found_by_their_pubspec() -> None:
    repo = Repository(
        *("shop/lib/src/cart.dart", "app/lib/main.dart", "app/lib/part.dart"),
        files={"shop/pubspec.yaml": "name: shop\nversion: 1.0.0\n"},
    )
    assert repo.of("app/lib/main.dart", "dart", "package:shop/src/cart.dart", "*") == ["shop/lib/src/cart.dart"]
    assert repo.of("app/lib/main.dart", "dart", "part.dart", "*") == ["app/lib/part.dart"]
    assert repo.of("app/lib/main.dart", "dart", "dart:io", "*") == []


def test_other_languages_have_the_path_in_the_name() -> None:
    repo = Repository(
        *("src/Text/Doc.hs", "src/Text/Prelude.hs", "src/Main.hs", "lib/Mojo/Date.pm", "t/date.t", "src/Frames.jl"),
        *("test/run.jl", "typing/types.ml", "parsing/lex.ml", "src/main.zig", "src/parse.zig", "src/ring/util.clj"),
        *(
            "test/t.clj",
            "app/src/a.erl",
            "app/include/a.hrl",
            "contracts/token/A.sol",
            "contracts/B.sol",
            "api/v1/x.proto",
        ),
        "api/v1/y.proto",
    )
    assert repo.of("src/Main.hs", "haskell", "Text.Doc") == ["src/Text/Doc.hs"]
    assert repo.of("src/Text/Doc.hs", "haskell", "Prelude") == []
    assert repo.of("t/date.t", "perl", "Mojo::Date") == ["lib/Mojo/Date.pm"]
    assert repo.of("test/run.jl", "julia", "Frames") == ["src/Frames.jl"]
    assert repo.of("parsing/lex.ml", "ocaml", "Types") == ["typing/types.ml"]
    assert repo.of("src/main.zig", "zig", "parse.zig") == ["src/parse.zig"]
    assert repo.of("src/main.zig", "zig", "std") == []
    assert repo.of("test/t.clj", "clojure", "ring.util") == ["src/ring/util.clj"]
    assert repo.of("app/src/a.erl", "erlang", "a.hrl") == ["app/include/a.hrl"]
    assert repo.of("contracts/B.sol", "solidity", "@shop/contracts/token/A.sol") == ["contracts/token/A.sol"]
    assert repo.of("api/v1/y.proto", "proto", "v1/x.proto") == ["api/v1/x.proto"]


def test_a_terraform_module_is_the_files_of_its_folder() -> None:
    repo = Repository("main.tf", "modules/net/main.tf", "modules/net/outputs.tf", "modules/net/README.md")
    assert repo.of("main.tf", "hcl", "./modules/net") == ["modules/net/main.tf", "modules/net/outputs.tf"]
    assert repo.of("main.tf", "hcl", "terraform-aws-modules/vpc/aws") == []


def test_a_script_without_an_extension_follows_the_rules_of_its_language() -> None:
    repo = Repository("script/mojo", "lib/Mojo/Base.pm")
    assert repo.of("script/mojo", "perl", "Mojo::Base") == ["lib/Mojo/Base.pm"]
