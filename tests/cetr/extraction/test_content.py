"""The content of a page in all its forms, by the functions that people import and by the command."""

from __future__ import annotations

import dataclasses
import json
import logging
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Literal

import pytest
from click.testing import CliRunner

import cetr
from cetr.cli import cetr as command
from cetr.console import InputError, run
from cetr.extraction import finding
from cetr.extraction.content import Content, add_title
from cetr.extraction.forms import Form
from cetr.metadata import FIELDS, Fact
from cetr.structure import read_blocks
from tests.cetr.site.pages import ABOUT, write_article

HTML = (
    "<html lang=en><title>T</title><meta property=og:title content=Og><body><h1>A</h1>"
    "<p class=lead>One <img src=y.png alt=y> <b>two</b> <a href=x>three</a></p></body></html>"
)
URL = "https://example.org/d/"


def test_one_call_gives_every_form() -> None:
    """Text, Markdown, HTML, blocks and facts are those of the same spans; the value is frozen."""
    found = cetr.read(HTML, "cetr-modern", url=URL)
    assert found.text == "A\nOne two three"
    assert found.markdown == cetr.extract(HTML, "cetr-modern", format="markdown", url=URL)
    assert found.markdown == f"# A\n\nOne ![y]({URL}y.png) **two** [three]({URL}x)"
    assert found.html == cetr.extract(HTML, "cetr-modern", format="html", url=URL)
    assert [block.kind for block in found.blocks] == ["heading", "paragraph"]
    assert (found.title, found.language, found.author) == ("Og", "en", "")
    assert found.facts["title"] == Fact("Og", "meta og:title")
    assert found.front_matter == f'---\ntitle: "Og"\nlang: "en"\nurl: "{URL}"\n---\n'
    assert found.expected_f1 is None
    assert HTML not in repr(found)
    with pytest.raises(dataclasses.FrozenInstanceError):
        found.text = ""  # type: ignore[misc]


@pytest.mark.parametrize("facts", [{field: Fact(field, "meta") for field in FIELDS}, {}], ids=["all", "none"])
def test_every_fact_has_a_property_of_its_name(facts: dict[str, Fact]) -> None:
    """It is empty if the page does not say; categories and tags are tuples."""
    found = Content("", "", "", (), facts)
    wanted: dict[str, object] = {field: field * bool(facts) for field in FIELDS}
    wanted |= {field: (field,) * bool(facts) for field in ("categories", "tags")}
    assert {field: getattr(found, field) for field in FIELDS} == wanted
    assert Content("", "", "", (), {"tags": Fact("a; b, c", "meta")}).tags == ("a", "b, c")


@pytest.mark.parametrize("call", [cetr.extract, cetr.read])
def test_what_was_found_is_logged(call: Callable[..., object], caplog: pytest.LogCaptureFixture) -> None:
    """The log has the encoding and the size of the content; a page without content is told at a higher level."""
    caplog.set_level(logging.DEBUG, "cetr")
    call(b"<p>caf\xe9</p>", "plain", url="https://site.example/\x1b")
    call("<title>x</title>", "nothing")
    assert [(r.levelname, r.getMessage()) for r in caplog.records if "model" not in r.getMessage()] == [
        ("DEBUG", "decoded 11 bytes as windows-1252"),
        ("DEBUG", "https://site.example/\ufffd: plain found 11 characters in 11 of HTML"),
        ("INFO", "page: nothing found no content in 16 characters of HTML"),
    ]


