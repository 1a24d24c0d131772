"""What a page loads only once it is scrolled, or clicked."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from annotate.capture.hand import Hand
from annotate.capture.loading import load
from annotate.capture.opening import open_tab
from annotate.capture.selection import select_elements
from annotate.capture.session import Session
from annotate.capture.settling import settling
from annotate.capture.tab import Limits, Tab
from tests.annotate.capturing import QUICK, capture, finish
from tests.annotate.site import RESPONSES


def test_what_comes_on_scrolling_is_waited_for(session: Session, site: str) -> None:
    """The page is scrolled once, and is back at its start when it is frozen."""
    session.settings = replace(session.settings, limits=replace(session.settings.limits, settle=60))
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
    late = waited[0] - (8 + 12 + rest)  # on a busy machine an answer may take longer than a look
    assert (scrolls > 2, 0 <= late <= (20 if on_scroll else 0)) == (True, True)


UNCLOSED = """<p>Text.</p><iframe></iframe><script>
  const { contentDocument } = document.querySelector("iframe");
  contentDocument.open();
  contentDocument.write("An advert.");
</script>"""


def test_a_page_that_fetches_nothing_more_is_not_waited_for(
    session: Session, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is never complete if a script leaves a frame's document open. It is frozen soon, also in the background."""
    monkeypatch.setitem(RESPONSES, "/unclosed.html", (200, {"Content-Type": "text/html"}, UNCLOSED.encode()))
    session.settings = replace(session.settings, limits=Limits(settle=500, timeout=1000))
    start = time.monotonic()
    session.open(f"{site}/unclosed.html")
    ahead = session.prepare(f"{site}/unclosed.html")
    finish(ahead)
    assert all(frozen is not None and "An advert." in frozen.html for frozen in (session.frozen, ahead.frozen))
    assert time.monotonic() - start < 300


def test_show_more_buttons_are_pressed(session: Session, site: str) -> None:
    """``--click`` presses a button until it is gone."""
    session.settings = replace(session.settings, limits=replace(session.settings.limits, settle=60, click=("#more",)))
    text = capture(session, f"{site}/lazy.html", ["#main"]).text
    assert text.splitlines()[-2:] == ["More 1.", "More 2."]


def test_infinite_scrolling_is_bounded(session: Session, site: str) -> None:
    """An endless page ends after so many screens."""
    session.settings = replace(session.settings, limits=replace(session.settings.limits, settle=60, screens=5))
    saved = capture(session, f"{site}/lazy.html#endless", [".item"])
    assert 10 <= len(saved.text.splitlines()) <= 60


def test_the_address_is_that_of_the_story_at_the_top(
    session: Session, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scrolled through, many a page adds the next story and takes its address; a person who goes there means it."""
    html = """<!doctype html><html lang=en><p id=one>First story.</p><p style="margin-top: 3000px">More.</p><script>
        addEventListener("scroll", () => scrollY > 900 && history.pushState(null, "", "/other.html"))</script>"""
    monkeypatch.setitem(RESPONSES, "/story.html", (200, {"Content-Type": "text/html"}, html.encode()))
    session.open(f"{site}/story.html")
    assert session.page.url == f"{site}/other.html"
    assert session.frozen.url == f"{site}/story.html"
    for meant in ("article.html", "other.html"):
        Hand(session).press("r")
        session.page.evaluate(f"history.pushState(null, '', '/{meant}')")
        Hand(session).press("F2")
        assert session.frozen.url == f"{site}/{meant}"
