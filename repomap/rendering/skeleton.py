"""Choose what a map shows: take ranked items in order until the token budget is full."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from repomap.model import Definition
from repomap.names import place_of_name
from repomap.rendering.formats import CUT, Form, counted, coverage_lines, definition_line, form
from repomap.rendering.tokens import Counter, counter

Item = tuple[int, int]
"""(file position, definition position); a definition position of -1 is the file's path line alone."""

FULL = 0.96  # share of the budget to fill: 0.95 is promised, and the last line can come out shorter than reckoned
MISSES_WHEN_FULL = 32  # items tried in vain, one after another, once FULL is reached: later ones matter less and less
MISSES_BEFORE = 200  # ... and before that, after which only files that are in the map already are looked at: 10 ms
SMALLEST = 2  # tokens of the cheapest line there is, with its line end
MEMBERS = frozenset(
    {"method", "constructor", "function", "property", "field", "constant", "type"}
)  # kinds that name their type
LAST_LINE_SHARE = 4  # the last line may take one part in so many of the budget, else a shorter wording is used


class RankedFile(NamedTuple):
    """A file as the ranking leaves it: `definitions` in file order, `scores` parallel to them.

    A definition's `owner` is a position in the same `definitions`.
    """

    path: str
    language: str
    score: float
    definitions: Sequence[Definition]
    scores: tuple[float, ...]


class Coverage(NamedTuple):
    """What there is in all: files and definitions that could be shown, and files that could not be read.

    `likeliest` are the paths that a task most likely means, best first: a map's own order does not tell.
    """

    files_total: int
    symbols_total: int
    files_skipped: int
    likeliest: tuple[str, ...] = ()


class ShownDefinition(NamedTuple):
    """A definition in the map: its `position` in its RankedFile, and its line of `text`, indented and cut."""

    position: int
    definition: Definition
    score: float
    text: str


class ShownFile(NamedTuple):
    """A file in the map, its shown definitions in file order.

    `partial` says that some definitions are shown and some are not; a path alone shows nothing, and says so itself.
    """

    path: str
    language: str
    score: float
    definitions: tuple[ShownDefinition, ...]
    partial: bool


class Skeleton(NamedTuple):
    """What a map shows, and what it costs.

    `files` are sorted by path, whatever the scores: a ranking that shifts a little moves no line, so that a model's
    prompt cache keeps what stands before the first change. `tokens_used` counts what `formats.counted` returns, with
    the line end it is printed with. `last_line` says what is shown of what, "" where the budget has no room for it.
    """

    files: tuple[ShownFile, ...]
    coverage: Coverage
    tokens_used: int
    budget: int
    tokenizer: str
    last_line: str