def test_the_model_is_named_when_it_is_read(caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    """The file of the model is logged once, when it is read."""
    model = tmp_path / "model.npz"
    shutil.copy(Path(cetr.__file__).with_name("learned") / "model.npz", model)
    caplog.set_level(logging.INFO, "cetr")
    for _ in range(2):
        cetr.extract("<p>text", model=str(model))
    assert [message for message in caplog.messages if "model" in message] == [f"read the model {model}"]


def test_the_model_says_how_good_it_expects_to_be() -> None:
    """Only `learned` does."""
    expected = cetr.read(HTML.encode()).expected_f1
    assert expected is not None and 0 <= expected <= 1


def test_a_text_is_found_in_the_page_for_its_structure() -> None:
    """Of a method that gives text, Markdown is that of the words' places."""
    assert cetr.extract("<ul><li>one<li>two</ul>", "inscriptis", format="markdown") == "- one\n- two"


@pytest.mark.parametrize("style", ["text", "json", "spans"])
def test_a_method_that_takes_the_address_gets_it(style: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In whatever form the command prints the content."""

    def find_address(html: str, *, url: str = "") -> str:
        given.append(url)
        return ""

    given: list[str] = []
    monkeypatch.setattr(finding, "load_method", lambda name: find_address)
    (tmp_path / "a.html").write_text(HTML)
    assert (
        run(command, ["extract", str(tmp_path / "a.html"), "--url", URL, "--method", "plain", "--format", style]) == 0
    )
    assert given == [URL]
    cetr.read(HTML, "plain", url=URL)
    assert given == [URL, URL]


def test_other_pages_of_the_site_count_in_every_form() -> None:
    """A paragraph that they repeat is left out, and another F1 is expected."""
    others = [SimpleNamespace(html=write_article(seed), gold=None, optional=()) for seed in "abcd"]
    page = write_article("e")
    alone, found = cetr.read(page), cetr.read(page, site=others)
    assert ABOUT in alone.text and ABOUT not in found.text
    assert found.text == cetr.extract(page, site=others)
    assert found.expected_f1 != alone.expected_f1


def test_bytes_that_are_no_page_are_refused() -> None:
    """A pipeline that meets an image gets an error, not what the image looks like as text."""
    for read in (cetr.extract, cetr.read):
        with pytest.raises(InputError, match=r"^html: is an image, not HTML$"):
            read(b"\x89PNG\r\n\x1a\n")
        with pytest.raises(InputError, match=r"^html: is an MHTML archive, not HTML$"):
            read(b"From: <Saved by Blink>\r\nMIME-Version: 1.0\r\n\r\n<p>caf=C3=A9</p>")


@pytest.mark.parametrize("html", ["page.html", "/home/ann/My pages/a.HTM", "https://example.org/news?id=7"])
def test_where_a_page_is_is_no_page(html: str) -> None:
    """A path or an address would come back as the content of a page that says only this."""
    with pytest.raises(InputError, match=f"^html: is '{re.escape(html)}', a path or a URL; pass the page itself$"):
        cetr.extract(html)
    assert cetr.extract(f"<p>{html}") == html


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_lone_surrogates_are_replaced(form: Literal["text", "markdown", "html"]) -> None:
    """JSON may hold them, and neither a file nor a table can."""
    expected = "<p>a\ufffd\ufffdb</p>" if form == "html" else "a\ufffd\ufffdb"
    assert cetr.extract("<p>a\udc00\ud800b</p>", "plain", format=form) == expected
    assert cetr.read("<p>a\ud800</p>", "plain").spans == ((0, 9),)


def test_a_form_that_is_none_is_refused() -> None:
    """It names those there are."""
    with pytest.raises(ValueError, match="'text', 'markdown' or 'html'"):
        cetr.extract(HTML, "plain", format="pdf")  # type: ignore[arg-type]


@pytest.mark.parametrize("flags", [(), ("links",), ("images",), ("title",), ("front_matter",), ("links", "title")])
def test_markdown_has_the_options_of_the_command(tmp_path: Path, flags: tuple[str, ...]) -> None:
    """The functions and the command write the same."""
    page = tmp_path / "page.html"
    page.write_text(HTML, "utf-8")
    options = [f"--{'no-' * (flag in ('links', 'images'))}{flag.replace('_', '-')}" for flag in flags]
    arguments = ["extract", str(page), "--method", "cetr-modern", "--url", URL, "--format", "markdown", *options]
    changed = {flag: flag not in ("links", "images") for flag in flags}
    written = cetr.read(HTML, "cetr-modern", url=URL).to_markdown(**changed)
    assert CliRunner().invoke(command, arguments).stdout == f"{written}\n"


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--format", "markdown"], "# A\n\nOne ![y](y.png) **two** [three](x)\n"),
        (["--format", "markdown", "--no-links", "--no-images", "--url", URL], "# A\n\nOne **two** three\n"),
        (["--format", "markdown", "--title", "--no-links"], "# Og\n\n# A\n\nOne ![y](y.png) **two** three\n"),
        (
            ["--format", "markdown", "--front-matter", "--no-images", "--url", URL],
            f'---\ntitle: "Og"\nlang: "en"\nurl: "{URL}"\n---\n\n# A\n\nOne **two** [three]({URL}x)\n',
        ),
        (
            ["--format", "html", "--classes"],
            '<h1>A</h1><p class="lead">One <img src="y.png" alt="y"> <b>two</b> <a href="x">three</a></p>\n',
        ),
    ],
)
def test_the_command_prints_every_form(tmp_path: Path, options: list[str], expected: str) -> None:
    """As the functions give it, with a line break at the end."""
    page = tmp_path / "page.html"
    page.write_text(HTML, "utf-8")
    result = CliRunner().invoke(command, ["extract", str(page), "--method", "cetr-modern", *options])
    assert result.stdout == expected


def test_json_has_blocks_and_facts(tmp_path: Path) -> None:
    """Of blocks the fields alone that are not their defaults."""
    page = tmp_path / "page.html"
    page.write_text(HTML, "utf-8")
    result = CliRunner().invoke(
        command, ["extract", str(page), "--method", "cetr-modern", "--format", "json", "--url", URL]
    )
    row = json.loads(result.stdout)
    assert row == {"url": URL, **json.loads(json.dumps(cetr.read(HTML, "cetr-modern", url=URL).to_dict()))}
    assert tuple(row) == ("url", *Form("json").fields)
    assert row["metadata"]["title"] == {"value": "Og", "source": "meta og:title"}
    start = HTML.index("<h1>")
    assert row["blocks"][0] == {
        "kind": "heading", "start": start, "end": start + 10, "level": 1, "inlines": [{"kind": "text", "text": "A"}]
    }  # fmt: skip


@pytest.mark.parametrize(
    ("html", "above"),
    [
        ("<h2>\u201cRye\u201d bread</h2><p>x", False),
        ("<h2>Steps</h2><p>x", True),
        ("<h2>Bread</h2><p>x", True),
        ("<h2>R</h2><p>Rice", True),
        ("<h2>*</h2><p>x", True),
        ("<p>Rye bread", True),
        ("", True),
    ],
)
def test_a_title_stands_above_what_does_not_say_it(html: str, above: bool) -> None:
    """A heading says it, too, whose words are its beginning, as sites put their names behind."""
    blocks = read_blocks(html, ((0, len(html)),) if html else ())
    found = add_title(blocks, '"Rye" Bread | A Site')
    assert (found[0].level == 1 if found else False, len(found) - len(blocks)) == (above, int(above))


def test_a_page_that_says_nothing_of_itself_has_nothing_above_its_markdown() -> None:
    """Neither a title nor metadata."""
    assert cetr.read("<p>one", "plain").to_markdown(title=True, front_matter=True) == "one"
