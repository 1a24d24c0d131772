"""Write the HTML report: one self-contained file in which no content of a page can run.

Everything that comes from pages is in data blocks with every ``<`` escaped, and enters the document as text only. The
Content-Security-Policy allows this file's own script and style by their hashes, and nothing else.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
from collections.abc import Iterable
from importlib.resources import files
from typing import IO

from evaluate.report.structure import KINDS, Counts, add_counts
from evaluate.report.texts import Packed

SCRIPTS = ("charts.js", "statistics.js", "comparing.js", "structure.js", "documents.js", "filters.js", "report.js")
STYLE = "report.css"


def write_report(out: IO[str], title: str, data: object, blocks: Iterable[tuple[int, Packed | None]]) -> int:
    """Write a report; returns the number of documents without texts.

    ``blocks`` are places of documents and their packed texts (see `evaluate.report.texts`), written as they come. A
    browser unpacks only the one it shows. The counts of structure follow.
    """
    script = "".join(_read_asset(name) for name in SCRIPTS)
    style = _read_asset(STYLE)
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    out.write(
        _read_asset("report.html").format(policy=policy, title=html.escape(title), style=style, data=_escape_json(data))
    )
    unknown = 0
    totals: dict[int, Counts] = {}
    for i, packed in blocks:
        if packed is None:
            unknown += 1
            continue
        out.write(f'<script type="application/zlib" id="text-{i}">{packed.block}</script>\n')
        for number, counts in enumerate(packed.counts):
            if counts is not None:
                totals[number] = add_counts(totals[number], counts) if number in totals else counts
    if totals:
        kept = {"kinds": KINDS, "counts": [totals.get(i) for i in range(max(totals) + 1)]}
        out.write(f'<script type="application/json" id="structure-data">{_escape_json(kept)}</script>\n')
    out.write(f"<script>{script}</script>\n</body>\n</html>\n")
    return unknown


def _escape_json(data: object) -> str:
    """Write JSON in which nothing can end its element, or begin another element or a comment."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _hash(source: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()


def _read_asset(name: str) -> str:
    return files("evaluate.report").joinpath(name).read_text("utf-8")
