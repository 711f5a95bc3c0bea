"""Install the other tools beside the inputs, each from its registry, and say how each is run."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from benchmarks.measure import Case

HERE = Path(__file__).resolve().parent
SILENT = {
    **{"DO_NOT_TRACK": "1", "CODEGRAPH_TELEMETRY": "0", "REPOMIX_TELEMETRY": "0", "CI": "1"},
    **{"AIDER_ANALYTICS": "false", "LITELLM_LOCAL_MODEL_COST_MAP": "True"},
}


def aider(folder: Path) -> Path:
    """Return the Python of an environment that holds aider-chat."""
    python = folder / "aider" / "bin" / "python"
    if not (folder / "aider" / "bin" / "aider").exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder / "aider")], check=True)
        subprocess.run([str(python), "-m", "pip", "install", "-q", "aider-chat"], check=True)
    return python


def npm(folder: Path) -> Path:
    """Return the folder of programs that holds repomix and codegraph."""
    programs = folder / "npm" / "node_modules" / ".bin"
    if not (programs / "repomix").exists():
        (folder / "npm").mkdir(parents=True, exist_ok=True)
        names = ["repomix", "@colbymchenry/codegraph"]
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", *names], cwd=folder / "npm", check=True)
    return programs


def cold(folder: Path, root: Path) -> dict[str, Case]:
    """Return what each tool does with `root` for the first time."""
    programs, output = npm(folder), folder / "output"
    output.mkdir(exist_ok=True)
    return {
        "Aider": Case(
            [str(aider(folder)), str(HERE / "aider_map.py"), str(root)],
            root,
            _without(root, ".aider.tags.cache.v4"),
            SILENT,
        ),
        "repomix --compress": Case(
            [str(programs / "repomix"), "--compress", "--quiet", "-o", str(output / "repomix.xml")],
            root,
            environment=SILENT,
        ),
        "codegraph": Case([str(programs / "codegraph"), "init", "-i"], root, _without(root, ".codegraph"), SILENT),
        "ctags -R": Case(["ctags", "-R", "-f", str(output / "tags"), "."], root),
    }


def _without(root: Path, *names: str) -> Callable[[], None]:
    def remove() -> None:
        for name in names:
            shutil.rmtree(root / name, ignore_errors=True)

    return remove