def fit(
    files: Sequence[RankedFile],
    order: Iterable[Item],
    coverage: Coverage,
    budget: int,
    tokenizer: str,
    form_name: str,
    lines: bool = False,
) -> Skeleton:
    """Return the skeleton that shows as much of `order`, best first, as `budget` tokens hold in the form.

    An item that does not fit is passed over and later ones are tried. A definition brings its file's path line and its
    enclosing definitions, at their cost. The result never exceeds the budget, and fills 95 % of it when `order` has
    enough small items. `lines` puts line numbers before the definitions. Equal input gives an equal result.
    Raises ValueError for a budget below 1, an unknown tokenizer or form; TokenizerError as `tokens.counter` does.
    """
    if budget < 1:
        raise ValueError(f"a map needs a budget of at least 1 token, not {budget}")
    style, count = form(form_name), counter(tokenizer)
    page = _Page(files, style, count, lines)
    last_line = _LastLine(style, count, coverage, tokenizer)
    last_line.choose(budget // LAST_LINE_SHARE, coverage.files_total, coverage.symbols_total)
    frame = sum(count(f"{text}\n") for text in (style.head, style.tail) if text)
    left = _fill(page, order, budget - frame, last_line)
    last_line.choose(left, page.files, page.symbols)

    while True:
        shown = page.shown()
        last = last_line.text(len(shown), sum(len(file.definitions) for file in shown))
        skeleton = Skeleton(shown, coverage, 0, budget, tokenizer, last)
        text = counted(skeleton, form_name)
        used = count(f"{text}\n") if text else 0
        if used <= budget:
            return skeleton._replace(tokens_used=used)
        # Some vocabularies join signs over a line end, so that the whole can cost more than the sum of its lines.
        if page.steps:
            page.take_back()
        else:
            last_line.choose(0, 0, 0)


def _fill(page: _Page, order: Iterable[Item], room: int, last_line: _LastLine) -> int:
    """Add to `page` what fits, in order, into `room` tokens with the last line; return what is left for that one."""
    left, in_vain = room, 0
    missed: list[Item] = []
    too_dear: set[int] = set()  # files whose path line alone no longer fits
    for item in order:
        if item[0] in too_dear or (in_vain >= MISSES_BEFORE and not page.is_open(item[0])):
            continue
        spare = left - last_line.cost(page.files, page.symbols)
        if spare < SMALLEST or (in_vain >= MISSES_WHEN_FULL and spare <= room * (1 - FULL)):
            break
        new = page.new_lines(item)
        if not new:
            continue
        cost, opens = page.price(new), new[-1][1] < 0
        if cost + last_line.cost(page.files + opens, page.symbols + len(new) - opens) <= left:
            page.add(new)
            left, in_vain = left - cost, 0
        else:
            in_vain += 1
            missed.append(item)
            if opens and page.price(new[-1:]) > spare:
                too_dear.add(item[0])
    # A small budget ends with room for less than a line: what was passed over first is shown there, cut after its name.
    for item in missed:
        spare = left - last_line.cost(page.files + 1, page.symbols + 1)
        if spare <= room * (1 - FULL):
            break
        left -= page.squeeze(item, spare)
    return left


class _LastLine:
    """The line that says what is shown of what, in the wording the budget affords, and its tokens."""

    def __init__(self, style: Form, count: Counter, coverage: Coverage, tokenizer: str) -> None:
        self._style = style
        self._count = count
        self._coverage = coverage
        self._tokenizer = tokenizer
        self._wording = -1
        self._costs: dict[tuple[int, int], int] = {}

    def choose(self, affordable: int, files: int, symbols: int) -> None:
        """Take the fullest wording that costs at most `affordable` tokens for what is shown, none if none does."""
        for wording in range(len(coverage_lines(self._coverage, files, symbols, self._tokenizer))):
            self._wording = wording
            self._costs.clear()
            if self.cost(files, symbols) <= affordable:
                return
        self._wording = -1
        self._costs.clear()

    def text(self, files: int, symbols: int) -> str:
        if self._wording < 0 or not self._style.coverage:
            return ""
        return coverage_lines(self._coverage, files, symbols, self._tokenizer)[self._wording]

    def cost(self, files: int, symbols: int) -> int:
        """Tokens for `files` and `symbols` shown, with the line end; numbers of as many digits cost the same."""
        digits = len(str(files)), len(str(symbols))
        cost = self._costs.get(digits)
        if cost is None:
            text = self.text(10 ** digits[0] - 1, 10 ** digits[1] - 1)
            cost = self._count(f"{self._style.coverage(text, False)}\n") if text and self._style.coverage else 0
            self._costs[digits] = cost
        return cost


class _Page:
    """The map as it grows: what is shown, and the tokens of every line it has or was asked for."""

    def __init__(self, files: Sequence[RankedFile], style: Form, count: Counter, lines: bool) -> None:
        self.steps: list[tuple[Item, ...]] = []
        self.files = 0
        self.symbols = 0
        self._files = files
        self._style = style
        self._count = count
        self._lines = lines
        self._shown: dict[int, set[int]] = {}
        self._texts: dict[Item, str] = {}
        self._costs: dict[tuple[int, int, bool], int] = {}
        self._said: set[tuple[int, int, str]] = set()

    def is_open(self, file: int) -> bool:
        return file in self._shown

    def new_lines(self, item: Item) -> tuple[Item, ...]:
        """Return what the map lacks of the item, its enclosing definitions and its path line, innermost first.

        An overload whose line would be the same as another's is not lacking.
        """
        file, position = item
        shown = self._shown.get(file)
        if shown and position >= 0 and self._line_said(file, position) in self._said:
            return ()
        new = []
        while position >= 0 and (shown is None or position not in shown):
            new.append((file, position))
            position = self._owner(file, position)
        if shown is None:
            new.append((file, -1))
        return tuple(new)

    def price(self, new: tuple[Item, ...]) -> int:
        """Return the tokens that `new_lines` would add, with those of a mark that comes or goes on the path line."""
        file, outermost = new[-1]
        shown = 0 if outermost < 0 else len(self._shown[file])
        after = shown + len(new) - (outermost < 0)
        cost = sum(self._line_cost(file, position) for _, position in new if position >= 0)
        cost += self._path_cost(file, self._partial(file, after))
        if outermost >= 0:
            cost -= self._path_cost(file, self._partial(file, shown))
        return cost

    def squeeze(self, item: Item, room: int) -> int:
        """Add the item with its line cut somewhere after its name to fit `room`; return its cost, 0 if it cannot be."""
        file, position = item
        new = self.new_lines(item)
        if not new or position < 0:
            return 0
        whole = self._text(file, position)
        name = self._files[file].definitions[position].name
        above = self.price(new) - self._line_cost(file, position)
        fits, too_long = 0, len(whole)
        at = place_of_name(whole, name)
        end = at + len(name) if at >= 0 else too_long
        while fits < end < too_long:
            self._write(file, position, whole[:end].rstrip() + CUT)
            if above + self._line_cost(file, position) <= room:
                fits = end
            elif fits:
                too_long = end
            else:
                break
            end = (fits + too_long) // 2
        self._write(file, position, whole[:fits].rstrip() + CUT if fits else whole)
        if not fits:
            return 0
        self.add(new)
        return above + self._line_cost(file, position)

    def add(self, new: tuple[Item, ...]) -> None:
        self.steps.append(new)
        for file, position in new:
            shown = self._shown.setdefault(file, set())
            if position >= 0:
                shown.add(position)
                self._said.add(self._line_said(file, position))
        self._tally(new, 1)

    def take_back(self) -> None:
        """Undo the last `add`."""
        new = self.steps.pop()
        self._tally(new, -1)
        for file, position in new:
            if position >= 0:
                self._shown[file].discard(position)
                self._said.discard(self._line_said(file, position))
            else:
                del self._shown[file]

    def shown(self) -> tuple[ShownFile, ...]:
        """Return the map as it stands, files sorted by path."""
        out = []
        for file in sorted(self._shown, key=lambda f: (self._files[f].path, f)):
            ranked = self._files[file]
            positions = sorted(self._shown[file])
            definitions = tuple(
                ShownDefinition(p, ranked.definitions[p], ranked.scores[p], self._text(file, p)) for p in positions
            )
            partial = self._partial(file, len(positions))
            out.append(ShownFile(ranked.path, ranked.language, ranked.score, definitions, partial))
        return tuple(out)

    def _line_said(self, file: int, position: int) -> tuple[int, int, str]:
        return file, self._owner(file, position), self._text(file, position)

    def _tally(self, new: tuple[Item, ...], change: int) -> None:
        opened = new[-1][1] < 0
        self.files += change * opened
        self.symbols += change * (len(new) - opened)

    def _owner(self, file: int, position: int) -> int:
        """The enclosing definition's position, -1 for none. An owner stands before its members."""
        owner = self._files[file].definitions[position].owner
        return owner if 0 <= owner < position else -1

    def _partial(self, file: int, shown: int) -> bool:
        return 0 < shown < len(self._files[file].definitions)

    def _path_cost(self, file: int, partial: bool) -> int:
        cost = self._costs.get((file, -1, partial))
        if cost is None:
            lines = filter(None, (self._style.path(self._files[file].path, partial), self._style.closing))
            cost = self._costs[file, -1, partial] = sum(self._count(f"{line}\n") for line in lines)
        return cost

    def _line_cost(self, file: int, position: int) -> int:
        cost = self._costs.get((file, position, False))
        if cost is None:
            line = self._style.line(self._text(file, position))
            cost = self._costs[file, position, False] = self._count(f"{line}\n")
        return cost

    def _write(self, file: int, position: int, text: str) -> None:
        self._texts[file, position] = text
        self._costs.pop((file, position, False), None)

    def _text(self, file: int, position: int) -> str:
        text = self._texts.get((file, position))
        if text is None:
            depth, owner = 0, self._owner(file, position)
            while owner >= 0:
                depth, owner = depth + 1, self._owner(file, owner)
            ranked = self._files[file]
            definition = ranked.definitions[position]
            scope = _scope(definition, ranked.language) if not depth else ""
            text = self._texts[file, position] = definition_line(definition, depth, self._lines, scope)
        return text


def _scope(definition: Definition, language: str) -> str:
    """Return how the type is written before a member that stands outside it, "" where its signature says it itself."""
    parent = re.split(r"[.:\\]+", definition.parent)[-1] if definition.kind in MEMBERS else ""
    before = definition.signature[: max(0, place_of_name(definition.signature, definition.name))] if parent else ""
    if not parent or parent in before:
        return ""
    return parent + ("::" if language == "rust" else ".")
