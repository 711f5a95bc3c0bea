"""The archive loses nothing, finds everything exactly, and survives a process that is killed while it writes."""

from __future__ import annotations

import base64
import json
import os
import resource
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.archive import (
    Archive,
    ArchiveError,
    Retention,
    open_archive,
    prune,
    read_archive,
    read_retention,
    recall,
    search,
    sessions,
)
from agent.archive.literals import required_literals
from tests.agent.context.sessions import answer, call, image, text

Message = dict[str, Any]


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return open_archive(tmp_path, "s", about={"task": "fix it"})


def say(archive: Archive, role: str, *content: Any) -> int:
    return archive.append("message", {"role": role, "content": content[0] if len(content) == 1 else list(content)})


def talk(archive: Archive) -> None:
    """Three messages, at positions 1, 2 and 3."""
    say(archive, "user", "Why is the build red?")
    say(archive, "assistant", [text("I run it."), call("bash", 1, command="make test")])
    say(archive, "user", [answer(1, "line one\nE1234: linker failed\nline three")])


def test_what_is_appended_comes_back_as_it_was_at_its_position(archive: Archive) -> None:
    message = {"role": "user", "content": [text('Grüße, 世界 \u2028 \\ " '), image(1), answer(2, [image(3)])]}
    position = archive.append("message", message)
    assert position == 1
    assert archive.read(position).data == message
    assert archive.read(0).data["task"] == "fix it"


def test_every_entry_is_one_line_of_json_that_other_tools_can_read(archive: Archive) -> None:
    talk(archive)
    lines = archive.path.read_text("utf-8").splitlines()
    assert [json.loads(line)["kind"] for line in lines] == ["session", "message", "message", "message"]


def test_half_a_surrogate_pair_survives(archive: Archive) -> None:
    assert archive.read(say(archive, "user", "bad \ud800 byte")).data["content"] == "bad \ud800 byte"
    assert "1 match in 2 entries" in recall(archive, "bad ")


def test_images_are_files_beside_the_log_uploads_apart_from_screenshots(archive: Archive) -> None:
    say(archive, "user", [image(1), answer(2, [image(3)])])
    say(archive, "user", [image(1)])
    assert len(list((archive.folder / "uploads").iterdir())) == 1
    assert len(list((archive.folder / "screenshots").iterdir())) == 1
    assert base64.b64encode(b"\x89PNG")[:4].decode() not in archive.path.read_text("utf-8")


def test_a_reference_planted_in_a_tool_call_reads_no_file(archive: Archive, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    planted = {"type": "archived", "media_type": "image/png", "file": "../secret", "bytes": 6}
    position = say(archive, "assistant", [call("x", 1, source=planted)])
    assert archive.read(position).data["content"][0]["input"]["source"] == planted


def test_reopening_goes_on_where_it_ended(archive: Archive, tmp_path: Path) -> None:
    talk(archive)
    archive.close()
    again = open_archive(tmp_path, "s")
    assert say(again, "assistant", "The linker.") == 4
    messages, positions = again.history()
    assert positions == [1, 2, 3, 4]
    assert messages[0] == {"role": "user", "content": "Why is the build red?"}


def test_an_unfinished_last_line_is_cut_off_and_nothing_else(archive: Archive, tmp_path: Path) -> None:
    talk(archive)
    archive.close()
    whole = archive.path.read_bytes()
    for cut in range(1, len(whole.splitlines(keepends=True)[-1])):
        archive.path.write_bytes(whole[:-cut])
        assert len(read_archive(tmp_path, "s")) == 3
    again = open_archive(tmp_path, "s")
    assert again.cut > 0
    assert say(again, "user", "next") == 3
    assert [entry.kind for entry in again.entries()] == ["session", "message", "message", "message"]


def test_a_killed_process_loses_at_most_the_line_it_was_writing(tmp_path: Path) -> None:
    program = textwrap.dedent(f"""
        from pathlib import Path
        from agent.archive import open_archive
        archive = open_archive(Path({str(tmp_path)!r}), "k")
        number = 0
        while True:
            archive.append("message", {{"role": "user", "content": f"entry {{number}} " + "x" * 5000}})
            number += 1
            print(number, flush=True)
    """)
    root = Path(__file__).parents[2]
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, cwd=root, text=True)
    assert process.stdout is not None
    while int(process.stdout.readline()) < 50:
        pass
    process.send_signal(signal.SIGKILL)
    told = [int(line) for line in process.stdout.read().split()]
    process.wait()
    archive = open_archive(tmp_path, "k")
    texts = [entry.data["content"].split(" x")[0] for entry in archive.entries() if entry.kind == "message"]
    assert texts == [f"entry {number}" for number in range(len(texts))]
    assert len(texts) >= max(told, default=50)


