"""The command as people and programs use it: output, exit codes, Ctrl-C, a killed process, a person at the terminal."""

from __future__ import annotations

import io
import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from agent.archive import read_archive, sessions
from repomap.cli import main
from repomap.cli.agent import register
from repomap.cli.app import app
from tests.fake_api import FakeApi, Refusal, tool_use

REPOMAP = [sys.executable, "-c", "from tests.agent.test_command import main\nmain()"]
register(app)
MODEL = {"REPOMAP_MODEL": "claude-sonnet-5"}


def environment() -> dict[str, str]:
    return {**os.environ, **MODEL, "PYTHONPATH": str(Path(__file__).parents[2])}


def start(root: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*REPOMAP, *words],
        cwd=root,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


Repomap = Callable[..., tuple[int, str, str]]


@pytest.fixture
def repomap(repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Repomap:
    """Run the command in this process; returns exit code, standard output and standard error."""
    monkeypatch.chdir(repository)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    for name, value in MODEL.items():
        monkeypatch.setenv(name, value)

    def run(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["repomap", *words])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        out, errors = capsys.readouterr()
        return int(str(ended.value.code)), out, errors

    return run


@pytest.fixture(autouse=True)
def no_broken_request(fake_api: FakeApi) -> object:
    yield
    assert fake_api.broken_rules == []


def test_the_answer_goes_to_standard_output_and_all_else_to_standard_error(
    fake_api: FakeApi, repomap: Repomap, repository: Path
) -> None:
    fake_api.script(tool_use("grep", {"pattern": "total"}), "The answer is 42.")
    code, out, errors = repomap("agent", "What is it?")
    assert (code, out) == (0, "The answer is 42.\n")
    assert '→ grep  pattern="total"' in errors
    assert " from the cache), " in errors
    assert "$0.0" in errors


def test_json_is_one_event_a_line_and_nothing_else(fake_api: FakeApi, repomap: Repomap, repository: Path) -> None:
    fake_api.script(tool_use("grep", {"pattern": "total"}), "done")
    code, out, _ = repomap("agent", "--json", "Look.")
    events = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    kinds = [event["event"] for event in events if event["event"] not in ("text", "context")]
    assert kinds == ["turn", "call", "result", "turn", "end"]
    assert events[-1]["status"] == "done"


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["agent", ""], 2, "the task is empty"),
        (["agent", "x", "--resume", "nowhere"], 2, "there is no session nowhere"),
        (["agent", "x", "--resume", "last"], 2, "there is no session yet"),
        (["agent", "x", "--max-turns", "0"], 2, "--max-turns"),
        (["agent", "x", "--mcp-config", "gone.json"], 2, "gone.json cannot be read: No such file or directory"),
        (["agent", "x", "--model", "unheard-of", "--max-usd", "1"], 2, "the price of unheard-of is not known"),
        (["agent", "x", "--model", "unheard-of"], 3, "model: unheard-of"),
        (["transcript", "show", "nowhere"], 2, "there is no session nowhere"),
        (["transcript", "list"], 1, "there is no session yet"),
        (["transcript", "grep", "x"], 1, "0 matches in 0 entries"),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_the_documented_code(
    fake_api: FakeApi, repomap: Repomap, repository: Path, words: list[str], code: int, sentence: str
) -> None:
    found, out, errors = repomap(*words)
    assert (found, out) == (code, "")
    assert sentence in errors


