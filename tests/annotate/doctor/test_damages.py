"""Ways in which packages are damaged: each is explained in a line, and mended where something tells what was there."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from annotate.doctor import diagnose, repair
from evaluate.package import (
    Decision,
    Meta,
    PackageInfo,
    Source,
    create_package,
    html_hash,
    make_fragments,
    read_document,
    read_journal,
    read_meta,
    read_package,
    write_document,
)

PAGES = {name: f"<nav>Menu</nav>\n<p>Gold of {name}, a köstlich page.</p>\n<p>More of it.</p>" for name in ("a", "b")}
SERVED = b"<p>As served.\n"
TIME = datetime(2026, 1, 1, tzinfo=UTC)
ATTACHED = {
    ".png": b"\x89PNG\r\n\x1a\nIEND\xaeB`\x82",
    ".source.html": SERVED,
    ".warc.gz": gzip.compress(b"WARC/1.1\r\n" + bytes(range(256)) * 9),
}
INFO = PackageInfo(name="gold", title="Käse", license="CC0-1.0", guideline="One.\n\nTwo.")


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Two documents with a decision each, by two people."""
    folder = tmp_path / "gold"
    create_package(folder, INFO)
    for name, html in PAGES.items():
        spans = ((html.index("<p>"), len(html)),)
        meta = Meta(
            url=f"https://{name}.example/",
            title="Käse",
            html_sha256=html_hash(html),
            fragments=make_fragments(html, spans),
            annotator="Zoë",
            source=Source(sha256=sha256(SERVED).hexdigest()),
        )
        decision = Decision(time=TIME, document=name, action="capture", annotator="Zoë", after=spans)
        text = f"Gold of {name}, a köstlich page.\nMore of it."
        write_document(folder, name, meta=meta, text=text, html=html, decision=decision, attachments=ATTACHED)
    return folder


Files = dict[str, bytes]
"""The files that a damage writes instead of those that are there."""


def conflict(data: bytes, other: bytes) -> bytes:
    """What git leaves of a file whose first line two branches have changed."""
    (one, _, rest), (two, _, _) = data.partition(b"\n"), other.partition(b"\n")
    return b"<<<<<<< HEAD\n%b\n||||||| 1a2b3c\nbase\n=======\n%b\n>>>>>>> theirs\n%b" % (one, two, rest)


def utf16(data: bytes) -> bytes:
    """What an editor or a shell of Windows makes of it."""
    return data.decode().encode("utf-16")


def change_id(row: bytes) -> bytes:
    """Another decision under the id of this one."""
    return json.dumps(json.loads(row) | {"seconds": 9.0}).encode() + b"\n"


WHOLE: dict[str, tuple[str, Callable[[Files], Files]]] = {
    "info: merge conflict": (
        "merge conflict",
        lambda f: {"package.toml": conflict(f["package.toml"], b"schema = 1 # theirs")},
    ),
    "info: UTF-16": ("not UTF-8", lambda f: {"package.toml": utf16(f["package.toml"])}),
    "info: Latin-1": ("not UTF-8", lambda f: {"package.toml": f["package.toml"].decode().encode("cp1252")}),
    "meta: merge conflict": ("merge conflict", lambda f: {"a.json": conflict(f["a.json"], b"[")}),
    "meta: UTF-16": ("not UTF-8", lambda f: {"a.json": utf16(f["a.json"])}),
    "meta: Latin-1": ("not UTF-8", lambda f: {"a.json": f["a.json"].decode().encode("cp1252")}),
    "page: merge conflict": ("merge conflict", lambda f: {"a.html": conflict(f["a.html"], b"<p>Theirs")}),
    "page: merge conflict to its end": (
        "merge conflict",
        lambda f: {"a.html": b"<<<<<<< HEAD\n%b\n=======\n<p>Theirs\n>>>>>>> theirs\n" % f["a.html"]},
    ),
    "page: UTF-16": ("not UTF-8", lambda f: {"a.html": utf16(f["a.html"])}),
    "page: Latin-1": ("not UTF-8", lambda f: {"a.html": f["a.html"].decode().encode("cp1252")}),
    "page: byte order mark": ("byte order mark", lambda f: {"a.html": b"\xef\xbb\xbf" + f["a.html"]}),
    "page: line ends": ("line ends", lambda f: {"a.html": f["a.html"].replace(b"\n", b"\r\n")}),
    "page: last line end": ("line ends", lambda f: {"a.html": f["a.html"] + b"\n"}),
    "page: line ends of an editor": ("line ends", lambda f: {"a.html": (f["a.html"] + b"\n").replace(b"\n", b"\r\n")}),
    "pages exchanged": ("its own is in", lambda f: {"a.html": f["b.html"], "b.html": f["a.html"]}),
    "page of another": ("its own is in", lambda f: {"a.html": f["b.html"], "old.html": f["a.html"]}),
    "text: merge conflict": ("merge conflict", lambda f: {"a.txt": conflict(f["a.txt"], b"Theirs")}),
    "text: empty": ("is empty", lambda f: {"a.txt": b""}),
    "text: cut off": ("is cut off", lambda f: {"a.txt": f["a.txt"][:-2]}),
    "text: zeros": ("zero bytes", lambda f: {"a.txt": f["a.txt"][:9] + bytes(9)}),
    "text: Latin-1": ("not UTF-8", lambda f: {"a.txt": f["a.txt"].decode().encode("cp1252")}),
    "journal: merge conflict": (
        "3 rows of a merge conflict",
        lambda f: {
            "journal.jsonl": b"<<<<<<< HEAD\n%b=======\n%b>>>>>>> theirs\n"
            % tuple(f["journal.jsonl"].splitlines(keepends=True))
        },
    ),
    "journal: UTF-16": ("UTF-16", lambda f: {"journal.jsonl": utf16(f["journal.jsonl"])}),
    "journal: Latin-1": (
        "2 rows in another encoding",
        lambda f: {"journal.jsonl": f["journal.jsonl"].decode().encode("cp1252")},
    ),
    "journal: twice": ("2 rows that occur twice", lambda f: {"journal.jsonl": 2 * f["journal.jsonl"]}),
    "journal: joined": ("joined", lambda f: {"journal.jsonl": f["journal.jsonl"].replace(b"\n", b"")}),
    "journal: zeros": ("cannot be read", lambda f: {"journal.jsonl": f["journal.jsonl"] + b'{"time": "20' + bytes(40)}),
    "response: line ends": ("line ends", lambda f: {"a.source.html": SERVED.replace(b"\n", b"\r\n")}),
}
"""What is damaged and comes back as it was: what the finding says, and the damage."""