def test_a_line_damaged_in_the_middle_costs_that_entry_alone(archive: Archive, tmp_path: Path) -> None:
    talk(archive)
    archive.close()
    lines = archive.path.read_bytes().splitlines(keepends=True)
    archive.path.write_bytes(b"".join([*lines[:2], b"\x00" * 20 + b"\n", *lines[3:]]))
    entries = list(read_archive(tmp_path, "s").entries())
    assert [entry.kind for entry in entries] == ["session", "message", "damaged", "message"]


def test_a_full_disk_is_one_sentence_and_leaves_the_log_whole(archive: Archive, tmp_path: Path) -> None:
    talk(archive)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (archive.path.stat().st_size + 1000, hard))
    try:
        with pytest.raises(ArchiveError, match="session s cannot be written: File too large"):
            say(archive, "user", "x" * 100_000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert say(archive, "user", "there is room again") == 4
    assert [entry.kind for entry in archive.entries()] == ["session", *["message"] * 4]


def test_one_process_at_a_time_may_write(archive: Archive, tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match="session s is open in another process"):
        open_archive(tmp_path, "s")
    assert len(read_archive(tmp_path, "s")) == 1


def test_a_newer_transcript_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "n.jsonl").write_text('{"kind":"session","data":{"version":9}}\n')
    with pytest.raises(ArchiveError, match="session n has transcript version 9, and this repomap reads version 1"):
        read_archive(tmp_path, "n")
    with pytest.raises(ArchiveError, match="version 9"):
        open_archive(tmp_path, "n")


def test_a_log_of_bare_messages_is_read_as_a_session(tmp_path: Path) -> None:
    (tmp_path / "old.jsonl").write_text('{"role":"user","content":"hi"}\n{"role":"assistant","content":"hello"}\n')
    messages, positions = read_archive(tmp_path, "old").history()
    assert (messages[1]["content"], positions) == ("hello", [0, 1])


@pytest.mark.parametrize("name", ["", "../s", "a/b", ".hidden"])
def test_a_session_name_that_leads_elsewhere_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ArchiveError):
        open_archive(tmp_path, name)


def test_a_rewind_drops_later_messages_from_the_history_and_nothing_from_the_archive(archive: Archive) -> None:
    talk(archive)
    archive.append("rewind", {"to": 1})
    say(archive, "assistant", "Another way.")
    messages, positions = archive.history()
    assert positions == [1, 5]
    assert "1 match" in recall(archive, "linker failed")
    assert messages[1]["content"] == "Another way."


def test_a_text_is_found_with_its_position_and_context(archive: Archive) -> None:
    talk(archive)
    found = search(archive, "E1234")
    (match,) = found.matches
    assert (match.seq, match.label, match.line) == (3, "tool_result bash", 2)
    assert (match.before, match.text, match.after) == (("line one",), "E1234: linker failed", ("line three",))
    assert found.entries == 4