def test_without_a_key_the_code_is_wrong_usage(
    fake_api: FakeApi, repomap: Repomap, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    code, _, errors = repomap("agent", "x")
    assert code == 2
    assert "no key: set ANTHROPIC_API_KEY" in errors


def test_a_wrong_setting_is_named(fake_api: FakeApi, repomap: Repomap, repository: Path) -> None:
    (repository / ".repomap").mkdir()
    (repository / ".repomap" / "config.toml").write_text("[permissions]\nallowed = []\n")
    code, _, errors = repomap("agent", "x")
    assert code == 2
    assert "[permissions] allowed is not a setting; did you mean allow?" in errors


def test_a_server_that_is_down_is_exit_code_3_and_says_how_to_go_on(
    fake_api: FakeApi, repomap: Repomap, repository: Path
) -> None:
    fake_api.script(Refusal(403, "permission_error", "Your account may not use this model."))
    code, out, errors = repomap("agent", "x")
    assert (code, out) == (3, "")
    assert "failed: the API refused the key: Your account may not use this model." in errors
    assert "go on with: repomap agent --resume " in errors


def test_control_characters_in_a_file_do_not_reach_the_terminal(
    fake_api: FakeApi, repomap: Repomap, repository: Path
) -> None:
    fake_api.script(tool_use("shell", {"command": "printf '\\033[2Jwiped'; exit 1"}), "done")
    _, _, errors = repomap("agent", "--yes", "x")
    assert "\033" not in errors
    assert "wiped" in errors


def test_ctrl_c_answers_the_open_calls_and_leaves_a_session_to_go_on_with(
    fake_api: FakeApi, repomap: Repomap, repository: Path
) -> None:
    fake_api.script(tool_use("shell", {"command": "echo begun; sleep 60"}, call="a"), "I go on.")
    process = start(repository, "agent", "--yes", "--json", "x")
    assert process.stdout is not None
    for line in process.stdout:
        if json.loads(line)["event"] == "call":
            break
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in errors
    assert json.loads(out.splitlines()[-1])["text"] == "interrupted; calls: 1 stopped"
    assert repomap("transcript", "resume")[:2] == (0, "I go on.\n")
    results = fake_api.messages[-1].body["messages"][-1]["content"]
    assert results[0]["content"].startswith("Stopped midway by an interruption")
    assert "begun" in results[0]["content"]


@pytest.mark.parametrize("event", ["call", "turn"])
def test_kill_9_at_any_moment_leaves_a_session_to_go_on_with(
    fake_api: FakeApi, repomap: Repomap, repository: Path, event: str
) -> None:
    fake_api.script(
        [tool_use("shell", {"command": "sleep 60"}, call="a"), tool_use("shell", {"command": "ls"}, call="b")],
        "I go on.",
    )
    process = start(repository, "agent", "--yes", "--json", "x")
    assert process.stdout is not None
    for line in process.stdout:
        if json.loads(line)["event"] == event:
            break
    process.kill()
    process.communicate(timeout=10)
    assert repomap("agent", "--resume", "last", "go on")[:2] == (0, "I go on.\n")
    last = fake_api.messages[-1].body["messages"][-1]["content"]
    told = {block.get("tool_use_id"): block.get("content") for block in last if block["type"] == "tool_result"}
    if event == "call":
        assert told["a"].startswith("Unknown: the session ended while this call ran.")
        assert told["b"] == "Not started: the session ended before this call ran."


def test_a_transcript_can_be_listed_searched_shown_and_exported(
    fake_api: FakeApi, repomap: Repomap, repository: Path
) -> None:
    fake_api.script(tool_use("grep", {"pattern": "def total"}), "It is in prices.py.")
    assert repomap("agent", "Where is total?")[0] == 0
    assert "Where is total?" in repomap("transcript", "list")[1]
    code, out, _ = repomap("transcript", "grep", "def total(prices)")
    assert code == 0
    assert "tool_result grep: prices.py:4: def total(prices):" in out
    assert "user\nWhere is total?" in repomap("transcript", "show")[1]
    exported = [json.loads(line) for line in repomap("transcript", "export")[1].splitlines()]
    assert exported[0]["kind"] == "session"
    assert repomap("transcript", "repair")[1] == "the history is valid\n"
    assert "cache mark" in repomap("transcript", "view", "--turn", "2")[1]
    assert repomap("transcript", "view", "--turn", "9")[0] == 2
    assert "0 of 0 file openings" in repomap("transcript", "route")[1]


def test_routes_are_printed_with_their_evidence(fake_api: FakeApi, repomap: Repomap, repository: Path) -> None:
    fake_api.script(
        [
            tool_use("request_pixels", {"target": "the file a.txt", "reason": "to see it"}),
            tool_use("read_file", {"path": "prices.py"}),
        ],
        "done",
    )
    repomap("agent", "total is wrong")
    out = repomap("transcript", "route")[1]
    assert "the file a.txt: refused, use read_file (code): it reaches files" in out
    assert "asked because: to see it" in out
    assert "1 of 1 file openings followed a map line, a grep hit or a symbol look-up" in out


class Terminal:
    """The command on a pseudo-terminal, as a person has it."""

    def __init__(self, root: Path, words: Sequence[str]) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [*REPOMAP, *words], cwd=root, env=environment(), stdin=slave, stdout=slave, stderr=slave, close_fds=True
        )
        os.close(slave)
        self.seen = ""

    def wait_for(self, text: str) -> None:
        deadline = time.monotonic() + 30
        while text not in self.seen and time.monotonic() < deadline:
            if select.select([self.master], [], [], 0.1)[0]:
                try:
                    self.seen += os.read(self.master, 4096).decode("utf-8", "replace")
                except OSError:
                    break
        assert text in self.seen

    def type(self, line: str) -> None:
        os.write(self.master, line.encode() + b"\n")

    def close(self) -> int:
        code = self.process.wait(timeout=30)
        os.close(self.master)
        return code


