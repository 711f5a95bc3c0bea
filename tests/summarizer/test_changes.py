"""`repomap pseudo diff`: what a commit changed in behaviour, and nothing of how it is written."""

from __future__ import annotations

from tests.conftest import Repository, Run

BEFORE = "def pay(a):\n    if a.open:\n        send(a)\n    return a\n"


def commit(repo: Repository, text: str, path: str = "pay.py") -> None:
    repo.write(path, text)
    repo.git("add", "-A")
    repo.git("commit", "-qm", "x")


def test_a_changed_condition_shows_in_both_forms(repo: Repository, run: Run) -> None:
    commit(repo, BEFORE)
    commit(repo, "# moved\n\n" + BEFORE.replace("if a.open", "if a.open and a.total"))
    assert run("pseudo", "diff", "HEAD~1..HEAD").stdout.splitlines() == [
        "--- a/pay.py",
        "+++ b/pay.py",
        "@@ -1,4 +1,4 @@",
        " def pay(a)",
        "-  if a.open:",
        "+  if a.open and a.total:",
        "     call send(a)",
        "   return a",
    ]


def test_comments_formatting_and_moved_code_show_nothing(repo: Repository, run: Run) -> None:
    commit(repo, BEFORE)
    commit(repo, "\n\n" + BEFORE.replace("send(a)", "send(\n            a\n        )  # so"))
    done = run("pseudo", "diff", "HEAD")
    assert (done.returncode, done.stdout) == (0, "")


def test_new_and_deleted_files_show_whole(repo: Repository, run: Run) -> None:
    commit(repo, BEFORE)
    (repo.root / "pay.py").unlink()
    commit(repo, "func Pay() {\n\tsend()\n}\n", "pay.go")
    lines = run("pseudo", "diff", "HEAD").stdout.splitlines()
    assert "+func Pay()" in lines
    assert "-def pay(a)" in lines


def test_an_unknown_revision_is_one_sentence(repo: Repository, run: Run) -> None:
    commit(repo, BEFORE)
    done = run("pseudo", "diff", "nowhere..HEAD")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "nowhere" in done.stderr
