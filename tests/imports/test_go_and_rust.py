"""Go's modules and Rust's crates."""

from __future__ import annotations

from tests.imports.repository import Repository


def test_a_go_package_is_the_files_of_its_folder_but_for_tests() -> None:
    repo = Repository(
        *("main.go", "store/db.go", "store/store.go", "store/store_test.go", "store/sub/x.go"),
        files={"go.mod": "module example.org/shop // ours\n\ngo 1.22\n"},
    )
    assert repo.of("main.go", "go", "example.org/shop/store") == ["store/store.go", "store/db.go"]
    assert repo.of("main.go", "go", "example.org/shop") == []  # only main.go itself
    assert repo.of("main.go", "go", "fmt") == []


def test_several_go_modules_are_told_apart_by_the_longest_path() -> None:
    repo = Repository(
        *("a.go", "api/v.go", "api/types/t.go"),
        files={"go.mod": "module x.org/m\n", "api/go.mod": "module x.org/m/api/v3\n"},
    )
    assert repo.of("a.go", "go", "x.org/m/api/v3/types") == ["api/types/t.go"]
    assert repo.of("api/v.go", "go", "x.org/m") == ["a.go"]


def test_a_go_module_may_be_replaced_by_a_folder() -> None:
    repo = Repository(
        *("main.go", "third/errors/e.go"),
        files={"go.mod": "module m.org/a\nreplace (\n\tgithub.com/pkg/errors v0.9.1 => ./third/errors\n)\n"},
    )
    assert repo.of("main.go", "go", "github.com/pkg/errors") == ["third/errors/e.go"]


def test_vendored_go_packages_are_files_of_the_repository() -> None:
    repo = Repository("cmd/main.go", "vendor/github.com/x/y/y.go", files={"go.mod": "module m.org/a\n"})
    assert repo.of("cmd/main.go", "go", "github.com/x/y") == ["vendor/github.com/x/y/y.go"]


def test_rusts_mod_declares_a_file_or_a_folder() -> None:
    repo = Repository("Cargo.toml", "src/lib.rs", "src/net.rs", "src/net/tcp.rs", "src/io/mod.rs", "src/io/read.rs")
    assert repo.of("src/lib.rs", "rust", "net") == ["src/net.rs"]
    assert repo.of("src/lib.rs", "rust", "io") == ["src/io/mod.rs"]
    assert repo.of("src/net.rs", "rust", "tcp") == ["src/net/tcp.rs"]
    assert repo.of("src/io/mod.rs", "rust", "mod read") == ["src/io/read.rs"]


def crates() -> Repository:
    return Repository(
        *("one/src/lib.rs", "one/src/net.rs", "one/src/net/tcp.rs", "one/src/net/udp.rs", "one/tests/it.rs"),
        *("one/tests/common/mod.rs", "one/src/bin/tool/main.rs", "one/src/bin/tool/args.rs", "two-go/src/main.rs"),
        *("two-go/src/lib.rs", "two-go/src/deep.rs"),
        files={
            "one/Cargo.toml": '[package]\nname = "one"\nedition = "2021"\n'
            '[dependencies]\ngone = { package = "two-go", path = "../two-go" }\n',
            "two-go/Cargo.toml": '[package]\nname = "two-go"\nedition = "2021"\n',
        },
    )


def test_a_crate_path_goes_down_from_the_root_as_far_as_there_are_modules() -> None:
    repo = crates()
    assert repo.of("one/src/net/udp.rs", "rust", "crate::net::tcp", "Stream") == ["one/src/net/tcp.rs"]
    assert repo.of("one/src/net/udp.rs", "rust", "crate::net", "tcp", "Port") == [
        "one/src/net.rs",
        "one/src/net/tcp.rs",
    ]
    assert repo.of("one/src/net/udp.rs", "rust", "crate", "Error") == ["one/src/lib.rs"]
    assert repo.of("one/src/net/udp.rs", "rust", "crate::net::Kind", "Fast") == ["one/src/net.rs"]


def test_super_and_self_follow_the_module_tree() -> None:
    repo = crates()
    assert repo.of("one/src/net/udp.rs", "rust", "super::tcp", "Stream") == ["one/src/net/tcp.rs"]
    assert repo.of("one/src/net/udp.rs", "rust", "super", "Port") == ["one/src/net.rs"]
    assert repo.of("one/src/net/udp.rs", "rust", "super::super", "Error") == ["one/src/lib.rs"]
    assert repo.of("one/src/net.rs", "rust", "self::tcp", "Stream") == ["one/src/net/tcp.rs"]


def test_super_in_a_module_written_inside_a_file_finds_the_files_children() -> None:
    assert crates().of("one/src/net.rs", "rust", "super::tcp", "Stream") == ["one/src/net/tcp.rs"]


def test_crates_of_the_workspace_are_found_by_name_with_a_dash_or_renamed() -> None:
    repo = crates()
    assert repo.of("one/src/lib.rs", "rust", "two_go::deep", "Well") == ["two-go/src/deep.rs"]
    assert repo.of("one/src/lib.rs", "rust", "gone", "Well") == ["two-go/src/lib.rs"]
    assert repo.of("one/tests/it.rs", "rust", "one::net", "Port") == ["one/src/net.rs"]
    assert repo.of("one/src/lib.rs", "rust", "serde", "Serialize") == []


def test_tests_and_programs_are_crates_of_their_own() -> None:
    repo = crates()
    assert repo.of("one/tests/it.rs", "rust", "common") == ["one/tests/common/mod.rs"]
    assert repo.of("one/tests/common/mod.rs", "rust", "crate::common", "setup") == []
    assert repo.of("one/src/bin/tool/main.rs", "rust", "crate::args", "Args") == ["one/src/bin/tool/args.rs"]


def test_a_module_written_inside_a_file_may_have_its_children_in_files() -> None:
    repo = Repository(
        "Cargo.toml", "tests/it.rs", "tests/support/signal.rs", files={"Cargo.toml": '[package]\nname="x"\n'}
    )
    assert repo.of("tests/it.rs", "rust", "support::signal", "send") == ["tests/support/signal.rs"]
