"""Pages as they are: each kind of difficulty has a small page, driven with real mouse and keys."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from matplotlib.image import imread

from annotate.capture.hand import Hand
from annotate.capture.loading import load
from annotate.capture.model import Saved
from annotate.capture.opening import open_tab
from annotate.capture.selection import select_elements
from annotate.capture.session import Session
from annotate.capture.settling import settling
from annotate.capture.tab import Limits, Tab
from cetr.document import Kind, lex
from evaluate.package import Document, read_document
from tests.annotate.capturing import QUICK, capture
from tests.annotate.site import RESPONSES


def marked(session: Session, url: str, *selectors: str) -> str:
    """Open a page, drag over some elements, and return the text that is marked."""
    session.open(url)
    for selector in selectors:
        Hand(session).drag(selector)
    return session.state.text


def save(session: Session) -> Document:
    """Save with the mouse, and read what is on disk."""
    Hand(session).click("save")
    assert isinstance(session.outcome, Saved), session.state.message
    return read_document(session.folder, session.outcome.name)


# In the document what is in the shadow root stands before what is in its slot; on the page it stands around it.
SLOTS = """<!doctype html><html lang=en><body><p id=before>Before.</p>
<div id=host><p id=a>First.</p><p id=b>Second.</p></div><p id=after>After.</p>
<script>host.attachShadow({ mode: "%s" }).innerHTML =
  "<section><h2>Heading.</h2><slot></slot><footer>Footer.</footer></section>"</script></body></html>"""


@pytest.mark.parametrize("mode", ["open", "closed"])
@pytest.mark.parametrize(
    ("start", "end", "text"),
    [
        ("#host >>> h2", "#a", "Heading.\nFirst."),
        ("#a", "#host >>> footer", "Footer.\nFirst.\nSecond."),
        ("#b", "#after", "Footer.\nSecond.\nAfter."),
        ("#before", "#host >>> h2", "Before.\nHeading."),
    ],
)
def test_a_drag_through_slots_marks_what_is_seen(
    session: Session, tmp_path: Path, mode: str, start: str, end: str, text: str
) -> None:
    """What is drawn between its ends, neither what the document has between them nor less."""
    (tmp_path / "page.html").write_text(SLOTS % mode, "utf-8")
    session.open((tmp_path / "page.html").as_uri())
    hand, world = Hand(session), session.tab.world
    hand.move(*world.call("dragEnds", world.call("spansOfMatch", start, 0), False))
    hand.down()
    hand.move(*world.call("dragEnds", world.call("spansOfMatch", end, 0), True), steps=6)
    hand.up()
    session.pump()
    assert session.state.text == text
    assert session.state.reordered == text.startswith("Footer.")
    save(session)


def test_an_element_has_what_is_in_its_slots(session: Session, tmp_path: Path) -> None:
    """Picked with the mouse, as it is seen."""
    (tmp_path / "page.html").write_text(SLOTS % "open", "utf-8")
    session.open((tmp_path / "page.html").as_uri())
    hand = Hand(session)
    hand.press("e")
    box = session.page.locator("#host h2").bounding_box()
    assert box is not None
    hand.move(box["x"] + 3, box["y"] + 3)
    hand.press("ArrowUp")
    hand.click_at(box["x"] + 3, box["y"] + 3)
    assert session.state.text == "Heading.\nFooter.\nFirst.\nSecond."


@pytest.mark.parametrize(
    ("style", "reordered"),
    [
        ("display: flex; flex-direction: column-reverse", True),
        ("display: grid; & p:first-child { order: 9 }", True),
        ("columns: 2; height: 6em", False),
        ("", False),
    ],
)
def test_an_order_that_is_not_the_documents_is_shown(
    session: Session, tmp_path: Path, style: str, reordered: bool
) -> None:
    """The text as it is saved comes up by itself, and says why; and a rectangle takes what no drag could."""
    body = "".join(f"<p>Part {i}.</p>" for i in range(3))
    page = f"<!doctype html><html lang=en><style>main {{ {style} }}</style><body><main>{body}</main></body></html>"
    (tmp_path / "page.html").write_text(page, "utf-8")
    session.open((tmp_path / "page.html").as_uri())
    hand = Hand(session)
    hand.press("e")
    boxes = [box for i in range(3) if (box := session.page.locator("p").nth(i).bounding_box())]
    hand.move(2, min(box["y"] for box in boxes) - 4)
    hand.down()
    hand.move(1270, max(box["y"] + box["height"] for box in boxes) + 4, steps=3)
    hand.up()
    session.pump()
    assert session.state.text == "Part 0.\nPart 1.\nPart 2."
    assert session.state.reordered is reordered
    world = session.tab.world
    shown = world.call("readPanel")
    assert shown.startswith("The page shows this in another order.") is reordered


SPLIT = 'for (const part of ["a \\ud83c", "\\udf5e b", " \\ud83c", "x"]) document.querySelector("main").append(part)'
STYLE = "user-select: none !important; pointer-events: none !important"


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (f"<main></main><script>{SPLIT}</script>", "a \U0001f35e b \ufffdx"),
        (
            "<main>Das <ruby>\u6f22<rp>(</rp><rt>kan</rt><rp>)</rp>"
            "\u5b57<rp>(</rp><rt>ji</rt><rp>)</rp></ruby> da.</main>",
            "Das \u6f22 kan \u5b57 ji da.",
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
    session.mark(["main"])
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


def test_shadow_roots_open_closed_and_nested(session: Session, site: str) -> None:
    """A drag through shadow roots of all kinds marks their text, and they are saved as declarative ones."""
    session.open(f"{site}/shadow.html")
    hand = Hand(session)
    hand.drag("#closed >>> b")
    assert session.state.text == "here"
    hand.drag("open-card >>> closed-part >>> p")
    hand.drag("open-card >>> h2")
    hand.drag("#slotted")
    hand.drag("#slotting >>> i")
    hand.drag("#slotting b")
    document = save(session)
    assert sorted(document.text.splitlines()) == [
        "Around:",
        "Bold light text",
        "Nested closed text.",
        "Open heading & 🍞",
        "Slotted light text.",
        "here",
    ]
    assert (
        '<div id="closed"><template shadowrootmode="closed"><p>Closed text <b>here</b>.</p></template></div>'
        in document.html
    )
    assert document.html.count('<template shadowrootmode="open">') == 1
    assert document.html.count('<template shadowrootmode="closed">') == 3


def test_the_saved_page_shows_the_same_shadows(session: Session, site: str, tmp_path: Path) -> None:
    """Loaded again, the saved HTML has the same rendered text: declarative shadow roots do what scripts did."""
    saved = capture(session, f"{site}/shadow.html", ["body"])
    html = read_document(session.folder, saved.name).html
    again = tmp_path / "again.html"
    again.write_text(html.replace("<script>", "<script type=none>"))
    assert capture(session, str(again), ["body"]).text == saved.text
    assert "Nested closed text." in saved.text


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


def test_what_comes_on_scrolling_is_waited_for(session: Session, site: str) -> None:
    """The page is scrolled once, and is back at its start when it is frozen."""
    session.settings = replace(session.settings, limits=replace(session.settings.limits, settle=6))
    session.open(f"{site}/lazy.html")
    assert session.tab.world.peek("scrollY") == 0
    assert select_elements(session.tab.world, session.frozen, ["#late"], []).spans
    assert "Came into view." in session.frozen.html


LOADS_AT_REST = """<!doctype html><html lang=en><body><main></main><script>
  const load = () => { for (let i = 0; i < 10; i++) {
    if (main.children.length === 60) return;
    const p = document.createElement("p");
    p.style.height = "150px";
    p.textContent = `Item ${main.children.length}.`;
    main.append(p);
  } };
  const [main] = document.getElementsByTagName("main");
  let timer;
  onscroll = () => {
    clearTimeout(timer);
    timer = setTimeout(() => { if (scrollY + innerHeight > document.body.scrollHeight - 300) load(); }, 150);
  };
  load();
