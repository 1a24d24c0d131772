"""Damaged pages, meta data and journals through all that reads them: ``python -m benchmarks.fuzz --seconds 60``.

What a reader may answer is `InputError`, or a result that holds together; anything else is printed with the seed that
makes it again, and the exit code is 1. The seeds are the pages of ``packages/starter``.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from pathlib import Path
from tempfile import TemporaryDirectory

from annotate.doctor.history import read_history
from cetr.console import InputError
from cetr.document import decode_html, derive_text, lex, locate_text, normalize_spans
from evaluate.measures import compare
from evaluate.measures.comparison import Comparison
from evaluate.package.meta import parse_info, parse_meta

STARTER = Path(__file__).parent.parent / "packages" / "starter"
MEASURES = ("words", "chars", "bag", "set", "shingles", "rouge-lsum", "levenshtein")
BITS = (
    *(b"<", b">", b"</", b"<!--", b"-->", b"<![CDATA[", b"]]>", b"&#x110000;", b"&#0;", b"&notit;", b"\0", b"\r"),
    *(b"\xed\xa0\x80", b"\xef\xbb\xbf", b"<svg>", b"<script>", b"</script", b"<template>", b"<plaintext>"),
    *(b"<textarea>", b"<table><td>", b'"', b"'", b"{", b"}", b"[", b"1e999", b"-1"),
)
ROW = b'{"time":"2026-01-01T00:00:00Z","document":"a","action":"edit","id":"x"}\n'


def damage(rng: random.Random, data: bytes) -> bytes:
    """A part of the data with up to a dozen changes."""
    changed = bytearray(data[: rng.choice((200, 2_000, 20_000))])
    for _ in range(rng.randrange(1, 12)):
        at, other = rng.randrange(len(changed) + 1), rng.randrange(len(changed) + 1)
        match rng.randrange(4):
            case 0:
                changed[at:at] = rng.choice(BITS)
            case 1:
                del changed[at : at + rng.randrange(1, 40)]
            case 2:
                changed[at:at] = changed[other : other + rng.randrange(80)]
            case 3:
                changed[at : at + 1] = bytes([rng.randrange(256)])
    return bytes(changed)


def read_page(rng: random.Random, data: bytes) -> None:
    """Lex, derive, locate and measure a page."""
    html = decode_html(data, None)[0]
    whole = normalize_spans([(0, len(html))], len(html))
    text, located = derive_text(html, whole, lex(html)), locate_text(html, whole)
    assert located.text.split() == text.split(), "located and derived text differ"
    assert (located.start <= located.end).all() and (located.end <= len(html)).all(), "places lie outside the page"
    ends = [sorted((rng.randrange(len(html) + 1), rng.randrange(len(html) + 1))) for _ in range(3)]
    part = derive_text(html, normalize_spans([(start, end) for start, end in ends], len(html)))
    for score in compare(Comparison(text[:3_000], part[:3_000]), MEASURES).values():
        assert 0 <= score.f1 <= 1, "a score lies outside 0 to 1"


def read_records(rng: random.Random, meta: bytes, journal: Path) -> None:
    """Read meta data and a journal."""
    for parse in (parse_meta, parse_info):
        try:
            parse(damage(rng, meta), "meta")
        except InputError:
            continue
    journal.write_bytes(damage(rng, ROW * 5))
    history = read_history(journal)
    assert len(history.decisions) <= len(history.good.splitlines()), "a decision has no row"


def main() -> int:
    """Run until the time is over."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0, help="the first seed; each case has the next one")
    options = parser.parse_args()
    pages = [path.read_bytes() for path in sorted(STARTER.glob("*.html"))]
    metas = [path.read_bytes() for path in sorted(STARTER.glob("*.json"))]
    until, seed, failed, slowest = time.monotonic() + options.seconds, options.seed, 0, 0.0
    with TemporaryDirectory() as folder:
        while time.monotonic() < until:
            rng, begun = random.Random(seed), time.process_time()
            try:
                read_page(rng, damage(rng, rng.choice(pages)))
                read_records(rng, rng.choice(metas), Path(folder, "journal.jsonl"))
            except Exception:  # noqa: BLE001 - whatever it is, it is told
                failed += 1
                print(f"--seed {seed}:\n{traceback.format_exc()}", file=sys.stderr)
            slowest = max(slowest, time.process_time() - begun)
            seed += 1
    print(f"{seed - options.seed} cases, {failed} failed, slowest {slowest:.2f} s of processor time")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
