"""Walk the statements of a function's body and draft a step for each, in the words of `summarizer.vocabulary`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from summarizer import vocabulary as words
from summarizer.draft import AS_IS, Draft, in_words, left_out
from summarizer.heads import head, inner_head
from summarizer.held import held_from
from summarizer.raised import raise_drafts, raised_in
from summarizer.shorten import shorten
from summarizer.simple import assignment, call
from summarizer.vocabulary import Act, Role, act_of, is_block, role_of

if TYPE_CHECKING:
    from tree_sitter import Node

LONGEST = 600  # bytes read of a simple statement
DEEPEST = 4  # levels of nesting written out; what is deeper is written at this one
LOOKED_AT = 8  # statements at the start of a function of which one is looked for that says what it does
MOST_DRAFTS = 600  # of a function; one with more is a table or generated, and a page shows 16 steps at most

_ELIXIR = {
    "if": "if",
    "unless": "if",
    "case": "match",
    "cond": "match",
    "for": "for each",
    "try": "try",
    "with": "with",
}
_EACH_CALL = re.compile(r"^(.*?)\.(?:each|forEach|for_each|each_with_index|each_value|each_pair|forEachIndexed)$", re.S)
_JUMP = re.compile(r"(?:(break|continue|next|redo|goto)|(raise|throw|@throw)|(?:co_)?return)\b")
_LEAVING = re.compile(r"\w+\b[^(.]*$")
_BINDING = re.compile(r"\w+ =[^=~>]")
_FIELDS = ("left", "name", "pattern", "target", "lhs")
_SAID = {
    Act.LEAVE: ("leave", ""),
    Act.RAISE: ("raise", "raise"),
    Act.END: ("end", ""),
    Act.EFFECT: ("effect", ""),
    Act.CHECK: ("check", ""),
}
_HEADS = {
    Role.BRANCH: ("if", "branch"),
    Role.LOOP: ("for each", "loop"),
    Role.WHILE: ("while", "loop"),
    Role.TRY: ("try", "branch"),
    Role.MATCH: ("match", "branch"),
    Role.CASE: ("case", "branch"),
    Role.WITH: ("with", "effect"),
}


def draft_steps(body: Node, source: bytes, language: str, deepest: int = DEEPEST) -> list[Draft]:
    """Return a step for every statement of `body`, in source order; no more than MOST_DRAFTS.

    What is nested deeper than `deepest` is left out, but in a function that raises; at DEEPEST nothing is.
    """
    raising = raises(body, source)
    walker = _Walker(source, language, deepest if deepest < DEEPEST and not raising else MOST_DRAFTS, raising=raising)
    lead = source[body.start_byte : body.start_byte + 2]
    if lead in (b"=>", b"= ", b"=\n") or not is_block(body.type):
        walker.expression_body(None if is_block(body.type) else body, body)
    else:
        walker.block(body, 0, language in words.TAILED)
    return walker.drafts


def main_step(body: Node, source: bytes, language: str) -> Draft | None:
    """Return how a function ends, or else the first thing it changes; None where only a look at every step tells."""
    if not is_block(body.type) or raises(body, source):
        return None
    children = [child for child in body.named_children if _is_step(child)]
    for at, child in enumerate((*children[-1:], *children[:LOOKED_AT])):
        if role_of(child.type) in (Role.SIMPLE, Role.WRAPPER):
            walker = _Walker(source, language, 0)
            walker.statement(child, 0, at == 0 and language in words.TAILED)
            if len(walker.drafts) == 1 and walker.drafts[0].kind in (("set", "effect") if at else ("end",)):
                place = at - 1 if at else len(children) - 1
                said = Draft(child.start_byte, 0, "end", AS_IS, in_words(walker.drafts[0]))
                return left_out(said, before=place > 0, after=place + 1 < len(children))
    return None


def raises(body: Node, source: bytes) -> bool:
    """Tell whether a function seems to raise anything."""
    return words.RAISES.search(source, body.start_byte, body.end_byte) is not None


def _is_step(node: Node) -> bool:
    """Tell whether a statement is one of the steps of a function: no comment, docstring or definition."""
    if role_of(node.type) is Role.NOTHING:
        return False
    inner = node.named_children[0] if node.type == "expression_statement" and node.named_child_count == 1 else None
    return inner is None or inner.type not in words.COMMENT


class _Walker:
    def __init__(self, source: bytes, language: str, deepest: int, *, raising: bool = False) -> None:
        self.source = source
        self.raising = raising
        self.language = language
        self.deepest = deepest
        self.drafts: list[Draft] = []

    def expression_body(self, expression: Node | None, body: Node) -> None:
        """Draft a body that is one expression: it is what the function returns."""
        if expression is not None and (expression.type in words.MATCH or expression.type in words.BRANCH):
            self.statement(expression, 0, True)
            return
        text = self._text(body.start_byte, body.end_byte).lstrip("=> \n")
        if text.strip() and not text.startswith(("throw ", "raise ")):
            self._draft(body, 0, "end", "return", text)
        elif text.strip():
            self._draft(body, 0, "raise", "raise", text)

    def block(self, node: Node, depth: int, tail: bool = False) -> None:
        if not is_block(node.type):
            self.statement(node, depth, tail)
            return
        if self._is_too_deep(depth, node.named_children):
            return
        children = [(child, kind) for child in node.named_children if (kind := child.type) not in words.COMMENT]
        last = len(children) - 1
        for at, (child, kind) in enumerate(children):
            if is_block(kind) and kind != "do_block":
                self.block(child, depth, tail and at == last)
            else:
                self.statement(child, depth, tail and at == last, kind)

    def run(self, children: list[Node], depth: int) -> None:
        """Draft statements that follow one another."""
        if self._is_too_deep(depth, children):
            return
        for child in children:
            if is_block(child.type) and child.type != "do_block":
                self.block(child, depth)
            else:
                self.statement(child, depth)

    def statement(self, node: Node, depth: int, tail: bool = False, kind: str = "") -> None:
        """Draft a statement and what it holds; where `tail`, it gives the function's value."""
        kind = kind or node.type
        role = role_of(kind)
        if role is Role.NOTHING or len(self.drafts) > MOST_DRAFTS or self._is_too_deep(depth, [node]):
            return
        if role is Role.WRAPPER:
            count = node.named_child_count
            if count == 1 or (count and kind in ("labeled_statement", "redirected_statement")):
                inner = node.named_children[-1 if kind == "labeled_statement" else 0]
                closed = tail and kind == "expression_statement" and self.source[node.end_byte - 1] == 0x3B
                self.statement(inner, depth, tail and not closed)
                return
            role = Role.SIMPLE
        if role is Role.SIMPLE:
            if kind == "call" and self.language == "elixir" and self._word(node) in _ELIXIR:
                self.elixir(node, depth, tail)
            else:
                self.simple(node, kind, depth, tail)
            return
        if role is Role.DO:
            role = Role.TRY if any(child.type in words.CATCH for child in node.named_children) else Role.WHILE
        elif role is Role.TRY:
            children = node.named_children
            if not any(child.type in words.CLAUSES or is_block(child.type) for child in children):
                self.simple(node, kind, depth, tail)
                return
        elif role is Role.MATCH and kind == "case_statement" and self.language != "bash":
            role = Role.MATCH if node.child_by_field_name("body") else Role.CASE
        if role in _HEADS:
            word, weight = _HEADS[role]
            self.compound(node, depth, word, weight, tail)
        elif role is Role.CLAUSE:
            self.compound(node, depth, _clause_word(kind), "clause", tail)
        elif role is Role.MODIFIER:
            self.modifier(node, depth, tail)
        else:
            self.block(node, depth, tail)

    def _is_too_deep(self, depth: int, nodes: list[Node]) -> bool:
        """Tell whether steps at `depth` are left out; the head over them is told when `nodes` hold any."""
        if depth <= self.deepest:
            return False
        if self.drafts and self.drafts[-1].depth < depth and any(map(_is_step, nodes)):
            self.drafts[-1] = self.drafts[-1]._replace(more=True)
        return True

    def modifier(self, node: Node, depth: int, tail: bool) -> None:
        """Draft `body if condition`."""
        body, condition = node.child_by_field_name("body"), node.child_by_field_name("condition")
        if body is None or condition is None:
            self.simple(node, node.type, depth, tail)
            return
        word, kind = ("while", "loop") if node.type[0] in "wu" and "less" not in node.type else ("if", "branch")
        form = f"{word} not:" if node.type.startswith("un") else f"{word}:"
        self._draft(node, depth, kind, form, self._text(condition.start_byte, condition.end_byte))
        self.statement(body, depth + 1, tail)

    def compound(self, node: Node, depth: int, word: str, kind: str, tail: bool = False) -> None:
        """Draft a head and what it holds; clauses (else, on) come at the head's own depth, cases below it."""
        end = held_from(node, word, self.language)
        held = [
            (child, type_)
            for child in node.named_children
            if child.start_byte >= end and (type_ := child.type) not in words.COMMENT
        ]
        if len(held) == 1:
            only, type_ = held[0]
            if word == "else" and type_ in words.BRANCH and not type_.endswith("_modifier"):
                self.compound(only, depth, "else if", "clause", tail)
                return
            if word == "on" and type_ == "case_block":  # Scala: cases inside the catch
                for case in only.named_children:
                    self.compound(case, depth, "on", "clause", tail)
                return
        text, negated = inner_head(node, self.source, end)
        if kind == "loop" and word == "for each" and node.type == "for_statement" and self.language == "go":
            word = "for each" if "clause" in _type_of_first(node) else "while"
        if word == "while" and text.strip(" {(") in ("", "do") and (last := node.child_by_field_name("condition")):
            said = f"while {head(self._text(last.start_byte, last.end_byte), word)}:"
            held = [(child, type_) for child, type_ in held if child != last]
            self._draft(node, depth, kind, AS_IS, said)
        elif node.type == "select_statement":
            self._draft(node, depth, kind, AS_IS, "match first ready:")
        else:
            self._draft(node, depth, kind, word + (" not:" if negated else ":"), text)
        alternative = (
            node.child_by_field_name("alternative") if word in ("if", "else if", "for each", "while") else None
        )
        otherwise = 0
        if word != "else" and node.type != "guard_statement":
            otherwise = next((child.end_byte for child in node.children if child.type == "else"), 0)
        for at, (child, type_) in enumerate(held):
            if type_ in words.CLAUSES and (type_ not in words.MATCH or word == "match"):
                inside = word == "match" and type_ not in words.FINALLY
                self.statement(child, depth + inside, tail, type_)
            elif (child == alternative or (otherwise and child.start_byte >= otherwise)) and word != "match":
                if type_ in words.BRANCH:
                    self.compound(child, depth, "else if", "clause", tail)
                else:
                    self._draft(child, depth, "clause", AS_IS, "else:")
                    self.block(child, depth + 1, tail)
            elif type_ in words.LEAVE and word == "case":
                continue
            elif type_ == "resource_specification":
                text = self._text(child.start_byte + 1, child.end_byte - 1)
                self._draft(child, depth + 1, "effect", "with", text)
            elif word != "match":
                ends = tail and (at + 1 == len(held) or held[at + 1][1] in words.CLAUSES or is_block(type_))
                self.block(child, depth + 1, ends)
            elif type_ == "case_statement":
                self.compound(child, depth + 1, "case", "branch", tail)
            else:
                self.cases(child, depth + 1, tail)

    def cases(self, node: Node, depth: int, tail: bool) -> None:
        """Draft what a match holds; each case ends the function where the match does."""
        block = is_block(node.type)
        for child in node.named_children if block else [node]:
            if child.type in words.CASE or child.type in words.CLAUSES:
                self.compound(child, depth, "case" if child.type in words.CASE else "else", "branch", tail)
            elif block:
                self.statement(child, depth, tail)

    def elixir(self, node: Node, depth: int, tail: bool) -> None:
        """Draft Elixir's control flow, whose every statement is a call."""
        name = self._word(node)
        word = _ELIXIR[name]
        block = next((child for child in node.named_children if child.type == "do_block"), None)
        if block is None:
            self.simple(node, node.type, depth, tail)
            return
        said = self._text(node.start_byte + len(name), block.start_byte)
        said = head(said, word, name == "unless") or ("first true" if name == "cond" else "")
        self._draft(node, depth, "loop" if word == "for each" else "branch", AS_IS, f"{word} {said}".rstrip() + ":")
        for child in block.named_children:
            if child.type in ("else_block", "rescue_block", "after_block", "catch_block"):
                clause = {"else_block": "else", "after_block": "finally"}.get(child.type, "on")
                stabs = [inner for inner in child.named_children if inner.type == "stab_clause"]
                for stab in stabs:
                    self.compound(stab, depth, "on" if clause == "on" else "case", "clause", tail)
                if not stabs:
                    self._draft(child, depth, "clause", AS_IS, clause + ":")
                    self.run(child.named_children, depth + 1)
            elif child.type == "stab_clause":
                always = name == "cond" and self._text(child.start_byte, child.end_byte).startswith("true ")
                self.compound(child, depth + 1, "else" if always else "case", "branch", tail)
            else:
                self.statement(child, depth + 1, tail and child == block.named_children[-1])

    def simple(self, node: Node, kind: str, depth: int, tail: bool = False) -> None:
        """Draft a statement that holds no other."""
        start, end = node.start_byte, node.end_byte
        text = self._text(start, min(end, start + LONGEST)).strip()
        if not text:
            return
        act = act_of(kind)
        if act is Act.OTHER:
            act = self._act(text)
        before = len(self.drafts)
        if act is Act.OTHER and words.RAISE_CALL.match(text):
            act = Act.RAISE
        if act is Act.ASSIGN:
            self._draft_at(start, depth, *assignment(self._target(node), text, self.language))
        elif act is not Act.OTHER:
            self._draft_at(start, depth, *_SAID[act], text)
        elif self._is_long(start, end) and self.closure(node, depth):
            return
        elif tail:
            self._draft_at(start, depth, "end", "return", text)
        elif "(" in text or kind in words.CALL or kind == "identifier":
            self._draft_at(start, depth, *call(text))
        if (
            act is not Act.RAISE
            and self.raising
            and len(self.drafts) == before + 1
            and words.RAISES.search(self.source, start, end)
        ):
            self.raised_inside(node, depth, long=self._is_long(start, end))

    def raised_inside(self, node: Node, depth: int, *, long: bool) -> None:
        """Draft what is raised inside the statement just drafted, which is of several lines if `long`."""
        for found in raised_in(node, self.source):
            if not long:
                self.drafts[-1] = self.drafts[-1]._replace(kind="raise")
                return
            self.drafts += raise_drafts(found, self.source, self.language, depth + 1)

    def _act(self, text: str) -> Act:
        """Return what a statement does by the word it begins with, where its node's type does not tell."""
        jump = _JUMP.match(text)
        if jump is None:
            return Act.ASSIGN if self.language == "elixir" and _BINDING.match(text) else Act.OTHER
        if jump[1]:
            return Act.LEAVE if _LEAVING.match(text) else Act.OTHER
        return Act.RAISE if jump[2] else Act.END

    def closure(self, node: Node, depth: int) -> bool:
        """Draft a call that is handed a function of several statements; False when it is none."""
        found = self._closure_in(node, 5)
        if found is None or not self._is_long(found.start_byte, found.end_byte):
            return False
        text = self._text(node.start_byte, found.start_byte).rstrip("( ,\n&")
        each = _EACH_CALL.match(text)
        body = found.child_by_field_name("body") or next(
            (child for child in reversed(found.named_children) if is_block(child.type)), None
        )
        if each:
            given = found.child_by_field_name("parameters")
            item = self._text(given.start_byte, given.end_byte).strip("|() ") if given is not None else "it"
            self._draft(node, depth, "loop", AS_IS, f"for each {shorten(item, 24)} in {shorten(each[1], 50)}:")
        else:
            self._draft(node, depth, "call", AS_IS, f"call {shorten(text, 60)}:")
        self.run((body or found).named_children, depth + 1)
        return True

    def _closure_in(self, node: Node, depth: int) -> Node | None:
        for child in node.named_children:
            if child.type in words.CLOSURE:
                return child
            if depth and self._is_long(child.start_byte, child.end_byte):
                found = self._closure_in(child, depth - 1)
                if found is not None:
                    return found
        return None

    def _is_long(self, start: int, end: int) -> bool:
        """Tell whether bytes `start` to `end` are of several lines."""
        return self.source.find(b"\n", start, end) >= 0

    def _target(self, node: Node) -> str:
        for field in _FIELDS:
            found = node.child_by_field_name(field)
            if found is not None:
                return self._text(found.start_byte, found.end_byte)
        return ""

    def _word(self, node: Node) -> str:
        target = node.child_by_field_name("target")
        return self._text(target.start_byte, target.end_byte) if target is not None else ""

    def _draft(self, node: Node, depth: int, kind: str, form: str, text: str) -> None:
        self._draft_at(node.start_byte, depth, kind, form, text)

    def _draft_at(self, start: int, depth: int, kind: str, form: str, text: str) -> None:
        self.drafts.append(Draft(start, depth if depth < DEEPEST else DEEPEST, kind, form, text))

    def _text(self, start: int, end: int) -> str:
        return self.source[start:end].decode("utf-8", "replace")


def _type_of_first(node: Node) -> str:
    """Return the type of the first node inside, where it is not the last."""
    return node.named_children[0].type if node.named_child_count > 1 else ""


def _clause_word(kind: str) -> str:
    if kind in words.ELSE_IF:
        return "else if"
    if kind in words.ELSE:
        return "else"
    return "on" if kind in words.CATCH else "finally"
