"""What the statements of every language are called in pseudocode: one table from node types to a dozen plain words.

Grammars use few names for the same thing, and hardly ever one name for two things, so one table serves all.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Literal


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


BRANCH = _words(
    """if_statement if_expression if_let_expression if unless unless_statement guard_statement if_modifier
    unless_modifier conditional_statement"""
)
LOOP = _words(
    """for_statement for_in_statement for_of_statement for_expression enhanced_for_statement foreach_statement for
    for_range_loop for_each_statement c_style_for_statement for_generic_clause for_numeric_clause foreach"""
)
WHILE = _words(
    """while_statement while_expression while_let_expression do_statement do_while_statement do_while_expression
    repeat_statement repeat_while_statement loop_expression while until while_modifier until_modifier"""
)
TRY = _words(
    """try_statement try_expression try_with_resources_statement begin try_block do_catch_statement seh_try_statement
    rescue_modifier"""
)
MATCH = _words(
    """match_statement match_expression switch_statement switch_expression when_expression expression_switch_statement
    type_switch_statement select_statement case_statement case_match case match_block"""
)
WITH = _words("with_statement using_statement synchronized_statement lock_statement fixed_statement unsafe_block")

ELSE_IF = _words("elif_clause else_if_clause elseif_statement elsif elseif_clause")
ELSE = _words("else_clause else_statement else")
CATCH = _words("except_clause except_group_clause catch_clause catch_block rescue catch catch_statement")
FINALLY = _words("finally_clause finally_block ensure finally")
CASE = _words(
    """case_clause switch_case switch_default expression_case type_case default_case communication_case match_arm
    case_statement switch_block_statement_group switch_rule when_entry switch_section when case_item in_clause
    switch_expression_arm match_conditional_expression match_default_expression switch_entry default_statement"""
)
CASE |= _words("switch_statement_case switch_statement_default switch_expression_case stab_clause guard_clause")
CLAUSES = ELSE_IF | ELSE | CATCH | FINALLY | CASE

RETURN = _words("return_statement return_expression return jump_expression control_transfer_statement")
RAISE = _words("raise_statement throw_statement throw_expression raise throw rethrow_expression")
RAISES = re.compile(
    rb"\b(?:raise\b|throw\b|rethrow\b|panic!?\(|(?:unreachable|unimplemented|todo|bail)!"
    rb"|fatalError\(|die\b|error\()"
)
"""What a function that raises has in its source."""
RAISING = tuple(b"raise throw rethrow panic unreachable! unimplemented! todo! bail! fatalError( die".split())
"""What RAISES begins with, to be looked for first."""
RAISING_IN = {
    "python": (b"raise",),
    "notebook": (b"raise",),
    "go": (b"panic",),
    "lua": (b"error(",),
    "kotlin": (b"throw", b"error("),
}
"""... and the only such words of languages in which nothing else raises."""
RAISE_CALL = re.compile(
    r"(?:panic|(?:core::|std::)?panic!|unreachable!|unimplemented!|todo!|bail!|fatalError|rethrow)\b"
)
"""Calls after which nothing else is done; the words of several languages, none of which is another's usual name."""
_ERROR_RAISES = frozenset(("lua", "kotlin"))


def is_raise_call(text: str, language: str) -> bool:
    """Tell whether a call raises."""
    return RAISE_CALL.match(text) is not None or (language in _ERROR_RAISES and text.startswith("error("))


YIELD = _words("yield yield_statement yield_expression co_yield_statement co_return_statement")
LEAVE = _words(
    "break_statement continue_statement break_expression continue_expression goto_statement fallthrough_statement"
)
SPAWN = _words("go_statement defer_statement")
CHECK = _words("assert_statement assert_expression")
DELETE = _words("delete_statement")