</script></body></html>"""


def test_what_comes_once_scrolling_rests_at_the_end_is_waited_for(session: Session, tmp_path: Path) -> None:
    """A page that looks where it is 150 ms after it was scrolled loads all that it has."""
    (tmp_path / "page.html").write_text(LOADS_AT_REST, "utf-8")
    session.settings = replace(session.settings, limits=Limits(settle=60, quiet=1))
    saved = capture(session, (tmp_path / "page.html").as_uri(), ["main"])
    assert saved.text.splitlines() == [f"Item {number}." for number in range(60)]


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
    assert session.page.evaluate("() => sessionStorage.came") == "1"


FILLS_AT_REST = """<!doctype html><html lang=en><body><main></main><script>
  document.querySelector("main").innerHTML = "<p style='height: 300px'></p>".repeat(60);
  const fill = () => { for (const p of document.querySelectorAll("p:empty"))
    if (p.getBoundingClientRect().top < innerHeight) p.textContent = "Filled."; };
  let timer;
  onscroll = () => { clearTimeout(timer); timer = setTimeout(fill, 150); };
  fill();
</script></body></html>"""


def test_a_page_longer_than_is_scrolled_rests_where_scrolling_ends(session: Session, tmp_path: Path) -> None:
    """What it fills 150 ms after it was scrolled, down to what is visible, is filled as far as that."""
    (tmp_path / "page.html").write_text(FILLS_AT_REST, "utf-8")
    session.settings = replace(session.settings, limits=Limits(settle=60, screens=10))
    session.open((tmp_path / "page.html").as_uri())
    assert session.frozen.html.count("Filled.") == 30


@pytest.mark.parametrize(
    ("on_scroll", "rest"),
    [("", 4), ("document.body.append('More')", 24), ("new Image().src = '/pixel.png'", 24)],
)
def test_a_page_that_scrolling_changes_is_watched_longer(
    session: Session, site: str, monkeypatch: pytest.MonkeyPatch, on_scroll: str, rest: int
) -> None:
    """What it adds, or only requests, shows that more may come."""
    html = f"<p style='height: 3000px'>Text.<script>onscroll = () => {{ {on_scroll} }}</script>"
    monkeypatch.setitem(RESPONSES, "/long.html", (200, {"Content-Type": "text/html"}, html.encode()))
    tab = open_tab(session.context, QUICK)
    load(tab, f"{site}/long.html", QUICK)
    waited = [0]
    monkeypatch.setattr(Tab, "clock", lambda _: waited[0] / 100)
    scrolls = 0
    for seconds in settling(tab, Limits(quiet=0.24)):
        waited[0] += round(seconds * 100)
        scrolls += not seconds
        tab.pause(0.05)
    tab.close()
    assert (scrolls > 2, waited[0]) == (True, 8 + 12 + rest)


def test_show_more_buttons_are_pressed(session: Session, site: str) -> None:
    """``--click`` presses a button until it is gone."""
    session.settings = replace(session.settings, limits=replace(session.settings.limits, settle=6, click=("#more",)))
    text = capture(session, f"{site}/lazy.html", ["#main"]).text
    assert text.splitlines()[-2:] == ["More 1.", "More 2."]


def test_infinite_scrolling_is_bounded(session: Session, site: str) -> None:
    """An endless page ends after so many screens."""
    session.settings = replace(session.settings, limits=replace(session.settings.limits, settle=6, screens=5))
    saved = capture(session, f"{site}/lazy.html#endless", [".item"])
    assert 10 <= len(saved.text.splitlines()) <= 60


def test_strict_content_security_policy_and_trusted_types(session: Session, site: str) -> None:
    """The toolbar needs nothing that a page can forbid."""
    assert marked(session, f"{site}/csp.html", "#main") == "No style, no script, no source but our own."
    Hand(session).press("?", "p")
    assert save(session).text == "No style, no script, no source but our own."


def test_text_that_cannot_be_selected_is_selected(session: Session, site: str) -> None:
    """``user-select: none``, buttons and draggable text give way; generated text is no part of the document."""
    text = marked(session, f"{site}/stubborn.html", "#main", "#quoted", "#button", "#drag")
    assert text.splitlines() == [
        "Text that does not want to be selected.",
        "Text after generated text.",
        "Text on a button",
        "Text that can be dragged",
    ]
    assert "Generated" not in save(session).text


def test_a_modal_dialog_of_the_page_does_not_lock_the_toolbar(session: Session, site: str) -> None:
    """The dialog's text can be marked and the toolbar clicked, although all else is inert."""
    assert marked(session, f"{site}/stubborn.html#modal", "#asked") == "Do you accept all our partners?"
    assert save(session).text == "Do you accept all our partners?"


