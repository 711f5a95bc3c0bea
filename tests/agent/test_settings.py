"""The agent's settings: read from the file and the environment, refused by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.settings import DEFAULT_MODEL, acting, read_agent_settings
from repomap.files.ours import vouch
from repomap.settings import config_files


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for name in ("REPOMAP_MODEL", "ANTHROPIC_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


def write(root: Path, text: str) -> Path:
    state = root / ".repomap"
    state.mkdir()
    (state / "config.toml").write_text(text)
    vouch(state, [state / "config.toml", *([root / "mcp.json"] if "mcp.json" in text else [])])
    return state


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    settings = read_agent_settings(tmp_path, tmp_path / ".repomap")
    assert (settings.model, settings.allow, settings.mcp_servers) == (DEFAULT_MODEL, (), ())


def test_every_table_is_read(tmp_path: Path) -> None:
    (tmp_path / "mcp.json").write_text('{"mcpServers": {"far": {"url": "https://tools.example/mcp"}}}')
    state = write(
        tmp_path,
        """
        [files]
        exclude = ["vendor"]
        [agent]
        model = "claude-opus-5-5"
        [permissions]
        allow = ["git log *"]
        deny = ["rm *"]
        [mcp]
        config = "mcp.json"
        [mcp.servers.blender]
        command = "mcp-for-blender"
        reaches = ["blender"]
        [context]
        screenshot_window = 2
        [retention]
        screenshot_days = 7
        """,
    )
    settings = read_agent_settings(tmp_path, state)
    assert settings.model == "claude-opus-5-5"
    assert (settings.allow, settings.deny) == (("git log *",), ("rm *",))
    assert [server.name for server in settings.mcp_servers] == ["blender", "far"]
    assert settings.context.screenshot_window == 2
    assert settings.retention.screenshot_days == 7


def test_the_environment_names_model_and_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REPOMAP_MODEL", "local")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:8091")
    settings = read_agent_settings(tmp_path, write(tmp_path, '[agent]\nmodel = "other"\n'))
    assert (settings.model, settings.base_url) == ("local", "http://127.0.0.1:8091")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[agent]\nmodell = 1", r"\[agent\] modell is not a setting; did you mean model\?"),
        ("[permissions]\nallow = 'git *'", r"\[permissions\] allow must be a list"),
        ("agent = 1", r"agent must be a table, written \[agent\]"),
        ("[mcp]\nconfig = 'gone.json'", "gone.json cannot be read"),
        ("[mcp.servers.a]\n", "the MCP server a needs either a command or a url"),
        ("[context]\nscreenshot_window = -1", "screenshot_window"),
        ("[retention]\nscreenshot_days = 'x'", "screenshot_days"),
        ("not toml", "not valid TOML"),
        ("[agnet]", r"unknown table: 'agnet'; did you mean agent\?"),
        ("[agent]\nmodel = 5", r"\[agent\] model must be a text, not 5"),
        (
            "[context]\nscreenshot_windw = 1",
            r"\[context\] screenshot_windw is not a setting; did you mean screenshot_window",
        ),
        ("context = 1", r"context must be a table, written \[context\]"),
        ("[mcp.servers.a]\ncommand = 'x'\narg = []", "unknown setting arg; did you mean args"),
    ],
)
def test_what_makes_no_sense_is_named(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_agent_settings(tmp_path, write(tmp_path, text))


def test_what_acts_is_listed_without_the_values_of_a_servers_environment(tmp_path: Path) -> None:
    state = write(
        tmp_path, '[mcp.servers.crm]\ncommand = "crm-server"\nargs = ["--all"]\nenv = { CRM_KEY = "abc123" }\n'
    )
    assert [acting(file) for file in config_files(state)] == [["[mcp] servers.crm: CRM_KEY=… crm-server --all"]]


def test_what_the_user_denies_stays_denied_and_servers_add_up(tmp_path: Path) -> None:
    folder = tmp_path / "config/repomap"
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text(
        '[agent]\nmodel = "mine"\n[permissions]\ndeny = ["rm *"]\nallow = ["ls"]\n[mcp.servers.mine]\ncommand = "x"\n'
    )
    state = write(
        tmp_path,
        '[agent]\nbase_url = "http://127.0.0.1:1"\n[permissions]\ndeny = ["git push *"]\n'
        '[mcp.servers.its]\ncommand = "y"\n',
    )

    settings = read_agent_settings(tmp_path, state)

    assert (settings.model, settings.base_url) == ("mine", "http://127.0.0.1:1")
    assert settings.deny == ("rm *", "git push *")
    assert settings.allow == ("ls",)
    assert [server.name for server in settings.mcp_servers] == ["its", "mine"]
