"""`shell`: state that stays, time limits that bite, floods that are bounded, jobs that can be ended."""

from __future__ import annotations

import shutil
import subprocess
import threading
import time

import pytest

from agent.cap import MAX_CHARS, cap_text
from agent.tool import ToolFailed
from agent.tools.capture import HEAD_BYTES, TAIL_BYTES
from agent.workspace import Workspace
from tests.agent.tools.conftest import Run

pytestmark = pytest.mark.skipif(not shutil.which("bash"), reason="bash is not installed")


def test_output_and_exit_code_come_back(shell: Run) -> None:
    result = shell(command="echo out; echo err >&2; (exit 3)")
    assert result.text == "out\nerr\n[exit code 3]"
    assert result.failed


def test_folder_and_variables_stay_from_call_to_call(shell: Run, workspace: Workspace) -> None:
    (workspace.root / "sub").mkdir()
    shell(command="cd sub; greeting=hello; twice() { echo $1$1; }")
    assert shell(command="pwd; twice $greeting").text == f"{workspace.root}/sub\nhellohello\n[exit code 0]"


def test_a_command_that_ends_the_shell_gets_a_new_one(shell: Run) -> None:
    assert "[exit code 4]" in shell(command="exit 4").text
    assert shell(command="echo alive").text == "alive\n[exit code 0]"


def test_a_slow_command_is_ended_and_the_shell_keeps_its_state(shell: Run) -> None:
    shell(command="x=1")
    assert "begun\n[ended after 1 s, unfinished.]" in shell(command="echo begun; sleep 60", seconds=1).text
    assert shell(command="echo $x").text == "1\n[exit code 0]"


def test_a_loop_inside_bash_itself_is_ended_too(shell: Run) -> None:
    shell(command="x=1")
    assert "[ended after 1 s, unfinished.]" in shell(command="while :; do :; done", seconds=1).text
    assert shell(command="echo $x").text == "1\n[exit code 0]"


def test_a_command_that_ignores_signals_takes_the_shell_with_it(shell: Run) -> None:
    result = shell(command="trap '' USR1; while :; do :; done", seconds=1)
    assert "The shell had to be restarted" in result.text
    assert shell(command="echo alive").text == "alive\n[exit code 0]"


def test_the_rest_of_a_stopped_function_does_not_run_either(shell: Run, workspace: Workspace) -> None:
    shell(command="f() { sleep 60; touch never; }; f; touch never", seconds=1)
    shell(command="sleep 0.1")
    assert not (workspace.root / "never").exists()


def test_a_server_started_before_outlives_a_stopped_command(shell: Run) -> None:
    shell(command="sleep 98763 &")
    shell(command="sleep 60", seconds=1)
    assert "sleep 98763" in shell(command="ps -eo args | grep '[s]leep 98763'").text


def test_a_stop_from_outside_says_midway(shell: Run) -> None:
    stop = threading.Event()
    threading.Timer(0.3, stop.set).start()
    result = shell(stop, command="echo half; sleep 60; echo never")
    assert result.stopped
    assert result.text == "half\n[stopped midway; it may have done a part of its work]"


def test_a_hundred_megabytes_stay_bounded_with_head_and_tail(shell: Run) -> None:
    result = shell(command="echo first; head -c 100000000 /dev/zero | tr '\\0' x; echo; echo last")
    assert len(result.text) < HEAD_BYTES + TAIL_BYTES + 200_000
    assert result.text.startswith("first\nxxx")
    assert result.text.endswith("xxx\nlast\n[exit code 0]")
    assert "of 100000012 bytes left out" in result.text
    assert len(cap_text(result.text)) <= MAX_CHARS


def test_binary_output_is_named(shell: Run) -> None:
    assert "[binary output: 64 bytes, starting with 00 00" in shell(command="head -c 64 /dev/zero").text


def test_standard_input_is_empty_so_nothing_waits_for_a_person(shell: Run) -> None:
    assert shell(command="cat; echo done").text == "done\n[exit code 0]"


def test_quotes_and_here_documents_arrive_as_written(shell: Run) -> None:
    command = "cat <<'END'\n$HOME `x` \"y\"\nEND\necho 'it'\"'\"'s'"
    assert shell(command=command).text == '$HOME `x` "y"\nit\'s\n[exit code 0]'


def test_a_syntax_error_is_an_ordinary_failure(shell: Run) -> None:
    assert shell(command="if then").failed
    assert shell(command="echo on").text == "on\n[exit code 0]"


def test_the_models_key_is_not_in_the_environment(shell: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-secret")
    assert shell(command='echo "[$ANTHROPIC_API_KEY]"').text == "[]\n[exit code 0]"


def test_a_job_runs_beside_and_can_be_read_and_stopped(shell: Run) -> None:
    assert "job1" in shell(command="echo up; sleep 60 & sleep 60", background=True).text
    deadline = time.monotonic() + 10
    while "up" not in shell(job="job1").text and time.monotonic() < deadline:
        time.sleep(0.05)
    assert shell(job="job1").text == "up\n[job1 is running]"
    assert shell(job="job1", stop=True).text == "up\n[job1 was stopped]"
    assert shell(job="job1").text.startswith("up\n[job1 ended with exit code")


def test_closing_leaves_no_process_behind(workspace: Workspace) -> None:
    from agent.tools.shell import Shell

    session = Shell(workspace)
    stop = threading.Event()
    session.tool().run({"command": "sleep 98761 & echo"}, stop)
    session.tool().run({"command": "sleep 98762", "background": True}, stop)
    session.close()
    listed = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    assert "sleep 9876" not in listed


@pytest.mark.parametrize("arguments", [{}, {"command": "ls", "job": "job1"}, {"command": " "}, {"job": "job9"}])
def test_what_makes_no_sense_is_refused(shell: Run, arguments: dict[str, str]) -> None:
    with pytest.raises(ToolFailed):
        shell(**arguments)
