"""Walk the statements of a function's body and draft a step for each, in the words of `summarizer.vocabulary`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from summarizer import vocabulary as words
from summarizer.closures import draft_closure, draft_returned
from summarizer.draft import AS_IS, Draft, new_draft
from summarizer.elixir import draft_elixir
from summarizer.heads import head, inner_head
from summarizer.held import held_from
from summarizer.raised import raise_drafts, raised_in, within
from summarizer.simple import assignment, call
from summarizer.vocabulary import Act, act_of, is_block, role_of

if TYPE_CHECKING:
    from tree_sitter import Node

LONGEST = 600  # bytes read of a simple statement
DEEPEST = 4  # levels of nesting written out; what is deeper is written at this one
MOST_DRAFTS = 600  # of a function; one with more is a table or generated, and a page shows 16 steps at most

_JUMP = re.compile(r"(?:(break|continue|next|redo|goto)|(raise|throw|@throw)|(?:co_)?return)\b")
_JUMP_SIGNS = frozenset("bcgnrt@")
"""What one of these begins with."""
_BARE = re.compile(r"(?:return\b)?\s*(?:[\w!]++|Ok\(\(\)\))?(?:\s+as\s+\w+)?;?$")
_PASSED_ON = re.compile(r"return\b(?:[^(]*,)? *(?:err|error)\b *;?$")
"""An end that hands on an error it did not make."""
_FAILURE = re.compile(r"return\b.*?\b(?:Err\(|Errorf\(|errors\.New\()")
_LEAVING = re.compile(r"\w+\b[^(.]*$")
_BINDING = {"elixir": re.compile(r"\w+ =[^=~>]"), "scala": re.compile(r"[\w.]+ [-+*/|&^%:]{1,2}= ")}
"""Assignments that are operators like any other in the tree."""
_FIELDS = ("left", "name", "pattern", "target", "lhs")
_SAID = {
    "leave": ("leave", ""),
    "raise": ("raise", "raise"),
    "end": ("end", ""),
    "effect": ("effect", ""),
    "check": ("check", ""),
}
_HEADS = {
    "branch": ("if", "branch"),
    "loop": ("for each", "loop"),
    "while": ("while", "loop"),
    "try": ("try", "branch"),
    "match": ("match", "branch"),
    "case": ("case", "branch"),
    "with": ("with", "effect"),
}


def draft_steps(
    body: Node, source: bytes, language: str, raising: Sequence[int] = (), deepest: int = DEEPEST
) -> list[Draft]:
    """Return a step for every statement of `body`, in source order; no more than MOST_DRAFTS.

    `raising` are the places of words that raise, in order. What is nested deeper than `deepest` is left out, but in a
    function that raises; at DEEPEST nothing is.
    """
    raising = within(raising, body.start_byte, body.end_byte)
    walker = Walker(source, language, MOST_DRAFTS if raising or deepest >= DEEPEST else deepest, raising)
    lead = source[body.start_byte : body.start_byte + 2]
    if lead in (b"=>", b"= ", b"=\n") or not is_block(body.type):
        walker.expression_body(None if is_block(body.type) else body, body)
    else:
        walker.block(body, 0, language in words.TAILED)
    return walker.drafts


class Walker:
    """Drafts steps, one statement after the other. `raising` are the places of words that raise."""

    def __init__(self, source: bytes, language: str, deepest: int, raising: Sequence[int] = ()) -> None:
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
        is_long = expression is not None and self.is_long(body.start_byte, body.end_byte)
        if expression is not None and is_long and draft_returned(self, expression, 0):
            return
        text = self.text(body.start_byte, body.end_byte).lstrip("=> \n")
        if text.strip() and not text.startswith(("throw ", "raise ")):
            self.draft(body, 0, "end", "return", text)
        elif text.strip():
            self.draft(body, 0, "raise", "raise", text)

    def block(self, node: Node, depth: int, tail: bool = False) -> None:
        type_ = node.type
        if not is_block(type_):
            self.statement(node, depth, tail)
            return
        inside = node.named_children
        if depth > self.deepest and self._is_too_deep(depth, inside):
            return
        children = [(child, kind) for child in inside if (kind := child.type) not in words.COMMENT]
        if type_.startswith("preproc_"):
            heads = node.child_by_field_name("condition"), node.child_by_field_name("name")
            children = [(child, kind) for child, kind in children if child not in heads]
        last = len(children) - 1
        for at, (child, kind) in enumerate(children):
            if is_block(kind) and kind != "do_block":
                self.block(child, depth, tail and at == last)
            else:
                self.statement(child, depth, tail and at == last, kind)

    def run(self, children: list[Node], depth: int) -> None:
        """Draft statements that follow one another."""
        if depth > self.deepest and self._is_too_deep(depth, children):
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
        if role == "nothing" or len(self.drafts) > MOST_DRAFTS:
            return
        if depth > self.deepest and self._is_too_deep(depth, [node]):
            return
        if role == "simple":
            if not (kind == "call" and self.language == "elixir" and draft_elixir(self, node, depth, tail)):
                self.simple(node, kind, depth, tail)
            return
        if role == "wrapper":
            children = node.named_children
            if len(children) == 1 or (children and kind in ("labeled_statement", "redirected_statement")):
                inner = children[-1 if kind == "labeled_statement" else 0]
                closed = tail and kind == "expression_statement" and self.source[node.end_byte - 1] == 0x3B
                self.statement(inner, depth, tail and not closed)
                return
            self.simple(node, kind, depth, tail)
            return
        if role == "do":
            role = "try" if any(child.type in words.CATCH for child in node.named_children) else "while"
        elif role == "try":
            if not any(child.type in words.CLAUSES or is_block(child.type) for child in node.named_children):
                self.simple(node, kind, depth, tail)
                return
        elif role == "match" and kind == "case_statement" and self.language != "bash":
            role = "match" if node.child_by_field_name("body") else "case"
        if role in _HEADS:
            word, weight = _HEADS[role]
            self.compound(node, depth, word, weight, tail)
        elif role == "clause":
            self.compound(node, depth, _clause_word(kind), "clause", tail)
        elif role == "modifier":
            self.modifier(node, depth, tail)
        else:
            self.block(node, depth, tail)

    def _is_too_deep(self, depth: int, nodes: list[Node]) -> bool:
        """Leave out steps at `depth`, which is too deep; the head over them is told when `nodes` hold any."""
        if self.drafts and self.drafts[-1].depth < depth and any(map(is_step, nodes)):
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
        self.draft(node, depth, kind, form, self.text(condition.start_byte, condition.end_byte))
        self.statement(body, depth + 1, tail)

    def compound(self, node: Node, depth: int, word: str, kind: str, tail: bool = False) -> None:
        """Draft a head and what it holds; clauses (else, on) come at the head's own depth, cases below it."""
        end = held_from(node, word, self.language)
        held = [
            (child, type_)
            for child in node.named_children
            if child.start_byte >= end
            and (type_ := child.type) not in words.COMMENT
            and (type_ != "else" or child.child_count)  # Swift's word
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
            said = f"while {head(self.text(last.start_byte, last.end_byte), word)}:"
            held = [(child, type_) for child, type_ in held if child != last]
            self.draft(node, depth, kind, AS_IS, said)
        elif node.type == "select_statement":
            self.draft(node, depth, kind, AS_IS, "match first ready:")
        else:
            self.draft(node, depth, kind, word + (" not:" if negated else ":"), text)
        alternative, otherwise = None, 0
        if held and self.source.find(b"else", node.start_byte, held[-1][0].start_byte) >= 0:
            if word in ("if", "else if", "for each", "while"):
                alternative = node.child_by_field_name("alternative")
            if word not in ("else", "case") and node.type != "guard_statement":
                otherwise = next((child.end_byte for child in node.children if child.type == "else"), 0)
        for at, (child, type_) in enumerate(held):
            if type_ in words.CLAUSES and (type_ not in words.MATCH or word == "match"):
                inside = word == "match" and type_ not in words.FINALLY
                self.statement(child, depth + inside, tail, type_)
            elif (child == alternative or (otherwise and child.start_byte >= otherwise)) and word != "match":
                if type_ in words.BRANCH:
                    self.compound(child, depth, "else if", "clause", tail)
                else:
                    self.draft(child, depth, "clause", AS_IS, "else:")
                    self.block(child, depth + 1, tail)
            elif type_ in words.LEAVE and word == "case":
                continue
            elif type_ == "resource_specification":
                text = self.text(child.start_byte + 1, child.end_byte - 1)
                self.draft(child, depth + 1, "effect", "with", text)
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

    def simple(self, node: Node, kind: str, depth: int, tail: bool = False) -> None:
        """Draft a statement that holds no other."""
        start, end = node.start_byte, node.end_byte
        text = self.source[start : min(end, start + LONGEST)].decode("utf-8", "replace").strip()
        if not text:
            return
        act = act_of(kind)
        if act == "other" and (text[0] in _JUMP_SIGNS or self.language in _BINDING):
            act = self._act(text)
        before = len(self.drafts)
        if act == "other" and words.is_raise_call(text, self.language):
            act = "raise"
        if act == "assign":
            self.draft_at(start, depth, *assignment(self._target(node), text, self.language))
        elif act != "other":
            kind, form = _SAID[act]
            if kind == "end":
                if self.is_long(start, end) and draft_returned(self, node, depth):
                    return
                kind = _end(text, depth)
            self.draft_at(start, depth, kind, form, text)
        elif self.is_long(start, end) and draft_closure(self, node, depth):
            return
        elif tail:
            self.draft_at(start, depth, _end(f"return {text}", depth), "return", text)
        elif "(" in text or kind in words.CALL or kind == "identifier":
            self.draft_at(start, depth, *call(text))
        if act != "raise" and self.raising and len(self.drafts) == before + 1 and within(self.raising, start, end):
            self.raised_inside(node, depth, long=self.is_long(start, end))

    def raised_inside(self, node: Node, depth: int, *, long: bool) -> None:
        """Draft what is raised inside the statement just drafted, which is of several lines if `long`."""
        for found in raised_in(node, self.source, self.language):
            if not long:
                self.drafts[-1] = self.drafts[-1]._replace(kind="raise")
                return
            self.drafts += raise_drafts(found, self.source, self.language, depth + 1)

    def _act(self, text: str) -> Act:
        """Return what a statement does by the word it begins with, where its node's type does not tell."""
        jump = _JUMP.match(text)
        if jump is None:
            binding = _BINDING.get(self.language)
            return "assign" if binding is not None and binding.match(text) else "other"
        if jump[1]:
            return "leave" if _LEAVING.match(text) else "other"
        return "raise" if jump[2] else "end"

    def is_long(self, start: int, end: int) -> bool:
        """Tell whether bytes `start` to `end` are of several lines."""
        return self.source.find(b"\n", start, end) >= 0

    def _target(self, node: Node) -> str:
        for field in _FIELDS:
            found = node.child_by_field_name(field)
            if found is not None:
                return self.text(found.start_byte, found.end_byte)
        return ""

    def draft(self, node: Node, depth: int, kind: str, form: str, text: str) -> None:
        self.draft_at(node.start_byte, depth, kind, form, text)

    def draft_at(self, start: int, depth: int, kind: str, form: str, text: str) -> None:
        deep = depth if depth < DEEPEST else DEEPEST
        self.drafts.append(new_draft(Draft, (start, deep, kind, form, text, False)))

    def text(self, start: int, end: int) -> str:
        return self.source[start:end].decode("utf-8", "replace")


def _end(text: str, depth: int) -> str:
    """Return what kind of end of a function it is: one that says little is named so."""
    if "err" in text and _PASSED_ON.match(text):
        return "leave" if depth else "bare"
    if ("(" not in text or "Ok(" in text) and _BARE.match(text):
        return "guard" if depth else "bare"
    return "failure" if "rr" in text and _FAILURE.match(text) else "end"


def is_step(node: Node) -> bool:
    """Tell whether a statement is one of the steps of a function: no comment, docstring or definition."""
    if role_of(node.type) == "nothing":
        return False
    inner = node.named_children[0] if node.type == "expression_statement" and node.named_child_count == 1 else None
    return inner is None or inner.type not in words.COMMENT


def _type_of_first(node: Node) -> str:
    """Return the type of the first node inside, where it is not the last."""
    return node.named_children[0].type if node.named_child_count > 1 else ""


def _clause_word(kind: str) -> str:
    if kind in words.ELSE_IF:
        return "else if"
    if kind in words.ELSE:
        return "else"
    return "on" if kind in words.CATCH else "finally"
