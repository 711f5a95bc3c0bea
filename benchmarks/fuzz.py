"""Fuzz with coverage as the guide: `python -m benchmarks.fuzz --minutes 60`; needs `pip install atheris`.

Each target of tests/fuzz runs in a process of its own, in turn, for its share of the time. What makes one fail is
written, made small, beside the found corpus, and printed. A summary of inputs tried is the last line.
"""

from __future__ import annotations

import argparse
import contextlib
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from repomap.languages import GrammarError, load
from tests.fuzz.corpus import seeds
from tests.fuzz.targets import TARGETS, language_names

SHARES = {"extraction": 4.0, "transcripts": 1.5}  # of the time, against 1 for the others: 80 languages are one target
SLOW_SECONDS = 20  # an input that takes this long is a fault
_TRIED = re.compile(r"#(\d+)\s")


def main() -> None:
    """Run the targets one after the other, and say what was tried and found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--target", action="append", choices=list(TARGETS), help="only this one; may be repeated")
    parser.add_argument("--out", type=Path, default=Path(tempfile.gettempdir()) / "repomap-fuzz")
    parser.add_argument("--child", choices=list(TARGETS), help=argparse.SUPPRESS)
    wanted, rest = parser.parse_known_args()
    if wanted.child:
        _fuzz(wanted.child, rest)
        return
    names = wanted.target or list(TARGETS)
    whole = sum(SHARES.get(name, 1.0) for name in names)
    total = faults = 0
    for name in names:
        seconds = max(1, int(60 * wanted.minutes * SHARES.get(name, 1.0) / whole))
        tried, found = _run(name, seconds, wanted.out / name)
        total += tried
        faults += len(found)
        print(f"{name:14} {tried:>10} inputs in {seconds:>5} s, {len(found)} faults {' '.join(found)}", flush=True)
    print(f"{'all':14} {total:>10} inputs, {faults} faults")
    raise SystemExit(1 if faults else 0)


def _run(name: str, seconds: int, folder: Path) -> tuple[int, list[str]]:
    """Fuzz one target for so long; return the inputs tried and the files of those that failed."""
    known = folder / "corpus"
    known.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(seeds(name)):
        (known / f"seed{number}").write_bytes(seed)
    end = time.monotonic() + seconds
    tried = 0
    while (left := int(end - time.monotonic())) > 0:  # libFuzzer ends at the first fault; the next run goes on
        command = [sys.executable, "-m", "benchmarks.fuzz", "--child", name]
        options = [f"-max_total_time={left}", f"-timeout={SLOW_SECONDS}", "-rss_limit_mb=4096", "-max_len=4096"]
        done = subprocess.run(
            [*command, *options, f"-artifact_prefix={folder}/", str(known)], capture_output=True, check=False
        )
        said = done.stderr.decode("utf-8", "replace")
        tried += max((int(number) for number in _TRIED.findall(said)), default=0)
        if done.returncode == 0:
            break
        (folder / f"fault-{time.time_ns()}.txt").write_text(
            done.stdout.decode("utf-8", "replace")[-6000:] + said[-4000:]
        )
        if len(list(folder.glob("fault-*.txt"))) >= 20:
            break
    found = [path.name for kind in ("crash-*", "timeout-*", "oom-*") for path in sorted(folder.glob(kind))]
    return tried, found


def _fuzz(name: str, options: list[str]) -> None:
    import atheris  # type: ignore[import-untyped,import-not-found,unused-ignore]

    target = TARGETS[name]
    if name == "extraction":
        for language in language_names():  # a query takes up to seconds to compile on a busy machine
            with contextlib.suppress(GrammarError):
                load(language)
    with_coverage = atheris.instrument_func
    for module in [
        module for key, module in sys.modules.items() if key.startswith(("repomap.", "summarizer.", "agent."))
    ]:
        for key, value in list(vars(module).items()):
            if getattr(value, "__module__", "") == module.__name__ and hasattr(value, "__code__"):
                setattr(module, key, with_coverage(value))
    atheris.Setup([sys.argv[0], *options], target)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
