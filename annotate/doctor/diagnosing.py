"""Find what is damaged in a package. Nothing is written here; a finding holds the contents that would repair it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from annotate.doctor.history import History, read_history
from cetr.console import InputError
from cetr.document import Spans, derive_text, normalize_spans
from evaluate.package import Meta, PackageError, PackageInfo, make_fragments, read_meta, read_package
from evaluate.package.files import HTML, INFO, META, SOURCE, TEXT, read_regular
from evaluate.package.journal import JOURNAL
from evaluate.package.meta import format_info, format_meta

_ASIDE = "journal.jsonl.torn"
_NOTE = "metadata lost; marks restored from the journal"


@dataclass(frozen=True)
class Injury:
    """A damaged ``file`` of the package, what is wrong with it, and what would help.

    ``mended`` maps the names of files to their right contents, None if only a person can help.
    """

    file: str
    problem: str
    cure: str
    mended: Mapping[str, bytes] | None = field(default=None, repr=False)


def diagnose(folder: Path) -> Iterator[Injury]:
    """Find all injuries of a package. Raises `PackageError` if the folder is not even a damaged package."""
    check_folder(folder)
    yield from _diagnose_info(folder)
    history = read_history(folder / JOURNAL)
    if history.problem:
        cure = "see docs/package-format.md" if "schema" in history.problem else "take it away"
        yield Injury(JOURNAL, history.problem, cure, None)
    elif history.lost or history.joined:
        what = f"{history.lost} rows that cannot be read, {history.joined} joined to the row before"
        aside = folder / _ASIDE
        kept = aside.read_bytes() if aside.is_file() and not aside.is_symlink() else b""
        kept += b"" if kept.endswith(history.bad) else history.bad  # a repair that was killed has put it there already
        mended = {JOURNAL: history.good} | ({_ASIDE: kept} if history.bad else {})
        yield Injury(JOURNAL, what, f"each decision on a line of its own; anything else goes to {_ASIDE}", mended)
    for name in _list_names(folder):
        yield from _diagnose_document(folder, name, history)


def check_folder(folder: Path) -> None:
    """Raise `PackageError` if the folder holds nothing of a package."""
    if not folder.is_dir() or not ((folder / INFO).exists() or (folder / JOURNAL).exists()):
        raise PackageError(f"{folder}: is not a test package: it has neither {INFO} nor {JOURNAL}")


def _diagnose_info(folder: Path) -> Iterator[Injury]:
    try:
        read_package(folder)
    except InputError as error:
        problem = _shorten(error, folder / INFO)
        if "schema" in problem or "link" in problem:
            yield Injury(INFO, problem, "see docs/package-format.md", None)
        else:
            mended = {INFO: format_info(PackageInfo(name=folder.resolve().name))}
            yield Injury(INFO, problem, "a new one with the folder's name; fill in the rest", mended)


def _list_names(folder: Path) -> list[str]:
    names = set()
    for path in folder.iterdir():
        for suffix in (META, HTML):
            stem = path.name.removesuffix(suffix)
            if stem != path.name and re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,119}", stem):
                names.add(stem)
    return sorted(names)


def _diagnose_document(folder: Path, name: str, history: History) -> Iterator[Injury]:
    """Find what is wrong with one document; of several problems, the one that the others depend on."""
    page, file = folder / (name + HTML), name + META
    try:
        data = read_regular(page)
    except FileNotFoundError:
        yield Injury(name + HTML, "is missing", "restore the page from a backup, or remove the document's other files")
        return
    except (OSError, PackageError) as error:
        yield Injury(name + HTML, _shorten(error, page), "put the page itself there")
        return
    try:
        meta = read_meta(folder, name)
    except InputError as error:
        yield _rebuild_meta(folder, name, data, history, _shorten(error, folder / file))
        return
    if sha256(data).hexdigest() != meta.html_sha256:
        yield _restore_page(name, data, meta)
        return
    html = data.decode("utf-8", "replace")
    if meta.spans and meta.spans[-1][1] > len(html):
        yield _restore_marks(name, html, meta, history)
    else:
        yield from _diagnose_text(folder, name, html, meta)


def _diagnose_text(folder: Path, name: str, html: str, meta: Meta) -> Iterator[Injury]:
    path = folder / (name + TEXT)
    try:
        read_regular(path).decode("utf-8")
    except UnicodeDecodeError as error:
        problem = f"is not UTF-8 (byte {error.start})"
    except FileNotFoundError:
        problem = "is missing"
    except (OSError, PackageError) as error:
        yield Injury(path.name, _shorten(error, path), "put the text itself there")
        return
    else:
        return
    yield Injury(path.name, problem, "the text of what is marked", {path.name: _text_of(html, meta.spans)})


def _restore_page(name: str, data: bytes, meta: Meta) -> Injury:
    """Restore converted line ends and a byte order mark if the hash confirms it."""
    unix = data.replace(b"\r\n", b"\n")
    for restored in (unix, unix.replace(b"\n", b"\r\n"), data.removeprefix(b"\xef\xbb\xbf")):
        if sha256(restored).hexdigest() == meta.html_sha256:
            problem = "differs from what was saved in its line ends, or in a byte order mark"
            return Injury(
                name + HTML, problem, "the bytes that were saved, verified by their hash", {name + HTML: restored}
            )
    return Injury(name + HTML, "is not the page that was saved (html_sha256)", "restore the page from a backup")


def _restore_marks(name: str, html: str, meta: Meta, history: History) -> Injury:
    problem = f"fragments end at {meta.spans[-1][1]}, the page has {len(html)} characters"
    spans = history.last_marks(name, len(html))
    if spans is None:
        return Injury(name + META, problem, "mark the page again: the journal has no marks that fit")
    meta = Meta(**{f: getattr(meta, f) for f in meta.__struct_fields__} | {"fragments": make_fragments(html, spans)})
    mended = {name + META: format_meta(meta, name + META), name + TEXT: _text_of(html, spans)}
    return Injury(name + META, problem, "the marks of the last decision in the journal", mended)


def _rebuild_meta(folder: Path, name: str, data: bytes, history: History, problem: str) -> Injury:
    """Rebuild metadata from the journal's last marks and what is still readable of the old ones."""
    file = name + META
    if "schema" in problem or "link" in problem:
        return Injury(file, problem, "see docs/package-format.md")
    spans = history.last_marks(name, len(html := data.decode("utf-8", "replace")))
    if spans is None:
        return Injury(file, problem, "restore it from a backup, or mark the page again: the journal has no marks")
    old = b""
    with suppress(OSError, PackageError):
        old = read_regular(folder / file)
    meta = Meta(
        url=_find(rb'"url":\s*"([^"\\\s]+)"', old) or _find(rb'rel="canonical"\s+href="([^"]+)"', data[:100_000]) or "",
        language=_find(rb'"language":\s*"([A-Za-z0-9-]+)"', old) or None,
        page_type=_find(rb'"page_type":\s*"([^"\\]+)"', old) or None,
        status="draft",
        annotator=history.last_annotator(name),
        html_sha256=sha256(data).hexdigest(),
        fragments=make_fragments(html, spans),
        note=_NOTE,
    )
    mended = {file: format_meta(meta, file)}
    if not (folder / (name + TEXT)).exists():
        mended[name + TEXT] = _text_of(html, spans)
    if (folder / (name + SOURCE)).exists() and not meta.url:
        problem += "; its URL is lost"
    return Injury(file, problem, "a draft with the marks of the last decision in the journal: check it", mended)


def _find(pattern: bytes, data: bytes) -> str:
    match = re.search(pattern, data)
    return match[1].decode("utf-8", "replace") if match else ""


def _text_of(html: str, spans: Spans) -> bytes:
    return derive_text(html, normalize_spans(spans, len(html))).encode("utf-8", "replace")


def _shorten(error: Exception, path: Path) -> str:
    """Remove the path, which has a column of its own, from an error's message."""
    said = (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
    return said.removeprefix(f"{path}: ").removeprefix(f"{path.parent}: ")
