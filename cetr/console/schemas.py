"""The numbers of formats that we write: a newer one is refused, and the error says what to do."""

from __future__ import annotations

from cetr.console.errors import InputError


class SchemaError(InputError):
    """A file has another schema than this version reads."""


def check_schema(found: object, known: int, where: str) -> None:
    """Raise `SchemaError` that says what to do with a file of another schema than the known one."""
    if found != known:
        newer = isinstance(found, int) and found > known
        advice = "update cetr-gold" if newer else "no version writes that; restore the file from a backup"
        raise SchemaError(f"{where}: schema: this version reads schema {known}, the file says {found!r:.20}; {advice}")
