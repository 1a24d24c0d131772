"""Readers of others' layouts, on small samples written by hand."""

import gzip
import io
import json
import tarfile
import zipfile

import pytest

from annotate.formats.records import Record
from tests.annotate.formats.samples import PAGE, read_all, write_files


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
        "dev/ground-truth/0003.json": '{"ground_truth": {"main_content": ["On foxes"]}}',
        "dev/html/0003.html": PAGE,
        "dev/ground-truth/0004.json": '{"ground_truth": {"main_content": null}}',
        "dev/html/0004.html": PAGE,
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
        "0002": "dev/ground-truth/0002.json: ground_truth: expected an object, but found a whole number",
        "0003": "ground_truth.main_content: is not a text",
        "0004": "ground_truth.main_content: is not a text",
    }


@pytest.mark.parametrize("name", ["evaldata.json", "evaldata.py"])
def test_a_bad_entry_costs_itself(tmp_path, name):
    """Which one it is, and which field, is said; the others are read."""
    data = {"https://e.org/bad": {"file": 5}, "https://e.org/good": {"file": "e.html", "with": ["quick"]}}
    written = json.dumps(data) if name.endswith(".json") else f"EVAL_PAGES = {data!r}"
    write_files(tmp_path / "t", {name: written, "cache/e.html": PAGE})
    records, omissions = read_all("trafilatura", tmp_path / "t")
    assert [record.url for record in records.values()] == ["https://e.org/good"]
    assert omissions == {"https://e.org/bad": f"{name}: file: expected text, but found a whole number"}
    truths = {"bad": {"articleBody": 5}, "good": {"articleBody": "quick"}}
    files = {"ground-truth.json": json.dumps(truths), "html/bad.html": PAGE, "html/good.html": PAGE}
    write_files(tmp_path / "s", files)
    records, omissions = read_all("scrapinghub", tmp_path / "s")
    assert list(records) == ["good"]
    assert omissions == {"bad": "ground-truth.json: articleBody: expected text, but found a whole number"}


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
    assert omissions == {"t3": "has no element with cc-select, main_html or groundtruth_content: no gold"}
