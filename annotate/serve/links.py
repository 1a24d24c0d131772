"""The links by which people open packages: whoever knows one may review the package."""

from __future__ import annotations

import os
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from annotate.review.blind import BLIND
from annotate.team import ASSIGNED
from cetr.console import InputError, read_file
from evaluate.package import read_info
from evaluate.package.files import INFO

KEY_BYTES = 32


@dataclass(frozen=True)
class Link:
    """A package, the secret part of its link, and who reviews it."""

    folder: Path
    token: str
    annotator: str


def make_links(folders: Iterable[Path], annotator: str, key: bytes) -> tuple[Link, ...]:
    """Make the links of packages. The person of `annotate assign`, or of a blind pass, reviews theirs.

    Links stay the same as long as ``key`` does; a package named twice has one. Raises `InputError` if a folder is no
    package, or is made for somebody whose name cannot be one.
    """
    links = []
    for folder in dict.fromkeys(folder.resolve() for folder in folders):
        digest = blake2b(os.fsencode(folder), digest_size=18, key=key).digest()
        links.append(Link(folder, urlsafe_b64encode(digest).decode(), find_person(folder) or annotator))
    return tuple(links)


def find_person(folder: Path) -> str | None:
    """Find for whom a package was made; None if it is nobody's. Raises `InputError` if the name cannot be printed."""
    extra = read_info(folder).extra
    for key in (ASSIGNED, BLIND):
        made = extra.get(key)
        if isinstance(made, dict) and isinstance(name := made.get("annotator"), str):
            if not name.isprintable():
                raise InputError(f"{folder / INFO}: extra.{key}.annotator: has characters that a name cannot have")
            return name
    return None


def read_key(path: Path) -> bytes:
    """Read the key from which links are made; made if there is none, for the user alone.

    Raises `InputError` if the file holds something else.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        key = read_file(path, KEY_BYTES)
        if len(key) != KEY_BYTES:
            raise InputError(f"{path}: is not a key of {KEY_BYTES} bytes; remove it, which changes all links") from None
        return key
    key = secrets.token_bytes(KEY_BYTES)
    with os.fdopen(descriptor, "wb") as file:
        file.write(key)
    return key
