"""Say in plain words why what a file holds does not fit: which field, what is expected there, what was found."""

from __future__ import annotations

import re
from typing import Any

from msgspec import ValidationError, inspect

from cetr.console import suggest_name

_EXPECTED: dict[type[inspect.Type], tuple[str, str]] = {
    inspect.StrType: ("text", "texts"),
    inspect.IntType: ("a whole number", "whole numbers"),
    inspect.FloatType: ("a number", "numbers"),
    inspect.BoolType: ("true or false", "values true or false"),
    inspect.DateTimeType: ("a time such as 2026-11-02T06:30:00Z", "times such as 2026-11-02T06:30:00Z"),
    inspect.AnyType: ("a value", "values"),
}
"""One and several of a type."""

_FOUND = {
    "str": "text",
    "int": "a whole number",
    "float": "a decimal number",
    "bool": "true or false",
    "array": "a list",
    "datetime": "a time",
    "date": "a date",
    "time": "a time",
}

Objects = tuple[str, str]
OBJECT, TABLE = ("an object", "objects"), ("a table", "tables")
"""What JSON and TOML call keys with values: one and several."""


def tell_misfit(error: ValidationError, kind: Any, objects: Objects) -> str:
    """Say why a file does not hold a value of a type: ``fragments[0].start: expected a whole number, but found text``.

    ``objects`` is what the file's format calls keys with values.
    """
    message, _, at = str(error).rpartition(" - at `$")
    if not message:
        message, at = at, ""
    path = at.rstrip("`").removeprefix(".")
    node = _find_node(inspect.type_info(kind), path)
    if named := re.fullmatch(r"Object (missing required|contains unknown) field `(.*)`", message, re.DOTALL):
        field = f"{path}.{named[2]}".removeprefix(".")
        return f"{field}: {_refuse_unknown(named[2], node) if named[1] == 'contains unknown' else 'is missing'}"
    where = f"{path}: " if path else ""
    found = _tell_found(message, objects[0])
    return where + (message if found is None else f"expected {_tell_expected(node, objects)}{found}")


def _refuse_unknown(name: str, node: inspect.Type) -> str:
    known = [field.encode_name for field in node.fields] if isinstance(node, inspect.StructType) else []
    own = "; data of your own belongs under 'extra'" if "extra" in known else ""
    return f"is not a known field{suggest_name(name, known) or own}"


def _find_node(node: inspect.Type, path: str) -> inspect.Type:
    """Find the type at a path such as ``fragments[0].start``; the values of an object are at ``[...]``."""
    for step in re.findall(r"[^.\[\]]+|\.{3}", path):
        match node:
            case inspect.StructType(array_like=True, fields=fields):
                node = fields[int(step)].type
            case inspect.StructType(fields=fields):
                node = next(field.type for field in fields if field.encode_name == step)
            case inspect.DictType(value_type=node) | inspect.ListType(item_type=node):
                pass
            case inspect.VarTupleType(item_type=node) | inspect.TupleType(item_types=(node, *_)):
                pass
        node = _leave_out_null(node)
    return node


def _leave_out_null(node: inspect.Type) -> inspect.Type:
    """Leave out that a value may be null: nobody needs to write it, because the field can be left out."""
    if not isinstance(node, inspect.UnionType):
        return node
    types = tuple(each for each in node.types if not isinstance(each, inspect.NoneType))
    return types[0] if len(types) == 1 else inspect.UnionType(types)


def _tell_expected(node: inspect.Type, objects: Objects, several: bool = False) -> str:
    match node:
        case inspect.UnionType(types=types):
            return " or ".join(_tell_expected(each, objects, several) for each in types)
        case inspect.LiteralType(values=values):
            return f"one of {', '.join(map(str, values))}"
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            return ("a list of ", "lists of ")[several] + _tell_expected(item, objects, several=True)
        case inspect.TupleType(item_types=(item, _)):
            return ("a pair of ", "pairs of ")[several] + _tell_expected(item, objects, several=True)
        case inspect.StructType(array_like=True):
            return ("a list", "lists")[several]
    return _EXPECTED.get(type(node), objects)[several]


def _tell_found(message: str, an_object: str) -> str | None:
    """Say what was found instead; nothing if the message does not tell, None if it is about something else."""
    if value := re.fullmatch(r"Invalid enum value (.*)", message, re.DOTALL):
        return f", but found {value[1]}"
    if message == "Invalid RFC3339 encoded datetime":
        return ""
    if re.fullmatch(r"Expected `array` of length \d+(, got \d+)?", message):
        return ", but found a list of another length"
    if got := re.fullmatch(r"Expected `[^`]*`, got `(\w+)`", message):
        return f", but found {_FOUND.get(got[1], an_object if got[1] == 'object' else got[1])}"
    return None
