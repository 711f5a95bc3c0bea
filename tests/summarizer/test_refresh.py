"""The model's layer: only what changed is asked, only what is good is kept, and no limit is ever passed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest

import summarizer
from summarizer.library import library
from summarizer.lines import open_lines
from summarizer.model import Model, model_name
from summarizer.refresh import Limits, Report
from summarizer.refresh import refresh as run_refresh
from summarizer.status import status
from summarizer.work import jobs_for
from tests.conftest import Repository, Run
from tests.fake_api import OVERLOADED, RATE_LIMITED, FakeApi, answer
from tests.summarizer.conftest import answered, asked

ONE = '''def first(a):
    """One."""
    if a:
        return second(a)
    return None
'''
TWO = '''def second(b):
    """Two."""
    for x in b:
        send(x)
    return b
'''


@pytest.fixture
def code(repo: Repository) -> Repository:
    repo.write("one.py", ONE)
    repo.write("two.py", TWO)
    return repo


def page(repo: Repository, path: str = "one.py") -> list[str]:
    """Return the lines of a page but its first and the one on where the file is."""
    lines = summarizer.pseudocode(repo.root, path).splitlines()[1:]
    return [line for line in lines if not line.startswith(("# repository: ", "# folder: "))]


def refresh(repo: Repository, **limits: Any) -> Report:
    """Do what `pseudo refresh` does, in this process."""
    with library(repo.root, anchored=True) as found:
        return run_refresh(found, jobs_for(found, model_name()), Model(model_name()), Limits(**limits))


def names(api: FakeApi) -> list[list[str]]:
    return [[symbol[1] for symbol in asked(request.body)] for request in api.messages]


def test_the_models_lines_stand_in_place_of_the_outlines(code: Repository, run: Run, fake_api: FakeApi) -> None:
    fake_api.fallback = answered()
    done = run("pseudo", "refresh")
    assert done.stdout.startswith("2 functions written in 2 calls, 0.00"), done.stderr
    assert page(code) == [
        "# What this file is for.",
        "1  def first(a)                              One.",
        "5    the gist of first",
    ]
    assert [hit.line for hit in summarizer.grep(code.root, "gist of second")] == [5]
    assert fake_api.broken_rules == []


def test_the_fixed_part_comes_first_and_is_marked_for_the_cache(code: Repository, fake_api: FakeApi) -> None:
    fake_api.fallback = answered()
    refresh(code)
    first, second = (request.body for request in fake_api.messages)
    assert first["system"] == second["system"]
    assert first["system"][-1]["cache_control"] == {"type": "ephemeral"}
    about_one = next(body for body in (first, second) if "one.py" in body["messages"][0]["content"])
    assert "def second(b)" in about_one["messages"][0]["content"]  # the signature of what it calls


@pytest.mark.parametrize(
    "change",
    [
        lambda text: "\n\n# a comment\n" + text,
        lambda text: text.replace("    if a:", "\n    # why\n    if a:   # so"),
        lambda text: text.replace("    ", "  "),
        lambda text: "class C:\n" + "".join(f"    {line}\n" for line in text.splitlines()),
        lambda text: text.replace("second(a)", "second(\n            a\n        )"),
    ],
)
def test_what_does_not_change_the_code_costs_no_call(
    code: Repository, fake_api: FakeApi, change: Callable[[str], str]
) -> None:
    fake_api.fallback = answered()
    refresh(code)
    calls = len(fake_api.messages)
    code.write("one.py", change(ONE))
    assert refresh(code).calls == 0
    assert len(fake_api.messages) == calls
    source = (code.root / "one.py").read_text().splitlines()
    (line,) = [int(row.split()[0]) for row in page(code) if "gist of" in row]
    assert source[line - 1].strip() == "return None"


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("if a:", "if not a:"),
        lambda text: text.replace('"""One."""', '"""Another."""'),
        lambda text: text.replace("    return None", "        return None"),
    ],
)
def test_a_changed_function_shows_its_outline_until_it_is_asked_about_again(
    code: Repository, fake_api: FakeApi, change: Callable[[str], str]
) -> None:
    fake_api.fallback = answered()
    refresh(code)
    code.write("one.py", change(ONE))
    assert not any("gist" in line for line in page(code))
    refresh(code)
    assert names(fake_api)[2:] == [["first"]]
    assert any("gist" in line for line in page(code))


def test_a_renamed_file_and_another_branch_cost_no_call(code: Repository, fake_api: FakeApi) -> None:
    fake_api.fallback = answered()
    refresh(code)
    code.git("add", "."), code.git("commit", "-qm", "a")
    code.git("checkout", "-qb", "b")
    (code.root / "one.py").rename(code.root / "uno.py")
    (code.root / "two.py").write_text(TWO.replace("send", "post"))
    refresh(code)
    code.git("add", "."), code.git("commit", "-qm", "b")
    code.git("checkout", "-q", "-")
    assert refresh(code).calls == 0
    assert names(fake_api)[2:] == [["second"]]
    assert page(code)[2] == "5    the gist of first"


BAD: list[tuple[str, Any, str]] = [
    ("prose", "This function returns something.", "not JSON"),
    ("empty", answer({"type": "text", "text": " "}), "empty"),
    ("half", answer('{"file": "", "symbols": [', stop_reason="max_tokens"), "cut short"),
    ("list", "[]", "not JSON"),
    ("wrong symbol", json.dumps({"symbols": [{"id": "S9", "lines": []}]}), "symbol missing"),
    ("no lines", json.dumps({"symbols": [{"id": "S1", "lines": []}]}), "no lines"),
    ("10 000 lines", json.dumps({"symbols": [{"id": "S1", "lines": [{"line": 3, "text": "x"}] * 10_000}]}), "too many"),
    ("far line", json.dumps({"symbols": [{"id": "S1", "lines": [{"line": 99, "text": "x"}]}]}), "out of range"),
    ("long", json.dumps({"symbols": [{"id": "S1", "lines": [{"line": 3, "text": "x" * 500}]}]}), "too long"),
    ("two in one", json.dumps({"symbols": [{"id": "S1", "lines": [{"line": 3, "text": "a\nb"}]}]}), "line break"),
    (
        "Chinese",
        json.dumps({"symbols": [{"id": "S1", "lines": [{"line": 3, "text": "如果存在则返回"}]}]}),
        "another language",
    ),
    (
        "echo",
        json.dumps(
            {"symbols": [{"id": "S1", "lines": [{"line": 3, "text": "if a"}, {"line": 5, "text": "return None"}]}]}
        ),
        "the source repeated",
    ),
    (
        "obedient",
        json.dumps({"symbols": [{"id": "S1", "lines": [{"line": 3, "text": "Sure! Here is the code"}]}]}),
        "words",
    ),
]


@pytest.mark.parametrize(("bad", "reason"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_a_bad_answer_is_asked_for_once_more_then_the_outline_stays(
    repo: Repository, fake_api: FakeApi, bad: Any, reason: str
) -> None:
    repo.write("one.py", ONE)
    outline = page(repo)
    fake_api.fallback = bad
    refresh(repo)
    assert len(fake_api.messages) == 2
    assert "not usable" in fake_api.messages[1].body["messages"][0]["content"]
    assert page(repo) == outline
    lines = open_lines(repo.root / ".repomap", create=False)
    assert lines
    ((rejected, count),) = lines.rejections()
    assert reason in rejected
    assert count == 2


def test_a_good_second_answer_is_kept(repo: Repository, fake_api: FakeApi) -> None:
    repo.write("one.py", ONE)
    fake_api.script("no", answered())
    refresh(repo)
    assert page(repo)[2] == "5    the gist of first"


def test_a_file_sentence_without_words_is_left_out(repo: Repository, fake_api: FakeApi) -> None:
    repo.write("one.py", ONE)
    lines = [{"line": 3, "depth": 0, "text": "asks the other one"}]
    fake_api.script(json.dumps({"file": "one.py", "symbols": [{"id": "S1", "lines": lines}]}))
    refresh(repo)
    shown = summarizer.pseudocode(repo.root, "one.py")
    assert "asks the other one" in shown
    assert "# one.py\n" not in shown


def test_of_a_mixed_answer_the_good_part_is_kept(repo: Repository, fake_api: FakeApi) -> None:
    repo.write("both.py", ONE + "\n\n" + TWO)
    fake_api.script(
        lambda body: json.dumps({"symbols": [{"id": "S2", "lines": [{"line": 12, "depth": 0, "text": "sends all"}]}]}),
        answered(),
    )
    refresh(repo)
    assert names(fake_api) == [["first", "second"], ["first"]]
    assert [hit.text for hit in summarizer.grep(repo.root, "sends all|gist")] == ["the gist of first", "sends all"]


def test_without_a_key_one_sentence_says_what_to_set(code: Repository, run: Run) -> None:
    nothing = {"ANTHROPIC_API_KEY": "", "ANTHROPIC_AUTH_TOKEN": "", "HOME": str(code.root), "ANTHROPIC_BASE_URL": ""}
    done = run("pseudo", "refresh", **nothing)
    assert (done.returncode, done.stdout) == (3, "")
    assert "ANTHROPIC_API_KEY" in done.stderr
    assert done.stderr.count("\n") == 1
    assert run("grep", "send", **nothing).returncode == 0


def test_a_wrong_key_an_unknown_model_and_no_server_are_said(code: Repository, run: Run, fake_api: FakeApi) -> None:
    fake_api.key = "right"
    assert "does not accept the key" in run("pseudo", "refresh").stderr
    fake_api.key = None
    assert "does not know the model gpt-9" in run("pseudo", "refresh", REPOMAP_MODEL="gpt-9").stderr


def test_no_more_calls_are_made_than_allowed(code: Repository, fake_api: FakeApi) -> None:
    fake_api.fallback = answered()
    assert refresh(code, calls=1).stopped == "the limit of 1 calls is reached"
    assert len(fake_api.messages) == 1
    refresh(code)
    assert len(fake_api.messages) == 2


def test_no_more_is_spent_than_allowed(code: Repository, fake_api: FakeApi) -> None:
    fake_api.fallback = answered()
    assert refresh(code, usd=1e-6).stopped == "the limit of 1e-06 US dollars is reached"
    assert fake_api.messages == []
    assert refresh(code, usd=1.0).written == 2


def test_a_server_of_ones_own_is_asked_one_thing_at_a_time(code: Repository, run: Run, fake_api: FakeApi) -> None:
    under_way: list[int] = []
    seen: list[int] = []

    def slow(body: dict[str, Any]) -> str:
        under_way.append(1)
        seen.append(len(under_way))
        time.sleep(0.2)
        under_way.pop()
        return answered()(body)

    fake_api.fallback = slow
    assert run("pseudo", "refresh", "--at-once", "1").stdout.startswith("2 functions written in 2 calls")
    assert seen == [1, 1]


def test_dry_run_plan_and_offline_send_nothing(code: Repository, run: Run, fake_api: FakeApi) -> None:
    planned = run("pseudo", "plan").stdout
    assert planned.startswith("2 functions in 2 calls to claude-haiku-5-5: ")
    assert run("pseudo", "refresh", "--dry-run").stdout == planned
    assert run("pseudo", "refresh", "--offline").stdout.startswith("offline: ")
    assert fake_api.requests == []


def test_a_crowded_server_is_asked_again(code: Repository, fake_api: FakeApi) -> None:
    fake_api.script(RATE_LIMITED, OVERLOADED)
    fake_api.fallback = answered()
    assert (refresh(code).written, len(fake_api.messages)) == (2, 4)


def test_the_ledger_lists_calls_by_day_and_survives_the_index(code: Repository, fake_api: FakeApi) -> None:
    fake_api.fallback = answered()
    refresh(code)
    for path in (code.root / ".repomap").glob("*.db*"):
        if not path.name.startswith("lines.db"):
            path.unlink()
    with library(code.root) as found:
        facts = status(found, model_name())
    (day,) = facts["days"]
    assert (day["model"], day["calls"], facts["written"]) == ("claude-haiku-5-5", 2, 2)
    assert day["usd"] > 0
    assert page(code)[2] == "5    the gist of first"


def test_files_that_settings_do_not_allow_are_not_sent(code: Repository, fake_api: FakeApi) -> None:
    fake_api.fallback = answered()
    code.write(".repomap/config.toml", '[model]\nallow = ["two*"]\n')
    refresh(code)
    assert names(fake_api) == [["second"]]
    assert "one.py" not in json.dumps([request.body for request in fake_api.messages])


def test_ignored_files_are_not_sent(code: Repository, fake_api: FakeApi) -> None:
    fake_api.fallback = answered()
    code.write(".gitignore", "one.py\n")
    refresh(code)
    assert names(fake_api) == [["second"]]


def test_a_batch_is_taken_in_by_a_later_process(code: Repository, run: Run, fake_api: FakeApi) -> None:
    fake_api.fallback = answered()
    fake_api.batches.polls = 2
    assert "2 requests sent" in run("pseudo", "refresh", "--batch").stdout
    assert "1 batch at work" in run("pseudo", "refresh", "--batch").stdout
    done = run("pseudo", "refresh", "--batch")
    assert done.stdout.startswith("2 functions written in 2 calls"), done.stdout + done.stderr
    assert page(code)[2] == "5    the gist of first"
    assert len([r for r in fake_api.requests if r.path == "/v1/messages/batches"]) == 1


def test_interrupted_it_keeps_what_was_paid_for(repo: Repository, fake_api: FakeApi) -> None:
    for number in range(12):
        repo.write(f"f{number:02}.py", ONE.replace("first", f"first{number}").replace("if a", f"if a{number}"))
    good = answered()
    fake_api.fallback = lambda body: answer(good(body), delay_s=0.4)
    process = subprocess.Popen(
        [sys.executable, "-m", "repomap", "pseudo", "refresh"],
        cwd=repo.root,
        env=dict(os.environ),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while len(fake_api.messages) < 5:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130, said
    assert "Traceback" not in said
    written = len(summarizer.grep(repo.root, "the gist of"))
    assert written == len(fake_api.messages) < 12
