"""No git configuration but the tests' own."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _only_this_git_configuration(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep the machine's and the user's git configuration out of the tests."""
    home = tmp_path_factory.mktemp("home")
    (home / ".gitconfig").write_text("[user]\nname = A\nemail = a@example.org\n[protocol.file]\nallow = always\n")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
