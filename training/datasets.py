"""The data sets beside the checkout, for benchmarks: one page a line, compressed."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

DATA = Path(__file__).resolve().parents[1] / ".." / "shared" / "data"


@dataclass(frozen=True)
class DatasetPage:
    """A page of a data set with its gold text; what the set does not know of a page is empty."""

    id: str
    url: str
    page_type: str
    html: str
    text: str


def read_dataset(folder: Path, name: str) -> Iterator[DatasetPage]:
    """Read ``NAME.jsonl.xz``."""
    file = folder / f"{name}.jsonl.xz"
    if not file.exists():
        raise SystemExit(f"{file}: is missing; --data names the folder of the data sets")
    with lzma.open(file, "rt", encoding="utf-8", newline="\n") as lines:
        for line in lines:
            record = json.loads(line)
            url = record["url"] or ""
            yield DatasetPage(record["id"], url, record.get("page_type", ""), record["html"], record.get("text", ""))


_SECOND_LEVEL = frozenset("ac co com edu gob gov ltd me mil net nhs or org plc sch".split())


def find_domain(url: str) -> str:
    """The registered domain of an address: its last two labels, three under such as co.uk; '' without a host."""
    labels = (urlsplit(url).hostname or "").split(".")
    long = len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in _SECOND_LEVEL
    return ".".join(labels[-3:] if long else labels[-2:])


def is_judged(site: str) -> bool:
    """Whether a site of WCXB belongs to the half that is only judged on, never tuned on."""
    return int.from_bytes(sha256(site.encode("utf-8")).digest(), "big") % 2 == 1
