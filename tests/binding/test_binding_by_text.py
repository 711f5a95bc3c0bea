"""What is called on a value in Python, PHP and TypeScript is bound by the text before it, when it is asked for."""

from __future__ import annotations

import pytest

from repomap.graph.kept import binder_of
from repomap.lookup import references_to
from tests.conftest import Repository

_PYTHON = "class Store:\n    def fetch(self): ...\n\nclass Cache:\n    def fetch(self): ...\n"
_TYPESCRIPT = "export class Store { fetch() {} }\nexport class Cache { fetch() {} }\n"
_PHP = "<?php\nclass Store { function fetch() {} }\nclass Cache { function fetch() {} }\n"


@pytest.mark.parametrize(
    "body",
    [
        "Shop().open().fetch()",
        "shop = Shop()\n    shop.open().fetch()",
        "store = Shop().open()\n    store.fetch()",
        "Shop().store.fetch()",
        "Shop().kept.fetch()",
    ],
)
def test_python_follows_calls_and_attributes_to_other_files(repo: Repository, body: str) -> None:
    repo.write("types_.py", _PYTHON)
    repo.write(
        "shop.py",
        "from types_ import Store\n\nclass Base:\n    def __init__(self):\n        self.kept = Store()\n\n"
        "class Shop(Base):\n    store: Store\n    def open(self) -> Store: ...\n",
    )
    repo.write("app.py", f"from shop import Shop\n\ndef go():\n    {body}\n")

    assert ("types_.py", "Store.fetch") in repo.callees("go")
    assert ("types_.py", "Cache.fetch") not in repo.callees("go")


def test_a_name_that_a_loop_binds_is_not_the_one_that_is_imported(repo: Repository) -> None:
    repo.write("types_.py", _PYTHON)
    repo.write("kept.py", "from types_ import Store\n\nheld: Store = Store()\n")
    repo.write(
        "app.py",
        "from kept import held\n\ndef go(given):\n    for held in given:\n        held.fetch()\n\n"
        "def use():\n    held.fetch()\n",
    )

    assert {name for _, name in repo.callees("go")} == {"Store.fetch", "Cache.fetch"}
    assert repo.callees("use") == [("types_.py", "Store.fetch")]


@pytest.mark.parametrize(
    "body",
    [
        "new Shop().open().fetch()",
        "const shop = new Shop(); shop\n    .open()\n    .fetch()",
        "(await new Shop().later()).fetch()",
        "const { store } = new Shop(); store.fetch()",
        "const { store: held } = new Shop(); held.fetch()",
        "(given as Store).fetch()",
        "new Shop().itself().open().fetch()",
        "with_one((one) => { one.fetch() })",
        "given.forEach((one: Store) => one.fetch())",
    ],
)
def test_typescript_follows_calls_casts_and_what_is_taken_from_an_object(repo: Repository, body: str) -> None:
    repo.write("types.ts", _TYPESCRIPT)
    repo.write(
        "shop.ts",
        "import { Store } from './types'\nexport class Shop {\n  store: Store\n  open(): Store {}\n"
        "  later(): Promise<Store> {}\n  itself(): this {}\n}\n"
        "export function with_one(run: (one: Store) => void) {}\n",
    )
    repo.write(
        "app.ts",
        "import { Store } from './types'\nimport { Shop, with_one } from './shop'\n"
        f"export async function go(given) {{\n  {body}\n}}\n",
    )

    assert ("types.ts", "Store.fetch") in repo.callees("go")
    assert ("types.ts", "Cache.fetch") not in repo.callees("go")


def test_what_a_type_parameter_stands_for_is_not_a_type_of_that_name(repo: Repository) -> None:
    repo.write("types.ts", _TYPESCRIPT)
    repo.write("shop.ts", "export function make<Store>(): Store {}\n")
    repo.write("app.ts", "import { make } from './shop'\nexport function go() { make().fetch() }\n")

    index = repo.index()
    uses = list(references_to(index.reader, binder_of(index), "fetch"))

    assert uses
    assert max(use.confidence for use in uses) < 0.8


@pytest.mark.parametrize(
    "body",
    [
        "(new Shop())->open()->fetch();",
        "$shop = new Shop(); $shop->open()->fetch();",
        "$shop = Shop::create(); $shop->open()?->fetch();",
        "(new Shop())->told()->fetch();",
        "(new Shop())->itself()->open()->fetch();",
        "array_map(function (Store $one) { $one->fetch(); }, $given);",
        "$told->fetch();",
    ],
)
def test_php_follows_calls_and_what_comments_say_of_them(repo: Repository, body: str) -> None:
    repo.write("types.php", _PHP)
    repo.write(
        "Shop.php",
        "<?php\nclass Shop {\n    function open(): ?Store {}\n    /** @return Store|null */\n    function told() {}\n"
        "    /** @return $this */\n    function itself() {}\n    static function create(): static {}\n}\n",
    )
    repo.write(
        "app.php",
        f"<?php\n/**\n * @param Store $told what is told\n */\nfunction go($given, $told) {{\n    {body}\n}}\n",
    )

    assert ("types.php", "Store.fetch") in repo.callees("go")
    assert ("types.php", "Cache.fetch") not in repo.callees("go")


