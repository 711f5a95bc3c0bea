"""Run one task from a command line: signals, the person's lines, the output, and the exit code."""

from __future__ import annotations

import asyncio
import signal
import sys
from dataclasses import replace

from agent.archive import ArchiveError, NotWritten
from agent.computer import Browser, Desktop, ScreenError, browser_toolset, computer_toolset, pixel_tools
from agent.console import Console
from agent.display import json_lines, people_lines
from agent.loop import Agent, Outcome, run
from agent.pricing import model_facts
from agent.settings import AgentSettings
from agent.start import Options, StartError, started
from agent.tool import Tool

EXIT_CODES = {"done": 0, "interrupted": 130}  # every other ending is 3: the work failed


def run_task(
    options: Options, task: str, *, as_json: bool, with_browser: bool = False, with_desktop: bool = False
) -> int:
    """Work on `task` and return the exit code.

    Raises StartError, ArchiveError or ScreenError when nothing could be started.
    """
    try:
        return asyncio.run(_run(options, task, as_json, with_browser, with_desktop))
    except NotWritten as error:
        print(f"repomap: {error}; what is on record of it can be resumed", file=sys.stderr)
        return 3
    except asyncio.CancelledError:  # the second Ctrl-C; what was on record stays
        return EXIT_CODES["interrupted"]


async def _run(options: Options, task: str, as_json: bool, with_browser: bool, with_desktop: bool) -> int:
    emit = json_lines(sys.stdout) if as_json else people_lines(sys.stderr)
    running: list[Agent] = []
    console = None
    if sys.stdin.isatty() and not as_json:
        console = Console(sys.stdin, sys.stderr, lambda line: running[0].steer(line) if running else None)
        options = replace(options, ask=console.ask)
    browser = Browser() if with_browser else None
    tools = _screen_tools(browser, Desktop() if with_desktop else None, options.settings)
    try:
        async with started(replace(options, extra_tools=tools), task, emit) as agent:
            running.append(agent)
            _on_interrupt(agent, console)
            outcome = await run(agent, task)
    finally:
        if console:
            console.close()
        if browser:
            await browser.close()
    if outcome.status == "done" and not as_json and not (sys.stdout.isatty() and sys.stderr.isatty()):
        print(outcome.text)
    return _exit_code(outcome)


def _screen_tools(browser: Browser | None, desktop: Desktop | None, settings: AgentSettings) -> list[Tool]:
    """Return the tools of the screens that are there: the API's own families where the model is trained on them."""
    families = settings.toolsets if settings.toolsets is not None else model_facts(settings.model).toolsets
    tools: list[Tool] = []
    if browser:
        own = [*browser.tools(), *pixel_tools(browser, "browser_pixel_")]
        tools += browser_toolset(browser) if families else own
    if desktop:
        tools += computer_toolset(desktop) if families else pixel_tools(desktop)
    return tools


def _exit_code(outcome: Outcome) -> int:
    return EXIT_CODES.get(outcome.status, 3)


def _on_interrupt(agent: Agent, console: Console | None) -> None:
    """The first Ctrl-C ends the run in order, the second one at once."""
    loop = asyncio.get_running_loop()
    task = asyncio.current_task()
    assert task is not None

    def interrupt() -> None:
        if agent.interrupted.is_set():
            task.cancel()
            return
        print("\nstopping: open calls are answered first; Ctrl-C again stops at once", file=sys.stderr)
        agent.interrupt()
        if console:
            console.close()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, interrupt)


__all__ = ["ArchiveError", "Options", "ScreenError", "StartError", "run_task"]
