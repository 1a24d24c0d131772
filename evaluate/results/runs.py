"""``run.json``: what was run, on what, and where."""

from __future__ import annotations

from pathlib import Path

import msgspec

from cetr.console import InputError, read_file, write_file
from evaluate.parsing import parse_json

SUMMARY, RUN = "summary.json", "run.json"
SCHEMA = 1


class Dataset(msgspec.Struct, frozen=True, kw_only=True):
    """A package as it was scored. ``sha256`` is a hash of the names and gold hashes of its documents, in order."""

    package: str
    folder: str
    documents: int
    sha256: str = ""


class Machine(msgspec.Struct, frozen=True):
    """The machine of a run, because times of different machines cannot be compared."""

    cpu: str
    cores: int
    memory_mb: int
    system: str
    python: str


class Run(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``run.json``. ``extractors`` maps names to versions, ``product`` the same for the software that scored.
    ``specs`` holds the specifications of extractors with names of their own: ``NAME=SPEC``, and ``sites`` hashes of
    what extractors with a protocol may be given of sites. ``date`` is the start of the run (RFC 3339), ``command`` its
    command line, ``machines`` the machines that it ran on, in order, and ``jobs`` how many pages were worked on at
    once, which makes times longer.
    """

    schema: int = SCHEMA
    product: dict[str, str]
    extractors: dict[str, str]
    datasets: tuple[Dataset, ...]
    measures: tuple[str, ...]
    html: str = "rendered"
    timeout: float = 0.0
    memory: int = 0
    repeat: int = 1
    jobs: tuple[int, ...] = ()
    specs: dict[str, str] = {}
    sites: dict[str, str] = {}
    date: str = ""
    command: tuple[str, ...] = ()
    machines: tuple[Machine, ...] = ()
    finished: bool = False


def write_json(path: Path, record: object) -> None:
    """Write a record as indented JSON."""
    write_file(path, msgspec.json.format(msgspec.json.encode(record), indent=2) + b"\n")


def read_run(folder: Path) -> Run:
    """Read ``run.json``."""
    path = folder / RUN
    try:
        run: Run = parse_json(read_file(path), Run, str(path), SCHEMA)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise InputError(f"{folder}: has no results of 'evaluate run': there is no {RUN}") from error
    return run
