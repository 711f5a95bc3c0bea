"""The quick reading of a command line says what the library's reading says, or nothing."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st

from repomap.cli import map as map_commands
from repomap.cli import pseudo as pseudo_commands
from repomap.cli.quick import FORMS, Flag, Form, plain_values, read

app = typer.Typer(add_completion=False)
map_commands.register(app)
pseudo_commands.register(app)
COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]


def by_library(command: str, arguments: list[str]) -> dict[str, Any]:
    """Return what the library gives the command's function."""
    with COMMANDS[command].make_context(command, list(arguments)) as context:
        return dict(context.params)


def whole(form: Form, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that the function gets, with its own defaults."""
    function = getattr(import_module(form.module), form.function)
    defaults = {
        name: parameter.default
        for name, parameter in inspect.signature(function).parameters.items()
        if parameter.default is not parameter.empty
    }
    return {**defaults, **values}


def alike(values: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: tuple(map(str, value)) if isinstance(value, (list, tuple)) else value and str(value)
        for name, value in values.items()
    }


@pytest.mark.parametrize("command", FORMS)
def test_every_option_of_the_library_is_known_to_the_quick_reading_and_no_other(command: str) -> None:
    known = {text for each in COMMANDS[command].params for text in (*each.opts, *each.secondary_opts) if text[0] == "-"}

    assert set(FORMS[command].options) == known - {"--help"}


@given(st.data())
def test_both_readings_give_the_same_values(data: st.DataObject) -> None:
    command = data.draw(st.sampled_from(sorted(FORMS)))
    form = FORMS[command]
    words = st.sampled_from(
        [*form.options, "a", "b/c.py", "3", "0", "-", "x=y", "--query=two words", "--tokens=7", "-C=3"]
    )
    arguments = data.draw(st.lists(words, max_size=6))

    values = plain_values(form, arguments)

    if values is not None:
        assert alike(whole(form, values)) == alike(by_library(command, arguments))


@pytest.mark.parametrize(
    "typed",
    [
        ["map", "--help"],
        ["map", "--tokens"],
        ["map", "--tokens", "many"],
        ["map", "--tokens", "-5"],
        ["map", "--lines=yes"],
        ["map", "one", "two"],
        ["map", "--", "-folder"],
        ["map", ""],
        ["grep"],
        ["grep", "-il", "word"],
        ["grep", "-C3", "word"],
        ["grep", "--", "-word"],
        ["symbols", "a.py"],
        [],
    ],
)
def test_what_is_not_plain_is_left_to_the_library(typed: list[str]) -> None:
    assert read(typed) is None


def test_plain_forms_are_read() -> None:
    typed = read(["grep", "-i", "-C", "2", "time.*out", "src", "docs"])

    assert typed is not None
    assert typed.given == {
        "ignore_case": True,
        "context": 2,
        "pattern": "time.*out",
        "paths": [Path("src"), Path("docs")],
    }


def test_flags_are_of_the_functions_own_names() -> None:
    for form in FORMS.values():
        function = getattr(import_module(form.module), form.function)
        names = {value.name for value in (*form.needed, *form.arguments, *form.options.values())}
        assert names == set(inspect.signature(function).parameters)
        assert any(isinstance(value, Flag) for value in form.options.values())


def test_a_plain_map_does_without_the_command_lines_library(tmp_path: Path) -> None:
    (tmp_path / "app.py").write_text("def start():\n    pass\n")
    code = (
        "import sys; from repomap.cli.run import run; "
        f"sys.argv = ['repomap', 'map', {str(tmp_path)!r}]; code = run(); sys.exit(code or 'typer' in sys.modules)"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)

    assert done.returncode == 0, done.stderr
    assert "def start" in done.stdout
