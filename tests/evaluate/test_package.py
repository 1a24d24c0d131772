"""The test package: round trips, atomicity under kill -9 and concurrency, and errors that name file and field."""

import html as html_entities
import json
import os
import random
import re
import shutil
import signal
import time
from contextlib import contextmanager
from dataclasses import replace as replace_folder
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace as replace_fields

from cetr.document import derive_text, normalize_spans
from evaluate.package import (
    Captured,
    ConflictError,
    Decision,
    Meta,
    PackageError,
    PackageInfo,
    RangeSelector,
    Source,
    attach_files,
    check_fragments,
    create_package,
    discard_document,
    html_hash,
    make_fragments,
    make_name,
    read_document,
    read_journal,
    read_package,
    store,
    write_document,
    write_info,
)
from evaluate.package.sites import find_site

TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=40)
LINES = st.one_of(
    TEXTS, st.sampled_from(["<p>a b</p>\r\n", "&amp;", "<b>x</b>\n", "\u4e2d\u6587 ", "<script>1</script>"])
)
PAGES = st.lists(LINES, max_size=12).map("".join)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
TIMES = st.datetimes(datetime(1990, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))


@st.composite
def documents(draw):
    """An HTML document with meta data of any shape over it."""
    html = draw(PAGES)
    place = st.tuples(*[st.integers(0, len(html))] * 2).map(sorted)
    spans, optional = (normalize_spans(draw(st.lists(place, max_size=4)), len(html)) for _ in range(2))
    selectors = st.builds(RangeSelector, start=TEXTS, start_offset=st.integers(0, 99), end=TEXTS, end_offset=st.just(1))
    fragments = [
        replace_fields(fragment, xpath=None if number else draw(selectors))
        for number, fragment in enumerate(make_fragments(html, spans))
    ]
    meta = Meta(
        url=draw(TEXTS),
        language=draw(st.none() | st.sampled_from(["en", "zh-Hans", "ar"])),
        fragmented=draw(st.booleans()),
        multiple_articles=draw(st.booleans()),
        title=draw(st.none() | TEXTS),
        page_type=draw(st.none() | TEXTS),
        status=draw(st.sampled_from(["draft", "gold", "reviewed", "rejected"])),
        captured=draw(
            st.none() | st.builds(Captured, time=TIMES, tool=TEXTS, viewport=st.none() | st.just((1280, 800)))
        ),
        annotator=draw(st.none() | TEXTS),
        html_sha256=html_hash(html),
        source=draw(st.none() | st.builds(Source, status=st.none() | st.integers(100, 599), charset=st.none() | TEXTS)),
        fragments=tuple(fragments),
        optional=optional,
        coverage=draw(st.none() | st.floats(0, 1)),
        note=draw(TEXTS),
        extra=draw(st.dictionaries(TEXTS, JSON, max_size=3)),
    )
    return html, meta


@contextmanager
def temporary_package():
    """A package in a folder of its own, for tests that hypothesis runs many times."""
    with TemporaryDirectory() as folder:
        yield create_package(Path(folder) / "pack", PackageInfo(name="p")).folder


def make_meta(html="<p>One</p>", **facts):
    """Meta data of a small document."""
    return Meta(url="https://e.org/", html_sha256=html_hash(html), **facts)


@settings(max_examples=80)
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


@settings(max_examples=60)
@given(documents())
def test_fragments_follow_the_derived_text(document):
    """A fragment's quote is the derived text of its span on one line."""
    html, meta = document
    assume(html_entities.unescape(html) == html)  # a span that ends inside a character reference has no exact text
    for fragment in meta.fragments:
        assert fragment.quote.split() == derive_text(html, ((fragment.start, fragment.end),)).split()
        assert len(fragment.prefix) <= 32 and len(fragment.suffix) <= 32


def test_a_fragment_of_literal_text_stands_as_it_is():
    """The quote of a span inside an xmp element has its references as they are, and so has the context."""
    html = "<p>a &amp; b</p><xmp>x &lt; <b> y</xmp>"
    (fragment,) = make_fragments(html, ((html.index("&lt;"), html.index(" y<")),))
    assert (fragment.quote, fragment.prefix, fragment.suffix) == ("&lt; <b>", "a & b x", "y")


@settings(max_examples=60)
@example(("<pre>a<b>\x1b</b>c\n d</pre>", ((6, 17),)))
@given(documents().map(lambda document: (document[0], document[1].spans)))
def test_a_text_that_is_known_makes_the_same_fragments(document):
    """Fragments are the same, and check, whether the text is derived for them or was before."""
    html, spans = document
    for span in spans:
        made = make_fragments(html, (span,))
        assert make_fragments(html, (span,), text=derive_text(html, (span,))) == made
        assert all(check.exact for check in check_fragments(html, made))


