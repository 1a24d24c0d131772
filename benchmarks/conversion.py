"""Every page of the data sets in Markdown, HTML and JSON: what fails, and where Markdown says something else.

    python -m benchmarks.conversion [--data DIR] [--set NAME]... [--every N] [--show N]

Each page is converted from the spans of `learned` and from those where its gold text stands. Any exception counts as a
failure. Two properties are checked with another's parser of Markdown: its text is the text output, up to white space,
and its blocks are the ones that were written.
"""

from __future__ import annotations

import argparse
import json
import lzma
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from cetr.document import Spans, align_text, content_spans, derive_text, lex, normalize_spans
from cetr.extraction.content import Content
from cetr.extraction.forms import format_fields
from cetr.learned import load_model, suggest
from cetr.metadata import read_metadata
from cetr.structure import Block, plain_text
from evaluate.measures.blocks import read_output, walk
from evaluate.outputs import declare
from training.datasets import DATA

SETS = ("wcxb-dev", "dragnet", "cleaneval-en", "waddle-dev", "snippets-dev", "webmainbench/sample")
Signature = list[tuple[str, int]]


def main() -> None:
    """Convert, check and count."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--set", action="append", dest="names", choices=SETS)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--show", type=int, default=20, help="differences to print of each set")
    options = parser.parse_args()
    model = load_model()
    for name in options.names or SETS:
        counts: Counter[str] = Counter()
        for id_, url, html, gold in islice(_read_pages(options.data / f"{name}.jsonl.xz"), 0, None, options.every):
            counts["pages"] += 1
            for source in ("learned", "gold") if gold else ("learned",):
                counts["conversions"] += 1
                try:
                    spans = suggest(html, model).spans if source == "learned" else align_text(html, gold).spans
                    found = list(_convert(html, url, content_spans(html, spans)))
                except Exception as error:  # noqa: BLE001  # what is looked for
                    counts["failures"] += 1
                    print(f"{name} {id_} {source}: {type(error).__name__}: {error}")
                    continue
                for kind, told in found:
                    counts[kind] += 1
                    if counts[kind] <= options.show:
                        print(f"{name} {id_} {source}: {kind}: {told}")
        print(f"{name}: {', '.join(f'{count} {kind}' for kind, count in counts.items())}", flush=True)


def _read_pages(file: Path) -> Iterator[tuple[str, str, str, str]]:
    with lzma.open(file, "rt", encoding="utf-8", newline="\n") as lines:
        for line in lines:
            row = json.loads(line)
            text = row.get("text") or row.get("groundtruth_content") or ""
            yield row.get("id") or row["track_id"], row["url"] or "", row["html"], text


def _convert(html: str, url: str, spans: Spans) -> Iterator[tuple[str, str]]:
    """Convert to all forms; yield the differences."""
    content = Content(html, url, derive_text(html, spans), normalize_spans(spans, len(html)), read_metadata(html))
    json.loads(format_fields(content.to_dict(), "json", url))
    lex(content.html)
    read = read_output(declare(content.markdown, "markdown"))
    one, other = _join(content.text), _join(_read_text(read))
    if one != other:
        yield "other texts", _tell_difference(one, other)
    written, parsed = (_sign(blocks) for blocks in (content.blocks, read))
    if written != parsed:
        at = next((i for i, (a, b) in enumerate(zip(written, parsed, strict=False)) if a != b), len(written))
        yield "other blocks", f"{written[max(at - 1, 0) : at + 3]} became {parsed[max(at - 1, 0) : at + 3]}"


def _read_text(blocks: tuple[Block, ...]) -> str:
    return "".join(block.text + plain_text(block.inlines) for block in walk(blocks))


def _join(text: str) -> str:
    """A text without white space and what shows nothing."""
    return re.sub(r"[\s\xad\u200b-\u200d\u2060\ufeff]+", "", text)


def _tell_difference(one: str, other: str) -> str:
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"{one[max(at - 30, 0) : at + 30]!r} became {other[max(at - 30, 0) : at + 30]!r}"


_KINDS = frozenset("heading list item quote code table row cell rule term definition formula".split())


def _sign(blocks: tuple[Block, ...]) -> Signature:
    """The kinds and levels of blocks; what Markdown cannot tell apart is the same: terms in a row, empty cells."""
    found: Signature = []
    for block in walk(blocks):
        empty = block.kind in ("row", "cell") and not any(part.inlines or part.text for part in walk((block,)))
        again = block.kind == "term" and found[-1:] == [("term", 0)]
        if block.kind in _KINDS and not empty and not again:
            found.append((block.kind, block.level))
    return found


if __name__ == "__main__":
    main()