@pytest.mark.parametrize(
    ("selector", "text"),
    [
        ("#rtl", "هذا نص عربي يقرأ من اليمين، ومعه English 123 في الوسط."),
        ("#vertical", "縦書きの文章です。𠮷野家で🍣を食べる。"),
        ("#emoji", "👩‍👩‍👧 families, 🇩🇪 flags, 𝒜 letters and é combined."),
        ("#breaks", "First line\nsecond line\nthird line"),
        ("#table", "Name Value\nTwo 2"),
        ("#pre", "line one\n  line two"),
        ("#editable", "Editable text."),
        ("#form", "Name\nIn a form."),
        ("#details", "Summary"),
        ("#loose", "Loose"),
        ("#contents", "No box, yet seen."),
        ("#skipped", "Drawn."),
        ("#slot", "In the root.\nBy default."),
        ("#away", "Here.\nA slide."),
    ],
)
@pytest.mark.parametrize("by_hand", [False, True])
def test_kinds_of_writing(session: Session, site: str, selector: str, text: str, by_hand: bool) -> None:
    """Right-to-left and vertical text, astral characters, breaks, tables, code, forms, and text that is not drawn."""
    if by_hand:  # the layout is collected before, and tells where to look
        session.open(f"{site}/scripts.html")
        session.mark([selector])
        assert save(session).text == text
    else:
        assert capture(session, f"{site}/scripts.html", [selector]).text == text


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