CALL = _words(
    """call call_expression method_invocation function_call invocation_expression function_call_expression
    member_call_expression scoped_call_expression nullsafe_member_call_expression new_expression
    object_creation_expression macro_invocation command message_expression method_call await await_expression
    try_expression selector_expression constructor_invocation explicit_constructor_invocation infix_expression"""
)
ASSIGN = _words(
    """assignment assignment_expression augmented_assignment augmented_assignment_expression compound_assignment_expr
    assignment_statement short_var_declaration operator_assignment update_expression inc_statement dec_statement
    variable_assignment directly_assignable_expression"""
)
DECLARE = _words(
    """lexical_declaration variable_declaration local_variable_declaration let_declaration declaration
    local_declaration_statement var_declaration property_declaration const_declaration val_definition var_definition
    declaration_command initialized_variable_definition local_variable_declaration_statement"""
)
NESTED = _words(
    """function_definition function_declaration class_definition class_declaration function_item struct_item impl_item
    generator_function_declaration method_definition method_declaration local_function_statement decorated_definition
    method singleton_method object_declaration struct_declaration enum_declaration interface_declaration
    trait_item enum_item type_item union_item mod_item macro_definition use_declaration import_statement
    import_from_statement type_alias_declaration"""
)
"""Definitions inside a body, which have lines of their own; and imports, which are no steps."""

BLOCK = _words(
    """block statement_list statement_block compound_statement statements control_structure_body do_block
    body_statement then do
    code_block function_body do_group declaration_list block_body indented_block template_body
    expression_statement_block match_block switch_body switch_block class_body
    preproc_if preproc_ifdef preproc_elif preproc_elifdef preproc_else"""
)
"""What only holds statements."""

WRAPPER = _words(
    "expression_statement statement labeled_statement parenthesized_expression simple_statement local_function"
    " redirected_statement annotated_lambda"
)
"""What holds one statement or expression and says nothing itself."""

CLOSURE = _words(
    """arrow_function function_expression closure_expression lambda_literal func_literal anonymous_function
    anonymous_method_expression lambda_expression lambda do_block block anonymous_function_creation_expression"""
)
"""A function written where a value stands."""

LEADING = _words("then do { => -> : else finally ensure try begin")
"""Words and signs after which comes what a statement holds."""

TAILED = _words("rust ruby scala elixir")
"""Languages whose functions return what their last statement gives."""

COMMENT = _words(
    "comment line_comment block_comment multiline_comment doc_comment string string_literal pass_statement"
    " attribute_item inner_attribute_item empty_statement"
    " preproc_def preproc_function_def preproc_call preproc_include preproc_pragma preproc_region preproc_endregion"
    " preproc_line preproc_error preproc_warning preproc_define preproc_undef directive"
)
"""What is no step: remarks, and lines for a preprocessor, whose conditions hold statements and are read as blocks."""


# fmt: off
Role = Literal[
    "nothing", "wrapper", "modifier", "branch", "loop", "do", "while", "try", "match", "case", "with", "clause",
    "block", "simple",
]
# fmt: on
"""What is done with a statement. Members of an Enum take eight times as long to compare."""

_ROLES: tuple[tuple[frozenset[str], Role], ...] = (
    (COMMENT | NESTED, "nothing"),
    (WRAPPER, "wrapper"),
    (frozenset(("do_statement",)), "do"),
    (BRANCH, "branch"),
    (LOOP, "loop"),
    (WHILE, "while"),
    (TRY, "try"),
    (MATCH, "match"),
    (CASE, "case"),
    (WITH, "with"),
    (CLAUSES, "clause"),
    (BLOCK - {"do_block"}, "block"),
)
"""The first that holds a node type says its role."""


@cache
def role_of(kind: str) -> Role:
    """Return what is done with a node of this type where a statement stands."""
    if kind.endswith("_modifier"):
        return "modifier"
    return next((role for kinds, role in _ROLES if kind in kinds), "simple")


@cache
def is_block(kind: str) -> bool:
    """Tell whether a node of this type only holds statements."""
    return kind in BLOCK or kind.endswith(("_block", "_list", "_body"))


Act = Literal["assign", "leave", "raise", "end", "effect", "check", "other"]
"""What a statement that holds no other does."""

_ACTS: tuple[tuple[frozenset[str], Act], ...] = (
    (ASSIGN | DECLARE, "assign"),
    (LEAVE, "leave"),
    (RAISE, "raise"),
    (YIELD, "end"),
    (SPAWN | DELETE, "effect"),
    (CHECK, "check"),
)


@cache
def act_of(kind: str) -> Act:
    """Return what a simple statement of this type does, OTHER where its text has to tell."""
    return next((act for kinds, act in _ACTS if kind in kinds), "other")
