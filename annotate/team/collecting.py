"""What the people of a team have decided, back in the package that their pages were assigned from."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from annotate.agree import read_urls, tell_other_page
from annotate.reading import Failed
from annotate.review.model.adjudication import KEY
from cetr.console import InputError, resolve_folder
from evaluate.package import (
    Decision,
    Document,
    PackageError,
    read_document,
    read_journal,
    read_meta,
    read_package,
    rewrite_document,
)
from evaluate.package.files import META
from evaluate.package.meta import format_meta
from evaluate.package.store import find_revision

ACTION = "collect"


@dataclass(frozen=True)
class Collected:
    """How many pages came from each package, and why others are left out, by name."""

    pages: dict[Path, int]
    left_out: dict[str, str]


def collect_pages(folder: Path, packages: Sequence[Path], on_document: Callable[[], object]) -> Collected:
    """Put what people have decided into the unfinished documents of the package that their pages were assigned from.

    What was collected before, and has not been changed in the package itself, is brought up to date. Where several
    people have decided on a page, the outcome of their adjudication is taken; while there is none, the page is left
    out. Raises `InputError` where a package is the one that is to be written.
    """
    for package in packages:
        if resolve_folder(package) == resolve_folder(folder):
            raise InputError(f"{package}: is the package itself; name the packages of the people")
    held = {package: set(read_package(package).names) for package in dict.fromkeys(packages)}
    taken: Counter[Path] = Counter(dict.fromkeys(held, 0))
    known = read_package(folder).names
    left_out = _find_strangers(folder, held, set(known))
    last = {decision.document: decision for decision in read_journal(folder)}
    for name in known:
        on_document()
        try:
            document = read_document(folder, name)
            origin = _find_origin(document, last.get(name))
            holders = [package for package, names in held.items() if name in names]
            if document.meta.decided and not origin:
                left_out |= _find_namesakes(document, holders)
                continue
            theirs = [read_document(package, name) for package in holders]
        except PackageError as error:
            left_out[name] = Failed(f"cannot be read: {error}")
            continue
        decided = [there for there in theirs if there.meta.decided]
        settled = [there for there in decided if KEY in there.meta.extra]
        chosen = settled or ([] if KEY in document.meta.extra else decided)
        people = dict.fromkeys([there.folder.name for there in chosen] + [origin] * (bool(origin) and not settled))
        if origin and all((there.meta, there.text) == (document.meta, document.text) for there in chosen):
            continue
        if not chosen:
            left_out[name] = "is not finished"
        elif len(people) > 1:
            left_out[name] = f"is finished in {' and '.join(people)}; settle it with annotate review --against"
        elif not _is_same_page(chosen[0], document):
            left_out[name] = tell_other_page({str(folder): document, chosen[0].folder.name: chosen[0]})
        else:
            _take(document, chosen[0])
            taken[chosen[0].folder] += 1
    return Collected(dict(taken), left_out)


def _find_namesakes(document: Document, holders: Sequence[Path]) -> dict[str, str]:
    """Find finished pages of another URL that have a document's name, as when somebody captures into their package."""
    for package in holders:
        meta = read_meta(package, document.name)
        if meta.decided and meta.url != document.meta.url and meta.html_sha256 != document.meta.html_sha256:
            other = read_document(package, document.name)
            return {document.name: tell_other_page({str(document.folder): document, package.name: other})}
    return {}


def _find_origin(document: Document, last: Decision | None) -> str:
    """Find the name of the package from which a document was collected; empty if it has been changed since."""
    if last is None or last.action != ACTION or last.detail.get("revision") != document.revision:
        return ""
    return str(last.detail.get("package"))


def _find_strangers(folder: Path, held: Mapping[Path, Set[str]], known: Set[str]) -> dict[str, str]:
    """Find finished documents of people that are not in the package: what is captured anew gets another name."""
    holders: defaultdict[str, list[str]] = defaultdict(list)
    urls: dict[str, str] = {}
    for package, names in held.items():
        for name in sorted(names - known):
            try:
                meta = read_meta(package, name)
            except PackageError:
                continue
            if meta.decided:
                holders[name].append(package.name)
                urls[name] = meta.url
    at = {url: name for name, url in read_urls(folder, known).items()} if holders else {}
    return {
        name: f"is finished in {' and '.join(there)} and not in the package"
        + (f", which has its URL as {at[urls[name]]}" if urls[name] in at else "")
        + "; copy its files if it belongs there"
        for name, there in holders.items()
    }


def list_collected(folder: Path) -> frozenset[str]:
    """List the documents that a package got from people's packages, without a decision of its own."""
    return frozenset(decision.document for decision in read_journal(folder) if decision.action == ACTION)


def _is_same_page(one: Document, other: Document) -> bool:
    """Whether two documents have the same page; what its metadata say of it is not enough, as marks must fit it."""
    return one.html == other.html and one.meta.html_sha256 == other.meta.html_sha256


def _take(document: Document, decided: Document) -> None:
    meta = format_meta(decided.meta, str(document.path(META)))
    decision = Decision(
        time=datetime.now(UTC),
        document=document.name,
        action=ACTION,
        annotator=decided.meta.annotator,
        before=document.spans,
        after=decided.spans,
        detail={"package": decided.folder.name, "revision": find_revision(meta, decided.text.encode())},
    )
    rewrite_document(document, decided.meta, decided.text, decision)
