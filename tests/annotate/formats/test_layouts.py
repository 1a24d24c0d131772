"""Readers of others' layouts, on small samples written by hand, and round trips through every format."""

import bz2
import gzip
import io
import json
import random
import tarfile
import zipfile
from pathlib import Path

import pyarrow
import pytest
from pyarrow import parquet

from annotate.cli import annotate
from annotate.formats.importing import import_records
from annotate.formats.records import Omission, Record
from annotate.formats.table import FORMATS
from cetr.commandline import run
from cetr.document import split_words
from evaluate.package import PackageInfo, create_package, read_document, read_package

PAGE = (
    "<!DOCTYPE html>\n<html lang='en'><head><title>Foxes &amp; dogs</title></head><body>\n"
    "<ul><li><a href=/>Home</a></li><li>News</li></ul>\n<h1>On foxes</h1>\n"
    "<p>The quick &eacute;cru fox, \u201cFred\u201d, jumps.</p>\n<div class=ad>Buy now! The quick fox.</div>\n"
    "<ul><li>First item</li><li>Second item</li></ul><pre>a  =  1\nb = 2</pre>\n<p>Imprint</p></body></html>\n"
)
GOLD = "On foxes\nThe quick \u00e9cru fox, \u201cFred\u201d, jumps.\nFirst item\nSecond item"
SPANS = (
    (PAGE.index("On foxes"), PAGE.index("</p>")),
    (PAGE.index("First item"), PAGE.index("</li></ul><pre>")),
)


