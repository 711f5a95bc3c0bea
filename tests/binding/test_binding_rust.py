"""Rust's paths lead to modules, its fields to their types; a name is not bound to what it cannot mean."""

from __future__ import annotations

import pytest

from repomap.graph.kept import binder_of
from tests.conftest import Repository

CARGO = '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n'


def _meant(repo: Repository, path: str, name: str) -> list[tuple[str, float]]:
    """Return (qualified name, confidence) of what the last reference to `name` in a file may mean."""
    repo.write("Cargo.toml", CARGO)
    binder = binder_of(repo.index())
    binding = binder.bind(path, name)[-1]
    return [(binder.definition(target).qualified, binding.confidence) for target in binding.targets]


def test_a_type_of_a_crate_from_outside_is_none_of_the_repository(repo: Repository) -> None:
    repo.write("src/err.rs", "pub struct Error { inner: u8 }\n")
    repo.write("src/lib.rs", "mod err;\nfn load(e: other::Error<u8>) { e.inner(); }\n")

    assert _meant(repo, "src/lib.rs", "Error") == []
    assert _meant(repo, "src/lib.rs", "inner") == []


def test_a_field_is_not_called_as_a_method(repo: Repository) -> None:
    repo.write("src/lib.rs", "pub struct Box2 { lid: u8 }\nfn load(b: Box2) { b.lid(); }\n")

    assert _meant(repo, "src/lib.rs", "lid") == []


@pytest.mark.parametrize(
    "call",
    [
        "crate::tools::open()",
        "tools::open()",
        "super::tools::open()",
        "own::open()",
        "passed::open()",
    ],
)
def test_a_function_is_found_by_the_path_of_its_module(repo: Repository, call: str) -> None:
    repo.write("src/lib.rs", "mod tools;\nmod other;\nmod app;\nmod hop;\n")
    repo.write("src/tools.rs", "pub fn open() {}\n")
    repo.write("src/other.rs", "pub fn open() {}\n")
    repo.write("src/hop.rs", "pub use crate::tools as passed;\n")
    uses = {
        "tools": "use crate::tools;\n",
        "own": "use super::tools as own;\n",
        "passed": "use crate::hop::passed;\n",
    }
    repo.write("src/app.rs", f"{uses.get(call.partition(':')[0], '')}fn load() {{ {call}; }}\n")

    assert _meant(repo, "src/app.rs", "open") == [("open", 0.9)]
    assert repo.callees("load") == [("src/tools.rs", "open")]


def test_super_in_a_module_inside_a_file_is_the_file(repo: Repository) -> None:
    repo.write("src/lib.rs", "mod app;\nfn open() {}\n")
    inside = "mod tests { fn near() { super::open(); } fn far() { super::super::open(); } }"
    repo.write("src/app.rs", f"fn open() {{}}\n{inside}\n")
    repo.write("Cargo.toml", CARGO)

    assert repo.callees("near") == [("src/app.rs", "open")]
    assert repo.callees("far") == [("src/lib.rs", "open")]


def test_all_names_of_a_module_that_is_passed_on_are_opened(repo: Repository) -> None:
    repo.write("src/lib.rs", "mod inner;\nmod app;\npub use inner::tools;\n")
    repo.write("src/inner/mod.rs", "pub mod tools;\n")
    repo.write("src/inner/tools.rs", "pub struct Client;\n")
    repo.write("src/other.rs", "pub struct Client;\n")
    repo.write("src/app.rs", "use crate::tools::*;\nfn load(c: Client) {}\n")

    assert _meant(repo, "src/app.rs", "Client") == [("Client", 0.95)]


def test_what_is_called_on_a_field_of_an_unknown_value_is_a_member_of_the_field_s_type(repo: Repository) -> None:
    repo.write(
        "src/lib.rs",
        "struct Paths;\nimpl Paths { fn nest(&mut self) {} }\nstruct Inner { paths: Paths }\n"
        "struct Router { inner: Inner }\nimpl Router {\n"
        "    fn nest(self) { tap!(self, mut this => { this.paths.nest(); }) }\n}\n",
    )

    assert _meant(repo, "src/lib.rs", "nest") == [("Paths.nest", 0.7)]