MOVED = ["package.toml", "journal.jsonl", "a.html", "a.json", "a.txt", "a.png", "a.source.html"]


def damage(package: Path, files: Files) -> None:
    """Write files into a package."""
    for name, data in files.items():
        (package / name).write_bytes(data)


def read_files(package: Path) -> Files:
    """The files of a package, but hidden ones."""
    return {path.name: path.read_bytes() for path in package.iterdir() if path.is_file() and path.name[0] != "."}


def check_whole(package: Path) -> None:
    """All is there as it was saved."""
    assert list(diagnose(package)) == []
    assert read_package(package).info == INFO
    for name, html in PAGES.items():
        document = read_document(package, name, verify=True)
        assert (document.html, document.meta.title, document.meta.status) == (html, "Käse", "gold")
        assert document.text == f"Gold of {name}, a köstlich page.\nMore of it."
    assert [(row.document, row.annotator) for row in read_journal(package)] == [("a", "Zoë"), ("b", "Zoë")]


@pytest.mark.parametrize("name", WHOLE)
def test_it_comes_back_as_it_was(package: Path, name: str) -> None:
    """It is explained, mended in one go, and what stood there is in the copies."""
    said, spoil = WHOLE[name]
    damage(package, spoil(read_files(package)))
    damaged = read_files(package)
    found, kept = repair(package)
    assert found and all(said in injury.problem or "page" in name for injury in found)
    assert said in found[0].problem
    assert kept is not None
    changed = {file: data for file, data in damaged.items() if read_files(package).get(file) != data}
    assert {file: (kept / file).read_bytes() for file in changed} == changed
    (package / "old.html").unlink(missing_ok=True)
    check_whole(package)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (b'"gold"', b'"Gold"'),
        (b'"title"', b'"titel"'),
        (b'"note": ""', b'"note": 1'),
        (b'"fragments": [', b'"fragments": [1, '),
    ],
)
def test_a_slip_in_one_field_costs_no_other(package: Path, right: bytes, wrong: bytes) -> None:
    """Whoever edits metadata by hand keeps what is right of it; somebody looks at the page again."""
    meta = package / "a.json"
    before = read_meta(package, "a")
    meta.write_bytes(meta.read_bytes().replace(right, wrong, 1))
    repair(package)
    changed = {"status": "draft", "note": "metadata repaired; marks restored from the journal"}
    changed |= {"title": None} if b"titel" in wrong else {}
    assert read_meta(package, "a") == msgspec.structs.replace(before, **changed)


def test_a_page_of_two_exchanged_ones_is_found_in_the_copies(package: Path) -> None:
    """A repair was killed when it had put back one of them."""
    kept = package / ".before-repair" / "1"
    kept.mkdir(parents=True)
    (package / "b.html").rename(kept / "a.html")
    shutil.copy(package / "a.html", package / "b.html")
    repair(package)
    check_whole(package)


@pytest.mark.parametrize("name", MOVED)
def test_letters_of_another_case_are_put_right(package: Path, name: str) -> None:
    """What a file system or an archive has renamed gets its name back, also after a repair that was killed half-way."""
    (package / name).rename(package / name.upper())
    shutil.copy(package / name.upper(), package / name)
    (found,) = diagnose(package)
    assert (found.file, found.cure) == (name.upper(), f"named {name}")
    (package / name).unlink()
    found, _ = repair(package)
    assert [injury.file for injury in found] == [name.upper()]
    assert not (package / name.upper()).exists()
    check_whole(package)


