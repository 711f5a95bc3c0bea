"""`repomap mcp --install`: the change is shown, and written only then; all else in the file stays as it is."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.mcp_server import jsonc_edit, toml_edit
from agent.mcp_server.clients import CLIENTS
from agent.mcp_server.install import planned, write
from repomap.errors import RepoMapError
from tests.mcp_server.conftest import environment

ENTRY = {"command": "repomap", "args": ["mcp"]}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of the test's own, with `repomap` on the PATH."""
    folder = tmp_path / "home"
    (folder / "bin").mkdir(parents=True)
    program = folder / "bin" / "repomap"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("PATH", f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}")
    for name in ("CODEX_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    return folder


def install(root: Path, *arguments: str, said: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "repomap", "mcp", str(root), "--install", *arguments],
        env=environment(),
        input=said,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_each_client_gets_its_file_and_format(tmp_path: Path, home: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    for name in CLIENTS:
        write(planned(name, root))
    folder = [*ENTRY["args"], "${workspaceFolder}"]
    assert json.loads((root / ".mcp.json").read_text()) == {"mcpServers": {"repomap": ENTRY}}
    cursor = {"mcpServers": {"repomap": {**ENTRY, "args": folder}}}
    assert json.loads((root / ".cursor" / "mcp.json").read_text()) == cursor
    vscode = {"servers": {"repomap": {"type": "stdio", **ENTRY, "args": folder}}}
    assert json.loads((root / ".vscode" / "mcp.json").read_text()) == vscode
    assert tomllib.loads((home / ".codex" / "config.toml").read_text()) == {"mcp_servers": {"repomap": ENTRY}}
    zed = json.loads((home / ".config" / "zed" / "settings.json").read_text())
    assert zed == {"context_servers": {"repomap": ENTRY}}
    assert [planned(name, root).diff for name in CLIENTS] == [""] * 5


def test_without_repomap_on_the_path_python_is_named_and_told_not_to_look_in_the_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    entry = json.loads(planned("claude-code", tmp_path).after)["mcpServers"]["repomap"]
    assert entry == {"command": sys.executable, "args": ["-P", "-m", "repomap", "mcp"]}


def test_the_command_shows_the_change_and_writes_it_with_yes_alone(tmp_path: Path) -> None:
    shown = install(tmp_path, "claude-code", said="")
    assert shown.returncode == 2
    assert '+    "repomap": {' in shown.stdout
    assert shown.stderr == "repomap: nothing was written: --yes writes it without asking\n"
    assert not (tmp_path / ".mcp.json").exists()
    done = install(tmp_path, "claude-code", "--yes")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("--- ")
    assert "repomap" in json.loads((tmp_path / ".mcp.json").read_text())["mcpServers"]
    again = install(tmp_path, "claude-code")
    assert (again.returncode, again.stdout) == (0, f"{tmp_path / '.mcp.json'} already has the server repomap\n")


def test_an_entry_for_a_server_that_cannot_start_is_not_written(tmp_path: Path) -> None:
    without = "import sys; sys.modules['mcp'] = None; from repomap.cli.run import run; sys.exit(run())"
    arguments = ["mcp", str(tmp_path), "--install", "claude-code", "--yes"]
    done = subprocess.run(
        [sys.executable, "-c", without, *arguments], env=environment(), capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == "repomap: this needs an extra: pip install 'repomap[agent]' (mcp is not installed)\n"
    assert list(tmp_path.glob(".mcp*")) == []


def test_an_unknown_client_is_answered_with_the_nearest(tmp_path: Path) -> None:
    assert install(tmp_path, "vs-code").stderr == "repomap: there is no client 'vs-code'; did you mean vscode?\n"


def test_comments_entries_and_layout_of_json_stay(home: Path, tmp_path: Path) -> None:
    file = home / ".config" / "zed" / "settings.json"
    file.parent.mkdir(parents=True)
    before = """// Zed settings
{
    "theme": "One", // the theme
    /* servers */
    "context_servers": {
        "other": { "command": "x", "args": [] } // keep // me
    },
    "last": [1, 2,],
}
"""
    file.write_text(before)
    write(planned("zed", tmp_path))
    assert (
        file.read_text()
        == """// Zed settings
{
    "theme": "One", // the theme
    /* servers */
    "context_servers": {
        "other": { "command": "x", "args": [] }, // keep // me
        "repomap": {
            "command": "repomap",
            "args": [
                "mcp"
            ]
        }
    },
    "last": [1, 2,],
}
"""
    )


def test_comments_entries_and_layout_of_toml_stay(home: Path, tmp_path: Path) -> None:
    file = home / ".codex" / "config.toml"
    file.parent.mkdir()
    before = """# mine
model = "m"   # the model

[mcp_servers.repomap]
command = "old"
startup_timeout_sec = 30

# the other one
[mcp_servers.other]
command = 'x'
"""
    file.write_text(before)
    write(planned("codex", tmp_path))
    assert (
        file.read_text()
        == """# mine
model = "m"   # the model

[mcp_servers.repomap]
command = "repomap"
startup_timeout_sec = 30
args = ["mcp"]

# the other one
[mcp_servers.other]
command = 'x'
"""
    )


@pytest.mark.parametrize(
    ("client", "text", "reason"),
    [
        ("zed", '{"context_servers": [', "was not changed: a value is expected in line 1"),
        ("zed", '{"context_servers": []}', "was not changed: context_servers is not an object"),
        ("zed", "[]", "was not changed: the file is not an object"),
        ("zed", '{\n"a" 1}', "was not changed: ':' is expected in line 2"),
        ("zed", "[" * 10_000, "was not changed: it is nested too deeply"),
        ("codex", "a = ", "was not changed: Invalid value"),
        ("codex", "mcp_servers = { other = { command = 'x' } }", "in a way that only a person can change"),
        ("codex", "mcp_servers = 3", "was not changed: mcp_servers is not a table of tables"),
    ],
)
def test_a_file_that_cannot_be_changed_safely_is_left_alone(
    home: Path, tmp_path: Path, client: str, text: str, reason: str
) -> None:
    file = CLIENTS[client].where(tmp_path)
    file.parent.mkdir(parents=True)
    file.write_text(text)
    with pytest.raises(RepoMapError) as caught:
        planned(client, tmp_path)
    assert reason in str(caught.value)
    assert file.read_text() == text


def test_a_linked_file_stays_a_link_and_its_mode_is_kept(home: Path, tmp_path: Path) -> None:
    kept = home / "dotfiles.toml"
    kept.write_text("")
    kept.chmod(0o600)
    (home / ".codex").mkdir()
    (home / ".codex" / "config.toml").symlink_to(kept)
    write(planned("codex", tmp_path))
    assert (home / ".codex" / "config.toml").is_symlink()
    assert "mcp_servers.repomap" in kept.read_text()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert sorted(path.name for path in home.iterdir()) == [".codex", "bin", "dotfiles.toml"]


def test_a_file_that_changed_since_it_was_shown_is_not_written(home: Path, tmp_path: Path) -> None:
    change = planned("claude-code", tmp_path)
    (tmp_path / ".mcp.json").write_text("{}")
    with pytest.raises(RepoMapError, match="has changed meanwhile"):
        write(change)
    assert (tmp_path / ".mcp.json").read_text() == "{}"


_VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(
    st.dictionaries(st.sampled_from(["a", "servers"]), st.dictionaries(st.text(max_size=3), _VALUES, max_size=3)),
    st.sampled_from([None, 1, 2, 4, "\t"]),
    st.booleans(),
)
def test_any_json_takes_the_entry_and_keeps_the_rest(value: dict[str, Any], indent: Any, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    changed = jsonc_edit.put(text, "servers", "repomap", ENTRY)
    assert json.loads(changed) == {**value, "servers": {**value.get("servers", {}), "repomap": ENTRY}}
    replaced = json.loads(jsonc_edit.put(changed, "servers", "repomap", {"command": "other"}))
    assert replaced == {**value, "servers": {**value.get("servers", {}), "repomap": {"command": "other"}}}


@given(
    st.lists(st.sampled_from(["a = 1\n", "# c\n", "[t]\n", "[mcp_servers.b]\nx = 2\n", "\n"]), max_size=4, unique=True)
)
def test_any_toml_takes_the_entry_and_keeps_the_rest(parts: list[str]) -> None:
    text = "".join(parts)
    changed = toml_edit.put(text, "mcp_servers", "repomap", ENTRY)
    before = tomllib.loads(text)
    assert tomllib.loads(changed) == {
        **before,
        "mcp_servers": {**before.get("mcp_servers", {}), "repomap": ENTRY},
    }
    assert toml_edit.put(changed, "mcp_servers", "repomap", ENTRY) == changed
