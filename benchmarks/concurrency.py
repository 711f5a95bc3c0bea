"""Eight processes at once on one repository: `python -m benchmarks.concurrency --minutes 3`.

Maps, searches, symbols and refreshes run without a pause beside a watcher while files change between rounds. In each
round every answer must equal a quiet run's; no command may fail, wait in vain for a lock, or say anything at all.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.hard import Known, command, environment, run

PROCESSES = 8
ROUND = 4  # commands of each process before the files change
QUESTIONS = (
    ("map",),
    ("map", "--query", "f3_0_1 goes wrong"),
    ("grep", "return f1"),
    ("symbols", "--json"),
    ("files",),
    ("pseudo", "file1.py"),
    ("pseudo", "refresh", "--offline"),
    ("callers", "f2_0_3"),
)


def main() -> None:
    """Run rounds until the time is up, and print what was asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    luck = random.Random(wanted.seed)
    started = time.monotonic()
    rounds = commands = 0
    wrong: list[str] = []
    with tempfile.TemporaryDirectory(prefix="repomap-many-") as folder:
        known = Known(Path(folder) / "repo", 120)
        known.make()
        watcher = subprocess.Popen(
            command("watch", "--json"),
            cwd=known.root,
            env=environment(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        try:
            while time.monotonic() - started < 60 * wanted.minutes and not wrong:
                known.edit(luck, luck.randint(1, 40))
                asked = [[luck.choice(QUESTIONS) for _ in range(ROUND)] for _ in range(PROCESSES)]
                with ThreadPoolExecutor(PROCESSES) as pool:
                    answers = [
                        row for rows in pool.map(lambda some: [_ask(known, one) for one in some], asked) for row in rows
                    ]
                quiet = {question: _ask(known, question)[1] for question in {question for question, _ in answers}}
                wrong += [f"{' '.join(question)}: {got}" for question, got in answers if got != quiet[question]]
                wrong += [f"{' '.join(question)}: {got}" for question, got in quiet.items() if got[0] not in (0, 1)]
                rounds += 1
                commands += len(answers)
            if watcher.poll() is not None:
                wrong.append(f"the watcher ended with {watcher.returncode}")
        finally:
            watcher.terminate()
            _, said = watcher.communicate(timeout=60)
        if said.strip():
            wrong.append(f"the watcher said {said.decode()}")
    for line in wrong[:10]:
        print(line[:2000])
    seconds = time.monotonic() - started
    print(f"{commands} commands in {rounds} rounds, {PROCESSES} at once beside a watcher, {seconds:.0f} s", end="; ")
    print(f"{len(wrong)} wrong")
    raise SystemExit(1 if wrong else 0)


def _ask(known: Known, question: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[int, str, str]]:
    done = run(known.root, *question)
    output = "" if question[:2] == ("pseudo", "refresh") else done.stdout
    return question, (done.returncode, output, done.stderr)


if __name__ == "__main__":
    main()
