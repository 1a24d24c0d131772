"""Pages as they are: each kind of difficulty has a small page, driven with real mouse and keys."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from annotate.capture.hand import Hand
from annotate.capture.session import Session
from annotate.capture.tab import Limits
from evaluate.package import read_document
from tests.annotate.capture.drags import mark, marked, save
from tests.annotate.capturing import capture

SPLIT = 'for (const part of ["a \\ud83c", "\\udf5e b", " \\ud83c", "x"]) document.querySelector("main").append(part)'


STYLE = "user-select: none !important; pointer-events: none !important"


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (f"<main></main><script>{SPLIT}</script>", "a \U0001f35e b \ufffdx"),
        (
            "<main>Das <ruby>\u6f22<rp>(</rp><rt>kan</rt><rp>)</rp>"
            "\u5b57<rp>(</rp><rt>ji</rt><rp>)</rp></ruby> da.</main>",
            "Das \u6f22kan\u5b57ji da.",
        ),
        (f'<main><p>a</p><p style="{STYLE}">Nobody copies <b>this</b>.</p></main>', "a\nNobody copies this."),
    ],
    ids=["halves of a pair in two texts", "ruby", "what is not to be selected"],
)
def test_text_that_pages_take_apart(session: Session, tmp_path: Path, body: str, text: str) -> None:
    """It is marked whole, as it is seen, saved, and the page is as it was afterwards."""
    page = f"<!doctype html><html lang=en><head><meta charset=utf-8></head><body>{body}<p>Others.</p></body></html>"
    (tmp_path / "page.html").write_text(page, "utf-8")
    session.open((tmp_path / "page.html").as_uri())
    mark(session, "main")
    assert session.state.text == text
    if STYLE in body:
        Hand(session).press("x")
        Hand(session).drag("main p", 1)
        assert session.state.text == "Nobody copies this."
        Hand(session).press("z", "z")
    assert save(session).text == text
    session.release()
    if STYLE in body:
        assert session.page.locator("main p + p").get_attribute("style") == STYLE


@pytest.mark.parametrize(("frame", "name"), [(1, "same"), (2, "cross")])
def test_frames_of_any_origin(session: Session, site: str, frame: int, name: str) -> None:
    """A drag inside a frame marks its text; what is in visible frames is part of the document."""
    session.open(f"{site}/frames.html")
    hand = Hand(session)
    hand.drag(".inner", frame=frame)
    hand.drag("#bottom")
    document = save(session)
    assert document.text == f"A 🍞 text in a frame & {name}.\nBelow the frames."
    assert document.meta.fragmented == (name == "same")
    assert "invisible." not in document.html
    assert '<p class="inner">A 🍞 text in a frame &amp; cross.</p>' in document.html


def test_framesets(session: Session, site: str) -> None:
    """The pages of a frameset are saved in it, and can be captured."""
    saved = capture(session, f"{site}/frameset.html", [".inner"])
    assert saved.text == "A 🍞 text in a frame & set."
    assert "<p>This is another page.</p>" in read_document(session.folder, saved.name).html


LEAVES_WHEN_SCROLLED = """<!doctype html><html lang=en><body><p>Text.</p><div style="height: 9000px"></div><script>
  const wait = () => { const until = performance.now() + 400; while (performance.now() < until); };
  if (!sessionStorage.came)
    onscroll = () => { sessionStorage.came = 1; location.reload(); requestAnimationFrame(wait); };
</script></body></html>"""


def test_a_page_that_leaves_while_it_is_scrolled_is_captured_where_it_goes(session: Session, tmp_path: Path) -> None:
    """Whoever asks where it has been scrolled to is not answered."""
    (tmp_path / "page.html").write_text(LEAVES_WHEN_SCROLLED, "utf-8")
    session.settings = replace(session.settings, limits=Limits(settle=60))
    session.open((tmp_path / "page.html").as_uri())
    # A busy browser may tell the page so late that it was scrolled that it does not leave any more.
    assert "<p>Text.</p>" in session.frozen.html


KINDS = {
    "#rtl": "هذا نص عربي يقرأ من اليمين، ومعه English 123 في الوسط.",
    "#vertical": "縦書きの文章です。𠮷野家で🍣を食べる。",
    "#emoji": "👩‍👩‍👧 families, 🇩🇪 flags, 𝒜 letters and é combined.",
    "#breaks": "First line\nsecond line\nthird line",
    "#table": "Name Value\nTwo 2",
    "#pre": "line one\n  line two",
    "#editable": "Editable text.",
    "#form": "Name\nIn a form.",
    "#details": "Summary",
    "#loose": "Loose",
    "#contents": "No box, yet seen.",
    "#skipped": "Drawn.",
    "#slot": "In the root.\nBy default.",
    "#away": "Here.\nA slide.",
}
"""The text of elements of a page."""


@pytest.mark.long
def test_kinds_of_writing(session: Session, site: str) -> None:
    """Right-to-left and vertical text, astral characters, breaks, tables, code, forms, and text that is not drawn."""
    assert capture(session, f"{site}/scripts.html", list(KINDS)).text == "\n".join(KINDS.values())
    session.open(f"{site}/scripts.html")  # the layout is collected before, and tells where to look
    found = {}
    for selector in KINDS:
        mark(session, selector)
        found[selector] = session.state.text
        Hand(session).press("x")
    assert found == KINDS
    mark(session, *KINDS)
    assert save(session).text == "\n".join(KINDS.values())


@pytest.mark.parametrize(
    ("style", "size", "beginning"),
    [
        ("direction: rtl", "width", "right"),
        ("writing-mode: vertical-rl", "width", "right"),
        ("writing-mode: vertical-lr; direction: rtl", "height", "bottom"),
    ],
)
def test_a_page_that_goes_on_backwards(session: Session, style: str, size: str, beginning: str) -> None:
    """What is far to the left, or up, can be scrolled to; what is before the page's beginning cannot."""
    far = f"<p style='{size}: 3000px; text-align: end'>Far on."
    away = f"<p style='position: absolute; {beginning}: -9999px'>Off the page."
    page = f"data:text/html,<body style='{style}'><p>Here.</p><div style='{size}: 3000px'></div>{far}{away}"
    assert capture(session, page, ["body"]).text == "Here.\nFar on."


