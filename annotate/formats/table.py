"""The explicit table of formats."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from annotate.formats.losses import EVERYTHING

if TYPE_CHECKING:
    from annotate.formats.records import Read, Write


@dataclass(frozen=True)
class Format:
    """A format's one-line description, and what it holds.

    ``holds`` are those of `FIELDS`, separated by spaces, that the written format can hold; None if it is only read.
    """

    about: str
    holds: str | None = ""


FORMATS: dict[str, Format] = {
    "jsonl": Format("JSON Lines: id, url, page_type, html, text or spans (.xz, .gz, .bz2)", EVERYTHING),
    "parquet": Format("Parquet as in Hugging Face datasets, with the same columns", EVERYTHING),
    "cleaneval": Format("CleanEval: finalrun-input/ and GoldStandard/ with marks <p> <h> <l>", "url"),
    "cetr": Format("CETR's dataset: news with gold in HTML, cleaneval"),
    "dragnet": Format("Dragnet: HTML/ and Corrected/, or html/ and meta/"),
    "l3s-gn1": Format("L3S-GN1: original/ and annotated/ with spans x-nc-sel", "fragments"),
    "readability": Format("Mozilla Readability: folders with source.html and expected.html", "title language"),
    "scrapinghub": Format("Scrapinghub's article benchmark: ground-truth.json and html/", "url"),
    "trafilatura": Format("Trafilatura's evaldata.json: lists of snippets with and without", "url"),
    "wcxb": Format("WCXB: ground-truth/ with a JSON file per page, and html/", "url title page_type"),
    "web-annotation": Format(
        "W3C Web Annotation: annotations.jsonld and its pages", "url language title annotator fragments"
    ),
    "label-studio": Format("Label Studio: the export 'JSON' of a project that labels HTML", None),
    "webmainbench": Format(
        "WebMainBench: JSON Lines with cc-select attributes in the page", "url language page_type fragments"
    ),
}
"""Format by name; its module here has that name, and the functions ``read`` and ``write``."""


def find_reader(name: str) -> Read:
    """Find the reader of a format."""
    function: Read = _load(name).read
    return function


def find_writer(name: str) -> Write:
    """Find the writer of a format."""
    function: Write = _load(name).write
    return function


def _load(name: str) -> ModuleType:
    return import_module(f"annotate.formats.{name.replace('-', '_')}")


def list_written() -> list[str]:
    """List the formats in which a package can be exported."""
    return [name for name, form in FORMATS.items() if form.holds is not None]
