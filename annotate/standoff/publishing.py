"""Write the gold of a package without its pages."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from annotate.formats.files import write_export
from annotate.standoff.lines import read_lines
from annotate.standoff.published import ABOUT, GOLD, README, URLS, Row, make_row
from cetr.console import InputError, Limits, count_of, map_within
from evaluate.markdown import escape
from evaluate.package import PackageInfo, read_document

LIMITS = Limits(timeout=300)
"""What one page may take."""


def describe_all(places: Iterable[tuple[Path, str]], jobs: int) -> Iterable[Row]:
    """Describe the pages and the gold of documents, given by folder and name. Raises `InputError` if one cannot be."""
    return map_within(LIMITS, _describe, places, jobs, _refuse)


def _describe(place: tuple[Path, str]) -> Row:
    document = read_document(*place)
    return make_row(document.name, document.meta, read_lines(document.html, document.spans, document.optional))


def _refuse(place: tuple[Path, str], why: str) -> Row:
    folder, name = place
    raise InputError(f"{folder / name}: {why}")


def write_published(rows: Iterable[Row], info: PackageInfo, target: Path) -> None:
    """Write published gold into a new folder; what users have put under ``extra`` is left out."""
    urls: dict[str, None] = {}
    count = 0
    target.mkdir()
    with (target / GOLD).open("wb") as file:
        for row in rows:
            file.write(msgspec.json.encode(row) + b"\n")
            urls |= {row.url: None} if row.url.split() == [row.url] else {}  # a line break would make two
            count += 1
    about = msgspec.json.encode(msgspec.structs.replace(info, extra={}))
    write_export(target / ABOUT, msgspec.json.format(about, indent=2) + b"\n")
    write_export(target / URLS, "".join(f"{url}\n" for url in urls))
    write_export(target / README, write_readme(info, count))


def write_readme(info: PackageInfo, count: int) -> str:
    """Write what a person needs who finds the folder."""
    licence = f"\n## Licence\n\n{info.license.strip()}. It covers the annotation.\n" if info.license.strip() else ""
    return f"""\
# {escape(info.title or info.name)}

{info.description.strip() or "A gold standard for web content extraction."}

This folder says what the main content of {count_of(count, "page")} is, and has none of their text. You need the pages \
from elsewhere: from the archive in which they are, or from the web. `{URLS}` lists their URLs. With cetr-gold:

```sh
annotate capture --headless --urls {URLS} -p pages     # or take a WARC file with the pages
annotate restore . gold --pages pages
```

Pages that have changed since they were marked become drafts. Check them with `annotate review gold`.

## What counts as main content

{info.guideline.strip() or "No guideline is recorded."}

## Files

`{GOLD}` has a line for each page. `lines` are the lines of its text in order, long ones in parts, each as `[label, \
words, digest, before, after]`:

- The label is 1 for main content, 2 for text that counts neither way, 3 for both, and 0 for anything else.
- A word is a case-folded run of letters and digits, or one letter of a script without spaces.
- The digest of the words w_0 to w_k is the upper 40 bits of the sum of h(w_i) * 0x9E3779B97F4A7C15**i modulo 2**64. \
h is BLAKE2b with eight bytes, read as a big-endian number.
- `before` and `after` count the signs, such as quotation marks, around the words of marked text.

`spans` and `optional` are half-open intervals of code points. They hold only for the HTML with the given SHA-256.
{licence}"""
