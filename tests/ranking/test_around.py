"""Maps of a task that is only files: with --focus, or with --since and no words."""

from __future__ import annotations

import json

from tests.conftest import Repository, Run


def written(repo: Repository) -> None:
    repo.write("store.py", "def load_store():\n    return 1\n")
    repo.write("app.py", "from store import load_store\n\n\ndef start():\n    return load_store()\n")
    for number in range(12):
        repo.write(f"other{number:02}.py", f"def other_{number}():\n    return {number}\n")


def order(run: Run, *arguments: str) -> list[str]:
    done = run("files", "--json", *arguments)
    assert done.returncode == 0, done.stderr
    return [json.loads(line)["path"] for line in done.stdout.splitlines()]


def test_a_given_file_comes_first_and_then_what_it_is_tied_to(repo: Repository, run: Run) -> None:
    written(repo)

    assert order(run, "--focus", "store.py")[:2] == ["store.py", "app.py"]
    assert order(run, "--focus", "app.py")[:2] == ["app.py", "store.py"]


def test_a_map_since_a_revision_is_about_the_files_that_changed(repo: Repository, run: Run) -> None:
    written(repo)
    repo.git("add", "-A")
    repo.git("commit", "-q", "-m", "all")
    repo.write("other07.py", "def other_7():\n    return 8\n\n\ndef added_since():\n    return 9\n")

    assert order(run, "--since", "HEAD")[0] == "other07.py"
    shown = run("map", "--since", "HEAD", "--tokens", "40").stdout
    assert "added_since" in shown


def test_a_file_that_was_deleted_since_is_not_shown(repo: Repository, run: Run) -> None:
    written(repo)
    repo.git("add", "-A")
    repo.git("commit", "-q", "-m", "all")
    (repo.root / "other03.py").unlink()

    assert "other03.py" not in order(run, "--since", "HEAD")


def test_a_task_no_file_speaks_of_gives_the_backbone_and_a_sentence(repo: Repository, run: Run) -> None:
    written(repo)

    done = run("map", "--query", "zzqqx blorft", "--tokens", "400")

    assert done.returncode == 0
    assert "nothing here holds a word of the task" in done.stderr
    assert done.stdout.splitlines()[:-1] == run("map", "--tokens", "400").stdout.splitlines()[:-1]
