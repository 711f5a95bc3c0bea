"""What a map without a task shows first."""

from __future__ import annotations

from repomap.graph.kept import backbone_of
from tests.conftest import Repository


def worth(repo: Repository) -> dict[str, list[float]]:
    """Return the worth of each definition by its name; of one that is overloaded all, in file order."""
    index = repo.index()
    found: dict[str, list[float]] = {}
    try:
        backbone = backbone_of(index, 1000)
        for path, values in zip(backbone.paths, backbone.values, strict=True):
            for definition, value in zip(index.reader.definitions(path), values, strict=True):
                found.setdefault(definition.name, []).append(value)
    finally:
        index.close()
    return found


def test_what_tests_and_examples_use_stands_before_a_helper_that_more_files_of_the_product_use(
    repo: Repository,
) -> None:
    repo.write("shop/core.py", "def checkout():\n    return 1\n")
    repo.write("shop/text.py", "def strip_all():\n    return 1\n")
    for name in ("a", "b", "c"):
        repo.write(f"shop/{name}.py", f"from shop.text import strip_all\n\n\ndef {name}_step():\n    strip_all()\n")
    repo.write("tests/test_core.py", "from shop.core import checkout\n\n\ndef test_it():\n    checkout()\n")
    repo.write("examples/first.py", "from shop.core import checkout\n\ncheckout()\n")

    found = worth(repo)

    assert found["checkout"] > found["strip_all"] > found["a_step"]


def test_what_examples_use_of_each_other_is_not_what_the_product_stands_on(repo: Repository) -> None:
    repo.write("shop/core.py", "def checkout():\n    return 1\n")
    repo.write("shop/main.py", "from shop.core import checkout\n\n\ndef main():\n    checkout()\n")
    repo.write("examples/common.py", "def say_hello():\n    return 1\n")
    for name in ("a", "b", "c"):
        repo.write(f"examples/{name}.py", "from examples.common import say_hello\n\nsay_hello()\n")

    found = worth(repo)

    assert found["checkout"] > found["say_hello"]


def test_a_type_stands_before_the_methods_that_are_used(repo: Repository) -> None:
    repo.write(
        "store.py", "class Store:\n    def load(self):\n        return 1\n\n    def save(self):\n        return 2\n"
    )
    repo.write("app.py", "from store import Store\n\n\ndef start(store: Store):\n    store.load()\n    store.save()\n")
    repo.write("web.py", "from app import start\nfrom store import Store\n\n\ndef page(one: Store):\n    one.load()\n")

    found = worth(repo)

    assert found["Store"] > found["load"] > found["save"]


def test_one_line_of_an_overloaded_function_is_enough(repo: Repository) -> None:
    repo.write(
        "Greeter.java",
        "public class Greeter {\n"
        "  public static int greet(int a) { return 1; }\n"
        "  public static int greet(String a) { return 2; }\n"
        "}\n",
    )
    repo.write("Helper.java", "public class Helper {\n  public static int help() { return 3; }\n}\n")
    repo.write(
        "App.java",
        "public class App {\n  int run() { return Greeter.greet(1) + Greeter.greet(2) + Helper.help(); }\n}\n",
    )

    found = worth(repo)
    first, second = found["greet"]

    assert first > 5 * second
    assert found["help"][0] > second


def test_a_function_stands_before_a_constant_that_is_used_as_much(repo: Repository) -> None:
    repo.write("base.py", "LIMIT = 3\n\n\ndef load():\n    return 1\n")
    repo.write("app.py", "from base import LIMIT, load\n\n\ndef start():\n    return load() + max(LIMIT, 2)\n")

    found = worth(repo)

    assert found["load"] > found["LIMIT"]


def test_a_base_class_stands_before_the_classes_of_its_file_that_derive_from_it(repo: Repository) -> None:
    kinds = ("Length", "Range", "Regexp", "Email")
    repo.write(
        "validate.py", "class Validator:\n    ...\n" + "".join(f"class {kind}(Validator): ...\n" for kind in kinds)
    )
    repo.write("app.py", f"from validate import {', '.join(kinds)}\n\n" + "".join(f"{kind}()\n" for kind in kinds))

    found = worth(repo)

    assert found["Validator"] > max(found[kind] for kind in kinds)


def test_an_edit_that_makes_a_class_a_base_counts_at_once(repo: Repository) -> None:
    repo.write("validate.py", "class Validator:\n    ...\nclass Length: ...\n")
    repo.write("app.py", "from validate import Length\n\nLength()\n")
    assert worth(repo)["Validator"] < worth(repo)["Length"]
    before = worth(repo)["Validator"]

    repo.write("validate.py", "class Validator:\n    ...\nclass Length(Validator): ...\n")

    assert worth(repo)["Validator"] > before


def test_headings_and_names_that_are_private_by_custom_stand_after_code(repo: Repository) -> None:
    repo.write("README.md", "# Shop\n\n## Install\n")
    repo.write("lib.rs", "pub fn unused() {}\npub fn __unused_too() {}\n")

    found = worth(repo)

    assert found["unused"] > found["__unused_too"] > found["Install"]


def test_calls_that_may_mean_any_of_several_methods_make_none_of_them_much_used(repo: Repository) -> None:
    kinds = ("Field", "Part", "Message", "Frame")
    text = "".join(f"pub struct {kind};\nimpl {kind} {{ pub fn text(&self) {{}} }}\n" for kind in kinds)
    repo.write("src/kinds.rs", f"{text}pub fn start() {{}}\n")
    repo.write("src/lib.rs", "mod kinds;\n")
    for number in range(3):
        repo.write(f"src/guess{number}.rs", "fn load(x: u8) { make().text(); }\n")
    repo.write("src/sure.rs", "use crate::kinds::start;\nfn load() { start(); }\n")

    found = worth(repo)

    assert found["start"] > max(found[name] for name in found if name.endswith("text"))
