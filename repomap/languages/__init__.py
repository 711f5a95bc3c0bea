"""Languages: one table, one query file a language, detection, and grammars that load offline."""

from repomap.languages.detect import detect
from repomap.languages.load import Grammar, GrammarError, fingerprint, load
from repomap.languages.row import Language
from repomap.languages.table import LANGUAGES, language, languages

__all__ = ["LANGUAGES", "Grammar", "GrammarError", "Language", "detect", "fingerprint", "language", "languages", "load"]