def test_a_page_that_leaves_stays_while_it_is_marked(session: Session, site: str) -> None:
    """Reloading, leaving, opening windows, downloading and changing text wait until the page is released."""
    before = len(session.context.pages)
    session.settings = replace(session.settings, limits=Limits(settle=0))  # before it leaves by itself
    session.open(f"{site}/restless.html")
    opened = len(session.context.pages) - before - 1
    session.pump(1.6)
    Hand(session).drag("#main")
    Hand(session).press("m")
    assert (session.page.url, len(session.context.pages)) == (f"{site}/restless.html", before + 1 + opened)
    document = save(session)
    assert (document.text, document.meta.multiple_articles) == ("A page that does not stay.", True)
    session.close()
    assert len(session.context.pages) == before


def test_a_window_that_a_page_has_opened_leaves_it_alone(session: Session, tmp_path: Path) -> None:
    """It is closed when the page is frozen: its scripts would change what is being marked."""
    before = len(session.context.pages)
    page = tmp_path / "page.html"
    page.write_text(
        "<p id=a>To be marked.</p><script>const other = open('', 'other');"
        "const code = other.document.createElement('script'); other.document.head.append(code);"
        "code.textContent = 'setInterval(() => { opener.a.className += 1; }, 20)';</script>"
    )
    session.open(str(page))
    classes = session.page.get_attribute("#a", "class")
    session.pump(0.3)
    assert session.page.get_attribute("#a", "class") == classes
    assert len(session.context.pages) == before + 1