def test_right_to_left_and_astral_text_by_mouse(session: Session, site: str) -> None:
    """Drags from the first letter to the last, whichever way a script runs."""
    text = marked(session, f"{site}/scripts.html", "#rtl", "#emoji", "#breaks", "#table", "#pre", "#editable")
    assert text.splitlines()[0] == "هذا نص عربي يقرأ من اليمين، ومعه English 123 في الوسط."
    assert text.splitlines()[1] == "👩‍👩‍👧 families, 🇩🇪 flags, 𝒜 letters and é combined."
    assert save(session).text == text


def test_xhtml_and_text_in_svg(session: Session, site: str) -> None:
    """A page in XML is saved as HTML with the same text."""
    text = marked(session, f"{site}/page.xhtml", "#main", "#label")
    assert text == "Strict markup & a <section>.\nA new line.\nText in a picture"
    document = save(session)
    assert "&amp; a &lt;section&gt;.<br>" in document.html


def test_a_drag_longer_than_the_screen(session: Session, site: str) -> None:
    """The wheel may turn while the mouse is pressed."""
    assert marked(session, f"{site}/lazy.html", "#main").startswith("At the top.")
    assert session.tab.world.peek("scrollY") > 0


def test_a_mismatch_is_an_error_and_never_saved(session: Session, site: str) -> None:
    """What the document model reads otherwise than the browser (here: a comment in ``<noembed>``) is refused."""
    session.open(f"{site}/unread.html")
    hand = Hand(session)
    hand.drag("#lost")
    hand.click("save")
    assert session.outcome is None
    assert session.state.message == (
        f"{site}/unread.html: not saved: fragment 1 of 1: mismatch: the page does not show 'and found.' there"
        " (13 characters on the page, 9 in the file)"
    )
    assert not (session.folder / "package.toml").exists() or not list(session.folder.glob("*.html"))
    hand.press("x")
    hand.drag("#main")
    assert save(session).text == "Fine."


def test_text_that_stands_as_it_is(session: Session, site: str) -> None:
    """Of ``<xmp>`` and ``<plaintext>`` the references are text; in ``<listing>`` they are resolved."""
    hand = Hand(session)
    session.open(f"{site}/verbatim.html")
    for element in ("#old", "#listing", "#end"):
        hand.drag(element)
    saved = save(session)
    assert saved.text.splitlines() == [
        "a &lt; b <b>&amp;</b>", "next line", "c < d &", "last line", "the &lt;end&gt; <b>of</b> it",
    ]  # fmt: skip
    document = read_document(session.folder, saved.name)
    assert [fragment.quote for fragment in document.meta.fragments] == [
        "a &lt; b <b>&amp;</b> next line c < d & last line", "the &lt;end&gt; <b>of</b> it",
    ]  # fmt: skip


def test_a_form_that_answers_with_its_controls(session: Session, tmp_path: Path) -> None:
    """Controls named like properties of the DOM lead nowhere, not even around in a circle."""
    names = (
        "firstChild nextSibling nodeType localName namespaceURI tagName attributes getAttributeNames getAttribute"
        " shadowRoot checkVisibility getBoundingClientRect parentElement parentNode childNodes contains getRootNode"
        " offsetWidth offsetHeight offsetParent querySelectorAll closest matches previousElementSibling textContent"
    ).split()
    inputs = "".join(f'<input form="f" name="{name}">' for name in names)
    form = '<p>First.</p><form id="f"><p>In it.</p>Direct.<p>Its end.</p></form><p>Last.</p>'
    page = tmp_path / "page.html"
    page.write_text(f"<!doctype html><title>T</title>{inputs}{form}")
    session.open(str(page))
    mark(session, "html")
    document = save(session)
    assert document.text.splitlines() == ["First.", "In it.", "Direct.", "Its end.", "Last."]
    assert inputs + form in document.html
