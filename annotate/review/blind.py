"""A blind pass: a copy of a package without its marks, which a second person marks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from annotate.team.copying import copy_documents, strip_marks
from cetr.console import InputError
from evaluate.package import read_info, read_package
from evaluate.package.files import INFO

BLIND = "blind"
"""The key of a package's ``extra`` that names the original package of a blind pass, and its annotator."""


def start_blind(source: Path, target: Path, annotator: str | None, on_document: Callable[[], object]) -> dict[str, str]:
    """Copy a package's pages without their marks, for a second person to mark; skip documents that exist.

    Returns why documents are left out: because they cannot be read.
    """
    package = read_package(source)
    if (target / INFO).exists():
        check_owner(target, annotator)
    extra = {BLIND: {"of": package.info.name} | ({"annotator": annotator} if annotator else {})}
    info = msgspec.structs.replace(package.info, title=f"{source.name}, second pass", extra=extra)
    return copy_documents(dict.fromkeys(package.names, source), target, strip_marks, info, on_document)


def check_owner(folder: Path, annotator: str | None) -> str:
    """Describe a package that is a blind pass; '' for any other. Raises `InputError` if it is somebody else's."""
    blind = read_info(folder).extra.get(BLIND)
    if not isinstance(blind, dict):
        return ""
    owner = blind.get("annotator")
    what = f"the blind pass of {owner or 'somebody'} over {blind.get('of') or 'another package'}"
    if owner not in (None, annotator):
        raise InputError(
            f"{folder}: is {what}; name your own package with --out or, if you are {owner}, say so with --annotator"
        )
    return what
