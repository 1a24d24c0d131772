"""The entries of the list of documents, and its order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from annotate.review.model.linetext import ease
from annotate.review.model.signing import read_put_off
from cetr.document import find_host
from evaluate.package import Meta

Order = Literal["given", "name", "status", "language", "f1", "disputed"]
ORDERS: tuple[Order, ...] = ("name", "status", "language", "f1", "disputed")
FLAGS = ("fragmented", "multiple_articles")
_STATUS_ORDER = {"draft": 0, "harvested": 1, "gold": 2, "rejected": 3, "reviewed": 4}


@dataclass(frozen=True)
class Entry:
    """One document in the list. ``f1`` and ``contest`` are None until they have been computed.

    ``unmarked`` says that ``f1`` means nothing, because nothing is marked; ``later`` says whether somebody has skipped
    it or is unsure of it; ``findings`` are the kinds of findings of the check.
    """

    name: str
    status: str = ""
    language: str = ""
    note: bool = False
    title: str = ""
    url: str = ""
    f1: float | None = None
    contest: float | None = None
    site: str = ""
    page_type: str = ""
    annotator: str = ""
    flags: str = ""
    later: str = ""
    failed: bool = False
    unmarked: bool = False
    findings: tuple[str, ...] = ()

    @property
    def done(self) -> bool:
        """Whether it has been approved or rejected."""
        return self.status in ("reviewed", "rejected")

    def is_known(self, order: Order) -> bool:
        """Whether the values that an order and a filter need have been read or computed."""
        needed = {"f1": self.f1 is not None or self.failed, "disputed": self.contest is not None or self.failed}
        return bool(self.status) and needed.get(order, True)


def list_flags(meta: Meta) -> list[str]:
    """List the flags that are set, as people read them."""
    return [flag.replace("_", " ") for flag in FLAGS if getattr(meta, flag)]


def describe(meta: Meta) -> dict[str, object]:
    """Return the fields of an entry that come from the document's metadata."""
    return {
        "status": meta.status,
        "language": meta.language or "",
        "note": bool(meta.note),
        "title": meta.title or "",
        "url": meta.url,
        "site": find_host(meta.url),
        "page_type": meta.page_type or "",
        "annotator": meta.annotator or "",
        "flags": " ".join(list_flags(meta)),
        "later": " ".join(sorted(set(read_put_off(meta).values()))),
    }


def arrange(entries: Iterable[Entry], order: Order, wanted: str = "") -> list[str]:
    """Return the names of the entries that match, in an order.

    ``wanted`` has words. Each must occur in what is known of a document: name, title, status, language, site, page
    type, annotator, flags, 'note', 'finding' and the kinds of findings, 'skipped', 'unsure'. 'f1' puts the worst first,
    and 'disputed' those whose columns differ most. Entries without a figure come last. 'given' leaves the order.
    """
    words = ease(wanted).split()
    matching = [e for e in entries if all(w in _haystack(e) for w in words)]
    keys = {
        "given": lambda e: (),
        "name": lambda e: (e.name,),
        "status": lambda e: (_STATUS_ORDER.get(e.status, 9), e.name),
        "language": lambda e: (e.language or "\uffff", e.name),
        "f1": lambda e: (2.0 if e.f1 is None or e.unmarked else e.f1, e.name),
        "disputed": lambda e: (1.0 if e.contest is None else -e.contest, 2.0 if e.f1 is None else e.f1, e.name),
    }
    return [e.name for e in sorted(matching, key=keys[order])]


def _haystack(entry: Entry) -> str:
    flags = (
        entry.flags
        + (" note" if entry.note else "")
        + (f" finding {' '.join(entry.findings)}" if entry.findings else "")
    )
    known = (entry.name, entry.title or entry.url, entry.status, entry.language, entry.site)
    return ease(f"{' '.join(known)} {entry.page_type} {entry.annotator} {entry.later} {flags}")


def count_done(entries: Mapping[str, Entry]) -> int:
    """Count the documents that have been approved or rejected."""
    return sum(entry.done for entry in entries.values())
