"""A tampered package affects nothing outside it, and saving reports what is wrong."""

from __future__ import annotations

import os
import re
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cetr.console import InputError, refusing_beyond
from evaluate.package import (
    Decision,
    PackageError,
    PackageInfo,
    create_package,
    read_document,
    read_journal,
    read_package,
    write_document,
)
from evaluate.package.appending import append_once
from evaluate.package.journal import format_decision, is_decision, is_torn
from tests.evaluate.package.examples import make_meta
from tests.memory import allowing


def save(folder: Path, name: str = "a", html: str | None = None) -> None:
    """Save a decision on a document."""
    decision = Decision(time=datetime.now(UTC), document=name, action="toggle")
    write_document(folder, name, meta=make_meta(), text="One", html=html, decision=decision)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A package of one document, as it came from a stranger; beside it documents of ours."""
    folder = create_package(tmp_path / "package", PackageInfo(name="p")).folder
    save(folder, html="<p>One</p>")
    (tmp_path / "Documents").mkdir()
    for file in ("letter.txt", "b.json", "b.html", "b.txt"):
        (tmp_path / "Documents" / file).write_text("ours")
    return folder


def list_all(folder: Path) -> dict[str, str]:
    """All files below a folder, with what is in them."""
    return {str(p.relative_to(folder)): p.read_text() for p in folder.rglob("*") if p.is_file()}


@pytest.mark.parametrize("link", [".pending", ".pending/b.commit", ".pending/b.staged", ".lock", "journal.jsonl"])
def test_no_link_is_followed_when_one_saves(folder: Path, tmp_path: Path, link: str) -> None:
    """Nothing outside moves, goes or comes; the error names the link, and once it is gone one can save."""
    (folder / ".pending").rmdir() if link == ".pending" else (folder / link).unlink(missing_ok=True)
    goal = tmp_path / "Documents"
    (folder / link).symlink_to(
        goal if "." in Path(link).name and link not in (".lock", "journal.jsonl") else goal / "x"
    )
    before = list_all(goal)
    assert read_package(folder).names == ("a",)
    if link != "journal.jsonl":
        assert [d.action for d in read_journal(folder)] == ["toggle"]
    with pytest.raises(PackageError, match=f"{re.escape(link)}: is ") as caught:
        save(folder)
    assert "None" not in str(caught.value)
    assert list_all(goal) == before
    (folder / link).unlink()
    save(folder)
    assert list(read_journal(folder))[-1].action == "toggle"


@pytest.mark.parametrize("link", [".pending", ".pending/a.commit"])
def test_nothing_is_read_where_a_link_leads(folder: Path, tmp_path: Path, link: str) -> None:
    """Neither documents nor decisions of ours that have been saved elsewhere appear in a stranger's package."""
    outside = tmp_path / "Documents"
    ours = format_decision(Decision(time=datetime.now(UTC), document="a", action="ours"))
    for name in ("a", "b"):
        (outside / f"{name}.commit").mkdir()
        for suffix in (".json", ".html", ".txt"):
            (outside / f"{name}.commit" / f"{name}{suffix}").write_bytes((folder / f"a{suffix}").read_bytes())
        (outside / f"{name}.commit" / f"{name}.txt").write_text("ours")
        (outside / f"{name}.commit" / "journal.jsonl").write_bytes(ours)
    if link == ".pending":
        (folder / ".pending").rmdir()
    (folder / link).symlink_to(outside if link == ".pending" else outside / "a.commit")
    assert read_package(folder).names == ("a",)
    assert read_document(folder, "a").text == "One"
    assert [decision.action for decision in read_journal(folder)] == ["toggle"]


@pytest.mark.parametrize("file", ["package.toml", "other.json", "folder", "a.txt"])
def test_a_committed_folder_holds_the_files_of_its_document_alone(folder: Path, tmp_path: Path, file: str) -> None:
    """What else lies there, and a link, is not brought into the package."""
    committed = folder / ".pending" / "a.commit"
    committed.mkdir()
    if file == "folder":
        (committed / file).mkdir()
    elif file == "a.txt":
        (committed / file).symlink_to(tmp_path / "Documents" / "letter.txt")
    else:
        (committed / file).write_text("theirs")
    before = (folder / "package.toml").read_text()
    with pytest.raises(PackageError, match=f"{re.escape(file)}: is not from this program"):
        save(folder)
    assert (folder / "package.toml").read_text() == before
    assert not (folder / "other.json").exists()


def test_a_text_that_is_a_link_is_no_gold(folder: Path, tmp_path: Path) -> None:
    """A private key does not become the main content of a page."""
    (folder / "a.txt").unlink()
    (folder / "a.txt").symlink_to(tmp_path / "Documents" / "letter.txt")
    with pytest.raises(PackageError, match=r"a\.txt: is a link that leads out of the package"):
        read_document(folder, "a")


