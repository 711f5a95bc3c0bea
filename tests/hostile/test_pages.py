"""Names and patterns break out of nothing."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from tests.conftest import Repository, Run

NASTY = 'x</script><img src=x onerror="alert(1)">&]]>.py'  # a folder "x<" and a file in it


def test_names_cannot_break_out_of_a_page_or_a_document(repo: Repository, run: Run) -> None:
    repo.write(NASTY, "def f():\n    g()\n\n\ndef g(a='</script><!-- ]]> & <b>'): ...\n")
    repo.write("b.py", "def h(): ...\n")
    page = run("graph", "--format", "html").stdout
    document = run("map", "--format", "xml").stdout
    graph = run("graph", "--format", "graphml").stdout

    assert page.count("</script>") == page.count("<script")
    assert "<img src=x" not in page
    assert "<!-- ]]>" not in page
    paths = [element.get("path") for element in ElementTree.fromstring(document).iter("file")]
    assert NASTY.replace('"', '\\"') in " ".join(str(path) for path in paths)
    assert any("onerror" in str(element.attrib) for element in ElementTree.fromstring(graph).iter())


@pytest.mark.parametrize("pattern", ["(a|aa)+$", "(.*)*!", "((a+)+)+$", "(x+x+)+y", "(?:a?){40}a{40}"])
def test_a_pattern_that_would_run_for_ever_is_refused_or_ends(repo: Repository, run: Run, pattern: str) -> None:
    repo.write("a.py", f"def f():\n    return '{'a' * 60}'\n\n\ndef g():\n    return '{'x' * 60}'\n")
    done = run("grep", pattern)

    assert done.returncode in (0, 1, 2)
    assert "Traceback" not in done.stderr