def test_a_page_that_jumps_on_is_captured_where_it_ends(session: Session, site: str) -> None:
    """A redirect by script is followed before the page is frozen; URL and source are those of the last page."""
    saved = capture(session, f"{site}/jump.html", ["#head"])
    document = read_document(session.folder, saved.name)
    assert document.meta.url == f"{site}/article.html"
    assert b"Bread" in document.path(".source.html").read_bytes()


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


def test_layout_has_every_element_under_its_start_tag(session: Session, site: str) -> None:
    """Keys are the offsets of start tags in the saved HTML, frames, shadow roots and templates included."""
    for page, selector in (("templates.html", "#main"), ("frames.html", "#top"), ("shadow.html", "#before")):
        saved = capture(session, f"{site}/{page}", [selector])
        document = read_document(session.folder, saved.name)
        layout = json.loads(gzip.decompress(document.path(".layout.json.gz").read_bytes()))
        columns = layout["elements"]
        assert {len(column) for column in columns.values()} == {len(columns["start"])}
        tokens = lex(document.html)
        opening = set(tokens.start[tokens.kind == Kind.OPEN].tolist())
        assert set(columns["start"]) <= opening
        assert columns["start"] == sorted(columns["start"])
        at = columns["start"].index(document.html.index(f'<p id="{selector[1:]}"'))
        assert (columns["visible"][at], columns["font_size"][at], columns["font_weight"][at]) == (1, 16, 400)
        assert columns["width"][at] == 1280 - 16
        assert layout["viewport"] == [1280, 900]


def test_the_meta_data_tell_whether_the_picture_is_cut(session: Session, tmp_path: Path) -> None:
    """A picture ends at 8,192 pixels; the height of the page stands beside it."""
    session.settings = replace(session.settings, screenshot=True)
    for height in (3000, 9000):
        page = tmp_path / f"{height}.html"
        page.write_text(
            "<!DOCTYPE html><body style='margin: 0'><p id=main style='margin: 16px 0; line-height: 18px'>Text</p>"
            f"<div style='height: {height}px'></div>"
        )
        document = read_document(session.folder, capture(session, page.as_uri(), ["#main"]).name)
        assert document.meta.captured is not None
        assert document.meta.captured.page == (1280, height + 50)
        assert imread(document.path(".png")).shape[:2] == (min(height + 50, 8192), 1280)


FIXED = "<div style='position: fixed; bottom: 0; width: 100%; height: 50px; background: lime'></div>"


@pytest.mark.parametrize(("extra", "green"), [("", []), (FIXED, range(850, 900))])
def test_the_picture_shows_the_page_as_it_is_laid_out(session: Session, extra: str, green: Sequence[int]) -> None:
    """It is taken in a higher window where that changes nothing, else beyond it; the window is then as before."""
    session.settings = replace(session.settings, screenshot=True)
    page = f"<body style='margin: 0; background: white'><p id=main>Tall.<div style='height: 2000px'></div>{extra}"
    session.open(f"data:text/html,{page}")
    assert session.frozen.screenshot and session.frozen.layout
    picture = imread(BytesIO(session.frozen.screenshot))
    assert [*picture.shape[1::-1]] == json.loads(gzip.decompress(session.frozen.layout))["page"]
    assert np.flatnonzero((picture[:, 640, :3] == (0, 1, 0)).all(axis=1)).tolist() == [*green]
    assert session.tab.world.peek("[innerWidth, innerHeight, scrollY]") == [1280, 900, 0]


CLIP = "position: absolute; width: 1px; height: 1px; overflow: hidden"


def _slotted(style: str, light: str) -> str:
    return f"<div><template shadowrootmode=closed><div style='{style}'><slot></slot></div></template>{light}</div>"