@pytest.mark.parametrize(
    "body",
    [
        "for one in Shop().every:\n        one.fetch()",
        "for one in Shop().listed():\n        one.fetch()",
        "shop = Shop()\n    for one in shop.every:\n        one.fetch()",
        "[one.fetch() for one in Shop().every]",
        "for one in given:\n        one.fetch()",
    ],
)
def test_python_knows_the_elements_that_a_loop_goes_through(repo: Repository, body: str) -> None:
    repo.write("types_.py", _PYTHON)
    repo.write(
        "shop.py",
        "from types_ import Store\n\nclass Shop:\n"
        "    every: list[Store]\n    def listed(self) -> Iterator[Store]: ...\n",
    )
    repo.write(
        "app.py", f"from shop import Shop\nfrom types_ import Store\n\ndef go(given: list[Store]):\n    {body}\n"
    )

    assert ("types_.py", "Store.fetch") in repo.callees("go")
    assert ("types_.py", "Cache.fetch") not in repo.callees("go")


@pytest.mark.parametrize(
    "body",
    [
        "for (const one of new Shop().every) one.fetch()",
        "for (const one of await new Shop().later()) { one.fetch() }",
        "new Shop().every.map(async (one) => { await one.fetch() })",
        "given.forEach(one => one.fetch())",
        "const all = new Shop().listed(); all.filter((one) => one.fetch())",
    ],
)
def test_typescript_knows_the_elements_of_loops_and_callbacks(repo: Repository, body: str) -> None:
    repo.write("types.ts", _TYPESCRIPT)
    repo.write(
        "shop.ts",
        "import { Store } from './types'\nexport class Shop {\n  every: Store[]\n  listed(): readonly Store[] {}\n"
        "  later(): Promise<Array<Store>> {}\n}\n",
    )
    repo.write(
        "app.ts",
        "import { Store } from './types'\nimport { Shop } from './shop'\n"
        f"export async function go(given: Store[]) {{\n  {body}\n}}\n",
    )

    assert ("types.ts", "Store.fetch") in repo.callees("go")
    assert ("types.ts", "Cache.fetch") not in repo.callees("go")


@pytest.mark.parametrize(
    "body",
    [
        "foreach ((new Shop())->listed() as $one) { $one->fetch(); }",
        "foreach ((new Shop())->keyed() as $key => $one) { $one->fetch(); }",
        "foreach ($given as $one) { $one->fetch(); }",
    ],
)
def test_php_knows_the_elements_that_a_loop_goes_through(repo: Repository, body: str) -> None:
    repo.write("types.php", _PHP)
    repo.write(
        "Shop.php",
        "<?php\nclass Shop {\n    /** @return Store[] */\n    function listed(): array {}\n"
        "    /** @return array<string, Store> all by name */\n    function keyed() {}\n}\n",
    )
    repo.write("app.php", f"<?php\n/** @param list<Store> $given */\nfunction go($given) {{\n    {body}\n}}\n")

    assert ("types.php", "Store.fetch") in repo.callees("go")
    assert ("types.php", "Cache.fetch") not in repo.callees("go")


def test_a_php_class_is_not_taken_for_the_namespace_of_that_name(repo: Repository) -> None:
    repo.write("Node.php", "<?php\nnamespace App\\Node;\n\nclass Node { function next() {} }\n")
    repo.write(
        "Walker.php",
        "<?php\nnamespace App\\Node;\n\nfunction walk(Node $node) { $node->next(); new Node(); }\n",
    )

    assert repo.callees("walk") == [("Node.php", "Node.next"), ("Node.php", "Node")]


def test_php_makes_the_class_around_by_self_and_static(repo: Repository) -> None:
    repo.write("a.php", "<?php\nclass A { function go() { return new self(); } }\nclass B {}\n")

    assert repo.callees("go") == [("a.php", "A")]


def test_a_php_type_behind_an_imported_namespace_is_that_of_its_file(repo: Repository) -> None:
    repo.write("src/Handler/Curl.php", "<?php\nnamespace App\\Handler;\nclass Curl { function run() {} }\n")
    repo.write("src/Other/Curl.php", "<?php\nnamespace App\\Other;\nclass Curl { function run() {} }\n")
    repo.write(
        "test.php",
        "<?php\nuse App\\Handler;\nfunction go() {\n  $curl = new Handler\\Curl();\n  $curl->run();\n}\n",
    )

    assert repo.callees("go") == [("src/Handler/Curl.php", "Curl"), ("src/Handler/Curl.php", "Curl.run")]
