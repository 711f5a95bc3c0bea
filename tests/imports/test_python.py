"""Python's imports: packages from their roots, relative imports, and names that are modules."""

from __future__ import annotations

from tests.imports.repository import Repository


def test_an_absolute_import_starts_at_the_folder_that_holds_the_package() -> None:
    repo = Repository("shop/__init__.py", "shop/cart.py", "tests/test_cart.py")
    assert repo.of("tests/test_cart.py", "python", "shop.cart", "Cart") == ["shop/cart.py"]


def test_a_package_under_src_is_imported_without_src() -> None:
    repo = Repository("src/shop/__init__.py", "src/shop/cart.py", "tests/test_cart.py")
    assert repo.of("tests/test_cart.py", "python", "shop.cart") == ["src/shop/cart.py"]


def test_a_name_that_is_a_module_is_given_beside_its_package() -> None:
    repo = Repository("shop/__init__.py", "shop/cart.py", "app.py")
    assert repo.of("app.py", "python", "shop", "cart", "VERSION") == ["shop/__init__.py", "shop/cart.py"]


def test_modules_come_first_when_nothing_else_is_asked_of_their_package() -> None:
    repo = Repository("shop/__init__.py", "shop/cart.py", "app.py")
    assert repo.of("app.py", "python", "shop", "cart") == ["shop/cart.py", "shop/__init__.py"]


def test_everything_of_a_package_is_its_init_file() -> None:
    repo = Repository("shop/__init__.py", "shop/cart.py", "app.py")
    assert repo.of("app.py", "python", "shop", "*") == ["shop/__init__.py"]


def test_dots_count_folders_upward() -> None:
    repo = Repository("a/__init__.py", "a/b/__init__.py", "a/b/c.py", "a/d.py")
    assert repo.of("a/b/c.py", "python", "..d", "x") == ["a/d.py"]
    assert repo.of("a/b/c.py", "python", ".", "x") == ["a/b/__init__.py"]
    assert repo.of("a/b/c.py", "python", "....d", "x") == []


def test_a_folder_without_an_init_file_is_a_namespace_of_its_modules() -> None:
    repo = Repository("cloud/storage/client.py", "app.py")
    assert repo.of("app.py", "python", "cloud.storage", "client") == ["cloud/storage/client.py"]
    assert repo.of("app.py", "python", "cloud.storage") == []


def test_a_namespace_may_be_spread_over_projects() -> None:
    repo = Repository(
        *("one/pyproject.toml", "one/cloud/disk/__init__.py", "two/pyproject.toml", "two/cloud/mail/__init__.py"),
        "app.py",
    )
    assert repo.of("app.py", "python", "cloud", "mail") == ["two/cloud/mail/__init__.py"]


def test_a_package_of_another_project_in_the_repository_is_found() -> None:
    repo = Repository("libs/core/pyproject.toml", "libs/core/lang_core/__init__.py", "libs/app/app.py")
    assert repo.of("libs/app/app.py", "python", "lang_core") == ["libs/core/lang_core/__init__.py"]


def test_the_nearest_of_several_packages_with_one_name_is_meant() -> None:
    repo = Repository(
        "tests/__init__.py", "tests/tools.py", "sub/tests/__init__.py", "sub/tests/tools.py", "sub/tests/t.py"
    )
    assert repo.of("sub/tests/t.py", "python", "tests.tools") == ["sub/tests/tools.py"]


def test_a_script_imports_the_module_beside_it() -> None:
    repo = Repository("scripts/run.py", "scripts/common.py")
    assert repo.of("scripts/run.py", "python", "common") == ["scripts/common.py"]


def test_the_standard_library_is_not_a_file_that_has_its_name() -> None:
    repo = Repository("scripts/run.py", "scripts/logging.py", "pkg/__init__.py", "pkg/types.py", "pkg/a.py")
    assert repo.of("scripts/run.py", "python", "logging") == []
    assert repo.of("pkg/a.py", "python", "types") == []


def test_a_requirement_is_not_a_file_that_has_its_name() -> None:
    repo = Repository(
        *("doc/__init__.py", "doc/util/__init__.py", "doc/util/docutils.py", "doc/util/a.py"),
        files={"pyproject.toml": '[project]\nname = "doc"\ndependencies = ["docutils>=0.20"]\n'},
    )
    assert repo.of("doc/util/a.py", "python", "docutils") == []


def test_a_program_started_inside_its_package_finds_the_files_beside_it() -> None:
    repo = Repository("app/__init__.py", "app/main.py", "app/database.py")
    assert repo.of("app/main.py", "python", "database", "Session") == ["app/database.py"]


def test_a_package_in_somebodys_test_data_is_not_what_the_sources_import() -> None:
    repo = Repository("shop/__init__.py", "shop/a.py", "tests/data/yaml/__init__.py")
    assert repo.of("shop/a.py", "python", "yaml") == []


def test_a_stub_stands_in_for_a_compiled_module() -> None:
    repo = Repository("fast/__init__.py", "fast/_speed.pyi", "app.py")
    assert repo.of("app.py", "python", "fast._speed") == ["fast/_speed.pyi"]


def test_a_file_never_imports_itself() -> None:
    repo = Repository("shop/__init__.py", "shop/cart.py")
    assert repo.of("shop/__init__.py", "python", ".", "cart") == ["shop/cart.py"]
