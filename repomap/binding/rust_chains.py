"""Tell by the text before a call in Rust on which type of value it is: what `Command::new("x").arg(y)` gives."""

from __future__ import annotations

import re

from repomap.binding.chains import Value
from repomap.binding.plain_chains import PlainReading

_MODULES = re.compile(r"(?:[a-z_]\w*::)+(?=[A-Z])")


class RustReading(PlainReading):
    """The expressions of a Rust text: chains that begin with a type, `self` or a parameter."""

    def before(self, end: int) -> Value | None:
        """Return the value of the expression that ends at `end`, None where its type is not of the repository."""
        found = super().before(end)
        return found if found and found.types else None

    def value(self, start: int, end: int) -> Value | None:
        """Return the value of the expression between `start` and `end`."""
        modules = _MODULES.match(self.text, start)
        return super().value(modules.end() if modules else start, end)

    def named(self, name: str, at: int) -> Value | None:
        """Return the value of a type, of `self` or of a parameter that no variable of its name stands before."""
        scope = self.scope
        if name in scope.selves:
            return self.of_types(scope.around(self.at)[:1])
        if name[:1].isupper():
            modules = re.search(r"(?:[a-z_]\w*::)+\Z", self.text[max(0, at - 100) : at])
            return self.of_types(scope.types((modules[0].replace("::", ".") if modules else "") + name) or ())
        local = scope.locals(self.at).get(name) if self.at >= 0 else None
        if not isinstance(local, str) or not local or self._is_bound_again(name):
            return None
        return self.of_type(local)

    def _is_bound_again(self, name: str) -> bool:
        """Tell whether a pattern or a closure may give the word `name` another value."""
        word = re.escape(name)
        again = rf"\b(?:let|for)\b[^=;{{]*\b{word}\b|\|[^|\n]*\b{word}\b[^|\n]*\||\b{word}\b[^;\n]*=>"
        return re.search(again, self.text) is not None