def write_files(folder, files):
    """Write text or bytes to paths below a folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    return folder


def read_all(form, source):
    """All records by their ids, and all omissions by theirs."""
    found = list(FORMATS[form].read(source))
    records = {r.id: r for r in found if isinstance(r, Record)}
    omissions = {o.id: o.reason for o in found if isinstance(o, Omission)}
    assert len(records) + len(omissions) == len(found)
    return records, omissions


def test_cleaneval(tmp_path):
    """Marks become lines and are remembered; the URL comes from the page; lone files are omissions."""
    page = '<text id="http://e.org/?a=1&amp;b=2" title=" T " encoding="unset">\n' + PAGE + "</text>"
    gold = "URL: http://e.org/\n\n<h>On foxes\n\n<p>The quick\nfox jumps.\n<l>First item\n<l>Second item\n"
    write_files(
        tmp_path,
        {
            "finalrun-input/1.html": page,
            "GoldStandard/1.txt": gold,
            "finalrun-input/2.html": PAGE,
            "GoldStandard/3.txt": gold,
        },
    )
    records, omissions = read_all("cleaneval", tmp_path)
    assert records == {
        "1": Record(
            id="1",
            html=page,
            text="On foxes\nThe quick fox jumps.\nFirst item\nSecond item",
            url="http://e.org/?a=1&b=2",
            title="T",
            extra={"marks": "hpll"},
        )
    }
    assert omissions == {
        "finalrun-input/2.html": "has no gold file",
        "GoldStandard/3.txt": "is gold without a page",
    }


def test_cleaneval_development_set(tmp_path):
    """The development set has other folders and names; Chinese gold may be in GB 18030."""
    write_files(
        tmp_path,
        {
            "en_original/1.html": PAGE,
            "en_cleaned/1-cleaned.txt": "URL: http://e.org/x\n<p>The quick</p>fox",
            "zh_original/2.html": "<p>中文网页</p>".encode("gb18030"),
            "zh_cleaned/2-cleaned.txt": "中文网页".encode("gb18030"),
        },
    )
    records, _ = read_all("cleaneval", tmp_path)
    assert (records["1"].text, records["1"].url, records["1"].extra) == (
        "The quick\nfox",
        "http://e.org/x",
        {"marks": "pp"},
    )
    assert (records["2"].text, records["2"].language) == ("中文网页", "zh")


def test_cetr(tmp_path):
    """Gold of news is HTML, that of cleaneval has marks; names keep the site and language."""
    with zipfile.ZipFile(tmp_path / "cetr-dataset.zip", "w") as archive:
        archive.writestr("news/original/bbc/1.html", PAGE)
        archive.writestr("news/gold/bbc/1.txt", "<h1>On foxes</h1><p>The quick &eacute;cru fox<br>jumps")
        archive.writestr("cleaneval/en/original/7.html", PAGE)
        archive.writestr("cleaneval/en/gold/7.txt", "URL: http://e.org/\n<h>On foxes\n")
    records, omissions = read_all("cetr", tmp_path / "cetr-dataset.zip")
    assert omissions == {}
    assert {i: (r.text, r.url, r.language) for i, r in records.items()} == {
        "news/bbc/1": ("On foxes\nThe quick \u00e9cru fox\njumps", "", None),
        "cleaneval/en/7": ("On foxes", "http://e.org/", "en"),
    }


def test_dragnet(tmp_path):
    """Comments are told from the main content, also by a misspelt line; archives are read where they lie."""
    for name, files in {
        "dragnet_HTML.tar.gz": {"HTML/a.html": PAGE, "HTML/T2.html": PAGE},
        "dragnet_Corrected.tar.gz": {
            "Corrected/a.html.corrected.txt": "On foxes\n\n!@#$%^&*()  COMMENTS\nNice!",
            "Corrected/T2.html.corrected.txt": "On foxes\r\n!@ $%^&*() COMMENTS\r\nWell\r\n",
        },
    }.items():
        with tarfile.open(tmp_path / name, "w:gz") as archive:
            for member, content in files.items():
                info = tarfile.TarInfo(f"./{member}")
                info.size = len(content.encode())
                archive.addfile(info, io.BytesIO(content.encode()))
    records, omissions = read_all("dragnet", tmp_path)
    assert omissions == {}
    assert {i: (r.html, r.text, r.extra["comments"]) for i, r in records.items()} == {
        "a": (PAGE, "On foxes\n\n", "Nice!"),
        "T2": (PAGE, "On foxes\r\n", "Well\r\n"),
    }


def test_dragnet_with_meta(tmp_path):
    """The newer data has its gold in TOML; a file that is none is an omission."""
    write_files(
        tmp_path / "data",
        {
            "html/u1.html": PAGE,
            "meta/u1.toml": "id = 'u1'\nurl = 'https://e.org/'\ntitle = 'T'\ntext = '''\nOn foxes\n'''\n",
            "html/u2.html": PAGE,
            "meta/u2.toml": "text = ",
            "html/u3.html": PAGE,
            "meta/u3.toml": "url = 'x'",
            "html/u4.html": PAGE,
            "meta/u4.toml": "a = " + "[" * 100_000,
        },
    )
    records, omissions = read_all("dragnet", tmp_path)
    assert {i: (r.text, r.url, r.title) for i, r in records.items()} == {"u1": ("On foxes\n", "https://e.org/", "T")}
    assert omissions.pop("u4").startswith("data/meta/u4.toml: is not TOML: ")
    assert omissions == {
        "u2": "data/meta/u2.toml: is not TOML: Invalid value (at end of document)",
        "u3": "data/meta/u3.toml: text: is missing",
    }


def test_l3s_gn1(tmp_path):
    """Text of classes 1 to 3 is main content, the innermost class wins, and repeated text is not mistaken."""
    annotated = (
        PAGE.replace("On foxes", '<span class="x-nc-sel1">On foxes</span>')
        .replace("The quick &eacute;cru", '<span class="x-nc-sel2">The quick &eacute;cru')
        .replace("jumps.", "jumps.</span>")
        .replace("First item", '<SPAN class="a x-nc-sel3">First <span class="x-nc-sel0">item</span></SPAN>')
        .replace("Imprint", '<span class="x-nc-sel4">Imprint</span>')
    )
    identity = "0a9bec8e-7d7b-3711-81d1-9c11afa7e945"
    write_files(
        tmp_path / "L3S-GN1-20100130203947-00001",
        {
            f"original/{identity}.html": PAGE,
            f"annotated/{identity}.html": annotated,
            "url-mapping.txt": f"<urn:uuid:{identity}>\thttp://e.org/fox\n",
        },
    )
    records, omissions = read_all("l3s-gn1", tmp_path)
    record = records[identity]
    assert omissions == {}
    assert record.url == "http://e.org/fox"
    assert record.text == "On foxes\nThe quick \u00e9cru fox, \u201cFred\u201d, jumps.\nFirst"
    assert [PAGE[a:b] for a, b in record.spans] == [
        "On foxes</h1>\n<p>The quick &eacute;cru fox, \u201cFred\u201d, jumps.",
        "First",
    ]


def test_readability(tmp_path):
    """The expected HTML becomes text; title and language come from the metadata."""
    write_files(
        tmp_path / "test-pages",
        {
            "001/source.html": PAGE,
            "001/expected.html": '<div id="readability-page-1"><h1>On foxes</h1><ul><li>First item</li></ul></div>',
            "001/expected-metadata.json": '{"title": "T", "lang": "en", "byline": null, "readerable": true}',
            "002/source.html": PAGE,
        },
    )
    records, omissions = read_all("readability", tmp_path)
    assert omissions == {"002": "has no expected.html"}
    record = Record(id="001", html=PAGE, text="On foxes\nFirst item", title="T", language="en", page_type="article")
    assert records == {"001": record}


def test_scrapinghub(tmp_path):
    """Pages are compressed; a key without a page is an omission."""
    truth = {"ab": {"articleBody": "On foxes", "url": "https://e.org/"}, "cd": {"articleBody": "x"}}
    files = {"ground-truth.json": json.dumps(truth), "html/ab.html.gz": gzip.compress(PAGE.encode())}
    records, omissions = read_all("scrapinghub", write_files(tmp_path, files))
    assert records == {"ab": Record(id="ab", html=PAGE, text="On foxes", url="https://e.org/", page_type="article")}
    assert omissions == {"cd": "has no page html/cd.html.gz"}


def test_wcxb(tmp_path):
    """Page type and snippets are kept; category is called collection, as in its own evaluation."""
    truth = {
        "schema_version": "2.0",
        "url": "https://e.org/",
        "file_id": "0001",
        "_internal": {"page_type": {"primary": "category", "tags": []}},
        "ground_truth": {"title": "T", "author": None, "main_content": "On foxes", "with": ["foxes"], "without": []},
    }
    files = {
        "dev/ground-truth/0001.json": json.dumps(truth),
        "dev/html/0001.html.gz": gzip.compress(PAGE.encode()),
        "dev/ground-truth/0002.json": '{"ground_truth": 5}',
        "dev/html/0002.html": PAGE,
    }
    records, omissions = read_all("wcxb", write_files(tmp_path, files))
    expected = Record(
        id="0001",
        html=PAGE,
        text="On foxes",
        url="https://e.org/",
        title="T",
        page_type="collection",
        extra={"with": ["foxes"]},
    )
    assert records == {"0001": expected}
    assert omissions == {
        "0002": "dev/ground-truth/0002.json: ground_truth: Expected `object`, got `int`",
    }


@pytest.mark.parametrize("name", ["evaldata.json", "evaldata.py"])
def test_a_bad_entry_costs_itself(tmp_path, name):
    """Which one it is, and which field, is said; the others are read."""
    data = {"https://e.org/bad": {"file": 5}, "https://e.org/good": {"file": "e.html", "with": ["quick"]}}
    written = json.dumps(data) if name.endswith(".json") else f"EVAL_PAGES = {data!r}"
    write_files(tmp_path / "t", {name: written, "cache/e.html": PAGE})
    records, omissions = read_all("trafilatura", tmp_path / "t")
    assert [record.url for record in records.values()] == ["https://e.org/good"]
    assert omissions == {"https://e.org/bad": f"{name}: file: Expected `str`, got `int`"}
    truths = {"bad": {"articleBody": 5}, "good": {"articleBody": "quick"}}
    files = {"ground-truth.json": json.dumps(truths), "html/bad.html": PAGE, "html/good.html": PAGE}
    write_files(tmp_path / "s", files)
    records, omissions = read_all("scrapinghub", tmp_path / "s")
    assert list(records) == ["good"]
    assert omissions == {"bad": "ground-truth.json: articleBody: Expected `str`, got `int`"}


def test_trafilatura(tmp_path):
    """Snippets make a draft; the Python file is read without being run."""
    entry = "{'file': 'e.html', 'with': ['quick \\u00e9cru'], 'without': ['Imprint']}"
    data = "import os\nEVAL_PAGES = {\n'https://e.org/': " + entry + ",\n}\n"
    write_files(tmp_path / "tests", {"evaldata.py": data, "cache/e.html": PAGE})
    records, omissions = read_all("trafilatura", tmp_path)
    assert omissions == {}
    expected = Record(
        id="e",
        html=PAGE,
        text="quick \u00e9cru",
        url="https://e.org/",
        status="draft",
        note="gold of snippets only",
        extra={"with": ["quick \u00e9cru"], "without": ["Imprint"]},
    )
    assert records == {"e": expected}


def test_webmainbench(tmp_path):
    """Selected elements become spans, hidden ones do not, and no trace of the tool stays in the page."""
    html = (
        '<html><body data-anno-uid="anno-uid-1"><nav>Menu</nav>'
        '<div style="display: none"><p cc-select="true">No</p></div>'
        '<h1 cc-select="true" class="big mark-selected" data-anno-uid="anno-uid-2">Title</h1>'
        '<div cc-select="true" class="mark-selected" id=x><p>One <b>two</b></p><img src=a cc-select="true"></div>'
        '<p class="mark-selected last" cc-select="true">Three</p><p>cc-select="true" mark-selected</p></body></html>'
    )
    row = {
        "track_id": "t1",
        "html": html,
        "url": "https://e.org/",
        "main_html": "<h1>Title</h1>",
        "convert_main_content": "# Title",
        "groundtruth_content": "# Title\n",
        "meta": {"language": "en", "style": "Article", "level": "mid"},
    }
    bare = {"track_id": "t2", "html": PAGE, "main_html": "<h1>On foxes</h1>", "meta": {}}
    none = {"track_id": "t3", "html": PAGE}
    lines = "".join(json.dumps(r) + "\n" for r in (row, bare, none))
    records, omissions = read_all("webmainbench", write_files(tmp_path, {"w.jsonl": lines}) / "w.jsonl")
    page = records["t1"].html
    assert page == (
        '<html><body><nav>Menu</nav><div style="display: none"><p>No</p></div><h1 class="big">Title</h1>'
        "<div id=x><p>One <b>two</b></p><img src=a></div>"
        '<p class="last">Three</p><p>cc-select="true" mark-selected</p></body></html>'
    )
    assert [page[a:b] for a, b in records["t1"].spans] == [page[page.index("Title") : page.index("</p><p>cc")]]
    assert (records["t1"].language, records["t1"].page_type) == ("en", "article")
    assert records["t1"].extra == {"webmainbench": row["meta"], "groundtruth_content": "# Title\n"}
    assert (records["t2"].spans, records["t2"].text, records["t2"].html) == (None, "On foxes", PAGE)
    assert omissions == {"t3": "has no element with cc-select and no main_html: no gold"}


def test_web_annotation_of_others(tmp_path):
    """Annotations with nothing but a quote are found by it and the text around; lost ones leave the page out."""

    def annotation(source, **quote):
        return {"target": {"source": source, "selector": {"type": "TextQuoteSelector", **quote}}}

    items = [
        annotation("a.html", exact="The quick", prefix="Buy now!", suffix="fox."),
        annotation("a.html", exact="Second item"),
        annotation("b.html", exact="is nowhere"),
        annotation("c.html", exact="x"),
    ]
    files = {"annotations.jsonld": json.dumps({"items": items}), "a.html": PAGE, "b.html": PAGE}
    records, omissions = read_all("web-annotation", write_files(tmp_path, files))
    (first, second) = records["a"].spans
    assert first[0] == PAGE.rindex("The quick")
    assert PAGE[slice(*second)] == "Second item"
    assert omissions == {
        "b": "1 of 1 quotes are not in the page: 'is nowhere'",
        "c": "has no page c.html beside the annotations",
    }


def test_web_annotation_with_positions_alone(tmp_path):
    """A place in the page needs no quote, if there is text at it."""

    def annotation(source, start, end):
        selector = {"type": "TextPositionSelector", "start": start, "end": end}
        return {"target": {"source": source, "selector": selector}}

    inside, outside = annotation("a.html", *SPANS[0]), annotation("b.html", 2, 5)
    files = {"annotations.jsonld": json.dumps({"items": [inside, outside]}), "a.html": PAGE, "b.html": PAGE}
    records, omissions = read_all("web-annotation", write_files(tmp_path, files))
    assert records["a"].spans == (SPANS[0],)
    assert omissions == {"b": "1 of 1 quotes are not in the page: no quote, and no text at 2 to 5"}


def test_web_annotation_of_a_wrong_shape_costs_itself_alone(tmp_path):
    """An item or page facts that are not as they should be are named or passed over; other pages come in."""
    good = {"target": {"source": "a.html", "selector": {"type": "TextQuoteSelector", "exact": "The quick"}}}
    items = [{"target": "a.html#frag"}, good, 7]
    facts = {"a.html": ["no", "facts"]}
    files = {"annotations.jsonld": json.dumps({"items": items, "pages": facts}), "a.html": PAGE}
    records, omissions = read_all("web-annotation", write_files(tmp_path, files))
    assert list(records) == ["a"]
    assert list(omissions) == ["annotations.jsonld: items[0]", "annotations.jsonld: items[2]"]
    assert omissions["annotations.jsonld: items[0]"] == "target: Expected `object`, got `str`"


def test_web_annotation_is_w3c(tmp_path):
    """An exported annotation has the context, the target and the three selectors of the standard."""
    make_package(tmp_path / "pack")
    assert run(annotate, ["export", "web-annotation", str(tmp_path / "pack"), str(tmp_path / "out")]) == 0
    page = json.loads((tmp_path / "out/annotations.jsonld").read_text("utf-8"))
    assert (page["@context"], page["type"]) == ("http://www.w3.org/ns/anno.jsonld", "AnnotationPage")
    item = next(i for i in page["items"] if i["target"]["source"] == "full.html")
    assert item["target"]["selector"][0] == {"type": "TextPositionSelector", "start": SPANS[0][0], "end": SPANS[0][1]}
    quote = item["target"]["selector"][1]
    assert quote["exact"].startswith("On foxes The quick")
    assert quote["prefix"].endswith("News")


def test_parquet_has_the_layout_of_datasets(tmp_path):
    """The file stands where `datasets` looks for the split, with a row for each document and spans as lists."""
    make_package(tmp_path / "pack")
    assert run(annotate, ["export", "parquet", str(tmp_path / "pack"), str(tmp_path / "out")]) == 0
    table = parquet.read_table(tmp_path / "out/data/test-00000-of-00001.parquet")
    row = next(r for r in table.to_pylist() if r["id"] == "full")
    assert row["spans"] == [list(s) for s in SPANS]
    assert (row["html"], row["text"], row["extra"]) == (PAGE, GOLD, '{"k": [1]}')


def test_parquet_of_others(tmp_path):
    """A file with other columns is read as far as it goes; one without pages is refused."""
    parquet.write_table(pyarrow.table({"html": [PAGE], "text": ["On foxes"], "label": [3]}), tmp_path / "a.parquet")
    records, _ = read_all("parquet", tmp_path / "a.parquet")
    assert records == {"row 1": Record(id="row 1", html=PAGE, text="On foxes", extra={"label": 3})}
    parquet.write_table(pyarrow.table({"html": [PAGE], "text": [""], "extra": ["[" * 100_000]}), tmp_path / "a.parquet")
    assert read_all("parquet", tmp_path / "a.parquet")[0]["row 1"].extra == {"extra": "[" * 100_000}
    parquet.write_table(pyarrow.table({"x": [1]}), tmp_path / "b.parquet")
    (tmp_path / "c.parquet").write_bytes(b"no")
    assert run(annotate, ["import", "parquet", str(tmp_path / "b.parquet"), str(tmp_path / "p")]) == 2
    assert run(annotate, ["import", "parquet", str(tmp_path / "c.parquet"), str(tmp_path / "p")]) == 2
    assert not (tmp_path / "p").exists()


def make_package(folder):
    """A package with a full document, one without gold, and a draft."""
    create_package(folder, PackageInfo(name="p"))
    records = [
        Record(id="full", html=PAGE, spans=SPANS, text=GOLD, url="https://e.org/a", language="en", extra={"k": [1]}),
        Record(id="none", html=PAGE.replace("foxes", "wolves"), spans=(), text="", url="https://e.org/b"),
        Record(id="draft", html=PAGE + "<p>", spans=SPANS, status="draft"),
    ]
    import_records(records, folder, source="test")
    return folder


KEEPS_SPANS = {"jsonl", "parquet", "l3s-gn1", "web-annotation", "webmainbench"}


@pytest.mark.parametrize("form", FORMATS)
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


@pytest.mark.parametrize("form", FORMATS)
def test_declared_encoding_does_not_matter(tmp_path, form):
    """A page that declares another encoding than the one it is written in comes back the same."""
    html = PAGE.replace("<title>", "<meta charset=iso-8859-1><title>\u201c\u4e2d ")
    folder = create_package(tmp_path / "one", PackageInfo(name="p")).folder
    import_records([Record(id="a", html=html, text=GOLD, url="https://e.org/")], folder, source="test")
    assert run(annotate, ["export", form, str(folder), str(tmp_path / "out")]) == 0
    assert [r.html for r in read_all(form, tmp_path / "out")[0].values()] == [html]


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


@pytest.mark.parametrize("form", sorted(set(FORMATS) - {"jsonl", "webmainbench", "parquet"}))
def test_other_folders_are_refused(tmp_path, capsys, form):
    """A folder of another kind gets one line that says what is missing, and no package is made."""
    source = write_files(tmp_path / "in", {"readme.txt": "x", "pages/a.html": PAGE})
    assert run(annotate, ["import", form, str(source), str(tmp_path / "pack")]) == 2
    assert str(source) in capsys.readouterr().err
    assert not (tmp_path / "pack").exists()


def test_archive_writes_nothing_outside(tmp_path):
    """Members with hostile names, links and devices are read as keys or not at all; nothing is unpacked."""
    hostile = tmp_path / "deep" / "cetr.tar.xz"
    hostile.parent.mkdir()
    with tarfile.open(hostile, "w:xz") as archive:

        def add(name, content="", kind=tarfile.REGTYPE, link=""):
            info = tarfile.TarInfo(name)
            info.type, info.linkname, info.size = kind, link, len(content)
            archive.addfile(info, io.BytesIO(content.encode()))

        add("../../original/evil.html", "<p>evil</p>")
        add("../../gold/evil.txt", "evil")
        add("/tmp/original/abs.html", "<p>abs</p>")
        add("news/original/link.html", kind=tarfile.SYMTYPE, link="/etc/passwd")
        add("news/gold/link.txt", kind=tarfile.LNKTYPE, link="/etc/passwd")
        add("news/original/fifo.html", kind=tarfile.FIFOTYPE)
    before = sorted(p for p in tmp_path.rglob("*"))
    records, omissions = read_all("cetr", hostile)
    assert [r.html for r in records.values()] == ["<p>evil</p>"]
    assert omissions == {"tmp/original/abs.html": "has no gold file"}
    assert sorted(p for p in tmp_path.rglob("*")) == before
    assert run(annotate, ["import", "cetr", str(hostile), str(tmp_path / "pack"), "--jobs", "1"]) == 3
    (name,) = read_package(tmp_path / "pack").names
    assert sorted(p.name for p in tmp_path.iterdir()) == ["deep", "pack"]
    assert read_document(tmp_path / "pack", name).html == "<p>evil</p>"


def test_bombs_are_bounded(tmp_path, monkeypatch):
    """A page that unpacks beyond the limit is an omission, in an archive as well as by itself."""
    monkeypatch.setattr("annotate.formats.files.FILE_LIMIT", 100_000)
    truth = json.dumps({"a": {"articleBody": "x"}, "b": {"articleBody": "x"}})
    write_files(tmp_path / "dir", {"ground-truth.json": truth, "html/a.html.gz": gzip.compress(b"0" * 200_000)})
    with zipfile.ZipFile(tmp_path / "dir/pages.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("html/b.html", "0" * 200_000)
    _, omissions = read_all("scrapinghub", tmp_path / "dir")
    assert omissions == {
        "a": "html/a.html.gz: is larger than 0 MB",
        "b": "html/b.html: is larger than 0 MB",
    }


def test_damaged_archives(tmp_path):
    """A damaged archive, or page in one, is named; the rest is read."""
    broken = tmp_path / "x.tar.gz"
    broken.write_bytes(gzip.compress(b"no tar" * 500)[:-9])
    assert run(annotate, ["import", "cetr", str(broken), str(tmp_path / "pack")]) == 2
    truth = json.dumps({"a": {"articleBody": "x"}, "b": {"articleBody": "foxes"}})
    page = gzip.compress(PAGE.encode())
    write_files(tmp_path, {"ground-truth.json": truth, "html/a.html.gz": page[:-20], "html/b.html.gz": page})
    broken.unlink()
    records, omissions = read_all("scrapinghub", tmp_path)
    assert set(records) == {"b"}
    assert omissions["a"].startswith("html/a.html.gz: is damaged")


def test_damage_is_told_of_every_kind_of_compression(tmp_path, capsys):
    """The file is named, and a damaged member of an archive costs itself alone."""
    lines = b"".join(json.dumps({"html": f"<p>{i}</p>", "text": str(i)}).encode() + b"\n" for i in range(2000))
    whole = bz2.compress(lines)
    (tmp_path / "a.jsonl.bz2").write_bytes(whole[:200] + bytes(8) + whole[208:])
    assert run(annotate, ["import", "jsonl", str(tmp_path / "a.jsonl.bz2"), str(tmp_path / "pack")]) == 2
    assert "a.jsonl.bz2: is damaged or cut off after line 0" in capsys.readouterr().err
    for method in (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA, zipfile.ZIP_DEFLATED):
        path = tmp_path / f"cetr-{method}.zip"
        with zipfile.ZipFile(path, "w", method) as archive:
            for name in ("a", "b"):
                archive.writestr(f"original/{name}.html", PAGE * 20)
                archive.writestr(f"gold/{name}.txt", "foxes")
            member = archive.getinfo("original/a.html")
        data = bytearray(path.read_bytes())
        at = member.header_offset + 30 + len(member.filename) + 20
        data[at : at + 8] = bytes(255 - byte for byte in data[at : at + 8])
        path.write_bytes(data)
        records, omissions = read_all("cetr", path)
        assert set(records) == {"b"}
        assert list(omissions) == ["a"]
        assert omissions["a"].startswith("original/a.html: cannot be read: ")


def test_links_out_of_the_folder_are_not_followed(tmp_path):
    """A link in a folder that leads elsewhere is no file of it."""
    secret = tmp_path / "secret.html"
    secret.write_text("<p>secret</p>")
    source = write_files(tmp_path / "in", {"original/a.html": PAGE, "gold/a.txt": "foxes", "gold/b.txt": "x"})
    Path(source / "original/b.html").symlink_to(secret)
    records, omissions = read_all("cetr", source)
    assert set(records) == {"a"}
    assert omissions == {"gold/b.txt": "is gold without a page"}


def damage(data, chance):
    """Bytes cut off, changed, repeated, or replaced by what a parser may choke on."""
    place = chance.randrange(len(data) + 1)
    return chance.choice(
        [
            data[:place],
            data[:place] + bytes(chance.randrange(256) for _ in range(3)) + data[place + 3 :],
            data + data,
            b"[" * 50_000,
            b"\xff\xfe\x00",
            b"",
        ]
    )


@pytest.mark.parametrize("form", FORMATS)
def test_damaged_sources(tmp_path, capsys, form):
    """However a file of a set is damaged, the import does what it can and says the rest in words, without a crash."""
    make_package(tmp_path / "one")
    run(annotate, ["export", form, str(tmp_path / "one"), str(tmp_path / "out")])
    source = tmp_path / "out"
    paths = sorted(p for p in source.rglob("*") if p.is_file()) if source.is_dir() else [source]
    chance = random.Random(form)
    for i in range(10):
        path = chance.choice(paths)
        whole = path.read_bytes()
        path.write_bytes(damage(whole, chance))
        assert run(annotate, ["import", form, str(source), str(tmp_path / f"in{i}"), "--jobs", "1"]) in (0, 2, 3)
        assert "internal error" not in capsys.readouterr().err
        path.write_bytes(whole)
