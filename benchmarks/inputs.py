"""Prepare the repositories that are measured: from the registries' own source packages, or folders that are given."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

GIT = ("git", "-c", "user.name=benchmark", "-c", "user.email=benchmark@example.invalid", "-c", "gc.auto=0")


def django(folder: Path) -> Path:
    """Return the Python files of Django's current source distribution as a git repository."""
    root = folder / "django"
    if not (root / ".git").exists():
        download = folder / "django-download"
        download.mkdir(parents=True, exist_ok=True)
        pip = [sys.executable, "-m", "pip", "download", "-q", "--no-binary", ":all:", "--no-deps"]
        _run([*pip, "-d", str(download), "Django"], folder)
        root.mkdir(exist_ok=True)
        _run(["tar", "xf", str(next(download.glob("*.tar.gz"))), "--strip-components=1"], root)
        for path in sorted(root.rglob("*"), reverse=True):
            if path.is_file() and path.suffix != ".py":
                path.unlink()
            elif path.is_dir() and not any(path.iterdir()):
                path.rmdir()  # git knows no empty folders, and would be asked about each
        _commit(root)
    return root


def linux(folder: Path) -> Path:
    """Return Debian's linux-source-6.1, unpacked, as a git repository: 79 000 files, 1.2 GB."""
    root = folder / "linux"
    if not (root / ".git").exists():
        download = folder / "linux-download"
        download.mkdir(parents=True, exist_ok=True)
        _run(["apt-get", "download", "linux-source-6.1"], download)
        _run(["dpkg", "-x", str(next(download.glob("*.deb"))), "unpacked"], download)
        root.mkdir(exist_ok=True)
        archive = download / "unpacked/usr/src/linux-source-6.1.tar.xz"
        _run(["tar", "xf", str(archive), "--strip-components=1"], root)
        shutil.rmtree(download)
        _commit(root)
    return root


def part_of(root: Path, folder: Path, name: str, megabytes: int) -> Path:
    """Return a repository with the first files of `root`, in an order that mixes its folders, up to a size."""
    part = folder / name
    if not (part / ".git").exists():
        listed = subprocess.run(["git", "ls-files", "-z", "*.c", "*.h"], cwd=root, check=True, capture_output=True)
        paths = [path for path in listed.stdout.decode().split("\0") if path and (root / path).is_file()]
        left = megabytes * 1_000_000
        for path in sorted(paths, key=lambda path: hash_of(path)):
            left -= (root / path).stat().st_size
            if left < 0:
                break
            (part / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / path, part / path)
        _commit(part)
    return part


def hash_of(path: str) -> int:
    """Return a number that mixes paths the same way on every machine."""
    value = 0
    for character in path:
        value = (value * 1_000_003 + ord(character)) & 0xFFFFFFFF
    return value


def _commit(root: Path) -> None:
    _run(["git", "init", "-q"], root)
    _run([*GIT, "add", "-A", "-f"], root)  # Debian's own .gitignore leaves everything out
    _run([*GIT, "commit", "-q", "-m", "as released"], root)


def _run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr[-400:]}")
