"""A real window on a real X display: seen, clicked, typed into."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agent.computer import Desktop, ScreenError, computer_toolset, pixel_tools
from agent.tool import Result, ToolFailed

NEEDED = ("Xvfb", "xdotool", "xwininfo")
WINDOW = """
import sys, tkinter
root = tkinter.Tk()
root.geometry("400x300+50+60")
root.overrideredirect(True)
said = tkinter.StringVar()
entry = tkinter.Entry(root, textvariable=said)
entry.place(x=10, y=10, width=200, height=30)
def save():
    with open(sys.argv[1], "w") as file:
        file.write(said.get())
    button.configure(bg="green")
button = tkinter.Button(root, text="Save", command=save)
button.place(x=10, y=100, width=100, height=40)
root.after(200, entry.focus_force)
root.mainloop()
"""


@pytest.fixture
def display() -> Iterator[str]:
    for name in NEEDED:
        if not shutil.which(name):
            pytest.skip(f"{name} is not installed")
    if not (shutil.which("import") or shutil.which("scrot")):
        pytest.skip("no screenshot program is installed")
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"],
        pass_fds=(write,),
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as file:
        number = file.readline().strip()
    yield f":{number}"
    server.kill()
    server.wait()


def python_with_tk() -> str:
    for program in (sys.executable, "/usr/bin/python3"):
        if subprocess.run([program, "-c", "import tkinter"], capture_output=True, check=False).returncode == 0:
            return program
    pytest.skip("tkinter is not installed")


@pytest.fixture
def window(display: str, tmp_path: Path) -> Iterator[Path]:
    """A window with a field and a button that saves what the field says in the file that is returned."""
    saved = tmp_path / "saved"
    program = subprocess.Popen(
        [python_with_tk(), "-c", WINDOW, str(saved)], env={**os.environ, "DISPLAY": display}, stderr=subprocess.DEVNULL
    )
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        tree = subprocess.run(
            ["xwininfo", "-root", "-tree", "-display", display], capture_output=True, text=True, check=False
        ).stdout
        if "400x300" in tree:
            break
        time.sleep(0.1)
    time.sleep(0.5)
    yield saved
    program.kill()
    program.wait()


def what_was_saved(saved: Path) -> str:
    deadline = time.monotonic() + 5
    while not saved.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    return saved.read_text()


def test_a_window_is_seen_clicked_and_typed_into(display: str, window: Path) -> None:
    async def body() -> None:
        tools = {tool.name: tool for tool in pixel_tools(Desktop(display))}

        async def call(name: str, **arguments: Any) -> Result:
            made = tools[name].run(arguments, threading.Event())
            assert not isinstance(made, Result)
            return await made

        looked = await call("screenshot")
        assert looked.text.startswith("s1: 1280 × 800")  # of 1600 × 1000: scaled by 0.8
        await call("click", shot="s1", x=round((50 + 60) * 0.8), y=round((60 + 25) * 0.8))
        newest = (await call("type_text", text="grün & blau")).text.split(":")[0].split()[-1]
        await call("click", shot=newest, x=round((50 + 60) * 0.8), y=round((60 + 120) * 0.8))

    asyncio.run(body())
    assert what_was_saved(window) == "grün & blau"


def test_the_computer_family_works_the_same_window(display: str, window: Path) -> None:
    async def body() -> None:
        tools = {tool.member: tool for tool in computer_toolset(Desktop(display))}

        async def call(name: str, **arguments: Any) -> Result:
            made = tools[name].run(arguments, threading.Event())
            assert not isinstance(made, Result)
            return await made

        assert len((await call("screenshot")).pictures) == 1
        field, save = (
            [round((50 + 60) * 0.8), round((60 + 25) * 0.8)],
            [round((50 + 60) * 0.8), round((60 + 120) * 0.8)],
        )
        assert (await call("left_click", coordinate=field)).text == "Clicked."
        await call("type", text="first")
        await call("key", text="ctrl+a")
        await call("type", text="second")
        await call("key", text="BackSpace", repeat=2)
        await call("mouse_move", coordinate=save)
        assert (await call("cursor_position")).text == f"X={save[0]},Y={save[1]}"
        assert len((await call("zoom", region=[40, 40, 360, 300])).pictures) == 1
        with pytest.raises(ToolFailed, match=r"\(2000, 5\) is outside s1, which is 1280 × 800"):
            await call("left_click", coordinate=[2000, 5])
        await call("left_mouse_down")
        await call("left_mouse_up")

    asyncio.run(body())
    assert what_was_saved(window) == "secofirst"  # ctrl+a is "to the start of the line" in this toolkit


def test_without_a_display_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    with pytest.raises(ScreenError, match="there is no display: DISPLAY is not set"):
        Desktop()
