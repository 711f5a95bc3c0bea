"""Tell what a file is for from its path: source, test, documentation, example, vendored or generated code."""

from __future__ import annotations

import re
from functools import lru_cache

SOURCE, TEST, DOCS, EXAMPLE, VENDORED, GENERATED = "source", "test", "docs", "example", "vendored", "generated"

_FOLDERS = {
    TEST: "test|tests|testing|__tests__|spec|specs|testdata|test_data|fixtures|__fixtures__|__mocks__|mocks|e2e|"
    r"test[A-Z]\w*|[Tt]est(?:ing)?(?:[Uu]tils?|[Hh]elpers?|[Ss]upport|[Ff]ixtures?|[Kk]it|[Dd]ata|[Rr]esources)|"
    r"[\w.-]*[._-][Tt]ests?(?:[_-][\w.-]+)?|[\w.-]*[a-z0-9]Tests?|tests?[_-][\w.-]+|Tests?|it|androidTest|benchmarks?|bench|benches",
    DOCS: "docs?|documentation|site|website|man",
    # what stands beside the product: examples, and the scripts that build and release it
    EXAMPLE: "examples?|samples?|demos?|tutorials?|playground|sandbox|docs_src|templates?_project|scripts?|\\.github",
    VENDORED: "vendor|vendored|_vendor|third[_-]?party|3rdparty|node_modules|external|externals|extern|deps|"
    "bower_components|Pods|Carthage",
    GENERATED: "generated|gen|__generated__|dist|build|out|migrations",
}
_NAMES = {
    TEST: r"test_[^/]*|[^/]*_tests?\.\w+|[^/]*[._-](?:test|spec)\.\w+|[^/]*(?:Test|Tests|Spec|TestCase|IT)\.\w+"
    r"|conftest\.py|tests?\.\w+|[Tt]est(?:ing)?[_-]?(?:[Uu]til|[Hh]elper|[Ss]upport|[Ff]ixture|[Dd]ata)\w*\.\w+",
    GENERATED: r"[^/]*(?:\.pb\.\w+|_pb2\w*\.py|\.g\.\w+|\.generated\.\w+|_generated\.\w+|\.min\.(?:js|css))",
}
_ORDER = (VENDORED, GENERATED, TEST, EXAMPLE, DOCS, SOURCE)
"""Where several fit the first counts: a vendored library's tests are vendored."""

_MARKED = re.compile(r"est|[Ss]pec\.|IT\.|pb|\.g\.|generated\.|\.min\.")
"""What a name holds that one of `_NAMES` fits: most hold none, which is told in a third of the time."""

_IN_FOLDER = [(name, re.compile(rf"(?:^|/)(?:{_FOLDERS[name]})(?:/|$)")) for name in _ORDER[:-1]]
_NAMED = [(name, re.compile(rf"(?:{_NAMES[name]})$")) for name in _ORDER if name in _NAMES]


def role(path: str) -> str:
    """Return the role of the file at `path`, SOURCE when nothing in it tells otherwise."""
    folder, _, file = path.rpartition("/")
    inside = _folder_role(folder)
    if inside == VENDORED or not _MARKED.search(file):
        return inside
    for name, pattern in _NAMED:
        if pattern.match(file):
            return min(inside, name, key=_ORDER.index)
    return inside


@lru_cache(50_000)
def _folder_role(folder: str) -> str:
    return next((name for name, pattern in _IN_FOLDER if pattern.search(folder)), SOURCE)
