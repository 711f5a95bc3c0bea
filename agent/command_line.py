"""Take a shell command line apart into its simple commands, so that each can be allowed or denied whole."""

from __future__ import annotations

from dataclasses import dataclass

KEYWORDS = frozenset({"if", "for", "while", "until", "case", "select", "function", "coproc", "[["})
GLUE = frozenset({"then", "do", "else", "elif", "fi", "done", "esac", "{", "}", "!", "time"})
WRAPPERS = frozenset(
    {
        "sudo",
        "doas",
        "env",
        "command",
        "builtin",
        "exec",
        "nice",
        "nohup",
        "time",
        "timeout",
        "xargs",
        "setsid",
        "stdbuf",
    }
)
SHELLS = frozenset({"sh", "bash", "dash", "zsh", "ksh", "eval"})
HARMLESS_TARGETS = frozenset({"/dev/null", "/dev/stdout", "/dev/stderr"})


@dataclass(frozen=True, slots=True)
class CommandLine:
    """The simple commands of a line as words, quotes removed; an output redirection is a command of its own ("> FILE").

    `opaque` is true when a part is only known when it runs (substitutions, loops, here documents, a variable as the
    command): the words are then what could be seen, and no pattern may allow the line.
    """

    commands: tuple[tuple[str, ...], ...]
    opaque: bool


def parse(text: str) -> CommandLine:
    """Return the commands of a bash command line. Never raises: what cannot be read is opaque."""
    scanner = _Scanner(text)
    scanner.scan()
    commands = [tuple(words) for words in scanner.commands if words]
    opaque = scanner.opaque
    cleaned = []
    for words in commands:
        while words and words[0] in GLUE:
            words = words[1:]
        if not words:
            continue
        if words[0] in KEYWORDS or "$" in words[0] or "`" in words[0]:
            opaque = True
        cleaned.append(words)
    return CommandLine(tuple(cleaned), opaque)


def unwrapped(words: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return a command and what it would run for someone else: `sudo`, `env`, `xargs`, `bash -c`, …"""
    found = [words]
    rest = words
    while rest:
        while rest and "=" in rest[0] and rest[0].split("=")[0].isidentifier():
            rest = rest[1:]
        name = rest[0].rsplit("/", 1)[-1] if rest else ""
        if name in WRAPPERS:
            rest = rest[1:]
            # An option's value may stand between; every later word could begin the wrapped command.
            found += [rest[start:] for start in range(len(rest))]
            return [*found, *(inner for part in found[1:] for inner in _shell_words(part))]
        found.append(rest)
        return [*found, *_shell_words(rest)]
    return found


def _shell_words(words: tuple[str, ...]) -> list[tuple[str, ...]]:
    if not words or words[0].rsplit("/", 1)[-1] not in SHELLS:
        return []
    return [inner for word in words[1:] for inner in parse(word).commands]


class _Scanner:
    """One pass over the characters: words, quotes, operators, redirections."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.commands: list[list[str]] = [[]]
        self.opaque = False
        self._word: list[str] | None = None
        self._redirect = ""

    def scan(self) -> None:
        while self.position < len(self.text):
            char = self.text[self.position]
            self.position += 1
            if char == "\\":
                self._escaped()
            elif char == "'":
                self._single()
            elif char == '"':
                self._double()
            elif char == "#" and self._word is None:
                self._comment()
            elif char in " \t":
                self._end_word()
            elif char in "\n;&|()":
                self._operator(char)
            elif char in "<>":
                self._redirection(char)
            else:
                self._plain(char)
        self._end_word()

    def _next(self) -> str:
        return self.text[self.position : self.position + 1]

    def _add(self, chars: str) -> None:
        if self._word is None:
            self._word = []
        self._word.append(chars)

    def _plain(self, char: str) -> None:
        if char == "`" or (char == "$" and self._next() in ("(", "{", "'", '"')):
            self.opaque = True
        self._add(char)

    def _escaped(self) -> None:
        following = self._next()
        self.position += 1
        if following != "\n":
            self._add(following or "\\")

    def _single(self) -> None:
        end = self.text.find("'", self.position)
        if end < 0:
            self.opaque = True
            end = len(self.text)
        self._add(self.text[self.position : end])
        self.position = end + 1

    def _double(self) -> None:
        self._add("")
        while self.position < len(self.text):
            char = self.text[self.position]
            self.position += 1
            if char == '"':
                return
            if char == "\\" and self._next() in ('"', "\\", "$", "`"):
                self._add(self._next())
                self.position += 1
                continue
            if char == "`" or (char == "$" and self._next() in ("(", "{")):
                self.opaque = True
            self._add(char)
        self.opaque = True

    def _comment(self) -> None:
        end = self.text.find("\n", self.position)
        self.position = len(self.text) if end < 0 else end

    def _operator(self, char: str) -> None:
        if char == "(" and self._word is not None:
            self.opaque = True  # a function definition, an array or an extended pattern
        if char == "&" and self._next() == ">":
            self._end_word()
            return
        self._end_word()
        if self.commands[-1]:
            self.commands.append([])

    def _redirection(self, char: str) -> None:
        if self._word is not None and "".join(self._word).isdigit():
            self._word = None
        self._end_word()
        if self._next() == "(":
            self.opaque = True
            return
        while self._next() in ("<", ">", "|", "&") and self._next():
            char += self._next()
            self.position += 1
        if char.startswith("<<") and char != "<<<":
            self.opaque = True
        self._redirect = char

    def _end_word(self) -> None:
        if self._word is None:
            return
        word = "".join(self._word)
        self._word = None
        if not self._redirect:
            self.commands[-1].append(word)
            return
        writes = ">" in self._redirect
        duplicates = self._redirect.endswith("&") and (word.isdigit() or word == "-")
        self._redirect = ""
        if writes and not duplicates and word not in HARMLESS_TARGETS:
            self.commands.insert(len(self.commands) - 1, [">", word])