@pytest.mark.parametrize("ends", [b"\r", b"\r\n", b"\n"])
def test_saving_keeps_a_journal_with_other_line_ends(folder: Path, ends: bytes) -> None:
    """As an editor or git leaves it: all decisions are read, and one more is there after saving."""
    for _ in range(30):
        save(folder)
    journal = folder / "journal.jsonl"
    journal.write_bytes(journal.read_bytes().replace(b"\n", ends))
    before = list(read_journal(folder))
    assert len(before) == 31
    save(folder)
    assert list(read_journal(folder))[:-1] == before


def test_saving_keeps_a_journal_whose_rows_were_joined(folder: Path) -> None:
    """Nothing is appended and nothing taken off; reading and saving say which file it is."""
    for _ in range(30):
        save(folder)
    journal = folder / "journal.jsonl"
    joined = journal.read_bytes().replace(b"\n", b"")
    journal.write_bytes(joined)
    with pytest.raises(PackageError, match=r"journal\.jsonl: line 1: "):
        list(read_journal(folder))
    with pytest.raises(PackageError, match=r"journal\.jsonl: its last line is not a decision"):
        save(folder)
    assert journal.read_bytes() == joined
    assert not list((folder / ".pending").glob("*.commit"))


@pytest.mark.parametrize(
    "torn",
    [
        b'{"time": "20',
        b'{"time": "20' + b"\0" * 100,
        b"\0" * 100,
        b'{"a": "' + b"x" * 300_000,
        b'{"time":"20\r',
        b'{"time":"20\r\n',
        b'{"time":"20\n\n',
        b'{"time":"2026-11-24T17:13:51Z","annotator":"\xc5',
        b'{"time":"2026-11-24T17:13:51Z","annotator":"\xe2\x80\r',
        b'{"time":"2026-11-24T17:13:51Z","seconds":12.',
        b'{"time":"2026-11-24T17:13:51Z","seconds":-',
        b'{"time":"2026-11-24T17:13:51Z","detail":{"a":{}',
        b"\0" * 100 + b'"schema":1}\n',
        b'{"time":"20' + b"\0" * 100 + b'"schema":1}\n',
    ],
)
def test_a_torn_row_is_kept_aside(folder: Path, torn: bytes) -> None:
    """However long it is: nothing of the journal is ever thrown away."""
    journal = folder / "journal.jsonl"
    before = journal.read_bytes()
    journal.write_bytes(before + torn)
    read = list(read_journal(folder))
    assert len(read) == 1
    save(folder)
    assert journal.read_bytes().startswith(before)
    assert list(read_journal(folder))[:-1] == read
    assert (folder / "journal.jsonl.torn").read_bytes() == torn.rstrip(b"\n") + b"\n" * max(1, torn.count(b"\n"))


@given(st.data())
def test_a_decision_cut_off_anywhere_is_torn_and_a_whole_one_is_not(data: st.DataObject) -> None:
    """Whatever the decision says, wherever it is cut, and whatever zeros or line breaks follow."""
    values = st.none() | st.booleans() | st.floats(allow_nan=False, allow_infinity=False) | st.integers() | st.text()
    decision = Decision(
        time=datetime.now(UTC),
        document="a",
        action=data.draw(st.text()),
        seconds=data.draw(st.floats(allow_nan=False, allow_infinity=False)),
        detail=data.draw(st.dictionaries(st.text(), values | st.dictionaries(st.just("time") | st.text(), values))),
    )
    line = format_decision(decision)
    ends = data.draw(st.text("\0\r\n")).encode()
    cut = data.draw(st.integers(1, len(line) - 2))
    assert is_torn(line[:cut] + ends)
    assert is_decision(line + ends)
    assert not is_torn(line + ends)
    assert not is_torn(line[:-1] + line[:cut])


@pytest.mark.parametrize(
    "row",
    [
        b'{"time": 1}\n',
        b"their words",
        '{"time":"2026-11-24T17:13:51Z"}\n'.encode("utf-16-le"),
        b'{"time":"2026-11-24T17:13:51Z"} and more',
        b'{"time":"2026-11-24T17:13:51Z",document:"a"}',
        b'{"time":"20' + b"\0" * 100 + b'{"time":"2026-11-24T17:13:51Z","document":"a","action":"mark"}\n',
        b'{"time":"2026-11-24T17:13:51Z","document":"\xff"}\n',
    ],
)
def test_a_last_row_that_was_not_cut_off_is_named_and_kept(folder: Path, row: bytes) -> None:
    """It is somebody's mistake, not a crash: only a person can tell what it should say."""
    journal = folder / "journal.jsonl"
    journal.write_bytes(before := journal.read_bytes() + row)
    with pytest.raises(PackageError, match=r"journal\.jsonl: line 2: "):
        list(read_journal(folder))
    with pytest.raises(PackageError, match=r"journal\.jsonl: its last line is not a decision"):
        save(folder)
    with pytest.raises(PackageError, match=r"journal\.jsonl: its last line is not a decision"):
        append_once(journal, format_decision(Decision(time=datetime.now(UTC), document="a", action="recovered")))
    assert journal.read_bytes() == before