@settings(max_examples=60)
@example(PackageInfo(name="", languages=("\r\n",), guideline="\nsecond line\n"))
@given(st.builds(PackageInfo, name=TEXTS, title=TEXTS, guideline=TEXTS, languages=st.lists(TEXTS).map(tuple)))
def test_info_round_trip(info):
    """package.toml keeps every text, also of several lines."""
    info = msgspec.structs.replace(info, guideline=info.guideline.replace("\r", "\n") + "\nsecond line\n")
    with temporary_package() as folder:
        write_info(folder, info)
        assert read_package(folder).info == info


@settings(max_examples=25)
@given(
    st.lists(
        st.builds(
            Decision, time=TIMES, document=st.just("a"), action=TEXTS, detail=st.dictionaries(TEXTS, JSON, max_size=2)
        )
    )
)
def test_journal_round_trip(decisions):
    """Every decision is in the journal once, in order."""
    with temporary_package() as folder:
        write_document(folder, "a", meta=make_meta(), text="", html="<p>One</p>")
        for decision in decisions:
            write_document(folder, "a", meta=make_meta(), text="", decision=decision)
        assert list(read_journal(folder)) == decisions
        assert list(read_journal(folder, "b")) == []


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
    """An edit of the text or the meta data by hand changes the revision and is read."""
    create_package(tmp_path, PackageInfo(name="p"))
    revision = write_document(tmp_path, "a", meta=make_meta(), text="1", html="<p>One</p>")
    (tmp_path / "a.txt").write_bytes(b"by hand\r\n")
    assert read_document(tmp_path, "a").text == "by hand\r\n"
    with pytest.raises(ConflictError):
        write_document(tmp_path, "a", meta=make_meta(), text="2", expected=revision)


def test_page_is_never_replaced(tmp_path):
    """Two processes that choose the same name do not overwrite each other's page; the same page may come again."""
    create_package(tmp_path, PackageInfo(name="p"))
    write_document(tmp_path, "a", meta=make_meta(), text="1", html="<p>One</p>")
    with pytest.raises(ConflictError, match="another page"):
        write_document(tmp_path, "a", meta=make_meta("<p>2</p>"), text="2", html="<p>2</p>")
    write_document(tmp_path, "a", meta=make_meta(note="again"), text="1", html="<p>One</p>")
    assert read_document(tmp_path, "a").meta.note == "again"
    discard_document(tmp_path, "a")
    write_document(tmp_path, "a", meta=make_meta("<p>2</p>"), text="2", html="<p>2</p>")
    assert read_document(tmp_path, "a").html == "<p>2</p>"


BAD = [
    ('"fragmented": "yes"', "fragmented: Expected `bool`, got `str`"),
    ('"titel": "x"', "Object contains unknown field `titel`"),
    (
        '"fragments": [{"start": 0, "end": 3}, {"start": "4", "end": 5}]',
        r"fragments[1].start: Expected `int`, got `str`",
    ),
    ('"fragments": [{"start": 0, "end": 3, "quotes": ""}]', "fragments[0]: Object contains unknown field `quotes`"),
    (
        '"fragments": [{"start": 2, "end": 5}, {"start": 4, "end": 6}]',
        "fragments[1]: [4, 6) is empty, overlaps or is out of",
    ),
    ('"optional": [[3, 3]]', "optional[0]: [3, 3) is empty"),
    ('"optional": [[0, 11]]', "optional: ends at 11, the document has 10 characters"),
    ('"captured": {"time": "yesterday", "tool": "t"}', "captured.time: Invalid RFC3339 encoded datetime"),
    ('"status": "done"', "status: Invalid enum value 'done'"),
    ('"schema": 2', "schema: this version reads schema 1, the file says 2"),
    ('"source": {"headers": {"a": 1}}', "source.headers[...]: Expected `str`, got `int`"),
    ('"url": null', "url: Expected `str`, got `null`"),
]


