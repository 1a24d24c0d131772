"""The documents that several packages have in common, each as its annotator left it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from annotate.reading import Failed
from cetr.console import count_of, disarm, name_some, resolve_folder
from evaluate.package import Document, PackageError, read_document, read_info, read_meta, read_package


@dataclass(frozen=True)
class Common:
    """A document and the numbers of the annotators, at least two, who have decided on it."""

    name: str
    documents: Mapping[int, Document]


@dataclass(frozen=True)
class Held:
    """The name of a document, which of the folders have it, and under which name the others have its URL, if any."""

    name: str
    listed: tuple[bool, ...]
    elsewhere: Mapping[int, str]


def name_annotators(folders: Sequence[Path]) -> tuple[str, ...]:
    """Name the folders so that they differ: the last part of their paths, or the whole paths."""
    short = tuple(resolve_folder(folder).name for folder in folders)
    return short if len(set(short)) == len(short) else tuple(str(folder) for folder in folders)


def find_common(folders: Sequence[Path], annotators: Sequence[str]) -> Iterator[tuple[str, Common | str]]:
    """Find the documents with the same page on which at least two annotators have decided; say why others are left
    out.
    """
    for held in list_held(folders):
        yield held.name, find_one(folders, annotators, held)


def list_held(folders: Sequence[Path]) -> list[Held]:
    """List the documents of all folders, by name."""
    listed = [set(read_package(folder).names) for folder in folders]
    together = sorted(set().union(*listed))
    alike = all(len(names) == len(together) for names in listed)
    urls = [{} if alike else read_urls(folder, names) for folder, names in zip(folders, listed, strict=True)]
    at = [{url: name for name, url in there.items()} for there in urls]
    held = []
    for name in together:
        url = next((there[name] for there in urls if name in there), "")
        elsewhere = {i: at[i][url] for i, names in enumerate(listed) if name not in names and url in at[i]}
        held.append(Held(name, tuple(name in names for names in listed), elsewhere))
    return held


def read_urls(folder: Path, names: Iterable[str]) -> dict[str, str]:
    """Read the URLs of those documents that have one and can be read."""
    found: dict[str, str] = {}
    for name in sorted(names):
        with suppress(PackageError):
            if url := read_meta(folder, name).url:
                found[name] = url
    return found


def find_one(folders: Sequence[Path], annotators: Sequence[str], held: Held) -> Common | str:
    """Read a document from the folders that have it; say why it is left out if it is."""
    name, listed = held.name, held.listed
    try:
        found = {i: read_document(folder, name) for i, folder in enumerate(folders) if listed[i]}
    except PackageError as error:
        return Failed(f"cannot be read: {error}")
    decided = {i: document for i, document in found.items() if document.meta.decided}
    if len(decided) < 2:
        missing = ", ".join(
            f"{a} (which has its URL as {held.elsewhere[i]})" if i in held.elsewhere else a
            for i, a in enumerate(annotators)
            if not listed[i]
        )
        unfinished = ", ".join(f"{annotators[i]} ({d.meta.status})" for i, d in found.items() if not d.meta.decided)
        return "; ".join(
            [f"is missing from {missing}"] * bool(missing) + [f"is not finished in {unfinished}"] * bool(unfinished)
        )
    if len({document.html for document in decided.values()}) > 1:
        return tell_other_page({annotators[i]: document for i, document in decided.items()})
    if all(document.meta.status == "rejected" for document in decided.values()):
        return "is rejected in all"
    return Common(name, decided)


def tell_other_page(documents: Mapping[str, Document]) -> str:
    """Say why a document is not the same page in packages, given by name, and what to do."""
    if len({document.meta.url for document in documents.values()}) > 1:
        said = " and ".join(f"{who} ({document.meta.url or 'without URL'})" for who, document in documents.items())
        return f"is another page in {said}; rename its files in one of them"
    if len({document.meta.html_sha256 for document in documents.values()}) == 1:
        return f"is damaged in one of {', '.join(documents)}; repair it with 'annotate doctor'"
    said = " and ".join(f"{who} ({_tell_time(document)})" for who, document in documents.items())
    return f"has different HTML in {said}; let all mark the same capture"


def _tell_time(document: Document) -> str:
    captured = document.meta.captured
    return f"captured {captured.time:%Y-%m-%d %H:%M}" if captured else "imported"


def tell_guidelines(folders: Sequence[Path]) -> list[str]:
    """Write a line for each package that has another guideline than the first."""
    first, *others = folders
    known = read_info(first).guideline.strip()
    return [
        f"{folder}: has another guideline than {first}; decide which one counts, and copy it from package.toml"
        for folder in others
        if read_info(folder).guideline.strip() != known
    ]


def tell_omitted(omitted: Mapping[str, str]) -> list[str]:
    """Write a line for each reason why documents are left out."""
    by_reason: defaultdict[str, list[str]] = defaultdict(list)
    for name, reason in omitted.items():
        by_reason[reason].append(name)
    lines = []
    for reason, names in by_reason.items():
        if len(names) == 1:
            lines.append(f"{names[0]}: {disarm(reason)}; left out")
        else:
            lines.append(f"{count_of(len(names), 'document')} left out ({name_some(names)}): each {disarm(reason)}")
    return lines
