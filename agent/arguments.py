"""Check a call's arguments against its tool's schema, and say in one sentence what does not fit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
}


def argument_fault(schema: Mapping[str, Any], arguments: object) -> str:
    """Return why `arguments` do not fit `schema` (types, required and unknown names, choices), or "" when they do."""
    if not isinstance(arguments, Mapping):
        return f"the input must be an object, not {type(arguments).__name__}"
    properties: Mapping[str, Any] = schema.get("properties") or {}
    missing = [name for name in schema.get("required") or () if name not in arguments]
    if missing:
        return f"missing: {', '.join(missing)}"
    if schema.get("additionalProperties") is False:
        unknown = [name for name in arguments if name not in properties]
        if unknown:
            return f"unknown: {', '.join(unknown)} (known: {', '.join(properties)})"
    for name, value in arguments.items():
        fault = _value_fault(properties.get(name) or {}, value)
        if fault:
            return f"{name} {fault}"
    return ""


def _value_fault(schema: Mapping[str, Any], value: object) -> str:
    kind = schema.get("type")
    allowed = TYPES.get(kind) if isinstance(kind, str) else None
    if allowed and (not isinstance(value, allowed) or (isinstance(value, bool) and kind != "boolean")):
        return f"must be of type {kind}, not {type(value).__name__}"
    if "enum" in schema and value not in schema["enum"]:
        return f"must be one of {', '.join(map(str, schema['enum']))}"
    if isinstance(value, int) and not isinstance(value, bool) and "minimum" in schema and value < schema["minimum"]:
        return f"must be at least {schema['minimum']}"
    if isinstance(value, list):
        for item in value:
            inner = schema.get("items") or {}
            fault = argument_fault(inner, item) if inner.get("type") == "object" else _value_fault(inner, item)
            if fault:
                return f"holds an item that does not fit: {fault}"
    return ""