@pytest.mark.parametrize("by_hand", [False, True])
@pytest.mark.parametrize(
    ("body", "seen"),
    [
        (_slotted("visibility: hidden", "Hidden."), ()),
        (_slotted(CLIP, "Hidden.<b>And this.</b>"), ()),
        (_slotted("height: 0; overflow: hidden", "<p>Hidden."), ()),
        (_slotted("color: black", "Shown."), ("Shown.",)),
        ("<svg><symbol><text>A</text></symbol><defs><text>B</text></defs><text y=20>Shown.</text></svg>", ("Shown.",)),
        ("<svg style='position: absolute; width: 0; height: 0'><text y=20>Hidden.</text></svg>", ()),
        (f"<div style='zoom: 2'><span style='{CLIP}'>Hidden.</span></div>", ()),
        ("<div style='overflow: hidden'><p style='position: absolute; top: 300px'>Shown.</div>", ("Shown.",)),
        (
            "<div style='overflow: hidden; height: 0'><div style='position: relative'>"
            "<p style='position: absolute'>Hidden.</div></div>",
            (),
        ),
        ("<iframe width=0 height=0 srcdoc='Hidden.'></iframe>", ()),
        (f"<div style='{CLIP}'><iframe srcdoc='Hidden.'></iframe></div>", ()),
        ("<iframe src='http://127.0.0.1:9/'></iframe>", ()),
        ("<iframe style='position: absolute; left: -9999px' srcdoc='Hidden.'></iframe>", ()),
        ("<div style='position: absolute; top: -5000px'><iframe srcdoc='Hidden.'></iframe></div>", ()),
        (
            "<script>for (const data of ['x --> <b>Hidden.</b>', '--!> Hidden.', '> Hidden.', '-> Hidden.'])"
            "document.body.append(document.createComment(data))</script>",
            (),
        ),
    ],
)
def test_what_is_not_seen(session: Session, tmp_path: Path, body: str, seen: Sequence[str], by_hand: bool) -> None:
    """In slots, pictures, boxes and frames; the browser's own words about a frame that failed are not the page's."""
    page = tmp_path / "page.html"
    page.write_text(f"<!doctype html><title>T</title><p>First.</p>{body}<p>Last.</p>")
    if by_hand:
        session.open(str(page))
        session.mark(["html"])
        text = save(session).text
    else:
        text = capture(session, str(page), ["html"]).text
    assert sorted(text.splitlines()) == sorted(["First.", *seen, "Last."])


@pytest.mark.parametrize("character", ["\u200b", "\u200c", "\u00ad", "\u2060"])
def test_a_character_without_width_does_not_cut_a_word(session: Session, tmp_path: Path, character: str) -> None:
    """Alone between two elements it is not seen, and yet the word goes on."""
    page = tmp_path / "page.html"
    page.write_text(f"<p id=a>{character}<b>One</b>{character}<i>word</i> of two.</p>", encoding="utf-8")
    assert capture(session, str(page), ["p"]).text == f"One{character}word of two."


def test_an_instruction_for_another_program_is_not_seen(session: Session) -> None:
    """In XML it may hold tags, which in HTML would be the page's."""
    page = "<html xmlns='http://www.w3.org/1999/xhtml'><body><p>a<?php echo '<b>x</b>' ?>b</p></body></html>"
    assert capture(session, f"data:application/xhtml+xml,{page}", ["p"]).text == "ab"


def test_a_style_of_the_element_itself_does_not_forbid_to_select(session: Session) -> None:
    """It has the last word on what the browser selects; the selection is made by hand then."""
    session.open("data:text/html,<p id=a style='user-select: none !important'>Not to be copied.</p><p>More.</p>")
    Hand(session).drag("#a")
    assert session.state.text == "Not to be copied."


