"""`repomap grep`: flags and exit codes as grep has them, hits true at the moment of the answer."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable

import pytest

import summarizer
from summarizer.search import literal_of
from tests.conftest import Repository, Run

BANK = '''def pay(account, amount):
    """Move money."""
    if amount > account.limit:
        raise LimitError(amount)
    account.total -= amount
    return Receipt(account, amount)


def close(account):
    account.open = False
'''


@pytest.fixture
def bank(repo: Repository) -> Repository:
    repo.write("bank.py", BANK)
    repo.write("src/bank.go", "package bank\n\nfunc Pay(a *Account) error {\n\treturn LimitError(a)\n}\n")
    return repo


def test_a_hit_gives_path_line_text_and_definition(bank: Repository) -> None:
    (hit,) = summarizer.grep(bank.root, "raise Limit.*amount")
    assert (hit.path, hit.line, hit.text) == ("bank.py", 3, "if amount > account.limit: raise LimitError(amount)")
    assert hit.definition == "def pay(account, amount)                  Move money."


def test_the_one_step_of_a_body_stands_behind_its_signature(bank: Repository) -> None:
    (hit,) = summarizer.grep(bank.root, "account.open")
    assert (hit.line, hit.text, hit.definition) == (9, "def close(account): set account.open = False", hit.text)


def test_signatures_and_doc_lines_are_searched(bank: Repository) -> None:
    assert [hit.line for hit in summarizer.grep(bank.root, "Move money")] == [1]
    assert [hit.line for hit in summarizer.grep(bank.root, r"^def \w+\(account\):")] == [9]


def test_flags(bank: Repository, run: Run) -> None:
    assert run("grep", "limiterror").returncode == 1
    assert run("grep", "-i", "-l", "limiterror").stdout == "bank.py\nsrc/bank.go\n"
    assert (
        run("grep", "-F", "LimitError(a)").stdout == "src/bank.go:3: func Pay(a *Account) error: return LimitError(a)\n"
    )
    assert run("grep", "-n", "-C", "1", "set account.total").stdout == (
        "bank.py-3- if amount > account.limit: raise LimitError(amount)\n"
        "bank.py:5: set account.total -= amount\n"
        "bank.py-6- return Receipt(account, amount)\n"
    )
    assert json.loads(run("grep", "--json", "set account.total").stdout) == {
        "path": "bank.py",
        "line": 5,
        "text": "set account.total -= amount",
        "definition": "def pay(account, amount)                  Move money.",
    }


def test_paths_narrow_the_search(bank: Repository, run: Run) -> None:
    assert run("grep", "-l", "LimitError", "src").stdout == "src/bank.go\n"


def test_no_match_is_exit_code_1_and_no_expression_is_2(bank: Repository, run: Run) -> None:
    assert (run("grep", "nothing like it").returncode, run("grep", "(").returncode) == (1, 2)
    assert "-F" in run("grep", "(").stderr


def test_an_edit_shows_at_once_and_what_is_gone_does_not(bank: Repository) -> None:
    assert summarizer.grep(bank.root, "LimitError", below=["bank.py"])
    bank.write("bank.py", "# moved\n" + BANK.replace("LimitError", "TooMuch"))
    assert summarizer.grep(bank.root, "LimitError", below=["bank.py"]) == []
    assert [hit.line for hit in summarizer.grep(bank.root, "TooMuch")] == [4]


def test_an_expression_that_would_run_for_ever_is_ended(bank: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("summarizer.search.SECONDS", 0.2)
    bank.write("long.py", "def f():\n    return " + "a" * 45 + "()\n")
    with pytest.raises(summarizer.SearchError, match="takes longer"):
        summarizer.grep(bank.root, r"(a|a)+$")


def test_in_another_thread_such_an_expression_is_refused_and_others_are_answered(bank: Repository) -> None:
    def attempt(pattern: str) -> object:
        try:
            return len(summarizer.grep(bank.root, pattern))
        except summarizer.SearchError:
            return "refused"

    asked = ("(a|a)+$", ".*.*.*.*.*=", "Limit.*Error|x.*", "LimitError")
    assert in_a_thread(lambda: [attempt(pattern) for pattern in asked]) == ["refused", "refused", 2, 2]


def in_a_thread(work: Callable[[], object]) -> object:
    found: list[object] = []
    thread = threading.Thread(target=lambda: found.append(work()))
    thread.start()
    thread.join()
    return found[0]


def test_look_arounds_and_anchors_see_one_line_at_a_time(bank: Repository) -> None:
    assert [hit.line for hit in summarizer.grep(bank.root, r"(?<!.)return Receipt")] == [6]
    assert [hit.line for hit in summarizer.grep(bank.root, r"\Aset account\.total")] == [5]


@pytest.mark.parametrize(
    ("pattern", "held"),
    [
        ("raise .*Timeout", b"Timeout"),
        ("colou?r", b"colo"),
        ("ab*c", b"a"),
        ("gr[ae]y|black", b""),
        (r"\bopen\b", b""),
        ("(?i)pay", b""),
        ("a{2}bcd", b""),
    ],
)
def test_what_every_match_holds_is_looked_for_first(pattern: str, held: bytes) -> None:
    assert literal_of(pattern) == held


def test_letters_that_meet_only_when_case_is_ignored_are_found(repo: Repository) -> None:
    repo.write("a.py", "def straße(): ...\ndef kelvin(): ...\n")
    assert [hit.line for hit in summarizer.grep(repo.root, "STRAßE", ignore_case=True)] == [1]
    assert [hit.line for hit in summarizer.grep(repo.root, "\u212aelvin", ignore_case=True)] == [2]


@pytest.mark.parametrize(
    ("text", "pattern"),
    [("a[0]", "a[0]"), ("*rest", "*rest"), ("b ? c : d", "b ? c"), ("x]", "x]"), ("[!z]", "[!z]"), ("λ [é", "λ [é")],
)
def test_signs_that_stand_for_others_elsewhere_are_plain_text(repo: Repository, text: str, pattern: str) -> None:
    repo.write("a.py", f"def f():\n    return say({text!r})\n")
    repo.write("b.py", "def g():\n    return say('nothing')\n")
    assert [(hit.path, hit.line) for hit in summarizer.grep(repo.root, pattern, fixed=True)] == [("a.py", 1)]


def test_hits_are_in_the_order_of_paths_however_late_a_file_came(repo: Repository) -> None:
    for name in ("b.py", "a.py", "a/z.py", "c.py"):
        repo.write(name, "def here(): ...\n")
        hits = summarizer.grep(repo.root, "def here")
    assert [hit.path for hit in hits] == ["a.py", "a/z.py", "b.py", "c.py"]


def test_broken_pages_are_made_anew(bank: Repository) -> None:
    summarizer.grep(bank.root, "x")
    (bank.root / ".repomap/pages.db").write_bytes(b"garbage" * 1000)
    assert len(summarizer.grep(bank.root, "LimitError")) == 2


def test_the_agent_reads_the_same_lines(bank: Repository) -> None:
    from agent.repository import Repository as Views

    found = Views(bank.root).grep_pseudocode("raise limit", True, 9)
    assert found.text == "bank.py:3: if amount > account.limit: raise LimitError(amount)"
    assert Views(bank.root).pseudocode("bank.py").startswith("# bank.py · python · 10 lines · ")