def test_a_person_is_asked_and_a_typed_line_steers(fake_api: FakeApi, repository: Path) -> None:
    fake_api.script(
        [tool_use("shell", {"command": "touch one"}, call="a"), tool_use("shell", {"command": "touch two"}, call="b")],
        tool_use("shell", {"command": "sleep 2"}),
        "As you wish.",
    )
    terminal = Terminal(repository, ["agent", "--allow", "sleep *", "x"])
    terminal.wait_for("touch one")
    terminal.wait_for("[y]es / [n]o / [a]lways:")
    terminal.type("y")
    terminal.wait_for("touch two")
    terminal.type("no")
    terminal.wait_for("sleep 2")
    terminal.type("use tabs")
    terminal.wait_for("As you wish.")
    assert terminal.close() == 0
    assert (repository / "one").exists()
    assert not (repository / "two").exists()
    last = fake_api.messages[-1].body["messages"][-1]["content"][-1]
    assert last["text"] == "The person says: use tabs"


def test_ctrl_c_at_a_question_is_a_no(fake_api: FakeApi, repository: Path) -> None:
    fake_api.script(tool_use("shell", {"command": "touch one"}))
    terminal = Terminal(repository, ["agent", "x"])
    terminal.wait_for("[y]es / [n]o / [a]lways:")
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.close() == 130
    assert not (repository / "one").exists()


def test_a_second_ctrl_c_stops_at_once(fake_api: FakeApi, repository: Path) -> None:
    fake_api.script(tool_use("shell", {"command": "trap '' USR1; while :; do :; done"}))
    process = start(repository, "agent", "--yes", "--json", "x")
    assert process.stdout is not None
    for line in process.stdout:
        if json.loads(line)["event"] == "call":
            break
    process.send_signal(signal.SIGINT)
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in errors


def test_every_session_is_on_record_with_its_task(fake_api: FakeApi, repomap: Repomap, repository: Path) -> None:
    fake_api.script("done")
    repomap("agent", "Find the bug")
    (session,) = sessions(repository / ".repomap" / "transcripts")
    assert session.about["task"] == "Find the bug"
    kinds = {entry.kind for entry in read_archive(repository / ".repomap" / "transcripts", session.name).entries()}
    assert {"session", "system", "message", "turn", "end"} <= kinds
