"""Find what is damaged in a package. Nothing is written here; a finding holds the contents that would repair it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from annotate.doctor.attached import check_attached
from annotate.doctor.branches import describe_branches, find_branched, settle
from annotate.doctor.history import History, read_history
from annotate.doctor.injury import KEPT, OWN_SIDE, Injury, shorten
from annotate.doctor.metadata import format_marked, rebuild_meta, reread_meta, restore_marks
from annotate.doctor.misnaming import find_misnamed
from annotate.doctor.recovering import CONFLICT, list_readings, recode
from cetr.console import InputError
from cetr.document import Spans
from evaluate.package import Meta, PackageError, PackageInfo, read_meta, read_package
from evaluate.package.appending import TORN
from evaluate.package.committing import find_committed
from evaluate.package.files import HTML, INFO, META, TEXT, is_own_folder, read_regular
from evaluate.package.journal import JOURNAL, PENDING, format_decision
from evaluate.package.meta import format_info, parse_info
from evaluate.package.names import is_name

BEFORE = ".before-repair"
"""The folder of the package that holds copies of repaired files, in one folder for each repair."""

_ASIDE = JOURNAL + TORN
_LINES = 500
"""No description of a package that is cut off is tried line by line beyond these."""

_STAND = "look at it in annotate review; a repair keeps its present marks and records that in the journal"
_MARKED = "the text of the marks"


def diagnose(folder: Path) -> Iterator[Injury]:
    """Find all injuries of a package. Raises `PackageError` if the folder is not even a damaged package."""
    check_folder(folder)
    history = read_history(folder / JOURNAL)
    misnamed = list(find_misnamed(folder, {decision.document for decision in history.decisions}))
    if misnamed:
        # What else is damaged shows when files have their names again.
        for name, right in misnamed:
            problem = f"no reader finds it: its name differs from {right} in upper and lower case"
            try:
                yield Injury(name, problem, f"named {right}", {right: read_regular(folder / name), name: None})
            except (OSError, PackageError) as error:
                yield Injury(name, f"{problem}; it {shorten(error, folder / name)}", f"rename it to {right}")
        return
    yield from _diagnose_info(folder)
    yield from _diagnose_journal(folder, history)
    pages: dict[str, Path] = {}  # by their hashes, filled when a page is not what it should be
    for name in _list_names(folder):
        yield from _diagnose_document(folder, name, history, pages)


def check_folder(folder: Path) -> None:
    """Raise `PackageError` if the folder holds nothing of a package."""
    if not folder.is_dir() or not any(path.name.lower() in (INFO, JOURNAL) for path in folder.iterdir()):
        raise PackageError(f"{folder}: is not a test package: it has neither {INFO} nor {JOURNAL}")


def _diagnose_journal(folder: Path, history: History) -> Iterator[Injury]:
    """Find what is wrong with the rows of the journal, and the documents on which branches decided differently."""
    if history.problem:
        cure = "see docs/package-format.md" if "schema" in history.problem else "move it out of the package"
        yield Injury(JOURNAL, history.problem, cure, None)
        return
    names = set(_list_names(folder))
    branched = {name: ends for name, ends in find_branched(history.decisions).items() if name in names}
    marks: dict[str, Spans] = {}
    for name in branched:
        with suppress(InputError):
            marks[name] = read_meta(folder, name).spans
    settled = [format_decision(settle(name, branched[name], stands)) for name, stands in marks.items()]
    good = history.good + b"".join(settled)
    if history.flaws:
        kept = b""
        with suppress(FileNotFoundError):
            kept = read_regular(folder / _ASIDE)
        kept += b"" if kept.endswith(history.bad) else history.bad  # a repair that was killed has put it there already
        mended = {JOURNAL: good} | ({_ASIDE: kept} if history.bad else {})
        cure = f"each decision once, on a line of its own; anything else goes to {_ASIDE}"
        yield Injury(JOURNAL, ", ".join(history.flaws), cure, mended)
    for name, ends in branched.items():
        problem = describe_branches(ends, marks.get(name))
        if name in marks:
            yield Injury(name + META, problem, _STAND, {JOURNAL: good})
        else:
            yield Injury(name + META, problem, "decide on it in annotate review when its metadata is repaired")


def _diagnose_info(folder: Path) -> Iterator[Injury]:
    try:
        read_package(folder)
    except InputError as error:
        problem = shorten(error, folder / INFO)
        if "schema" in problem or "link" in problem:
            yield Injury(INFO, problem, "see docs/package-format.md", None)
            return
        data = b""
        with suppress(OSError, PackageError):
            data = read_regular(folder / INFO)
        for what, restored in (*list_readings(data), *_list_beginnings(recode(data))):
            with suppress(InputError):
                parse_info(restored, INFO)
                yield Injury(INFO, what or problem, OWN_SIDE if "conflict" in what else KEPT, {INFO: restored})
                return
        mended = {INFO: format_info(PackageInfo(name=folder.resolve().name))}
        yield Injury(INFO, problem, "a new one with the folder's name; fill in the rest", mended)


def _list_beginnings(data: bytes) -> Iterator[tuple[str, bytes]]:
    """The lines of a file that is cut off, fewer and fewer."""
    lines = data.splitlines(keepends=True)[:_LINES]
    for number in range(len(lines) - 1, 0, -1):
        yield "", b"".join(lines[:number])


def _list_names(folder: Path) -> list[str]:
    files = [path.name for path in folder.iterdir()]
    stems = {file.removesuffix(suffix) for suffix in (META, HTML) for file in files if file.endswith(suffix)}
    return sorted(filter(is_name, stems))


def _diagnose_document(folder: Path, name: str, history: History, pages: dict[str, Path]) -> Iterator[Injury]:
    """Find what is wrong with one document; of several problems, the one that the others depend on."""
    page, file = folder / (name + HTML), name + META
    if find_committed(folder, name).is_dir():
        cure = "any command that saves into the package completes it"
        yield Injury(f"{PENDING}/{name}.commit", "a save of this document was interrupted; readers see it", cure)
        return
    try:
        data = read_regular(page)
    except FileNotFoundError:
        yield Injury(name + HTML, "is missing", "restore the page from a backup, or remove the document's other files")
        return
    except (OSError, PackageError) as error:
        yield Injury(name + HTML, shorten(error, page), "put the page there, as a regular file")
        return
    try:
        meta = read_meta(folder, name)
    except InputError as error:
        if injury := reread_meta(folder, name, data, history):
            yield injury
            return
        yield rebuild_meta(folder, name, data, history, shorten(error, folder / file))
        return
    if sha256(data).hexdigest() != meta.html_sha256:
        yield _restore_page(folder, name, data, meta, pages)
        return
    for suffix, problem, cure, right in check_attached(folder, name, meta):
        yield Injury(name + suffix, problem, cure, None if right is None else {name + suffix: right})
    html = data.decode("utf-8", "replace")
    if meta.spans and meta.spans[-1][1] > len(html):
        yield restore_marks(name, html, meta, history)
    else:
        yield from _diagnose_text(folder, name, html, meta, history.list_marks(name))


def _diagnose_text(folder: Path, name: str, html: str, meta: Meta, known: frozenset[Spans]) -> Iterator[Injury]:
    path = folder / (name + TEXT)
    marked = format_marked(html, meta.spans)
    try:
        data = read_regular(path)
    except FileNotFoundError:
        yield Injury(path.name, "is missing", _MARKED, {path.name: marked})
        return
    except (OSError, PackageError) as error:
        yield Injury(path.name, shorten(error, path), "put the text there, as a regular file")
        return
    if CONFLICT.match(data) or b"\n<<<<<<< " in data:
        sides = [side for what, side in list_readings(data) if "conflict" in what]
        if sides:
            right = marked if marked in sides else sides[0]
            yield Injury(path.name, "has a merge conflict of git", OWN_SIDE, {path.name: right})
            return
    if problem := _find_cut(data, marked) or _find_other_marks(data, marked, html, known):
        yield Injury(path.name, problem, _MARKED, {path.name: marked})


def _find_other_marks(data: bytes, marked: bytes, html: str, known: frozenset[Spans]) -> str:
    """What shows that a text is of other marks: git takes each file from the branch that has changed it."""
    if data == marked:
        return ""
    fitting = (marks for marks in known if not marks or marks[-1][1] <= len(html))
    return "is the text of other marks" if any(format_marked(html, marks) == data for marks in fitting) else ""


def _find_cut(data: bytes, marked: bytes) -> str:
    """What shows that a text was not written as it is: people edit texts, but they cut no words and type no zeros."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return f"is not UTF-8 (byte {error.start})"
    whole = marked.decode("utf-8")
    if not text and whole:
        return "is empty, though there are marks"
    if "\0" in text and "\0" not in whole:
        return "contains zero bytes"
    rest = whole.removeprefix(text)
    return "is cut off within a word" if rest != whole and text[-1:].isalnum() and rest[:1].isalnum() else ""


def _restore_page(folder: Path, name: str, data: bytes, meta: Meta, pages: dict[str, Path]) -> Injury:
    """Restore a page if the hash confirms it: other line ends or encodings, a merge conflict, two pages exchanged."""
    for problem, restored in list_readings(data):
        if sha256(restored).hexdigest() == meta.html_sha256:
            return Injury(name + HTML, problem, "the bytes that were saved, by their hash", {name + HTML: restored})
    if not pages:
        # Of two exchanged pages, a repair that was killed may have put back one and kept the other.
        earlier = (folder / BEFORE).glob(f"*/*{HTML}") if is_own_folder(folder / BEFORE) else ()
        for path in (*earlier, *(folder / (other + HTML) for other in _list_names(folder))):
            with suppress(OSError, PackageError):
                pages[sha256(read_regular(path)).hexdigest()] = path
    if path := pages.get(meta.html_sha256):
        problem = f"contains a different page; its own is in {path.relative_to(folder)}"
        return Injury(name + HTML, problem, "the page that was saved, by its hash", {name + HTML: read_regular(path)})
    return Injury(name + HTML, "is not the page that was saved (html_sha256)", "restore the page from a backup")