def test_a_last_row_that_is_too_long_is_named_and_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of what never ends no more is read than of a page."""
    monkeypatch.setattr("evaluate.package.appending.LARGEST", 200_000)
    journal = folder / "journal.jsonl"
    journal.write_bytes(before := journal.read_bytes() + b"\0" * 300_000)
    with pytest.raises(PackageError, match=r"journal\.jsonl: its last line is longer than"):
        save(folder)
    assert journal.read_bytes() == before


def test_nothing_is_written_to_a_pipe(folder: Path) -> None:
    """In place of the journal, it is named."""
    (folder / "journal.jsonl").unlink()
    os.mkfifo(folder / "journal.jsonl")
    with pytest.raises(PackageError, match=r"journal\.jsonl: is not a regular file"):
        save(folder)


def test_a_cut_row_before_others_is_named_and_kept(folder: Path) -> None:
    """Only the last row may be taken for one that is cut off."""
    journal = folder / "journal.jsonl"
    journal.write_bytes(before := b'{"time":"20\r' + journal.read_bytes())
    with pytest.raises(PackageError, match=r"journal\.jsonl: line 1: "):
        list(read_journal(folder))
    save(folder)
    assert journal.read_bytes().startswith(before)


def test_a_torn_row_is_not_kept_where_a_link_leads(folder: Path, tmp_path: Path) -> None:
    """A stranger's row would be appended to a file of ours."""
    with (folder / "journal.jsonl").open("ab") as journal:
        journal.write(b'{"a": "their words')
    (folder / "journal.jsonl.torn").symlink_to(tmp_path / "Documents" / "letter.txt")
    with pytest.raises(PackageError, match=r"journal\.jsonl\.torn: is a link, and is not followed"):
        save(folder)
    assert (tmp_path / "Documents" / "letter.txt").read_text() == "ours"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a process takes")
@pytest.mark.parametrize("file", ["package.toml", "a.json", "a.html", "a.txt", "journal.jsonl"])
def test_a_file_of_any_size_takes_no_memory(folder: Path, file: str) -> None:
    """An archive of a few bytes can hold a file of many zeros; reading says which one it is."""
    with (folder / file).open("r+b") as opened:
        opened.truncate(2_000_000_000)
    read = {"package.toml": read_package, "journal.jsonl": lambda at: list(read_journal(at))}
    with (
        refusing_beyond(allowing(500), "reading"),
        pytest.raises(InputError, match=f"{re.escape(file)}(: line 2|): is l(arg|ong)er than (1|32|128) MB"),
    ):
        read.get(file, lambda at: read_document(at, "a"))(folder)


@pytest.mark.parametrize("text", ["a{}=1", "[a{}]", "x={{a{}=1}}"])
def test_a_key_of_many_parts_is_not_read(folder: Path, text: str) -> None:
    """It would take minutes, and with every command; dots in strings and comments are only text."""
    told = f'guideline = \'{"a." * 400}\'\ndescription = """\n{"b. " * 400}"""  # {"." * 400}\n'
    (folder / "package.toml").write_text(f'schema = 1\nname = "p"\n{told}')
    assert read_package(folder).info.guideline == "a." * 400
    (folder / "package.toml").write_text(text.format(".a" * 100_000))
    with pytest.raises(PackageError, match=r"package\.toml: has a line with more than 300 dots"):
        read_package(folder)


def test_a_number_of_very_many_digits_is_named(folder: Path) -> None:
    """Python converts none of more than 4,300."""
    (folder / "package.toml").write_text(f"schema = {'9' * 5_000}")
    with pytest.raises(PackageError, match=r"package\.toml: Exceeds the limit"):
        read_package(folder)


def test_nothing_is_written_that_could_not_be_read(folder: Path) -> None:
    """Metadata that is too large is refused when one saves, and the document stays as it is."""
    meta = make_meta()
    meta = type(meta)(**{field: getattr(meta, field) for field in meta.__struct_fields__} | {"note": "x" * 32_000_000})
    before = list_all(folder)
    with pytest.raises(PackageError, match=r"a\.json: would be larger than 32 MB"):
        write_document(folder, "a", meta=meta, text="One")
    assert list_all(folder) == before