@pytest.mark.parametrize(("field", "message"), BAD)
def test_bad_fields_are_named(tmp_path, field, message):
    """An error says which file, which field by its path, and what is wrong."""
    create_package(tmp_path, PackageInfo(name="p"))
    write_document(tmp_path, "a", meta=make_meta(), text="", html="<p>One</p>")
    known = json.loads((tmp_path / "a.json").read_text())
    key = field.split('"')[1]
    rest = json.dumps({k: v for k, v in known.items() if k != key})
    (tmp_path / "a.json").write_text(rest[:-1] + f", {field}}}")
    with pytest.raises(PackageError) as error:
        read_document(tmp_path, "a")
    assert str(error.value).startswith(f"{tmp_path / 'a.json'}: {message}")
    assert "\n" not in str(error.value)


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


@settings(max_examples=100)
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


def test_a_name_that_is_not_utf8_is_refused(tmp_path):
    """As that of a folder whose name is in an older encoding."""
    with pytest.raises(PackageError, match=r"package\.toml: cannot hold '.udcff', which is not UTF-8"):
        create_package(tmp_path / "new", PackageInfo(name="\udcff"))


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ("name = 'p'\nlicence = 'x'", "Object contains unknown field `licence`"),
        ("name = 'p'\nlanguages = 'en'", "languages: Expected `array`, got `str`"),
        ("name = ", "Invalid value (at end of document)"),
        ("name = '\udcff'", "is not UTF-8"),
    ],
)
def test_bad_package_toml_is_named(tmp_path, toml, message):
    """package.toml is checked like the meta data."""
    (tmp_path / "package.toml").write_bytes(toml.encode("utf-8", "surrogateescape"))
    with pytest.raises(PackageError) as error:
        read_package(tmp_path)
    assert str(error.value) == f"{tmp_path / 'package.toml'}: {message}"


@pytest.mark.parametrize("suffix", [".html", ".txt"])
def test_missing_files_are_named(tmp_path, suffix):
    """A document with a file missing is listed, and reading it names the file."""
    create_package(tmp_path, PackageInfo(name="p"))
    write_document(tmp_path, "a", meta=make_meta(), text="", html="<p>One</p>")
    (tmp_path / f"a{suffix}").unlink()
    assert read_package(tmp_path).names == ("a",)
    with pytest.raises(PackageError, match=rf"a\{suffix}: is missing"):
        read_document(tmp_path, "a")


FILES = ("package.toml", "journal.jsonl", "a.json", "a.txt", "a.html", "a.source.html", "a.png")


def read_all(folder):
    """All that can be read of a package: its document 'a' and the journal."""
    read_package(folder)
    return read_document(folder, "a"), list(read_journal(folder))


def make_whole(folder):
    """A package of one document with all kinds of files that are read."""
    create_package(folder, PackageInfo(name="p"))
    meta = Meta(url="", html_sha256=html_hash("<p>a</p>"))
    decision = Decision(time=datetime.now(UTC), document="a", action="import")
    attachments = {store.SOURCE: b"<p>", store.SCREENSHOT: b"PNG"}
    write_document(folder, "a", meta=meta, text="a", html="<p>a</p>", decision=decision, attachments=attachments)


@pytest.mark.parametrize("file", FILES)
def test_what_is_no_regular_file_is_refused(tmp_path, file):
    """Nobody waits for a pipe, and a folder in the place of a file is named."""
    make_whole(tmp_path)
    (tmp_path / file).unlink()
    os.mkfifo(tmp_path / file)
    with pytest.raises(PackageError, match=f"{re.escape(file)}: is no regular file"):
        read_all(tmp_path)
    (tmp_path / file).unlink()
    (tmp_path / file).symlink_to("/dev/zero")
    with pytest.raises(PackageError, match=f"{re.escape(file)}: is no regular file"):
        read_all(tmp_path)


@pytest.mark.parametrize("file", FILES)
def test_links_are_followed(tmp_path, file):
    """Stores of large data keep a package's files elsewhere; the package itself may be a link, too."""
    folder = tmp_path / "p"
    make_whole(folder)
    document, journal = read_all(folder)
    (folder / file).rename(tmp_path / "kept")
    (folder / file).symlink_to("../kept")
    (tmp_path / "link").symlink_to(folder)
    assert read_all(tmp_path / "link") == (replace_folder(document, folder=tmp_path / "link"), journal)


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


