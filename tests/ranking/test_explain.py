"""Why a file or a definition is in a map."""

from __future__ import annotations

from tests.conftest import Repository, Run


def test_files_and_definitions_are_explained_best_first(repo: Repository, run: Run) -> None:
    repo.write("net.py", "def retry_request(count):\n    return count\n")
    repo.write("draw.py", "def circle(radius):\n    return radius\n")

    done = run("map", "--query", "retry of a request", "--explain")

    lines = done.stdout.splitlines()
    assert done.returncode == 0
    assert lines[1].startswith("1. net.py")
    assert "words" in lines[1]
    assert lines[2].split() == ["words:", "req×1", "retry×1"]
    assert "1 retry_request" in lines[3]
    assert "name" in lines[3]


def test_the_points_of_a_file_add_up(repo: Repository, run: Run) -> None:
    repo.write("net.py", "def retry_request(count):\n    return count\n")

    line = run("map", "--query", "retry of a request", "--explain").stdout.splitlines()[1]
    total, _, terms = line.partition("  ")[2].partition(" = ")
    points = [float(word) for word in terms.split() if word[0] in "+-"]
    assert abs(sum(points) - float(total)) < 0.06


def test_without_a_task_a_file_has_its_rank_and_a_definition_those_who_know_it(repo: Repository, run: Run) -> None:
    repo.write("net.py", "def retry_request(count):\n    return count\n")
    repo.write("app.py", "from net import retry_request\n\n\ndef load():\n    return retry_request(1)\n")
    repo.write("README.md", "Words.\n")

    lines = run("map", "--explain").stdout.splitlines()

    assert lines[0].startswith("3 of 3 files; no task")
    assert lines[1].startswith("1. net.py")
    assert "% of all rank, as source" in lines[1]
    assert lines[2].endswith("its name is in 1 other file")
