"""Writing the HTML report: one file that needs nothing else and in which no page's content can run.

All that comes from pages stands in data blocks, with every ``<`` escaped, and enters the document as text only; the
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

SCRIPTS = ("charts.js", "statistics.js", "comparing.js", "documents.js", "filters.js", "report.js")
STYLE = "report.css"


def write_report(out: IO[str], title: str, data: object, blocks: Iterable[tuple[int, str | None]]) -> int:
    """Write a report; returns how many documents are without texts.

    ``blocks`` are places of documents and their packed texts (see `evaluate.report.texts`), written as they come: a
    browser unpacks the one that is looked at.
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
    for i, block in blocks:
        if block is None:
            unknown += 1
        else:
            out.write(f'<script type="application/zlib" id="text-{i}">{block}</script>\n')
    out.write(f"<script>{script}</script>\n</body>\n</html>\n")
    return unknown


def _escape_json(data: object) -> str:
    """JSON in which nothing can end the element it stands in, or begin another or a comment."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _hash(source: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()


def _read_asset(name: str) -> str:
    return files("evaluate.report").joinpath(name).read_text("utf-8")
