"""What is exported in any format comes back by import."""

import pytest

from annotate.cli import annotate
from annotate.formats.importing import import_records
from annotate.formats.records import Record
from annotate.formats.table import list_written
from cetr.console import run
from cetr.document import split_words
from evaluate.package import PackageInfo, create_package, read_document, read_package
from tests.annotate.formats.samples import GOLD, PAGE, make_package, read_all

KEEPS_SPANS = {"jsonl", "parquet", "l3s-gn1", "web-annotation", "webmainbench"}


@pytest.mark.parametrize("form", list_written())
def test_round_trip(tmp_path, form):
    """What is exported and imported again has the same page and the same words; where the format can say, spans."""
    make_package(tmp_path / "one")
    assert run(annotate, ["export", form, str(tmp_path / "one"), str(tmp_path / "out")]) == 0
    assert run(annotate, ["import", form, str(tmp_path / "out"), str(tmp_path / "two"), "--jobs", "1"]) in (0, 3)
    before = read_document(tmp_path / "one", "full")
    name = next(n for n in read_package(tmp_path / "two").names if n.endswith("full"))
    after = read_document(tmp_path / "two", name)
    assert after.html == before.html
    if form == "trafilatura":
        assert after.text == "The quick \u00e9cru fox, \u201cFred\u201d, jumps."
        return
    assert split_words(after.text) == split_words(before.text)
    assert after.meta.coverage == 1.0
    if form in KEEPS_SPANS:
        assert after.spans == before.spans
    assert not any(n.endswith("draft") for n in read_package(tmp_path / "two").names)


@pytest.mark.parametrize("form", list_written())
def test_declared_encoding_does_not_matter(tmp_path, form):
    """A page that declares another encoding than the one it is written in comes back the same."""
    html = PAGE.replace("<title>", "<meta charset=iso-8859-1><title>\u201c\u4e2d ")
    folder = create_package(tmp_path / "one", PackageInfo(name="p")).folder
    import_records([Record(id="a", html=html, text=GOLD, url="https://e.org/")], folder, source="test")
    assert run(annotate, ["export", form, str(folder), str(tmp_path / "out")]) == 0
    assert [r.html for r in read_all(form, tmp_path / "out")[0].values()] == [html]


@pytest.mark.parametrize("form", list_written())
def test_a_mark_at_the_start_belongs_to_the_page(tmp_path, form):
    """A page whose first character is a byte order mark keeps it, so that no offset moves."""
    html = f"\ufeff{PAGE}"
    folder = create_package(tmp_path / "one", PackageInfo(name="p")).folder
    import_records([Record(id="a", html=html, spans=((0, len(html)),))], folder, source="test")
    assert run(annotate, ["export", form, str(folder), str(tmp_path / "out")]) == 0
    assert [r.html for r in read_all(form, tmp_path / "out")[0].values()] == [html]


@pytest.mark.parametrize("form", sorted(KEEPS_SPANS))
def test_gold_in_a_hidden_element_is_kept(tmp_path, form):
    """Folded answers are often hidden by their style, and a person has marked them nevertheless."""
    html = '<p>Which fox?</p><div style="display: none"><p>The quick one.</p></div><p>Advertisement'
    gold = ((html.index("Which"), html.index("</p></div>")),)
    folder = create_package(tmp_path / "one", PackageInfo(name="p")).folder
    import_records([Record(id="a", html=html, spans=gold)], folder, source="test")
    assert run(annotate, ["export", form, str(folder), str(tmp_path / "out")]) == 0
    assert run(annotate, ["import", form, str(tmp_path / "out"), str(tmp_path / "two")]) == 0
    (name,) = read_package(tmp_path / "two").names
    assert read_document(tmp_path / "two", name).text == "Which fox?\nThe quick one."


@pytest.mark.parametrize("name", ["title", "plaintext"])
def test_no_mark_is_put_where_it_would_be_text(tmp_path, name):
    """Inside an element that holds nothing but text a tag would show, and stay in the page when it is read again."""
    html = f"<p>The quick fox.</p><{name}>Jumps."
    folder = create_package(tmp_path / "one", PackageInfo(name="p")).folder
    import_records([Record(id="a", html=html, spans=((0, len(html)),))], folder, source="test")
    assert run(annotate, ["export", "webmainbench", str(folder), str(tmp_path / "out")]) == 0
    assert read_all("webmainbench", tmp_path / "out")[0]["a"].html == html