def test_wrong_writes_are_refused(tmp_path):
    """Names, hashes, spans and texts that could not be read again are refused before anything is written."""
    create_package(tmp_path, PackageInfo(name="p"))
    before = sorted(p.name for p in tmp_path.iterdir())
    for name, facts in {
        "../a": {"meta": make_meta(), "text": "", "html": "<p>One</p>"},
        "a": {"meta": make_meta(), "text": "", "html": "other"},
        "b": {"meta": make_meta(optional=((5, 5),)), "text": "", "html": "<p>One</p>"},
        "c": {"meta": make_meta(), "text": "\ud800", "html": "<p>One</p>"},
        "f": {"meta": make_meta(title="\ud800"), "text": "", "html": "<p>One</p>"},
        "g": {"meta": make_meta(title=1), "text": "", "html": "<p>One</p>"},
        "d": {"meta": make_meta(), "text": "", "html": "<p>One</p>", "attachments": {".exe": b""}},
    }.items():
        with pytest.raises(PackageError):
            write_document(tmp_path, name, **facts)
    assert sorted(p.name for p in tmp_path.iterdir()) == before
    with pytest.raises(PackageError, match="is missing"):
        write_document(tmp_path, "e", meta=make_meta(), text="")
    with pytest.raises(PackageError, match="is missing"):
        attach_files(tmp_path, "e", {".png": b""})
    assert read_package(tmp_path).names == ()


@pytest.mark.parametrize("lost", [False, True])
@pytest.mark.parametrize("suffix", [".html", ".txt", ".json", ".source.html"])
def test_what_the_disk_changes_is_taken_back(tmp_path, monkeypatch, suffix, lost):
    """A document that reads differently from what was written is refused, and is not left behind if it is new."""
    create_package(tmp_path, PackageInfo(name="p"))
    write_document(tmp_path, "old", meta=make_meta(), text="One", html="<p>One</p>")

    def publish_badly(folder, committed):
        publish(folder, committed)
        path = folder / (committed.stem + suffix)
        path.unlink() if lost else path.write_bytes(path.read_bytes() + b" ")

    publish = store._publish
    monkeypatch.setattr(store, "_publish", publish_badly)
    facts = {"meta": make_meta(), "text": "One", "attachments": {".source.html": b"One"}}
    with pytest.raises(PackageError, match=rf"new\{suffix}: is not what was written; the document was taken back"):
        write_document(tmp_path, "new", html="<p>One</p>", **facts)
    assert read_package(tmp_path).names == ("old",)
    assert not list(tmp_path.glob("new*"))
    if suffix != ".html":
        with pytest.raises(PackageError, match=rf"old\{suffix}: is not what was written; is the disk sound"):
            write_document(tmp_path, "old", **facts)
        assert read_package(tmp_path).names == (() if lost and suffix == ".json" else ("old",))


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


def test_make_name():
    """Names are the site and the next free number, and are document names whatever the URL."""
    assert make_name("https://www.heise.de/a", ()) == "heise-de-0001"
    assert make_name("https://heise.de/b", ["heise-de-0009", "heise-de-x", "other-0099"]) == "heise-de-0010"
    assert make_name("file:///x", ()) == "file-0001"
    assert make_name("", ()) == "page-0001"


def write_forever(folder, acknowledge, seed):
    """Make documents and change them for ever, each time saying what has been saved."""
    chance = random.Random(seed)
    for step in range(10**9):
        names = read_package(folder).names
        stamp = f"{seed}-{step}"
        if len(names) < 3 or chance.random() < 0.3:
            name, html = f"doc-{stamp}", f"<p>{stamp}</p>" * chance.randint(1, 20_000)
        else:
            name, html = chance.choice(names), None
        page = html if html is not None else read_document(folder, name).html
        meta = make_meta(page, note=stamp, fragments=make_fragments(page, ((3, 5),)))
        decision = Decision(time=datetime.now(UTC), document=name, action=stamp)
        write_document(folder, name, meta=meta, text=f"text {stamp}", html=html, decision=decision)
        os.write(acknowledge, f"{name} {stamp}\n".encode())


