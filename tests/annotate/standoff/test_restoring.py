"""``annotate publish`` and ``annotate restore``."""

import gzip
import json
from functools import partial

import msgspec
import pytest

from annotate.cli import annotate
from annotate.formats.records import Omission
from annotate.standoff.pages import find_key, find_pages
from annotate.standoff.published import read_rows
from annotate.standoff.restoring import join, restore_all
from annotate.stored import Stored
from cetr.console import run
from evaluate.package import read_document, read_info, read_journal, read_package
from tests.documents import make_document

PAGE = "<title>{0}</title><ul><li>Home</li></ul><p>The fox of page {0} jumps over the lazy dog.</p><p>Imprint</p>"
NEWS = " ".join(f"new{i}" for i in range(22))
GOLD = "The fox of page {} jumps over the lazy dog."


@pytest.fixture
def published(tmp_path):
    """Three pages of a package, published; its fourth is a draft, and its fifth rejected."""
    for name in "abcde":
        status = {"d": "draft", "e": "rejected"}.get(name, "reviewed")
        facts = {"annotator": "ann", "note": "hard", "extra": {"secret": "The lazy dog"}} if name == "a" else {}
        make_document(
            tmp_path / "gold",
            name,
            PAGE.format(name),
            (GOLD.format(name),),
            status=status,
            url=f"https://www.e.org/{name}",
            **facts,
        )
    assert run(annotate, ["publish", "--jobs", "1", str(tmp_path / "gold"), str(tmp_path / "published")]) == 0
    return tmp_path / "published"


def restore(published, pages, *options):
    """Restore on pages by URL, given as JSON Lines; returns the exit code."""
    file = published.with_name("pages.jsonl")
    file.write_text("".join(json.dumps({"url": url, "html": html}) + "\n" for url, html in pages))
    return run(
        annotate,
        ["restore", str(published), str(published.with_name("own")), "--jobs", "1", "--pages", str(file), *options],
    )


def test_no_text_is_published(published):
    """The folder holds no word of a page, and nothing that users have put under ``extra``."""
    assert sorted(file.name for file in published.iterdir()) == ["README.md", "about.json", "gold.jsonl", "urls.txt"]
    assert (published / "urls.txt").read_text() == "".join(f"https://www.e.org/{name}\n" for name in "abc")
    row = json.loads((published / "gold.jsonl").read_text().splitlines()[0])
    assert {key: row[key] for key in ("id", "url", "status", "annotator", "note")} == {
        "id": "a",
        "url": "https://www.e.org/a",
        "status": "reviewed",
        "annotator": "ann",
        "note": "hard",
    }
    assert [line[:2] + line[3:] for line in row["lines"]] == [
        [0, 1, 0, 0],
        [0, 1, 0, 0],
        [1, 10, 0, 1],
        [0, 1, 0, 0],
    ]
    everything = "".join(file.read_text() for file in published.iterdir()).casefold()
    assert not [word for word in ("fox", "jumps", "lazy", "secret", "imprint") if word in everything]


def test_pages_that_are_the_same_get_their_gold(published, capsys):
    """The package itself serves as the pages; status, names, notes and the description of the package come back."""
    gold, own = published.with_name("gold"), published.with_name("own")
    assert run(annotate, ["restore", str(published), str(own), "--jobs", "1", "--pages", str(gold)]) == 0
    assert capsys.readouterr().out == (
        "3 pages restored: 3 the same page, 0 with the same text, 0 changed (drafts); 0 already there; 0 left out\n"
    )
    assert read_info(own) == read_info(gold)
    assert read_package(own).names == ("a", "b", "c")
    before, after = read_document(gold, "a"), read_document(own, "a")
    assert (after.html, after.text, after.spans) == (before.html, before.text, before.spans)
    assert (after.meta.status, after.meta.annotator, after.meta.note, after.meta.url) == (
        "reviewed",
        "ann",
        "hard",
        "https://www.e.org/a",
    )
    assert after.meta.extra == {
        "published": {"state": "same page", "html_sha256": before.meta.html_sha256, "lost": 0, "new": 0}
    }
    assert [decision.detail for decision in read_journal(own)] == [{"source": "published:gold"}] * 3