@pytest.mark.parametrize(
    ("pattern", "seq"),
    [
        ("make test", 2),  # a tool's input
        ("Why is the build", 1),
        ("I run it", 2),
        ("ed", 1),  # shorter than a trigram: the log itself is searched
        ("linker failed\nline three", 3),  # over a line's end
    ],
)
def test_calls_inputs_outputs_and_words_are_all_searched(archive: Archive, pattern: str, seq: int) -> None:
    talk(archive)
    assert search(archive, pattern).matches[0].seq == seq


def test_no_match_is_said_with_the_number_of_entries(archive: Archive) -> None:
    talk(archive)
    assert recall(archive, "segfault") == "0 matches in 4 entries"
    assert recall(archive, r"E\d{5}", is_regex=True) == "0 matches in 4 entries"


def test_exact_means_exact(archive: Archive) -> None:
    say(archive, "user", "a.b and axb, ABC and abc, 100% [x]")
    assert len(search(archive, "a.b").matches) == 1
    assert not search(archive, "a.c").matches
    assert not search(archive, "aBc").matches
    assert len(search(archive, "aBc", ignore_case=True).matches) == 1
    assert len(search(archive, "[x]").matches) == 1


def test_a_regular_expression_is_found_by_line(archive: Archive) -> None:
    talk(archive)
    assert [match.line for match in search(archive, r"^line (one|three)$", is_regex=True).matches] == [1, 3]


def test_a_bad_pattern_is_answered_with_a_sentence(archive: Archive) -> None:
    assert recall(archive, "(a+", is_regex=True).startswith("recall: '(a+' is not a regular expression")
    assert recall(archive, "").startswith("recall: an empty pattern")
    assert recall(archive, "seq:99") == "recall: the archive has no position 99 (it goes from 0 to 0)"


def test_a_regular_expression_that_explodes_is_stopped_and_says_how_far_it_came(archive: Archive) -> None:
    say(archive, "user", "a" * 5000)
    say(archive, "user", "end")
    found = search(archive, r"(?:a|aa)+(?:a|aa)+[bc]$", is_regex=True, seconds=0.2)
    assert not found.complete
    assert found.next == 1


def test_pages_go_on_behind_a_position(archive: Archive) -> None:
    for number in range(30):
        say(archive, "user", f"needle {number}")
    first = search(archive, "needle", limit=20)
    assert (len(first.matches), first.more, first.next) == (20, True, 20)
    rest = search(archive, "needle", limit=20, after=first.next)
    assert [match.seq for match in rest.matches] == list(range(21, 31))
    assert not rest.more
    assert "first 20 matches in 31 entries, go on with after=20" in recall(archive, "needle")


def test_what_recall_itself_found_is_not_found_again(archive: Archive) -> None:
    talk(archive)
    say(archive, "assistant", [call("recall", 2, pattern="E1234")])
    say(archive, "user", [answer(2, "1 match …\nE1234: linker failed")])
    assert recall(archive, "E1234").startswith("1 match in 6 entries")


def test_an_address_gives_the_entry_whole_page_by_page(archive: Archive) -> None:
    talk(archive)
    body = "".join(f"{number:06}\n" for number in range(6_000))
    say(archive, "assistant", [call("bash", 2, command="seq")])
    position = say(archive, "user", [answer(2, body)])
    pages = []
    address = f"seq:{position}"
    while address:
        page = recall(archive, address)
        assert len(page) < 24_200
        head, _, rest = page.partition("\n")
        assert head.startswith(f"seq {position} ")
        part, _, more = rest.partition("\n… go on with ")
        pages.append(part)
        address = more.strip()
    assert "".join(pages) == "── tool_result bash\n" + body
    assert recall(archive, "[archive seq 3]") == recall(archive, "seq:3")


def test_a_passage_too_large_for_the_index_is_still_found(archive: Archive) -> None:
    say(archive, "user", "x" * 300_000 + " the needle")
    assert search(archive, "the needle").matches[0].seq == 1


