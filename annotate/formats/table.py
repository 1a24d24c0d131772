"""The explicit table of formats."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from annotate.formats.losses import EVERYTHING

if TYPE_CHECKING:
    from annotate.formats.records import Read, Write


@dataclass(frozen=True)
class Format:
    """A format's one-line description and its module here, which has the functions ``read`` and ``write``.

    ``holds`` are those of `FIELDS`, separated by spaces, that the written format can hold; None if it is only read.
    """

    about: str
    module: str
    holds: str | None = ""

    @property
    def read(self) -> Read:
        """The reader."""
        function: Read = import_module(f"annotate.formats.{self.module}").read
        return function

    @property
    def write(self) -> Write:
        """The writer."""
        function: Write = import_module(f"annotate.formats.{self.module}").write
        return function


FORMATS: dict[str, Format] = {
    "jsonl": Format("JSON Lines: id, url, page_type, html, text or spans (.xz, .gz, .bz2)", "jsonl", holds=EVERYTHING),
    "parquet": Format("Parquet as in Hugging Face datasets, with the same columns", "parquet", holds=EVERYTHING),
    "cleaneval": Format(
        "CleanEval: finalrun-input/ and GoldStandard/ with marks <p> <h> <l>", "cleaneval", holds="url"
    ),
    "cetr": Format("CETR's dataset: news with gold in HTML, cleaneval", "cetr"),
    "dragnet": Format("Dragnet: HTML/ and Corrected/, or html/ and meta/", "dragnet"),
    "l3s-gn1": Format("L3S-GN1: original/ and annotated/ with spans x-nc-sel", "l3s_gn1", holds="fragments"),
    "readability": Format(
        "Mozilla Readability: folders with source.html and expected.html",
        "readability",
        holds="title language",
    ),
    "scrapinghub": Format("Scrapinghub's article benchmark: ground-truth.json and html/", "scrapinghub", holds="url"),
    "trafilatura": Format(
        "Trafilatura's evaldata.json: lists of snippets with and without", "trafilatura", holds="url"
    ),
    "wcxb": Format("WCXB: ground-truth/ with a JSON file per page, and html/", "wcxb", holds="url title page_type"),
    "web-annotation": Format(
        "W3C Web Annotation: annotations.jsonld and its pages",
        "web_annotation",
        holds="url language title annotator fragments",
    ),
    "label-studio": Format("Label Studio: the export 'JSON' of a project that labels HTML", "label_studio", holds=None),
    "webmainbench": Format(
        "WebMainBench: JSON Lines with cc-select attributes in the page",
        "webmainbench",
        holds="url language page_type fragments",
    ),
}
"""Format by name."""


def list_written() -> list[str]:
    """List the formats in which a package can be exported."""
    return [name for name, form in FORMATS.items() if form.holds is not None]