def test_other_versions_of_the_pages(published, capsys):
    """Where the text is the same, gold stays gold; a page that has changed is a draft; another page is left out."""
    pages = [
        ("http://e.org/a/#top", PAGE.format("a").replace("<p>", "<div>")),
        (
            "https://e.org/b",
            PAGE.format("b").replace("<li>Home", "<li>Start").replace("</p><p>I", f"</p><p>{NEWS}</p><p>I"),
        ),
        ("https://e.org/c", "<p>Not found, but here is something else that you may like to read.</p>"),
        ("https://e.org/other", PAGE.format("other")),
    ]
    assert restore(published, pages, "--format", "json") == 3
    assert json.loads(capsys.readouterr().out) == {
        "summary": {"changed": 1, "same_text": 1, "same_page": 0, "present": 0, "left_out": 1},
        "findings": [
            {
                "document": "c",
                "coverage": None,
                "finding": "left out: only 0% of its gold is in the page with its URL",
            },
            {"document": "b", "coverage": 1.0, "finding": "draft: the page has changed (0 words lost, 12 new)"},
        ],
    }
    a, b = (read_document(published.with_name("own"), name) for name in "ab")
    assert (a.text, a.meta.status, a.meta.coverage) == (GOLD.format("a"), "reviewed", 1.0)
    assert (b.text, b.meta.status) == (GOLD.format("b"), "draft")


def test_the_best_of_several_pages_counts(published):
    """Of pages with one URL, the very page is taken, wherever it stands, or that with most of the gold."""
    page = PAGE.format("a")
    versions = (page.replace("<p>I", f"<p>{NEWS}<p>I"), page.replace("<p>", "<div>"), page, "")
    pages = [("https://e.org/a", html) for html in versions]
    assert restore(published, pages) == 3
    assert read_document(published.with_name("own"), "a").html == PAGE.format("a")


def test_pages_without_a_url_are_known_by_their_names(published, tmp_path):
    """A folder of files that are called as the documents, perhaps packed, or rows with such an id, will do."""
    folder, rows = tmp_path / "files", tmp_path / "rows.NDJSON"
    folder.mkdir()
    page = PAGE.replace("<p>", "<div>")
    (folder / "a.html").write_text(page.format("a"))
    (folder / "b.html.gz").write_bytes(gzip.compress(page.format("b").encode()))
    rows.write_text(json.dumps({"id": "c", "html": page.format("c")}))
    places = ["--pages", str(folder), "--pages", str(rows)]
    assert run(annotate, ["restore", str(published), str(tmp_path / "own"), "--jobs", "1", *places]) == 0
    assert [read_document(tmp_path / "own", name).text for name in "abc"] == [GOLD.format(name) for name in "abc"]


def test_a_url_with_a_line_break_is_not_listed(tmp_path):
    """It would add a URL of the publisher's choice, or another document's, to the list."""
    make_document(tmp_path / "gold", "a", PAGE.format("a"), (GOLD.format("a"),), url="https://e.org/a\nfile:///etc")
    assert run(annotate, ["publish", "--jobs", "1", str(tmp_path / "gold"), str(tmp_path / "published")]) == 0
    assert (tmp_path / "published" / "urls.txt").read_text() == ""


def test_documents_named_after_a_data_set_are_found_without_a_url(tmp_path):
    """The package itself, and files that are called as its documents, will do; its pages are read as it reads them."""
    html = f"\ufeff{PAGE.format('a')}"
    make_document(tmp_path / "gold", "set-1", html, (GOLD.format("a"),), url="", extra={"id": "set/1"})
    files = tmp_path / "files"
    files.mkdir()
    (files / "set-1.html").write_text(html)
    assert run(annotate, ["publish", "--jobs", "1", str(tmp_path / "gold"), str(tmp_path / "published")]) == 0
    for place, state in (("gold", "same page"), ("files", "same text")):
        own = tmp_path / f"own-{place}"
        places = ["--jobs", "1", "--pages", str(tmp_path / place)]
        assert run(annotate, ["restore", str(tmp_path / "published"), str(own), *places]) == 0
        assert read_document(own, "set-1").meta.extra["published"]["state"] == state


