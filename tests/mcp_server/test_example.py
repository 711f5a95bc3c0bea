"""The example client, run as its first lines say."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from tests.mcp_server.conftest import environment

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def test_the_example_client_prints_a_map_and_matches(tmp_path: Path) -> None:
    shop = tmp_path / "shop"
    shutil.copytree(EXAMPLES / "shop", shop, ignore=shutil.ignore_patterns(".*", "__pycache__"))
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / "mcp_client.py"), str(shop), "a customer is charged twice", "def .*charge"],
        env=environment(),
        cwd=EXAMPLES.parent,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "class Checkout" in done.stdout
    assert "shop/checkout.py:34: def _charge(" in done.stdout
    assert done.stdout.splitlines()[-1].endswith("; the index is current")