def start_writer(folder, seed):
    """Fork a process that writes for ever; returns its id and the pipe of its acknowledgements."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:  # pragma: no cover - another process
        try:
            os.close(reading)
            write_forever(folder, writing, seed)
        finally:
            os._exit(1)
    os.close(writing)
    return child, reading


def stop_writer(child, reading, writes=0, seconds=0.0):
    """Kill a writer some time after so many writes, where it stands; returns what it acknowledged."""
    with os.fdopen(reading, "rb") as pipe:
        lines = [pipe.readline() for _ in range(writes)]
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
        lines += pipe.readlines()
    return [tuple(line.decode().split()) for line in lines if line.endswith(b"\n")]


def check_consistent(folder):
    """Every listed document is whole: page, text and meta data are of the same write. Returns the last stamps."""
    stamps = {}
    for name in read_package(folder).names:
        document = read_document(folder, name)
        assert html_hash(document.html) == document.meta.html_sha256
        assert document.text == f"text {document.meta.note}"
        stamps[name] = document.meta.note
    return stamps


def test_kill_at_random_moments(tmp_path):
    """After kill -9 no document is half, none that was saved is lost, and the journal has each decision once."""
    folder = create_package(tmp_path / "pack", PackageInfo(name="p")).folder
    chance = random.Random(5)
    saved, order = {}, []
    for seed in range(25):
        child, reading = start_writer(folder, seed)
        acknowledged = stop_writer(child, reading, chance.randint(0, 3), chance.uniform(0.0, 0.03))
        order += [stamp for _, stamp in acknowledged]
        saved |= dict(acknowledged)
        stamps = check_consistent(folder)
        for name, stamp in saved.items():
            # The write that was under way when the process died may have been committed, too.
            assert stamps[name] == stamp or (stamps[name].startswith(f"{seed}-") and stamps[name] not in order)
        saved = {n: stamps[n] for n in saved}
    write_document(folder, "last", meta=make_meta(note="x"), text="text x", html="<p>One</p>")
    decisions = list(read_journal(folder))
    assert len({d.id for d in decisions}) == len(decisions)
    journalled = [d.action for d in decisions]
    assert [stamp for stamp in journalled if stamp in set(order)] == order
    assert len(order) >= 25
    latest = {d.document: d.action for d in decisions}
    assert check_consistent(folder) == latest | {"last": "x"}
    assert not list((folder / ".pending").iterdir())
    assert {p.name for p in folder.iterdir()} == {
        *(f"{n}{s}" for n in [*latest, "last"] for s in (".html", ".txt", ".json")),
        *("package.toml", "journal.jsonl", ".lock", ".pending"),
    }


def test_reader_beside_writers(tmp_path):
    """A reader beside two processes that write never sees half a document, and reading leaves nothing behind."""
    folder = create_package(tmp_path / "pack", PackageInfo(name="p")).folder
    writers = [start_writer(folder, seed) for seed in (1, 2)]
    try:
        reads, end = 0, time.monotonic() + 3
        while time.monotonic() < end:
            reads += len(check_consistent(folder))
    finally:
        acknowledged = [stop_writer(*writer) for writer in writers]
    assert reads > 100
    assert all(acknowledged)


@pytest.mark.parametrize("moved", [0, 1, 2, 3])
def test_half_published_commit(tmp_path, moved):
    """A crash between any two files of the publication leaves a document that reads whole and is finished later."""
    folder = create_package(tmp_path / "pack", PackageInfo(name="p")).folder
    write_document(folder, "a", meta=make_meta(note="old"), text="text old", html="<p>One</p>")
    other = create_package(tmp_path / "other", PackageInfo(name="p")).folder
    decision = Decision(time=datetime.now(UTC), document="a", action="change")
    write_document(other, "a", meta=make_meta(note="new"), text="text new", html="<p>One</p>", decision=decision)
    commit = folder / ".pending" / "a.commit"
    commit.mkdir()
    for name in ("a.html", "a.txt", "a.json", "journal.jsonl"):
        shutil.copy(other / name, commit / name)
    if moved:
        shutil.copy(commit / "journal.jsonl", folder / "journal.jsonl")
    for name in ("a.html", "a.txt", "a.json")[:moved]:
        (commit / name).replace(folder / name)
    assert check_consistent(folder) == {"a": "new"}
    write_document(folder, "b", meta=make_meta(note="b"), text="text b", html="<p>One</p>")
    assert check_consistent(folder) == {"a": "new", "b": "b"}
    assert list(read_journal(folder)) == [decision]
    assert not list((folder / ".pending").iterdir())


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


@pytest.mark.parametrize(
    ("file", "data"), [("a.json", '{"extra": ' + "[" * 100_000), ("package.toml", "a = " + "[" * 100_000)]
)
def test_nesting_without_end_is_an_error(tmp_path, file, data):
    """Brackets nested deeper than the parser goes are an error that names the file."""
    create_package(tmp_path, PackageInfo(name="p"))
    write_document(tmp_path, "a", meta=make_meta(), text="", html="<p>One</p>")
    (tmp_path / file).write_text(data)
    with pytest.raises(PackageError, match=re.escape(str(tmp_path / file))):
        read_document(read_package(tmp_path).folder, "a")


def test_a_site_is_a_host_without_www() -> None:
    """Port and path do not count, and what names no host has no site."""
    assert [find_site(u) for u in ("https://www.x.org:80/a", "", "http://[bad")] == ["x.org", "", ""]
