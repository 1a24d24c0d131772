"""Gold with its structure: what a package's spans mark, as Markdown and as HTML."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from annotate.cli import annotate
from annotate.formats.importing import import_records
from annotate.formats.records import Record
from annotate.formats.structured import to_html, to_markdown, write
from cetr.console import InputError
from evaluate.package import PackageInfo, Statement, create_package, read_document
from tests.documents import make_document

HTML = "<h1>A</h1><nav>menu</nav><ul><li>b <a href=/c>c</a></ul>"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package of one document with gold spans."""
    folder = tmp_path / "package"
    create_package(folder, PackageInfo(name="package", created="2026-01-01"))
    spans = ((0, HTML.index("<nav>")), (HTML.index("<ul>"), len(HTML)))
    import_records([Record(id="one", html=HTML, spans=spans, url="https://example.org/d/")], folder, source="x", jobs=1)
    return folder


def export(package: Path, form: str, target: Path, *options: str) -> None:
    """Run the command."""
    result = CliRunner().invoke(annotate, ["export", form, str(package), str(target), *options])
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize(
    ("form", "suffix", "expected"),
    [
        ("markdown", ".md", "# A\n\n- b [c](https://example.org/c)\n"),
        ("html", ".html", '<h1>A</h1><ul><li>b <a href="https://example.org/c">c</a></li></ul>\n'),
    ],
)
def test_each_document_is_a_file(package: Path, tmp_path: Path, form: str, suffix: str, expected: str) -> None:
    """With absolute addresses, and without what the spans leave out."""
    export(package, form, tmp_path / "out")
    assert [(path.suffix, path.read_text("utf-8")) for path in (tmp_path / "out").iterdir()] == [(suffix, expected)]


def test_rows_have_markdown_as_their_text(package: Path, tmp_path: Path) -> None:
    """Rows for corpora have Markdown; without the option they have plain text."""
    texts = []
    for number, options in enumerate((["--format", "markdown"], [])):
        export(package, "jsonl", tmp_path / f"{number}.jsonl", *options)
        texts.append(json.loads((tmp_path / f"{number}.jsonl").read_text("utf-8"))["text"])
    assert texts == ["# A\n\n- b [c](https://example.org/c)", "A\nb c"]


def test_files_begin_with_metadata_on_request(package: Path, tmp_path: Path) -> None:
    """Title, language and address have a place then."""
    export(package, "markdown", tmp_path / "out", "--front-matter")
    (file,) = (tmp_path / "out").iterdir()
    head, markdown = file.read_text("utf-8").removeprefix("---\n").split("---\n\n")
    assert markdown == "# A\n\n- b [c](https://example.org/c)\n"
    assert 'url: "https://example.org/' in head and 'title: "A"\n' in head
    html = "<p>By Ada Lind</p><p>The ferry runs again.</p>"  # an author is looked for near the content
    record = Record(id="two", html=html, spans=((html.index("<p>The"), len(html)),))
    import_records([record], package, source="x", jobs=1)
    export(package, "markdown", tmp_path / "more", "--front-matter")
    assert 'author: "Ada Lind"\n' in (tmp_path / "more/two.md").read_text("utf-8")
    result = CliRunner().invoke(annotate, ["export", "html", str(package), str(tmp_path / "h"), "--front-matter"])
    assert (result.exit_code, "--front-matter is for markdown" in result.output) == (2, True)


def test_the_page_names_itself_and_the_document_its_language(tmp_path: Path) -> None:
    """The title of the document counts if the page has none; an empty document is an empty file."""
    html = "<html lang=en><p>x"
    facts = {"title": "T", "language": "de", "url": ""}
    heads = [
        to_markdown(make_document(tmp_path, name, f"{html}{more}", ("x",), **facts), front_matter=True)
        for name, more in {"a": "", "b": "<title>Own</title>"}.items()
    ]
    assert heads == [f'---\ntitle: "{title}"\nlang: "de"\n---\n\nx' for title in ("T", "Own")]
    for form in ("markdown", "html"):
        write([make_document(tmp_path, "c", html, (), text=" ", url="")], tmp_path / form, form)
        (file,) = (tmp_path / form).iterdir()
        assert file.read_bytes() == b""


def test_a_text_alone_has_no_structure(tmp_path: Path) -> None:
    """The file is named that says where the text is in the page, if any."""
    document = make_document(tmp_path, "a", "<p>x", (), text="other")
    for form in (to_markdown, to_html):
        with pytest.raises(InputError, match=f"^{tmp_path}/a.json: fragments: there are none, so the structure is not"):
            form(document)


def test_webmainbench_gets_markdown(package: Path, tmp_path: Path) -> None:
    """Its main content is Markdown, as its own rows have it."""
    export(package, "webmainbench", tmp_path / "rows.jsonl")
    row = json.loads((tmp_path / "rows.jsonl").read_text("utf-8"))
    assert row["convert_main_content"] == "# A\n\n- b [c](https://example.org/c)"
    assert row["main_html"] == '<h1>A</h1><ul><li>b <a href="https://example.org/c">c</a></li></ul>'


def test_webmainbench_that_has_markdown_alone_is_aligned_with_the_page(tmp_path: Path) -> None:
    """As in its public sample, which says nothing under ``meta``; the Markdown goes out again as it came."""
    markdown = "# A\n\n- b [c](https://example.org/c)"
    row = {"track_id": "t1", "url": None, "html": HTML, "groundtruth_content": markdown, "meta": None}
    (tmp_path / "in.jsonl").write_text(json.dumps(row), "utf-8")
    result = CliRunner().invoke(
        annotate, ["import", "webmainbench", str(tmp_path / "in.jsonl"), str(tmp_path / "package")]
    )
    assert result.exit_code == 0, result.output
    document = read_document(tmp_path / "package", "t1")
    assert (document.meta.coverage, [document.html[a:b] for a, b in document.spans]) == (1.0, ["A", "b <a href=/c>c"])
    export(tmp_path / "package", "webmainbench", tmp_path / "out.jsonl")
    again = json.loads((tmp_path / "out.jsonl").read_text("utf-8"))
    assert (again["groundtruth_content"], again["convert_main_content"]) == (markdown, "# A\n\n- b [c](/c)")


def test_an_import_keeps_what_the_page_says_of_itself(tmp_path: Path) -> None:
    """With where it says so, as a capture does."""
    html = "<html lang=de><meta property=og:title content=T><meta name=author content='A. B'><p>x</p>"
    create_package(tmp_path / "p", PackageInfo(name="p", created="2026-01-01"))
    import_records([Record(id="one", html=html, text="x")], tmp_path / "p", source="x", jobs=1)
    assert read_document(tmp_path / "p", "one").meta.metadata == {
        "title": Statement(value="T", source="meta og:title"),
        "author": Statement(value="A. B", source="meta author"),
        "language": Statement(value="de", source="html lang"),
    }