def test_a_row_without_a_url_says_how_its_page_is_found(published):
    """The person who restores the gold can call a file as it."""
    row = msgspec.structs.replace(next(read_rows(published)), url="")
    assert list(restore_all([row], list, 1)) == [Omission("a", "none of the pages without a URL has its name")]


def test_a_page_that_redirects_is_found_by_the_url_that_was_asked_for(published, tmp_path):
    """A capture records where it ended, and where it began."""
    moved = {"url": "https://new.example/fox", "extra": {"requested": "https://www.e.org/a"}}
    make_document(tmp_path / "pages", "fox", PAGE.format("a"), (), **moved)
    own = tmp_path / "own"
    pages = ["--jobs", "1", "--pages", str(tmp_path / "pages")]
    assert run(annotate, ["restore", str(published), str(own), *pages]) == 3
    assert read_document(own, "a").text == GOLD.format("a")


def test_a_page_that_is_gone_when_it_is_read_again_is_left_out(published, tmp_path):
    """The pages are read twice; a row whose page is no longer there is not dropped in silence."""
    file = tmp_path / "pages.jsonl"
    file.write_text(json.dumps({"url": "https://e.org/a", "html": PAGE.format("a")}))
    rows = list(read_rows(published))[:1]
    pages = partial(find_pages, [str(file)], Stored((), {}), refused={})
    outcomes = list(restore_all(rows, pages, 1, lambda: file.write_text("")))
    assert outcomes == [Omission("a", "its page was gone when it was read again; name files that stay as they are")]


def test_metadata_alone_make_no_document(published, tmp_path):
    """Pages as served, beside the metadata of the rendered ones, are pages under these URLs; any folder may hold
    them.
    """
    folder = tmp_path / "served.jsonl"
    folder.mkdir()
    for name in "abc":
        (folder / f"{name}.html").write_text(PAGE.format(name).replace("<p>", "<div>"))
        (folder / f"{name}.json").write_bytes((tmp_path / "gold" / f"{name}.json").read_bytes())
    own = tmp_path / "own"
    assert run(annotate, ["restore", str(published), str(own), "--jobs", "1", "--pages", str(folder)]) == 0
    assert [read_document(own, name).text for name in "abc"] == [GOLD.format(name) for name in "abc"]


def test_a_page_without_content_has_none_again(tmp_path):
    """That a person found no main content is published, and holds where the page is much the same."""
    make_document(tmp_path / "gold", "a", PAGE.format("a"), (), extra={"no_main_content": True})
    published = tmp_path / "published"
    assert run(annotate, ["publish", "--jobs", "1", str(tmp_path / "gold"), str(published)]) == 0
    assert restore(published, [("https://a.example/page", PAGE.format("a").replace("<ul>", "<h1>New</h1>"))]) == 0
    meta = read_document(tmp_path / "own", "a").meta
    assert (meta.status, meta.fragments, meta.extra["no_main_content"]) == ("gold", (), True)
    assert meta.extra["published"]["state"] == "same text"


def test_gold_does_not_go_into_the_pages(published, capsys):
    """Documents there have the same names and pages, so that they would stay as they are, without the gold."""
    gold = str(published.with_name("gold"))
    assert run(annotate, ["restore", str(published), gold, "--pages", gold]) == 2
    assert capsys.readouterr().err == f"annotate: {gold}: has the pages; name a new folder for the package\n"


def test_marks_without_words_make_a_draft(tmp_path):
    """Signs alone have no digest, so that another version of the page does not say where they are."""
    html = "<p>Sums and other signs</p><p>\u2211 + \u222b</p>"
    make_document(tmp_path / "gold", "a", html, ("\u2211 + \u222b",))
    assert run(annotate, ["publish", "--jobs", "1", str(tmp_path / "gold"), str(tmp_path / "published")]) == 0
    row = next(read_rows(tmp_path / "published"))
    assert [join(row, html + end).state for end in ("", " ")] == ["same page", "changed"]


