"""Where the inputs lie that once failed or reach far, and what each target begins with."""

from __future__ import annotations

from pathlib import Path

CORPUS = Path(__file__).with_name("corpus")
FIXTURES = (
    Path(__file__).parents[1] / "languages" / "fixtures",
    Path(__file__).parents[1] / "languages_more" / "fixtures",
)


def kept(name: str) -> list[Path]:
    """Return the files of the corpus of a target, sorted."""
    return sorted((CORPUS / name).glob("*"))


def seeds(name: str) -> list[bytes]:
    """Return what a fuzzer of a target starts from: its corpus, and for sources a file of every language."""
    found = [path.read_bytes() for path in kept(name)]
    if name == "extraction":
        from repomap.languages import detect
        from tests.fuzz.targets import language_names

        names = language_names()
        for folder in FIXTURES:
            for path in sorted(folder.rglob("*.*")):
                language = detect(path.name, b"") if path.is_file() else None
                if language is not None and language in names:
                    found.append(f"{language}\n".encode() + path.read_bytes()[:4000])
    return found