def test_all_files_in_capitals_come_back(package: Path) -> None:
    """The journal knows how the documents were called."""
    for path in list(package.iterdir()):
        if path.is_file() and path.name[0] != ".":
            path.rename(package / path.name.upper())
    repair(package)
    repair(package)
    check_whole(package)


def test_two_decisions_with_one_id_are_both_kept(package: Path) -> None:
    """The second has an id of its own then, so that none counts as a repetition of the other."""
    journal = package / "journal.jsonl"
    first = journal.read_bytes().splitlines(keepends=True)[0]
    journal.write_bytes(journal.read_bytes() + change_id(first))
    (found,), _ = repair(package)
    assert found.problem == "1 row with the id of another one"
    rows = list(read_journal(package))
    assert [row.seconds for row in rows] == [None, None, 9.0]
    assert len({row.id for row in rows}) == 3
    assert list(diagnose(package)) == []


def test_a_key_that_nobody_reads_may_be_in_any_encoding(package: Path) -> None:
    """Fuzzing found it: readers take such a row, and so does the doctor."""
    journal = package / "journal.jsonl"
    journal.write_bytes(journal.read_bytes().replace(b'"seconds"', b'"\xff\xff"'))
    assert len(list(read_journal(package))) == 2
    assert list(diagnose(package)) == []


def test_a_row_in_another_encoding_may_be_followed_by_zeros(package: Path) -> None:
    """Fuzzing found it: the doctor ended with a traceback."""
    journal = package / "journal.jsonl"
    decision = b'{"time": "2026-01-01T00:00:00Z", "document": "a", "action": "mar\xe9k", "annotator": "a"}'
    journal.write_bytes(decision + bytes(9) + b"\n")
    assert "1 row in another encoding" in [injury.problem for injury in diagnose(package)]
    repair(package)
    assert [row.action for row in read_journal(package)] == ["mar\xe9k"]


def test_what_is_readable_of_a_cut_description_stays(package: Path) -> None:
    """Only the lines at its end are lost."""
    path = package / "package.toml"
    path.write_bytes(path.read_bytes().partition(b"guideline")[0] + b'guideline = """On')
    repair(package)
    assert b'title = "K\xc3\xa4se"' in path.read_bytes()
    assert list(diagnose(package)) == []


@pytest.mark.parametrize(
    ("file", "data", "said"),
    [
        ("a.html", PAGES["a"].encode()[:-9], "is not the page that was saved"),
        ("a.html", PAGES["a"].replace("Gold", "Gulp").encode(), "is not the page that was saved"),
        ("a.html", None, "is missing"),
        ("a.png", ATTACHED[".png"][:-5], "is cut off"),
        ("a.warc.gz", ATTACHED[".warc.gz"][:-5], "cannot be unpacked"),
        ("a.warc.gz", b"no gzip", "cannot be unpacked"),
        ("a.layout.json.gz", b"no gzip", ""),
        ("a.source.html", SERVED[:-5], "is not the response that was saved"),
    ],
)
def test_what_nothing_can_give_back_is_explained(package: Path, file: str, data: bytes | None, said: str) -> None:
    """One line names the file and what to do, and nothing is changed."""
    if data is None:
        (package / file).unlink()
    else:
        (package / file).write_bytes(data)
    before = read_files(package)
    (found,), kept = repair(package)
    assert (found.file, found.mended, kept) == (file, None, None)
    assert said in found.problem and "\n" not in found.problem and found.cure
    assert read_files(package) == before


def test_an_interrupted_save_is_no_damage_but_is_told(package: Path) -> None:
    """Readers see it whole, and the next command that saves completes it."""
    committed = package / ".pending" / "a.commit"
    committed.mkdir(parents=True)
    (package / "a.json").rename(committed / "a.json")
    (found,) = diagnose(package)
    assert (found.file, found.mended) == (".pending/a.commit", None)
    assert repair(package) == ([], None)
    check_whole(package)


def test_a_stranger_s_exchange_is_not_unpacked_without_end(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is named instead."""
    monkeypatch.setattr("annotate.doctor.attached._STEPS", 2)
    (package / "a.warc.gz").write_bytes(gzip.compress(bytes(1 << 22)))
    (found,) = diagnose(package)
    assert (found.file, "which is not read" in found.problem) == ("a.warc.gz", True)


def test_other_peoples_files_are_left_alone(package: Path) -> None:
    """What is no file of a document may have any name."""
    damage(package, {"README.TXT": b"Read me", "notes.JSON": b"{", "a.json.orig": b"{"})
    assert list(diagnose(package)) == []


def test_a_page_full_of_conflict_marks_takes_linear_time(package: Path) -> None:
    """A stranger's page can have a mark on each line."""
    (package / "a.html").write_bytes(b"<<<<<<< \n" * 200_000)
    (found,) = diagnose(package)
    assert "is not the page" in found.problem
