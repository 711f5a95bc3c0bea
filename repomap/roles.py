"""Tell what a file is for from its path: source, test, documentation, example, vendored or generated code."""

from __future__ import annotations

import re

SOURCE, TEST, DOCS, EXAMPLE, VENDORED, GENERATED = "source", "test", "docs", "example", "vendored", "generated"

_FOLDERS = {
    TEST: "test|tests|testing|__tests__|spec|specs|testdata|test_data|fixtures|__fixtures__|__mocks__|mocks|e2e|"
    r"[\w-]*[Tt]ests?|it|androidTest|benchmarks?|bench|benches",
    DOCS: "docs?|documentation|site|website|man",
    EXAMPLE: "examples?|samples?|demos?|tutorials?|playground|sandbox|docs_src|templates?_project",
    VENDORED: "vendor|vendored|_vendor|third[_-]?party|3rdparty|node_modules|external|externals|extern|deps|"
    "bower_components|Pods|Carthage",
    GENERATED: "generated|gen|__generated__|dist|build|out|migrations",
}
_NAMES = {
    TEST: r"test_[^/]*|[^/]*_tests?\.\w+|[^/]*[._-](?:test|spec)\.\w+|[^/]*(?:Test|Tests|Spec|TestCase|IT)\.\w+"
    r"|conftest\.py|tests?\.\w+",
    GENERATED: r"[^/]*(?:\.pb\.\w+|_pb2\w*\.py|\.g\.\w+|\.generated\.\w+|_generated\.\w+|\.min\.(?:js|css))",
}
_PATTERNS = [
    (role, re.compile(rf"(?:^|/)(?:{folders})/" + (rf"|(?:^|/)(?:{_NAMES[role]})$" if role in _NAMES else "")))
    for role, folders in _FOLDERS.items()
]
_PATTERNS.sort(key=lambda pair: [VENDORED, GENERATED, TEST, EXAMPLE, DOCS].index(pair[0]))


def role(path: str) -> str:
    """Return the role of the file at `path`, SOURCE when nothing in it tells otherwise."""
    for name, pattern in _PATTERNS:
        if pattern.search(path):
            return name
    return SOURCE
