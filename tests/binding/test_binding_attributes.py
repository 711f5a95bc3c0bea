"""What is called on an attribute is bound by what the methods of its class assign to it."""

from __future__ import annotations

import pytest

from tests.conftest import Repository

_TYPES = {
    "python": "class Store:\n    def fetch(self): ...\n\nclass Cache:\n    def fetch(self): ...\n",
    "typescript": "export class Store { fetch() {} }\nexport class Cache { fetch() {} }\n",
    "php": "<?php\nclass Store { function fetch() {} }\nclass Cache { function fetch() {} }\n",
}


@pytest.mark.parametrize(
    "assigned",
    [
        "self.store = store",
        "self.store = given or Store()",
        "self.store = Store()",
        "self.store: Store = given",
        "self.store: 'Store | None' = None",
        "self.store = None\n        self.store = Store()",
        "store = Store()\n        self.store = store",
        "self.store = make()",
    ],
)
def test_what_a_python_method_assigns_to_an_attribute_is_its_type(repo: Repository, assigned: str) -> None:
    repo.write("types_.py", _TYPES["python"])
    repo.write(
        "app.py",
        "from types_ import Store\n\ndef make() -> Store: ...\n\nclass App:\n"
        f"    def __init__(self, store: Store, given):\n        {assigned}\n"
        "    def go(self):\n        self.store.fetch()\n",
    )

    assert repo.callees("go") == [("types_.py", "Store.fetch")]


@pytest.mark.parametrize("assigned", ["self.held = given", "self.held = Store()\n        self.held = given"])
def test_an_attribute_that_may_hold_anything_has_no_type(repo: Repository, assigned: str) -> None:
    repo.write("types_.py", _TYPES["python"])
    repo.write(
        "app.py",
        f"from types_ import Store\n\nclass App:\n    def __init__(self, given):\n        {assigned}\n"
        "    def go(self):\n        self.held.fetch()\n",
    )

    assert {name for _, name in repo.callees("go")} == {"Store.fetch", "Cache.fetch"}


def test_the_attribute_of_another_class_in_the_file_is_another(repo: Repository) -> None:
    repo.write("types_.py", _TYPES["python"])
    repo.write(
        "app.py",
        "from types_ import Cache, Store\n\nclass One:\n    def __init__(self):\n        self.held = Store()\n\n"
        "class Two:\n    def __init__(self):\n        self.held = Cache()\n"
        "    def go(self):\n        self.held.fetch()\n",
    )

    assert repo.callees("go") == [("types_.py", "Cache.fetch")]


def test_an_attribute_that_holds_a_list_has_none_of_the_repositorys_methods(repo: Repository) -> None:
    repo.write("types_.py", "class Shelf:\n    def put_all(self): ...\n")
    repo.write(
        "app.py",
        "class App:\n    def __init__(self):\n        self.shelf = []\n"
        "    def go(self):\n        self.shelf.put_all()\n",
    )

    assert repo.callees("go") == [(None, "put_all")]


def test_an_attribute_is_inherited_with_its_type(repo: Repository) -> None:
    repo.write("types_.py", _TYPES["python"])
    repo.write(
        "app.py",
        "from types_ import Store\n\nclass Base:\n    def __init__(self):\n        self.held = Store()\n\n"
        "class App(Base):\n    def go(self):\n        self.held.fetch()\n\ndef use(app: App):\n    app.held.fetch()\n",
    )

    assert repo.callees("go") == repo.callees("use") == [("types_.py", "Store.fetch")]


def test_attributes_that_are_assigned_from_each_other_have_no_type(repo: Repository) -> None:
    repo.write("types_.py", _TYPES["python"])
    repo.write(
        "app.py",
        "class App:\n    def __init__(self):\n        self.a = self.b.fetch()\n        self.b = self.a.fetch()\n"
        "    def go(self):\n        self.a.fetch()\n",
    )

    assert {name for _, name in repo.callees("go")} == {"Store.fetch", "Cache.fetch"}


@pytest.mark.parametrize(
    ("field", "assigned"),
    [
        ("held!: Store", ""),
        ("readonly #held: Store", ""),
        ("held", "this.held = store"),
        ("held", "this.held = store ?? new Cache()"),
        ("held", "this.held = new Store()"),
        ("held", "this.held = given as Store"),
    ],
)
def test_what_a_typescript_constructor_assigns_to_a_field_is_its_type(
    repo: Repository, field: str, assigned: str
) -> None:
    repo.write("types.ts", _TYPES["typescript"])
    name = "#held" if "#" in field else "held"
    repo.write(
        "app.ts",
        f"import {{ Cache, Store }} from './types'\nclass App {{\n  {field}\n"
        f"  constructor(store: Store, given: unknown) {{ {assigned} }}\n  go() {{ this.{name}.fetch() }}\n}}\n",
    )

    assert repo.callees("go") == [("types.ts", "Store.fetch")]


@pytest.mark.parametrize(
    ("field", "assigned"),
    [
        ("/** @var Store */\n    private $held;", ""),
        ("/**\n     * What is held.\n     *\n     * @var Store|null\n     */\n    protected $held = null;", ""),
        ("private $held;", "$this->held = $store;"),
        ("private $held;", "$this->held = new Store();"),
        ("private $held;", "$this->held = $given ?? new Store();"),
        ("private $held;", "$this->held = $given ?: new Store();"),
    ],
)
def test_what_php_assigns_to_a_property_or_says_of_it_is_its_type(repo: Repository, field: str, assigned: str) -> None:
    repo.write("types.php", _TYPES["php"])
    repo.write(
        "App.php",
        f"<?php\nclass App {{\n    {field}\n    function __construct(Store $store, $given) {{ {assigned} }}\n"
        "    function go() { $this->held->fetch(); }\n}\n",
    )

    assert repo.callees("go") == [("types.php", "Store.fetch")]
