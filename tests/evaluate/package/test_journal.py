"""The journal has every decision once, whatever happened to its last line."""

from datetime import UTC, datetime

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluate.package import (
    Decision,
    PackageError,
    PackageInfo,
    create_package,
    read_journal,
    read_package,
    read_text,
    write_document,
)
from evaluate.package.appending import append_once
from evaluate.package.journal import format_decision
from tests.evaluate.package.examples import JSON, TEXTS, TIMES, make_meta, temporary_package


@settings(max_examples=25)
@given(
    st.lists(
        st.builds(
            Decision, time=TIMES, document=st.just("a"), action=TEXTS, detail=st.dictionaries(TEXTS, JSON, max_size=2)
        ),
        max_size=4,
    )
)
def test_journal_round_trip(decisions):
    """Every decision is in the journal once, in order."""
    with temporary_package() as folder:
        write_document(folder, "a", meta=make_meta(), text="", html="<p>One</p>")
        for decision in decisions:
            write_document(folder, "a", meta=make_meta(), text="", decision=decision)
        assert list(read_journal(folder)) == list(read_journal(folder, "a")) == decisions
        assert list(read_journal(folder, "b")) == []


@pytest.mark.parametrize("there", [True, False])
def test_nothing_is_written_through_a_linked_journal(tmp_path, there):
    """What it leads to, which need not be the package's own, is neither made nor added to; nor is the document."""
    folder, other = create_package(tmp_path / "p", PackageInfo(name="p")).folder, tmp_path / "other"
    if there:
        other.write_text("its own")
    (folder / "journal.jsonl").symlink_to(other)
    decision = Decision(time=datetime.now(UTC), document="a", action="import")
    with pytest.raises(PackageError, match=r"journal\.jsonl: is a link"):
        write_document(folder, "a", meta=make_meta(), text="", html="<p>One</p>", decision=decision)
    assert (other.read_text() if other.exists() else None) == ("its own" if there else None)
    assert read_package(folder).names == ()


def test_what_the_journal_refuses_is_not_saved(tmp_path):
    """The document stays as it was, as the error says, and comes about with no later decision either."""
    folder = create_package(tmp_path / "p", PackageInfo(name="p")).folder
    write_document(folder, "a", meta=make_meta(), text="old", html="<p>One</p>")
    (folder / "journal.jsonl").unlink(missing_ok=True)
    (folder / "journal.jsonl").mkdir()
    decision = Decision(time=datetime.now(UTC), document="a", action="toggle")
    with pytest.raises(PackageError, match=r"journal\.jsonl: is not a regular file"):
        write_document(folder, "a", meta=make_meta(), text="new", decision=decision)
    (folder / "journal.jsonl").rmdir()
    assert read_text(folder, "a") == "old"
    write_document(
        folder,
        "b",
        meta=make_meta(),
        text="",
        html="<p>One</p>",
        decision=msgspec.structs.replace(decision, document="b"),
    )
    assert ([d.document for d in read_journal(folder)], read_text(folder, "a")) == (["b"], "old")


def test_torn_line_of_the_journal(tmp_path):
    """A line that a crash cut off is not read, and is taken off before the next one is written."""
    create_package(tmp_path, PackageInfo(name="p"))
    decisions = [Decision(time=datetime.now(UTC), document="a", action=a) for a in "12"]
    write_document(tmp_path, "a", meta=make_meta(), text="", html="<p>One</p>", decision=decisions[0])
    with (tmp_path / "journal.jsonl").open("ab") as journal:
        journal.write(b'{"time": "20')
    assert list(read_journal(tmp_path)) == decisions[:1]
    write_document(tmp_path, "a", meta=make_meta(), text="", decision=decisions[1])
    assert list(read_journal(tmp_path)) == decisions


def test_a_crash_at_any_byte_loses_no_whole_decision(tmp_path):
    """What is cut off is put aside, unless it is written again now; nothing is appended twice, and no blank line."""
    first, second, third = (
        format_decision(Decision(time=datetime.now(UTC), document="a", action=action)) for action in ("1", "2", "3")
    )
    journal, aside = tmp_path / "journal.jsonl", tmp_path / "journal.jsonl.torn"
    for blank in (b"", b"\n\n"):
        journal.write_bytes(blank)
        append_once(journal, first)
        assert (journal.read_bytes(), aside.exists()) == (blank + first, False)
    for cut in (*range(0, len(second), 20), len(second) - 2, len(second) - 1, len(second)):
        whole = second if cut >= len(second) - 1 else b""
        for line, torn in ((second, b""), (third, b"" if whole or third.startswith(second[:cut]) else second[:cut])):
            journal.write_bytes(first + second[:cut])
            aside.unlink(missing_ok=True)
            for _ in range(2):
                append_once(journal, line)
            assert journal.read_bytes() == first + (whole if line != second else b"") + line
            assert (aside.read_bytes() if aside.exists() else b"") == (torn + b"\n" if torn else b"")


def test_last_line_without_its_end_is_kept(tmp_path):
    """An editor that leaves out the last line break costs no decision, and a recovered one is not doubled."""
    create_package(tmp_path, PackageInfo(name="p"))
    decisions = [Decision(time=datetime.now(UTC), document="a", action=a) for a in "12"]
    write_document(tmp_path, "a", meta=make_meta(), text="", html="<p>One</p>", decision=decisions[0])
    journal = tmp_path / "journal.jsonl"
    for again in (decisions[0], decisions[1]):
        journal.write_bytes(journal.read_bytes().rstrip(b"\n"))
        assert list(read_journal(tmp_path)) == decisions[:1]
        write_document(tmp_path, "a", meta=make_meta(), text="", decision=again)
    assert list(read_journal(tmp_path)) == decisions


def test_broken_line_of_the_journal_is_named(tmp_path):
    """A line that is no decision is an error that names file and line."""
    create_package(tmp_path, PackageInfo(name="p"))
    (tmp_path / "journal.jsonl").write_text('{"time": 1}\n')
    with pytest.raises(PackageError, match=r"journal\.jsonl: line 1: "):
        list(read_journal(tmp_path))