def test_a_lost_or_damaged_index_is_made_again(archive: Archive) -> None:
    talk(archive)
    assert search(archive, "E1234").matches
    index = archive.path.with_suffix(".index.db")
    index.write_bytes(b"not a database" * 100)
    for name in ("-wal", "-shm"):
        index.with_name(index.name + name).unlink(missing_ok=True)
    assert search(archive, "E1234").matches
    index.unlink()
    assert search(archive, "E1234").matches


def test_where_no_index_can_be_written_the_log_itself_is_searched(archive: Archive) -> None:
    talk(archive)
    archive.path.with_suffix(".index.db").mkdir()
    assert recall(archive, "E1234").startswith("1 match in 4 entries")
    assert search(archive, "E1234").matches[0].label == "tool_result bash"


WORDS = st.text(alphabet="abAB.\n ü世\0", min_size=1, max_size=12)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.lists(WORDS, min_size=1, max_size=8), WORDS)
def test_the_index_never_hides_what_a_plain_scan_finds(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], needle: str
) -> None:
    archive = open_archive(tmp_path_factory.mktemp("a"), "s")
    for item in texts:
        say(archive, "user", item)
    found = {match.seq for match in search(archive, needle, limit=1000).matches} - {0}
    assert found == {number for number, item in enumerate(texts, 1) if needle in item}
    archive.close()


@pytest.mark.parametrize(
    ("pattern", "literals"),
    [
        ("hello world", ["hello world"]),
        (r"foo\(bar\)", ["foo(bar)"]),
        ("abcd?ef", ["abc"]),
        ("(abc)?defg", ["defg"]),
        ("abc|def", []),
        ("abcde{2,3}fgh", ["abcd", "fgh"]),
        (r"a\d+bcd", ["bcd"]),
        ("[abc]defg", ["defg"]),
        (r"\x41bcd", []),
        ("(?x) a b c", []),
        ("abc(x|y)def", ["abc", "def"]),
        ("abc+def", ["abc", "def"]),
        ("(unclosed", []),
    ],
)
def test_the_literals_every_match_must_hold(pattern: str, literals: list[str]) -> None:
    assert required_literals(pattern) == literals


def test_sessions_are_listed_newest_first(tmp_path: Path) -> None:
    for number, name in enumerate(["a", "b"]):
        archive = open_archive(tmp_path, name, about={"task": f"task {name}"})
        archive.close()
        os.utime(archive.path, (number, number))
    assert [(item.name, item.about["task"], item.entries) for item in sessions(tmp_path)] == [
        ("b", "task b", 1),
        ("a", "task a", 1),
    ]


def test_each_lifetime_deletes_its_own_kind_only(archive: Archive, tmp_path: Path) -> None:
    position = say(archive, "user", [image(1), answer(2, [image(3)])])
    later = time.time() + 40 * 86_400
    gone = prune(tmp_path, Retention(screenshot_days=30), later)
    assert [path.parent.name for path in gone] == ["screenshots"]
    content = archive.read(position).data["content"]
    assert content[0] == image(1)
    assert content[1]["content"][0]["text"].startswith("[no longer on disk: screenshots/")
    assert not prune(tmp_path, Retention(screenshot_days=30), later)
    assert [path.parent.name for path in prune(tmp_path, Retention(upload_days=30), later)] == ["uploads"]
    assert archive.path.exists()
    assert archive.path in prune(tmp_path, Retention(transcript_days=30), later)


@pytest.mark.parametrize("value", [-1, "7", 1.5, True])
def test_a_lifetime_that_is_no_number_of_days_is_refused_by_name(value: Any) -> None:
    with pytest.raises(ArchiveError, match=r"\[retention\] screenshot_days must be a whole number of days"):
        read_retention({"screenshot_days": value})
    with pytest.raises(ArchiveError, match=r"\[retention\] screenshots is not a setting"):
        read_retention({"screenshots": 1})
