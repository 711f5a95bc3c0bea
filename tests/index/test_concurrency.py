"""Many processes on one repository: nobody waits in vain, nobody errs, and all say what a quiet run says."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.hard import Known, run

QUESTIONS = [
    *(("map",), ("grep", "return f1"), ("symbols", "--json"), ("pseudo", "file1.py"), ("files",)),
    *(("pseudo", "refresh", "--offline"), ("map", "--query", "f3_0_1"), ("callers", "f2_0_3")),
]


def test_eight_commands_at_once_answer_as_alone(tmp_path: Path) -> None:
    known = Known(tmp_path / "repo", 40)
    known.make()
    luck = random.Random(3)
    for edited in (0, 25):  # from nothing, then after edits
        known.edit(luck, edited)
        with ThreadPoolExecutor(len(QUESTIONS)) as pool:
            together = list(pool.map(lambda question: run(known.root, *question), QUESTIONS))
        for question, done in zip(QUESTIONS, together, strict=True):
            alone = run(known.root, *question)
            assert done.stderr == alone.stderr
            assert done.returncode == alone.returncode
            if question[:2] != ("pseudo", "refresh"):  # it says what it did, not what there is
                assert done.stdout == alone.stdout