def test_what_lies_over_a_text_lets_the_mouse_through(session: Session, tmp_path: Path) -> None:
    """A layer without text, against copying, is none against marking; the page has it back when it is released."""
    page = tmp_path / "page.html"
    page.write_text("<p id=a>Under a layer.</p><p>More.</p><div id=layer style='position: fixed; inset: 0'></div>")
    session.open(str(page))
    Hand(session).drag("#a")
    assert session.state.text == "Under a layer."
    Hand(session).press("r")
    assert session.page.get_attribute("#layer", "style") == "position: fixed; inset: 0"


@pytest.mark.parametrize(
    "link",
    [
        "<a href=# class=over></a>",
        "<a href=# class=over><span class=sr>Read more</span></a>",
        "<div class=over><div style='height: 100%'><a href=#></a></div></div>",
        "<a href=# class=stretched>Read more</a>",
    ],
    ids=["empty", "with text for screen readers", "in a layer", "stretched by its pseudo-element"],
)
def test_a_link_over_a_whole_card_lets_the_mouse_through(session: Session, tmp_path: Path, link: str) -> None:
    """Text below it is dragged over as anywhere."""
    style = """.card { position: relative } .over, .stretched::after { position: absolute; inset: 0; content: "" }
        .sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0, 0, 0, 0) }"""
    card = f"<div class=card><h2>Title.</h2><p id=a>Text of a card.</p>{link}</div>"
    (tmp_path / "page.html").write_text(f"<!doctype html><style>{style}</style><p>Before.</p>{card}", "utf-8")
    assert marked(session, (tmp_path / "page.html").as_uri(), "#a") == "Text of a card."


def test_what_a_page_has_made_inert_is_marked(session: Session, tmp_path: Path) -> None:
    """Inert text, as behind a banner, can be marked; the page is inert again when it is released."""
    page = tmp_path / "page.html"
    style = "<style>[inert] i { display: none }</style>"
    text = "<main inert=yes><p id=a>Behind <i>no</i> a <b>banner.</b></p></main><p>Do you agree?</p>"
    page.write_text(style + text)
    session.open(str(page))
    Hand(session).drag("#a")
    assert session.state.text == "Behind a banner."
    assert '<main inert="yes">' in save(session).html
    session.release()
    assert session.page.get_attribute("main", "inert") == "yes"


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
    session.mark(["html"])
    document = save(session)
    assert document.text.splitlines() == ["First.", "In it.", "Direct.", "Its end.", "Last."]
    assert inputs + form in document.html


@pytest.mark.parametrize(("settle", "begins"), [(0, 20), (3, 20), (3, 300)])
def test_a_script_without_end_is_ended(session: Session, settle: float, begins: int) -> None:
    """Whenever it begins, the page is captured as its script has left it."""
    session.settings = replace(session.settings, limits=replace(session.settings.limits, settle=settle, busy=0.5))
    page = "<p id=main>Before.</p><script>onload = () => setTimeout(() => { while (true); }, BEGINS)</script>"
    page = page.replace("BEGINS", str(begins))
    assert capture(session, f"data:text/html,{page}", ["#main"]).text == "Before."


def test_a_page_that_would_leave_by_itself_stays(session: Session) -> None:
    """A refresh that the document itself asks for does not come while the page is marked."""
    session.settings = replace(session.settings, limits=replace(session.settings.limits, settle=0))
    session.open('data:text/html,<meta http-equiv="refresh" content="3;url=about:blank"><p id=main>It stays.')
    session.tab.pause(3.5)
    Hand(session).drag("#main")
    assert save(session).text == "It stays."


def test_what_is_not_rendered_splits_and_stays_out(session: Session, site: str) -> None:
    """Templates, ``noscript``, hidden elements and styles are in the document and not in the gold."""
    saved = capture(session, f"{site}/templates.html", ["body"])
    assert saved.text == "Text beside a template.\nThe end."
    document = read_document(session.folder, saved.name)
    assert '<template id="t"><p>Not rendered <b>at all</b>.</p></template>' in document.html
    assert not document.meta.fragmented
