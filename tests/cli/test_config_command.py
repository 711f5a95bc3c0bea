"""`repomap config`: every setting with its value and where it comes from, and one sentence for what is wrong."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Repository, Run

VARIABLES = (
    *("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL"),
    *("REPOMAP_MODEL", "REPOMAP_DEBUG", "REPOMAP_MCP_TOKEN"),
)


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)


def shown(run: Run, **environment: str) -> dict[str, tuple[object, str]]:
    """Return what the command lists: name → (value, source)."""
    done = run("config", "--json", **environment)
    assert (done.returncode, done.stderr) == (0, "")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return {row["name"]: (row["value"], row["source"]) for row in rows}


def users_file(repo: Repository, text: str) -> Path:
    file = Path(os.environ["XDG_CONFIG_HOME"]) / "repomap/config.toml"
    file.parent.mkdir(parents=True)
    file.write_text(text)
    return file


def test_without_files_every_setting_has_its_default(repo: Repository, run: Run) -> None:
    rows = shown(run)

    assert {source for _, source in rows.values()} == {"default"}
    assert rows["files.max_bytes"] == (1_000_000, "default")
    assert rows["model.allow"] == ([], "default")
    assert rows["agent.model"] == ("claude-sonnet-5-5", "default")
    assert rows["context.observation_window"] == (3, "default")
    assert rows["retention.screenshot_days"] == (30, "default")
    assert rows["ANTHROPIC_API_KEY"] == ("not set", "default")


def test_each_value_names_the_file_or_variable_it_comes_from(repo: Repository, run: Run) -> None:
    file = users_file(repo, '[files]\nmax_bytes = 5\nexclude = ["*.snap"]\n[agent]\nmodel = "mine"\n')
    repo.write(".repomap/config.toml", "[files]\nmax_bytes = 7\n[context]\ncompaction = false\n")

    rows = shown(run, ANTHROPIC_BASE_URL="http://127.0.0.1:9")

    assert rows["files.max_bytes"] == (7, ".repomap/config.toml")
    assert rows["files.exclude"] == (["*.snap"], str(file))
    assert rows["files.include"] == ([], "default")
    assert rows["agent.model"] == ("mine", str(file))
    assert rows["agent.base_url"] == ("http://127.0.0.1:9", "ANTHROPIC_BASE_URL")
    assert rows["context.compaction"] == (False, ".repomap/config.toml")
    assert shown(run, REPOMAP_MODEL="other")["agent.model"] == ("other", "REPOMAP_MODEL")
    assert shown(run, REPOMAP_MODEL="other")["pseudocode model"] == ("other", "REPOMAP_MODEL")


def test_what_the_user_denies_stays_denied(repo: Repository, run: Run) -> None:
    file = users_file(repo, '[permissions]\ndeny = ["rm *"]\n')
    repo.write(".repomap/config.toml", '[permissions]\ndeny = ["git push *"]\n')

    assert shown(run)["permissions.deny"] == (["rm *", "git push *"], f"{file} and .repomap/config.toml")


def test_credentials_are_not_shown(repo: Repository, run: Run) -> None:
    repo.write(".repomap/config.toml", '[mcp.servers.db]\ncommand = "x"\nenv = { TOKEN = "hush-hush-hush" }\n')

    environment = {"ANTHROPIC_API_KEY": "sk-ant-hush", "ANTHROPIC_BASE_URL": "http://me:hush-hush@127.0.0.1:9"}
    done = run("config", "--json", **environment)
    rows = {row["name"]: (row["value"], row["source"]) for row in map(json.loads, done.stdout.splitlines())}

    assert rows["mcp.servers"] == (["db"], ".repomap/config.toml")
    assert rows["ANTHROPIC_API_KEY"] == ("set", "environment")
    assert rows["agent.base_url"] == ("http://me:[secret]@127.0.0.1:9", "ANTHROPIC_BASE_URL")
    assert "hush" not in done.stdout + done.stderr + run("config", **environment).stdout


def test_the_text_has_a_line_a_setting(repo: Repository, run: Run) -> None:
    repo.write(".repomap/config.toml", "[files]\nmax_bytes = 7\n")

    lines = run("config").stdout.splitlines()

    assert [line.split() for line in lines if not line.endswith("default")] == [
        ["files.max_bytes", "7", ".repomap/config.toml"]
    ]
    assert len(lines) == len(shown(run))


def test_what_is_not_in_force_before_its_user_vouches_is_said(repo: Repository, run: Run) -> None:
    repo.write("a.py", "def f(): ...\n")
    run("index")
    file = repo.write(".repomap/config.toml", '[permissions]\nallow = ["ls *"]\n')

    done = run("config")
    assert done.returncode == 0
    assert done.stderr == (
        f"repomap: {file} is not trusted, or has changed since, and it acts ([permissions] allow): "
        "the agent refuses it until you say repomap trust\n"
    )
    assert run("trust").returncode == 0
    assert run("config").stderr == ""

    shutil.copytree(repo.root, repo.root.parent / "copy")
    copied = run("config", cwd=repo.root.parent / "copy")
    assert "config.toml is not read: it was not made here" in copied.stderr
    assert ".repomap/config.toml" not in copied.stdout


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[fils]", "unknown table: 'fils'; did you mean files?"),
        ("[files]\nmax_byte = 5", "unknown name in [files]: 'max_byte'; did you mean max_bytes?"),
        ("[files]\nmax_bytes = 'big'", "[files] max_bytes must be a whole number above 0, not 'big'"),
        ("[agent]\nmodl = 'x'", "[agent] modl is not a setting; did you mean model?"),
        ("[agent]\nmodel = 5", "[agent] model must be a text, not 5"),
        ("[permissions]\nalow = []", "[permissions] alow is not a setting; did you mean allow?"),
        ("[context]\ncompacton = true", "[context] compacton is not a setting; did you mean compaction?"),
        ("[context]\ncompaction = 1", "[context] compaction must be true or false, not 1"),
        ("[retention]\nupload_day = 1", "[retention] upload_day is not a setting; did you mean upload_days?"),
    ],
)
def test_a_wrong_name_or_value_is_one_sentence(repo: Repository, run: Run, text: str, sentence: str) -> None:
    file = repo.write(".repomap/config.toml", text)

    done = run("config")

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"repomap: {file}: {sentence}\n"


def test_a_slip_in_the_environment_is_one_sentence(repo: Repository, run: Run) -> None:
    done = run("config", REPOMAP_MODLE="x")

    assert done.returncode == 2
    assert done.stderr == (
        "repomap: the environment sets REPOMAP_MODLE, which repomap does not know; did you mean REPOMAP_MODEL?\n"
    )
    assert "must begin with http:// or https://" in run("config", ANTHROPIC_BASE_URL="localhost:8080").stderr


def test_a_wrong_value_on_the_command_line_names_the_nearest_right_one(repo: Repository, run: Run) -> None:
    assert run("map", "--format", "jsn").stderr == "repomap: unknown format 'jsn'; did you mean json?\n"
    assert run("map", "--tokenizer", "o200").stderr == "repomap: unknown tokenizer 'o200'; did you mean o200k?\n"
    assert "Did you mean 'config'?" in run("confg").stderr


def test_it_needs_no_extra(repo: Repository) -> None:
    code = (
        "import sys; sys.modules.update(dict.fromkeys(('anthropic', 'mcp', 'regex', 'PIL', 'playwright', 'networkx')));"
        "from repomap.cli.run import run; sys.argv = ['repomap', 'config']; sys.exit(run())"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=repo.root, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")


def test_every_setting_is_explained_in_the_documentation(repo: Repository, run: Run) -> None:
    page = (Path(__file__).parents[2] / "docs/configuration.md").read_text()

    for name in shown(run):
        assert f"`{name.rpartition('.')[2]}`" in page, name
