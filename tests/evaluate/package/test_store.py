"""Reading and writing documents: round trips, changes by others, and what is refused."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluate.package import (
    ConflictError,
    Decision,
    PackageError,
    PackageInfo,
    attach_files,
    check_fragments,
    create_package,
    discard_document,
    make_name,
    read_document,
    read_journal,
    read_package,
    write_document,
)
from tests.evaluate.package.examples import TEXTS, documents, make_meta, temporary_package


@settings(max_examples=50)
@given(documents(), TEXTS)
def test_document_round_trip(document, text):
    """What is written is read back the same to the last character, and its fragments are exact."""
    html, meta = document
    with temporary_package() as folder:
        revision = write_document(folder, "a", meta=meta, text=text, html=html)
        back = read_document(folder, "a")
        assert (back.html, back.text, back.meta) == (html, text.removeprefix("\ufeff"), meta)
        assert back.revision == revision
        assert back.spans == meta.spans
        assert all(check.exact for check in check_fragments(back.html, back.meta.fragments))
        assert (folder / "a.html").read_bytes() == html.encode("utf-8")


def test_revision_guards_changes(tmp_path):
    """A change based on an old revision is refused and nothing is written, not even the journal."""
    create_package(tmp_path, PackageInfo(name="p"))
    first = write_document(tmp_path, "a", meta=make_meta(), text="1", html="<p>One</p>")
    second = write_document(tmp_path, "a", meta=make_meta(note="n"), text="1", expected=first)
    decision = Decision(time=datetime.now(UTC), document="a", action="toggle")
    with pytest.raises(ConflictError, match="changed by somebody else"):
        write_document(tmp_path, "a", meta=make_meta(), text="2", expected=first, decision=decision)
    assert read_document(tmp_path, "a").revision == second
    assert list(read_journal(tmp_path)) == []


def test_hand_edit_is_a_change(tmp_path):
    """An edit of the text or the metadata by hand changes the revision and is read."""
    create_package(tmp_path, PackageInfo(name="p"))
    revision = write_document(tmp_path, "a", meta=make_meta(), text="1", html="<p>One</p>")
    (tmp_path / "a.txt").write_bytes(b"by hand\r\n")
    assert read_document(tmp_path, "a").text == "by hand\r\n"
    with pytest.raises(ConflictError):
        write_document(tmp_path, "a", meta=make_meta(), text="2", expected=revision)


def test_page_is_never_replaced(tmp_path):
    """Two processes that choose the same name do not overwrite each other's page; the same page may come again,
    for whoever knows what is there.
    """
    create_package(tmp_path, PackageInfo(name="p"))
    write_document(tmp_path, "a", meta=make_meta(), text="1", html="<p>One</p>")
    with pytest.raises(ConflictError, match="another page"):
        write_document(tmp_path, "a", meta=make_meta("<p>2</p>"), text="2", html="<p>2</p>")
    with pytest.raises(ConflictError, match="by somebody else"):
        write_document(tmp_path, "a", meta=make_meta(note="again"), text="1", html="<p>One</p>")
    revision = read_document(tmp_path, "a").revision
    write_document(tmp_path, "a", meta=make_meta(note="again"), text="1", html="<p>One</p>", expected=revision)
    assert read_document(tmp_path, "a").meta.note == "again"
    discard_document(tmp_path, "a")
    write_document(tmp_path, "a", meta=make_meta("<p>2</p>"), text="2", html="<p>2</p>")
    assert read_document(tmp_path, "a").html == "<p>2</p>"


@pytest.mark.parametrize("file", ["a.json", "a.txt", "package.toml"])
def test_a_byte_order_mark_is_passed_over(tmp_path, file):
    """Some editors put one before what they save as UTF-8."""
    package = create_package(tmp_path, PackageInfo(name="p"))
    write_document(tmp_path, "a", meta=make_meta(), text="One", html="<p>One</p>")
    document = read_document(tmp_path, "a")
    (tmp_path / file).write_bytes(b"\xef\xbb\xbf" + (tmp_path / file).read_bytes())
    assert read_package(tmp_path).info == package.info
    again = read_document(tmp_path, "a")
    assert (again.meta, again.text) == (document.meta, document.text)


@settings(max_examples=60)
@given(st.binary(max_size=60), st.sampled_from(["a.json", "a.txt", "a.html", "package.toml", "journal.jsonl"]))
def test_any_bytes_give_one_line(data, file):
    """Whatever stands in a file, reading succeeds or raises an error of one line that names the file."""
    with temporary_package() as folder:
        write_document(folder, "a", meta=make_meta(), text="", html="<p>One</p>")
        (folder / file).write_bytes(data + b"\n")
        try:
            read_package(folder)
            read_document(folder, "a")
            list(read_journal(folder))
        except PackageError as error:
            assert str(folder / file) in str(error)


@pytest.mark.parametrize("suffix", [".html", ".txt"])
def test_missing_files_are_named(tmp_path, suffix):
    """A document with a file missing is listed, and reading it names the file."""
    create_package(tmp_path, PackageInfo(name="p"))
    write_document(tmp_path, "a", meta=make_meta(), text="", html="<p>One</p>")
    (tmp_path / f"a{suffix}").unlink()
    assert read_package(tmp_path).names == ("a",)
    with pytest.raises(PackageError, match=rf"a\{suffix}: is missing"):
        read_document(tmp_path, "a")


def test_wrong_writes_are_refused(tmp_path):
    """Names, hashes, spans and texts that could not be read again are refused before anything is written."""
    create_package(tmp_path, PackageInfo(name="p"))
    before = sorted(p.name for p in tmp_path.iterdir())
    one = {"meta": make_meta(), "text": "", "html": "<p>One</p>"}
    for name, facts, why in (
        ("../a", {}, "is not a document name"),
        ("a", {"html": "other"}, "html_sha256: is not the hash of the document being written"),
        ("b", {"meta": make_meta(optional=((5, 5),))}, r"optional\[0\]: \[5, 5\) is empty"),
        ("c", {"text": "\ud800"}, r"c\.txt: has a lone surrogate"),
        ("f", {"meta": make_meta(title="\ud800")}, r"f\.json: 'utf-8' codec can't encode"),
        ("g", {"meta": make_meta(title=1)}, r"g\.json: title: expected text, but found a whole number"),
        ("d", {"attachments": {".exe": b""}}, r"'\.exe' is not an attachment"),
    ):
        with pytest.raises(PackageError, match=why):
            write_document(tmp_path, name, **one | facts)
    assert sorted(p.name for p in tmp_path.iterdir()) == before
    with pytest.raises(PackageError, match="is missing"):
        write_document(tmp_path, "e", meta=make_meta(), text="")
    with pytest.raises(PackageError, match="is missing"):
        attach_files(tmp_path, "e", {".png": b""})
    assert read_package(tmp_path).names == ()


def test_files_are_put_beside_a_document(tmp_path):
    """They come to it as it stands by then; what is not an attachment is refused."""
    create_package(tmp_path, PackageInfo(name="p"))
    write_document(tmp_path, "a", meta=make_meta(), text="", html="<p>One</p>")
    write_document(tmp_path, "a", meta=make_meta(language="nl"), text="One")
    attach_files(tmp_path, "a", {".png": b"1", ".layout.json.gz": b"2"})
    document = read_document(tmp_path, "a")
    assert (document.meta.language, document.text) == ("nl", "One")
    assert (document.path(".png").read_bytes(), document.path(".layout.json.gz").read_bytes()) == (b"1", b"2")
    with pytest.raises(PackageError, match=r"'\.html' is not an attachment of a document"):
        attach_files(tmp_path, "a", {".html": b""})
    assert not any((tmp_path / ".pending").iterdir())


def test_folder_of_something_else_is_refused(tmp_path):
    """A folder with other files, or a file, is not made a package."""
    (tmp_path / "x").write_text("")
    for path in (tmp_path, tmp_path / "x"):
        with pytest.raises(PackageError, match="is not a test package"):
            create_package(path, PackageInfo(name="p"))


def test_what_may_have_been_meant_is_said(tmp_path):
    """The folder of packages, a file or an address in place of a package."""
    create_package(tmp_path / "news", PackageInfo(name="p"))
    for path, why in {
        tmp_path: f"is not a test package: it has no package.toml; name one of {tmp_path}/news",
        tmp_path / "news/package.toml": (
            "is not a test package: it is a file; 'annotate import' makes a package of other formats"
        ),
        tmp_path / "new": "no such folder",
        Path("https://a.com/b"): "is a URL, not the folder of a test package; 'annotate capture' makes one",
    }.items():
        with pytest.raises(PackageError, match=re.escape(f"{path}: {why}") + "$"):
            read_package(path)


def test_a_package_that_another_process_is_about_to_make_is_made(tmp_path):
    """What that one has staged is nobody's work that could be lost."""
    (tmp_path / ".99.package.toml").write_text("schema = 1\n")
    assert create_package(tmp_path, PackageInfo(name="p")).names == ()


def test_make_name():
    """Names are the site and the next free number, and are document names whatever the URL."""
    assert make_name("https://www.heise.de/a", ()) == "heise-de-0001"
    taken = ["heise-de-0012", "heise-de-9999", "heise-de-x", "other-99999"]
    assert make_name("https://heise.de/b", taken) == "heise-de-10000"
    assert make_name("https://M\u00fcnchen.de:80/", ()) == "mnchen-de-0001"
    assert make_name(f"https://{'a' * 70}.de/", ()) == f"{'a' * 60}-0001"
    assert make_name("file:///x", ()) == "file-0001"
    assert make_name("", ()) == "page-0001"
