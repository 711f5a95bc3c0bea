"""Deltas of maps: applied to the old map they give the new one, and what cannot be told is said."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from repomap import RepoMap
from repomap.rendering.delta import KEPT, Page, as_text, difference, keep, kept
from tests.conftest import Repository, Run


def applied(old: str, delta: str) -> str:
    """Change a map as its reader would, by nothing but the delta's text."""
    blocks: dict[str, tuple[str, list[str]]] = {}
    last: list[str] = []
    own: list[str] = []
    for line in old.split("\n"):
        if line.startswith(" "):
            own.append(line)
        elif line == "⋮" or re.match(r"\d", line) or last:
            last.append(line)
        else:
            own = []
            blocks[line.removesuffix(" …")] = (line, own)
    new_last = []
    for line in delta.split("\n")[1:]:
        if line.startswith("  "):
            if line[2] != "-":
                own.append(line[3:])
        elif line.startswith("= "):
            new_last.append(line[2:])
        elif line.startswith("- "):
            del blocks[line[2:]]
        else:
            own = []
            blocks[line[2:].removesuffix(" …")] = (line[2:], own)
    lines = [text for _, (path, shown) in sorted(blocks.items()) for text in (path, *shown)]
    return "\n".join([*lines, *(new_last or last)])


_definitions = st.lists(st.sampled_from([" class A", "   def b(self)", " def c()", " X = 1"]), max_size=4)
_pages = st.builds(
    lambda files, total: Page(
        tuple((path + mark, tuple(lines)) for path, (mark, lines) in sorted(files.items())), (f"{total} of 9 files",)
    ),
    st.dictionaries(
        st.sampled_from(["a.py", "b/c.py", "b/d.ts", "z.go"]), st.tuples(st.sampled_from(["", " …"]), _definitions)
    ),
    st.integers(1, 3),
)


@given(_pages, _pages)
def test_a_delta_applied_to_the_old_map_gives_the_new_one(old: Page, new: Page) -> None:
    assert applied(old.text, as_text(difference(old, new))) == new.text


def test_the_id_of_a_text_map_is_the_hash_of_what_is_printed(repo: Repository, run: Run) -> None:
    repo.write("a.py", "def a(): ...\n")
    printed = run("map").stdout
    as_json = json.loads(run("map", "--format", "json").stdout)

    digest = hashlib.sha256(printed.encode()).hexdigest()

    assert (repo.root / ".repomap" / "maps" / f"{digest[:12]}.json").exists()
    assert (repo.root / ".repomap" / "maps" / f"{as_json['id']}.json").exists()


def test_what_changed_since_a_map_is_printed_alone(repo: Repository, run: Run) -> None:
    for name in "bcdef":
        repo.write(f"{name}.py", f"def {name}1(): ...\ndef {name}2(): ...\n")
    old = hashlib.sha256(run("map").stdout.encode()).hexdigest()[:12]
    repo.write("b.py", "def b1(): ...\ndef b3(): ...\n")
    repo.write("a.py", "def a(): ...\n")
    (repo.root / "c.py").unlink()

    done = run("map", "--delta", old)

    new = hashlib.sha256(run("map").stdout.encode()).hexdigest()[:12]
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        f"map {new} since {old}",
        "+ a.py",
        "  + def a()",
        "~ b.py",
        "    def b1()",
        "  - def b2()",
        "  + def b3()",
        "- c.py",
        "= 5 of 5 files, 9 of 9 symbols; tokens: claude",
    ]
    found = json.loads(run("map", "--format", "json", "--delta", run_id(run)).stdout)
    assert found["files"] == []


def run_id(run: Run) -> str:
    """Return the id of the JSON map there is now."""
    return str(json.loads(run("map", "--format", "json").stdout)["id"])


def test_nothing_changed_is_one_line(repo: Repository) -> None:
    repo.write("a.py", "def a(): ...\n" * 5)
    first = RepoMap(repo.root).map()

    assert RepoMap(repo.root).map(delta=first.id).text == f"map {first.id} since {first.id}"


def test_an_unknown_id_gives_the_whole_map_and_says_so(repo: Repository, run: Run) -> None:
    repo.write("a.py", "def a(): ...\n")
    whole = run("map").stdout

    done = run("map", "--delta", "../../x")

    new = hashlib.sha256(whole.encode()).hexdigest()[:12]
    assert (done.returncode, done.stdout) == (0, whole)
    assert done.stderr == f"repomap: no map ../../x is kept: this is the whole map, its id is {new}\n"


def test_a_delta_longer_than_the_map_is_the_map(repo: Repository) -> None:
    repo.write("a.py", "".join(f"def a{n}(): ...\n" for n in range(9)))
    old = RepoMap(repo.root).map()
    repo.write("a.py", "".join(f"def b{n}(): ...\n" for n in range(9)))

    new = RepoMap(repo.root).map(delta=old.id)

    assert new.text == RepoMap(repo.root).map().text
    assert new.notes == (
        f"what changed since the map {old.id} is longer than a map: this is the whole map, its id is {new.id}",
    )


def test_a_delta_has_no_markdown(repo: Repository) -> None:
    with pytest.raises(ValueError, match="a delta comes as text or json, not as markdown"):
        RepoMap(repo.root).map(form="markdown", delta="0123456789ab")


def test_only_the_last_maps_are_kept(tmp_path: Path) -> None:
    pages = [Page((), (f"{number} of 9 files",)) for number in range(KEPT + 3)]
    for page in pages:
        keep(tmp_path, page)

    assert len(list((tmp_path / "maps").iterdir())) == KEPT
    assert kept(tmp_path, pages[-1].id) == pages[-1]


def test_a_broken_file_counts_as_not_kept(tmp_path: Path) -> None:
    page = Page((("a.py", (" def a()",)),), ("1 of 1 files",))
    keep(tmp_path, page)
    next((tmp_path / "maps").iterdir()).write_text("{")

    assert kept(tmp_path, page.id) is None