def test_a_second_run_adds_what_is_missing(published, capsys):
    """Restored documents stay as they are, with all decisions on them, also if the pages are other versions now."""
    assert restore(published, [("https://e.org/a", PAGE.format("a"))]) == 3
    assert restore(published, [(f"https://e.org/{name}", PAGE.format(name) + " ") for name in "abc"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == (
        "2 pages restored: 0 the same page, 2 with the same text, 0 changed (drafts); 1 already there; 0 left out"
    )
    assert restore(published, []) == 0
    assert read_package(published.with_name("own")).names == ("a", "b", "c")


@pytest.mark.parametrize(
    ("file", "text", "error"),
    [
        ("gold.jsonl", "", "published: has no pages"),
        ("gold.jsonl", "{}\n", "gold.jsonl: row 1: id: is missing"),
        ("about.json", "[]", "about.json: expected an object, but found a list"),
        ("gold.jsonl", None, "is not published gold: it has no gold.jsonl"),
    ],
)
def test_what_is_not_published_gold_is_refused(published, capsys, file, text, error):
    """The error names the file and the field, and no package is made."""
    (published / file).unlink()
    if text is not None:
        (published / file).write_text(text)
    assert restore(published, []) == 2
    assert error in capsys.readouterr().err
    assert not published.with_name("own").exists()


def test_a_row_of_a_stranger_is_checked(published, capsys):
    """Impossible lines are refused, and spans are clipped to the page."""
    path = published / "gold.jsonl"
    row = json.loads(path.read_text().splitlines()[0])
    for lines, error in (
        ([[1, 0, 5]], "row 1: lines[0][1]: Expected `int` >= 1"),
        ([[1, "a", 5]], "row 1: lines[0][1]: expected a whole number, but found text"),
        ([7], "row 1: lines[0]: expected a list, but found a whole number"),
    ):
        path.write_text(json.dumps(row | {"lines": lines}))
        assert restore(published, []) == 2
        assert error in capsys.readouterr().err
    path.write_text(json.dumps(row | {"spans": [[5, 10**15]]}))
    assert restore(published, [("https://e.org/a", PAGE.format("a"))]) == 0
    assert read_document(published.with_name("own"), "a").spans == ((5, len(PAGE.format("a"))),)


def test_publishing_never_overwrites(published, capsys, tmp_path):
    """An existing target is refused, and so is a package without gold."""
    assert run(annotate, ["publish", "--jobs", "1", str(tmp_path / "gold"), str(published)]) == 2
    assert "already exists" in capsys.readouterr().err
    make_document(tmp_path / "none", "d", PAGE, (), status="draft")
    assert run(annotate, ["publish", "--jobs", "1", str(tmp_path / "none"), str(tmp_path / "new")]) == 2
    assert "has no documents to publish (drafts need --drafts)" in capsys.readouterr().err
    assert run(annotate, ["publish", "--jobs", "1", str(tmp_path / "none"), str(tmp_path / "new"), "--drafts"]) == 0


@pytest.mark.parametrize(
    "url",
    [
        "https://e.org/a?x=1",
        "https://e.org/%61?x=%31",
        "http://www.e.org/a/?x=1#top",
        "https://E.org:443/a?x=1",
        "HTTPS://m.e.org/a?x=1",
    ],
)
def test_urls_of_one_page(url):
    """Scheme, ``www.``, fragment, a slash at the end and percent-encoding make no other page; the query does."""
    assert find_key(url) == "e.org/a?x=1"
    assert find_key("http://[broken") == "http://[broken"


def test_a_row_that_is_no_page_is_told_once(published, capsys):
    """Its gold is left out, as if the row were not there; the others are read, though twice."""
    pages = [(f"https://www.e.org/{name}", PAGE.format(name)) for name in "ab"]
    assert restore(published, [("https://www.e.org/c", None), *pages]) == 3
    shown = capsys.readouterr()
    assert "2 pages restored" in shown.out
    file = published.with_name("pages.jsonl")
    told = f"annotate: {file}: row 1: html: expected text, but found null; left out\n"
    assert shown.err == told
    assert restore(published, [("https://www.e.org/x", None), ("https://www.e.org/c", PAGE.format("c"))]) == 3
    shown = capsys.readouterr()
    assert ("1 page restored" in shown.out, "0 left out" in shown.out, shown.err) == (True, True, told)
