"""The numbers of formats that we write: a newer one is refused, and the error says what to do."""

from __future__ import annotations

from cetr.console.errors import InputError

_NOBODY = "no version writes that; restore the file from a backup"


class SchemaError(InputError):
    """A file has another schema than this version reads."""


def check_schema(found: object, known: int, where: str, advice: str = _NOBODY) -> None:
    """Raise `SchemaError` that says what to do with a file of another schema than the known one.

    ``advice`` is for files of an older schema; those of a newer one need a newer cetr-gold.
    """
    if found != known:
        newer = isinstance(found, int) and found > known
        said = f"schema: this version reads schema {known}, the file says {found!r:.20}"
        raise SchemaError(f"{where}: {said}; {'update cetr-gold' if newer else advice}")
