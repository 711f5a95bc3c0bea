"""What is checked in changes where the code has changed, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

import summarizer
from tests.conftest import Repository, Run

CODE = '''class Till:
    def sell(self, item):
        """Sell one item."""
        if item.gone:
            raise LookupError(item)
        self.sold.append(item)
        return item.price

    def close(self):
        self.open = False
        save(self)
'''


@pytest.fixture
def shop(repo: Repository, run: Run) -> Repository:
    repo.write("pay/till.py", CODE)
    assert run("pseudo", "--commit").returncode == 0
    return repo


def written(repo: Repository) -> list[str]:
    summarizer.grep(repo.root, "anything")
    return (repo.root / "pseudocode" / "pay" / "till.py.pseudo").read_text(encoding="utf-8").splitlines()


def changed(before: list[str], after: list[str]) -> list[str]:
    return [line for line in after if line not in before]


def test_lines_are_counted_from_their_definition(shop: Repository) -> None:
    assert written(shop) == [
        "# pay/till.py · python",
        "# defines Till",
        "+0  class Till",
        "+0    def sell(self, item)                      Sell one item.",
        "+2      if item.gone: raise LookupError(item)",
        "+4      call self.sold.append(item)",
        "+5      return item.price",
        "+0    def close(self): set self.open = False …",
    ]


def test_an_edit_changes_the_lines_of_its_definition_alone(shop: Repository) -> None:
    before = written(shop)
    shop.write("pay/till.py", CODE.replace("        self.sold", "        check(item)\n        self.sold"))

    after = written(shop)

    assert changed(before, after) == [
        "+4      call check(item)",
        "+5      call self.sold.append(item)",
        "+6      return item.price",
    ]
    assert after[-1] == before[-1]


def test_comments_between_definitions_and_edits_elsewhere_change_nothing(shop: Repository) -> None:
    before = written(shop)
    shop.write("pay/till.py", "# A comment.\n\n" + CODE.replace("    def close", "    # Another.\n\n    def close"))
    shop.write("pay/card.py", "def charge(card):\n    return send(card)\n")
    shop.write("README.md", "# Shop\n\nSells things to people.\n")

    after = written(shop)

    assert after[2:] == before[2:]
    assert after[0] == before[0]


def test_check_knows_what_is_checked_in(shop: Repository, run: Run) -> None:
    assert run("pseudo", "check").returncode == 0
    page: Path = shop.root / "pseudocode" / "pay" / "till.py.pseudo"
    page.write_text("# pay/till.py · python\n+0  class Till\n", encoding="utf-8")

    assert run("pseudo", "check").returncode == 1
    assert run("pseudo", "check").returncode == 0
