"""Votes for what is used by name: counted again after edits they equal votes counted anew."""

from __future__ import annotations

import random

import pytest

from repomap.graph import votes as counting
from repomap.graph.votes import Votes, count_again, count_all, pack, unpack
from tests.conftest import Repository

SOURCES = (
    "int start(void) { return 1; }\nint stop(void) { return start(); }\n",
    "int a(void) { return start() + stop(); }\n",
    "int stop(void) { return 2; }\nint b(void) { return a(); }\n",
    "int c(void) { return b() + start() + pause(); }\n",
    "int pause(void) { return c(); }\nint start(void) { return 3; }\n",
    "int d(void) { return d() + pause() + stop() + a() + b() + c(); }\n",
    "struct engine { int speed; };\nint speed(struct engine *e) { return e->speed + start(); }\n",
)


def test_after_random_edits_votes_counted_again_equal_votes_counted_anew(repo: Repository) -> None:
    chance = random.Random(5)
    for number in range(6):
        repo.write(f"m{number}.c", chance.choice(SOURCES))
    index = repo.index()
    base = count_all(index.reader)
    index.close()
    again = 0
    for step in range(40):
        path = repo.root / f"m{chance.randrange(8)}.{chance.choice(('c', 'c', 'c', 'py'))}"
        if path.exists() and chance.random() < 0.3:
            path.unlink()
        elif path.suffix == ".py":
            path.write_text("def start():\n    return pause()\n")
        else:
            path.write_text(chance.choice(SOURCES) + f"/* {step} */\n")
        index = repo.index()
        found, anew = count_again(base, index.reader), count_all(index.reader)
        index.close()
        if found is not None:
            again += 1
            assert found == anew
        if chance.random() < 0.3:
            base = anew
    assert again > 30


def test_a_name_that_becomes_the_only_one_gets_the_votes_of_its_users(repo: Repository) -> None:
    repo.write("one.c", "int start(void) { return 1; }\n")
    repo.write("two.c", "int start(void) { return 2; }\n")
    repo.write("user.c", "int go(void) { return start(); }\n")
    index = repo.index()
    before = count_all(index.reader)
    index.close()
    repo.write("two.c", "int other(void) { return 2; }\n")

    index = repo.index()
    after = count_again(before, index.reader)
    index.close()

    assert not before.counts
    assert after is not None
    assert list(after.counts) == [counting.WHOLE]


def test_many_changes_are_left_to_counting_anew(repo: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write("one.c", "int start(void) { return 1; }\n")
    index = repo.index()
    nothing = Votes(*(type(column)("Q") for column in count_all(index.reader)))
    monkeypatch.setattr(counting, "MOST_CHANGED", 0)

    assert count_again(nothing, index.reader) is None
    index.close()


def test_packing_keeps_votes_and_damage_is_noticed(repo: Repository) -> None:
    repo.write("one.c", "int start(void) { return 1; }\n")
    repo.write("user.c", "int go(void) { return start(); }\n")
    index = repo.index()
    found = count_all(index.reader)
    index.close()

    assert unpack(pack(found)) == found
    with pytest.raises(ValueError, match="numbers"):
        unpack(pack(found)[:-8])
