"""`config.toml`: defaults without one, its values with one, and one clear sentence for everything else."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from repomap.settings import FileSettings, Settings, SettingsError, load_settings


@pytest.fixture(autouse=True)
def configuration(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for the user's own configuration."""
    folder = tmp_path_factory.mktemp("configuration")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder))
    (folder / "repomap").mkdir()
    return folder / "repomap"


def refusal(folder: Path, text: str | bytes) -> str:
    """Write the configuration and return what loading it complains of, without the file's path."""
    path = folder / "config.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(SettingsError) as caught:
        load_settings(folder)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    return message.removeprefix(f"{path}: ")


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    assert load_settings(tmp_path) == Settings(FileSettings(include=(), exclude=(), max_bytes=1_000_000))
    assert load_settings(tmp_path / "nowhere") == Settings()


def test_an_empty_file_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("")
    assert load_settings(tmp_path) == Settings()


def test_the_files_table_is_read(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(
        '[files]\ninclude = ["src/"]\nexclude = ["*.min.js", "old/"]\nmax_bytes = 5\n'
    )
    assert load_settings(tmp_path) == Settings(FileSettings(("src/",), ("*.min.js", "old/"), 5))


def test_a_byte_order_mark_is_not_part_of_the_text(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_bytes(b"\xef\xbb\xbf[files]\r\nmax_bytes = 7\r\n")
    assert load_settings(tmp_path).files.max_bytes == 7


def test_a_wrong_name_is_answered_with_the_nearest_right_one(tmp_path: Path) -> None:
    assert (
        refusal(tmp_path, "[files]\nmax_byte = 5\n") == "unknown name in [files]: 'max_byte'; did you mean max_bytes?"
    )
    assert refusal(tmp_path, "[file]\n") == "unknown table: 'file'; did you mean files?"


def test_a_name_like_no_other_is_answered_with_all_of_them(tmp_path: Path) -> None:
    assert (
        refusal(tmp_path, "[files]\nzzz = 5\n") == "unknown name in [files]: 'zzz'; known: include, exclude, max_bytes"
    )


@pytest.mark.parametrize("value", ['"src/"', "[1]", "5", "{}"])
def test_patterns_must_be_a_list_of_texts(tmp_path: Path, value: str) -> None:
    expected = '[files] include must be a list of patterns such as ["docs/", "*.min.js"]'
    assert refusal(tmp_path, f"[files]\ninclude = {value}\n") == expected


@pytest.mark.parametrize(
    ("value", "shown"), [("0", "0"), ("-1", "-1"), ("true", "True"), ("1.5", "1.5"), ('"9"', "'9'")]
)
def test_a_size_must_be_a_whole_number_above_0(tmp_path: Path, value: str, shown: str) -> None:
    expected = f"[files] max_bytes must be a whole number above 0, not {shown}"
    assert refusal(tmp_path, f"[files]\nmax_bytes = {value}\n") == expected


def test_files_must_be_a_table(tmp_path: Path) -> None:
    assert refusal(tmp_path, "files = 3\n") == "files must be a table, written [files]"


def test_broken_toml_is_told_with_its_line(tmp_path: Path) -> None:
    assert refusal(tmp_path, "[files]\ninclude = [\n").startswith("not valid TOML: ")
    assert "line 2" in refusal(tmp_path, "[files]\n= 3\n")


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path, b"[files]\n# \xff\n") == "not UTF-8 text"


def test_a_folder_in_its_place_is_refused(tmp_path: Path) -> None:
    (tmp_path / "config.toml").mkdir()
    with pytest.raises(SettingsError, match="not a regular file"):
        load_settings(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="no named pipes in folders")
def test_a_pipe_in_its_place_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "config.toml")
    with pytest.raises(SettingsError, match="not a regular file"):
        load_settings(tmp_path)


def test_tables_of_the_agent_are_none_of_the_maps_business(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('[agent]\nmodel = "x"\n[files]\nmax_bytes = 5\n')

    assert load_settings(tmp_path).files.max_bytes == 5


def test_the_repositorys_file_wins_over_the_users_one_by_one(tmp_path: Path, configuration: Path) -> None:
    (configuration / "config.toml").write_text('[files]\nmax_bytes = 5\nexclude = ["*.snap"]\n')
    (tmp_path / "config.toml").write_text("[files]\nmax_bytes = 7\n")

    assert load_settings(tmp_path).files == FileSettings((), ("*.snap",), 7)


def test_a_mistake_is_said_of_the_file_it_stands_in(tmp_path: Path, configuration: Path) -> None:
    (configuration / "config.toml").write_text("[files]\nmax_bytes = 0\n")
    (tmp_path / "config.toml").write_text("[files]\nmax_bytes = 7\n")

    with pytest.raises(SettingsError, match=f"^{configuration}/config.toml: .files. max_bytes must be"):
        load_settings(tmp_path)
