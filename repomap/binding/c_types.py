"""Reduce a type as C and its kin write it to the name of the type whose members a value of it has."""

from __future__ import annotations

import re

FAMILY = frozenset(("c", "cpp", "objc", "cuda"))
FAMILY_NAME = "c"
TEMPLATE = "typename"
"""The "type" of a template's parameter: it may be anything."""

ARGUMENTS = r"<[^<>();]*(?:<[^<>();]*(?:<[^<>();]*>[^<>();]*)*>[^<>();]*)*>"
"""Template arguments, nested three deep, without calls in them."""
_NAME = re.compile(rf"(?:::\s*)?[A-Za-z_]\w*(?:{ARGUMENTS})?(?:::[A-Za-z_]\w*(?:{ARGUMENTS})?)*")
_TEMPLATE = re.compile(ARGUMENTS)
_ATTRIBUTES = re.compile(r"\[\[.*?\]\]|__attribute__\s*\(\(.*?\)\)|__declspec\s*\(.*?\)|\balignas\s*\(.*?\)")
_MACRO = re.compile(r"[A-Z][A-Z0-9_]{2,}")
_WORDS = frozenset(
    """
    const constexpr consteval constinit static inline extern virtual explicit friend volatile mutable register typename
    struct class union enum restrict __restrict __inline __inline__ __forceinline thread_local typedef template final
    override noexcept __extension__ __host__ __device__ __global__ __shared__ __strong __weak nullable nonnull
    """.split()  # noqa: SIM905
)
# Wrappers whose members are mostly reached for on what they hold.
_SEE_THROUGH = frozenset(("shared_ptr", "unique_ptr", "scoped_refptr", "intrusive_ptr", "reference_wrapper"))


def c_type(text: str) -> str:
    """Return "a.Foo" for `const a::Foo<B>&`, "Foo" for `std::unique_ptr<Foo>`, "" for none."""
    macro = ""
    for match in _NAME.finditer(_ATTRIBUTES.sub(" ", text)):
        name = _TEMPLATE.sub("", match[0]).replace(" ", "").lstrip(":")
        if name in _WORDS:
            continue
        last = name.rpartition("::")[2]
        if _MACRO.fullmatch(name):  # FMT_API, mostly; a type, when nothing else is there
            macro = macro or name
            continue
        if last in _SEE_THROUGH and match[0].endswith(">"):
            return c_type(match[0][match[0].index("<") + 1 : -1])
        return name.replace("::", ".")
    return macro