def test_cleaneval_marks_from_markup(tmp_path):
    """Headings and list items of the page get their marks; marks of an import come back as they were."""
    make_package(tmp_path / "one")
    run(annotate, ["export", "cleaneval", str(tmp_path / "one"), str(tmp_path / "out")])
    expected = (
        "URL: https://e.org/a\n\n<h>On foxes\n\n<p>The quick \u00e9cru fox, \u201cFred\u201d, jumps.\n"
        "\n<l>First item\n\n<l>Second item\n"
    )
    assert (tmp_path / "out/GoldStandard/full.txt").read_text("utf-8") == expected
    run(annotate, ["import", "cleaneval", str(tmp_path / "out"), str(tmp_path / "two"), "--jobs", "1"])
    run(annotate, ["export", "cleaneval", str(tmp_path / "two"), str(tmp_path / "again")])
    assert (tmp_path / "again/GoldStandard/full.txt").read_text("utf-8") == expected


def test_export_refuses(tmp_path, capsys):
    """An export never overwrites, and a package without gold is refused; nothing half written stays."""
    make_package(tmp_path / "one")
    (tmp_path / "out").mkdir()
    assert run(annotate, ["export", "jsonl", str(tmp_path / "one"), str(tmp_path / "out")]) == 2
    create_package(tmp_path / "empty", PackageInfo(name="e"))
    assert run(annotate, ["export", "cetr", str(tmp_path / "empty"), str(tmp_path / "new")]) == 2
    assert "has no documents to export" in capsys.readouterr().err
    assert {p.name for p in tmp_path.iterdir()} == {"one", "out", "empty"}


def test_drafts_are_exported_when_asked(tmp_path):
    """``--drafts`` adds drafts; rejected documents are never written."""
    make_package(tmp_path / "one")
    run(annotate, ["export", "jsonl", str(tmp_path / "one"), str(tmp_path / "out.jsonl.xz"), "--drafts"])
    records, _ = read_all("jsonl", tmp_path / "out.jsonl.xz")
    assert set(records) == {"full", "none", "draft"}


@pytest.mark.parametrize(
    ("name", "magic"), [("o.jsonl.bz2", b"BZh"), ("o.jsonl.GZ", b"\x1f\x8b"), ("o.jsonl.xz", b"\xfd7zXZ\0")]
)
def test_the_end_of_the_name_says_how_it_is_compressed(tmp_path, name, magic):
    """What is called by the name of a compressed file is one, in letters of either case."""
    make_package(tmp_path / "one")
    assert run(annotate, ["export", "jsonl", str(tmp_path / "one"), str(tmp_path / name)]) == 0
    assert (tmp_path / name).read_bytes().startswith(magic)
    assert set(read_all("jsonl", tmp_path / name)[0]) == {"full", "none"}


def test_pages_of_one_address_stay_apart(tmp_path):
    """Trafilatura's data have one entry for each address."""
    folder = create_package(tmp_path / "one", PackageInfo(name="p")).folder
    html = ("<p>The first of two pages.</p>", "<p>The second of two pages.</p>")
    texts = [page[3:-4] for page in html]
    records = [Record(id=f"p{i}", html=html[i], text=texts[i], url="https://e.org/") for i in (0, 1)]
    import_records(records, folder, source="test")
    assert run(annotate, ["export", "trafilatura", str(folder), str(tmp_path / "out")]) == 0
    found = read_all("trafilatura", tmp_path / "out")[0]
    assert {r.url: r.text for r in found.values()} == {"https://e.org/": texts[0], "https://e.org/#p1": texts[1]}


def test_gold_that_speaks_of_tags_comes_back(tmp_path):
    """CETR's gold may be HTML, so such text is written as HTML."""
    text = "How to use <p> and <br>\nUse the <p> tag, then </div> closes it.\nThat is all there is."
    html = "".join(f"<p>{line.replace('<', '&lt;')}</p>" for line in text.split("\n"))
    folder = create_package(tmp_path / "one", PackageInfo(name="p")).folder
    import_records([Record(id="a", html=html, spans=((0, len(html)),), text=text)], folder, source="test")
    assert run(annotate, ["export", "cetr", str(folder), str(tmp_path / "out")]) == 0
    assert [r.text for r in read_all("cetr", tmp_path / "out")[0].values()] == [text]