def test_what_is_called_on_an_unknown_field_is_not_taken_for_a_method_of_the_type_around(repo: Repository) -> None:
    repo.write("src/a.rs", "struct Node;\nimpl Node { fn nest(&self) {} }\n")
    repo.write("src/lib.rs", "mod a;\nstruct Router;\nimpl Router { fn nest(self) { this.paths.nest(); } }\n")

    assert {confidence for _, confidence in _meant(repo, "src/lib.rs", "nest")} == {0.3}


def test_an_associated_type_is_not_known_by_its_name_alone(repo: Repository) -> None:
    repo.write(
        "src/lib.rs",
        "struct Box2;\nimpl Service for Box2 { type Error = u8; }\n"
        "impl Box2 { fn load<T>(t: T) where T: Service<Error = u8> {} }\n",
    )

    assert _meant(repo, "src/lib.rs", "Error") == []


def test_a_method_that_calls_its_like_on_an_unknown_value_does_not_call_itself(repo: Repository) -> None:
    repo.write("src/a.rs", "struct Node;\nimpl Node { fn poll_it(&self) {} }\n")
    repo.write("src/lib.rs", "mod a;\nstruct Wrap;\nimpl Wrap { fn poll_it(self) { inner().poll_it(); } }\n")

    assert {confidence for _, confidence in _meant(repo, "src/lib.rs", "poll_it")} == {0.3}


def test_a_function_of_a_type_is_found_behind_type_arguments(repo: Repository) -> None:
    repo.write("src/a.rs", "pub struct Other;\nimpl Other { fn new() {} }\n")
    repo.write(
        "src/lib.rs", "mod a;\nstruct Conn;\nimpl Conn { fn new() {} }\nfn load() { Conn::<u8, Vec<u8>>::new(); }\n"
    )

    assert _meant(repo, "src/lib.rs", "new") == [("Conn.new", 0.95)]


def test_a_variable_that_is_assigned_what_it_gives_itself_ends(repo: Repository) -> None:
    repo.write("src/a.rs", "pub struct Node;\nimpl Node { pub fn step(&self) -> u8 { 1 } }\n")
    repo.write("src/lib.rs", "mod a;\nfn load(x: u8) { let this = this.step(); this.step(); }\n")

    assert _meant(repo, "src/lib.rs", "step") == [("Node.step", 0.5)]


@pytest.mark.parametrize(
    "chain",
    ['Command::new("x").short(1).arg(2)', "given\n        .short(1)\n        .arg(2)", "make().short(1).arg(2)"],
)
def test_a_builder_s_chain_is_bound_by_what_each_call_gives(repo: Repository, chain: str) -> None:
    methods = "pub fn short(self, n: u8) -> Self { self } pub fn arg(self, n: u8) -> Self { self }"
    repo.write("src/group.rs", f"pub struct Group;\nimpl Group {{ {methods} }}\n")
    repo.write(
        "src/lib.rs",
        f"mod group;\npub struct Command;\nimpl Command {{ pub fn new(n: &str) -> Self {{ Command }} {methods} }}\n"
        f"fn make() -> Command {{ Command }}\nfn load(given: Command) {{ {chain}; }}\n",
    )

    assert [name for name, sure in _meant(repo, "src/lib.rs", "arg") if sure >= 0.8] == ["Command.arg"]


def test_what_is_called_on_a_value_is_no_macro(repo: Repository) -> None:
    repo.write("src/said.rs", "#[macro_export]\nmacro_rules! render { ($t:tt) => { $t }; }\n")
    repo.write("src/lib.rs", "mod said;\nfn load(pages: X) { pages.one().render(1); }\nfn say() { render!(1); }\n")

    assert (None, "render") in repo.callees("load")
    assert repo.callees("say") == [("src/said.rs", "render")]
