"""Whatever happens to the files, every line of pseudocode belongs to the definition that is at its line now."""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import summarizer
from repomap.files.discover import state_folder
from summarizer.lines import Lines, open_lines
from summarizer.outline import annotate_anchored, unpack

EDITS = st.lists(
    st.tuples(
        st.sampled_from(
            ["insert", "delete", "rename", "move", "indent", "comment", "blank", "edit", "branch", "commit", "ask"]
        ),
        st.integers(0, 5),
        st.integers(0, 9),
    ),
    min_size=4,
    max_size=12,
)


def function(name: int, version: int) -> list[str]:
    """Return a function that tells in each of its lines which one it is."""
    return [
        f"def f{name}_{version}(a):",
        f"    if a.f{name}_{version}:",
        f"        send_f{name}_{version}(a)",
        f"    return g_f{name}_{version}(a)",
    ]


class World:
    """A repository whose files are lists of functions, and a model that has written about some of them."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.files: dict[str, list[list[str]]] = {"a.py": [function(0, 0), function(1, 0)], "b.py": [function(2, 0)]}
        self.count = 3
        self.git("init", "-q")
        self.write()
        self.git("add", "-A")
        self.git("commit", "-qm", "first")

    def git(self, *arguments: str) -> None:
        command = ["git", "-c", "user.name=a", "-c", "user.email=a@example.invalid", *arguments]
        subprocess.run(command, cwd=self.root, check=False, capture_output=True)

    def write(self) -> None:
        for path in self.root.glob("*.py"):
            if path.name not in self.files:
                path.unlink()
        for name, functions in self.files.items():
            (self.root / name).write_text("\n".join("\n".join(lines) + "\n" for lines in functions))

    def read(self) -> None:
        """Take the files as another branch has them."""
        self.files = {
            path.name: [text.strip("\n").split("\n") for text in [path.read_text()]] for path in self.root.glob("*.py")
        }

    def edit(self, kind: str, where: int, what: int) -> None:
        names = sorted(self.files)
        name = names[where % len(names)]
        functions = self.files[name]
        at = what % max(1, len(functions))
        if kind == "insert":
            functions.insert(at, function(self.count, what))
            self.count += 1
        elif kind == "delete" and functions:
            del functions[at]
        elif kind == "rename":
            self.files[f"n{self.count}.py"] = self.files.pop(name)
            self.count += 1
        elif kind == "move" and functions:
            self.files[names[what % len(names)]].append(functions.pop(at))
        elif kind == "indent" and functions:
            functions[at] = [f"class C{self.count}:", *(f"    {line}" for line in functions[at])]
            self.count += 1
        elif kind == "comment" and functions:
            functions[at] = [
                functions[at][0],
                "    # why" if functions[at][0][:1] == "d" else "    # so",
                *functions[at][1:],
            ]
        elif kind == "blank":
            functions.insert(0, [""])
        elif kind == "edit":
            self.files[name] = [
                [line.replace("_0", "_5").replace("if a.", "if not a.") for line in f] for f in functions
            ]
        elif kind == "branch":
            self.write()
            self.git("add", "-A")
            self.git("commit", "-qm", "x")
            self.git("checkout", "-q", "-B", f"b{what}", "HEAD~1" if what % 2 else "HEAD")
            self.read()
            return
        elif kind == "commit":
            self.git("add", "-A")
            self.git("commit", "-qm", "y")
        elif kind == "ask":
            self.write()
            pretend_a_model_wrote(self.root)
        self.write()


def pretend_a_model_wrote(root: Path) -> None:
    """Keep lines about every function there is now, as `refresh` does: each names what its source line names."""
    from repomap.extraction.extract import read

    lines = open_lines(state_folder(root), create=True)
    assert isinstance(lines, Lines)
    with lines.writing():
        for path in root.glob("*.py"):
            source = path.read_bytes()
            reading = read("python", source)
            rows = source.decode().split("\n")
            for place, anchor in unpack(annotate_anchored(reading)).anchors.items():
                first = reading.extracted.definitions[place].line
                said = [(at, 0, f"says {rows[first - 1 + line].strip()}") for at, line in enumerate(anchor.lines)]
                lines.keep(anchor.digest, 1, "m", said)
    lines.close()


def check(root: Path) -> None:
    """Every hit of grep, and every line of the mirror, is about what stands at its line now."""
    hits = summarizer.grep(root, ".")
    sources = {path.name: path.read_text().split("\n") for path in root.glob("*.py")}
    for hit in hits:
        row = sources[hit.path][hit.line - 1].strip()
        if hit.text.startswith("says "):
            assert hit.text == f"says {row}"
        else:
            assert row.rstrip(":").removeprefix("return ")[:8] in hit.text, json.dumps(
                [hit.path, hit.line, hit.text, row]
            )
    mirror = root / ".repomap" / "pseudocode"
    assert {path.name for path in mirror.glob("*.pseudo")} == {f"{name}.pseudo" for name in sources}
    for name in sources:
        rows = (mirror / f"{name}.pseudo").read_text().splitlines()
        said = [tuple(row.split(None, 1)) for row in rows if not row.startswith("#")]
        assert said == [(str(hit.line), hit.text) for hit in hits if hit.path == name]


@settings(max_examples=12, suppress_health_check=list(HealthCheck))
@given(EDITS)
def test_no_line_is_ever_stale(edits: list[tuple[str, int, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        world = World(Path(folder))
        check(world.root)
        for edit in edits:
            world.edit(*edit)
            check(world.root)
