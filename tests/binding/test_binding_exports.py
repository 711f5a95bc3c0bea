"""JavaScript and TypeScript names are followed through exports that give them another name."""

from __future__ import annotations

import pytest

from repomap.binding.renamed_exports import renamed_exports
from tests.conftest import Repository


def test_a_method_is_found_through_a_base_class_that_is_exported_under_another_name(repo: Repository) -> None:
    repo.write("a.ts", "class Base { route() {} }\nexport { Base as Shape }\n")
    repo.write("b.ts", "import { Shape } from './a'\nexport class Box extends Shape {}\n")
    repo.write("other.ts", "export class Other { route() {} }\n")
    repo.write("c.ts", "import { Box } from './b'\nfunction load() { const box = new Box(); box.route() }\n")

    assert ("a.ts", "Base.route") in repo.callees("load")
    assert ("other.ts", "Other.route") not in repo.callees("load")


@pytest.mark.parametrize(
    "hop",
    [
        "export { draw as paint } from './a'\n",
        "import { draw } from './a'\nexport { draw as paint }\n",
        "import { draw as d } from './a'\nexport {\n  d as paint, // the public name\n}\n",
        "export { default as paint } from './byDefault'\n",
        "export * from './renames'\n",
    ],
)
def test_a_function_is_found_through_several_renaming_exports(repo: Repository, hop: str) -> None:
    repo.write("a.ts", "export function draw() {}\n")
    repo.write("byDefault.ts", "import { draw } from './a'\nexport { draw as default }\n")
    repo.write("renames.ts", "import { draw } from './a'\nexport { draw as paint }\n")
    repo.write("hop.ts", hop)
    repo.write("index.ts", "export { paint as colour } from './hop'\n")
    repo.write("c.ts", "import { colour } from './index'\nfunction load() { colour() }\n")

    assert repo.callees("load") == [("a.ts", "draw")]


@pytest.mark.parametrize(
    "barrel", ["export * as shapes from './a'\n", "import * as all from './a'\nexport { all as shapes }\n"]
)
def test_what_is_called_on_a_module_that_is_passed_on_as_a_whole_is_found_in_it(repo: Repository, barrel: str) -> None:
    repo.write("a.ts", "export function draw() {}\nexport class Box { open() {} }\n")
    repo.write("other.ts", "export function draw() {}\nexport class Box { open() {} }\n")
    repo.write("barrel.ts", barrel)
    repo.write("index.ts", "export { shapes as forms } from './barrel'\n")
    repo.write("c.ts", "import { forms } from './index'\nfunction load(box: forms.Box) { forms.draw(); box.open() }\n")

    assert repo.callees("load") == [("a.ts", "draw"), ("a.ts", "Box.open")]


def test_uses_of_a_name_are_found_under_the_name_it_is_exported_by(repo: Repository) -> None:
    repo.write("a.ts", "class Base {}\nexport { Base as Shape }\n")
    repo.write("b.ts", "import { Shape } from './a'\nfunction load() { new Shape() }\n")

    assert repo.callers("Base") == [("b.ts", "load")]


def test_only_lists_without_a_source_rename_what_a_file_has_itself() -> None:
    text = "export { a as b, type C as D, e }\nexport { f as g } from './x'\n"
    text += "export { h as default }\n// export { i as j }\n"

    assert renamed_exports(text) == {"b": "a", "D": "C"}
