"""Consent banners, answered by the rules of Autoconsent before the page is frozen."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from importlib.resources import files
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest
from playwright.sync_api import BrowserContext

from annotate.capture.consent import VERSION, Banner, Talk
from annotate.capture.consent.banner import _read_script
from annotate.capture.hand import Hand
from annotate.capture.session import Session
from annotate.capture.tab import Limits
from evaluate.package import read_document
from tests.annotate.capture.consent_managers import LATE, MANAGERS, SOURCEPOINT_FRAME
from tests.annotate.capturing import QUICK, capture, finish
from tests.annotate.site import RESPONSES

# Of this manager a rule asks the page's own scripts whether the banner is open.
BANNER = """<!doctype html><html lang=en><body><p id=text>The text.</p>
<div class=osano-cm-window><div class=osano-cm-dialog>We value your privacy
<button class=osano-cm-denyAll>Deny</button><button class=osano-cm-accept-all>Accept</button></div></div>
<script>
window.Osano = { cm: { dialogOpen: true } };
addEventListener("click", ({ target }) => {
  document.querySelector(".osano-cm-window").remove();
  document.body.append(target.textContent === "Deny" ? "Denied." : "Accepted.");
});
</script></body></html>"""


@pytest.fixture
def banner(site: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a page with a banner."""
    monkeypatch.setitem(RESPONSES, "/banner.html", (200, {"Content-Type": "text/html"}, BANNER.encode()))
    return f"{site}/banner.html"


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """The banners go as soon as they are answered."""
    monkeypatch.setattr("annotate.capture.consent.banner._GO", 0.0)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait longer on a busy machine; the wait ends when the banner is answered."""
    for name in ("banner._FIND", "banner._SHOW", "banner._ACT"):
        monkeypatch.setattr(f"annotate.capture.consent.{name}", 30.0)
    script = _read_script().replace("timeout = 1e3", "timeout = 3e4")  # for an answer of the page's own scripts
    monkeypatch.setattr("annotate.capture.consent.banner._read_script", lambda: script)


def limit(session: Session, **limits: object) -> None:
    """Give a session other limits."""
    session.settings = replace(session.settings, limits=replace(QUICK, **limits))  # type: ignore[arg-type]


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize(
    ("consent", "text"), [("reject", "The text.\nDenied."), ("accept", "The text.\nAccepted."), ("leave", None)]
)
def test_a_banner_is_answered_before_the_page_is_frozen(
    session: Session, banner: str, consent: str, text: str | None
) -> None:
    """It is answered as requested, the metadata records it, and the document has nothing of the script that did it."""
    limit(session, consent=consent, settle=30)
    document = read_document(session.folder, capture(session, banner, ["body"]).name)
    if text is None:
        assert "We value your privacy" in document.text and "consent" not in document.meta.extra
        return
    assert document.text == text
    assert document.meta.extra["consent"] == {"manager": "osano", "action": consent, "dismissed": True}
    assert "autoconsent" not in document.html


@pytest.mark.long
@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("manager", MANAGERS)
def test_banners_of_common_managers_are_answered(
    session: Session, site: str, monkeypatch: pytest.MonkeyPatch, manager: str
) -> None:
    """Rejected and accepted, in the page, in a shadow root, or in a frame that comes later; the metadata names them."""
    pages = {"/banner.html": MANAGERS[manager], "/index.html": SOURCEPOINT_FRAME}
    for path, page in pages.items():
        monkeypatch.setitem(RESPONSES, path, (200, {"Content-Type": "text/html"}, page.encode()))
    for consent, said in (("reject", "Denied."), ("accept", "Accepted.")):
        limit(session, consent=consent, settle=30)
        document = read_document(session.folder, capture(session, f"{site}/banner.html", ["body"]).name)
        assert document.text == f"The text.\n{said}"
        assert document.meta.extra["consent"] == {"manager": manager, "action": consent, "dismissed": True}


@pytest.mark.usefixtures("patient")
def test_a_banner_in_a_frame_that_comes_while_frames_are_searched_is_answered(
    browser: BrowserContext, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a busy machine it takes long to enter the frames of a page; those that come meanwhile are entered, too."""
    html = MANAGERS["Sourcepoint-frame"].replace("setTimeout(", "addEventListener('late', ").replace("}, 200)", "})")
    for path, body in (("/banner.html", html), ("/index.html", SOURCEPOINT_FRAME)):
        monkeypatch.setitem(RESPONSES, path, (200, {"Content-Type": "text/html"}, body.encode()))
    enter = Talk._enter

    def enter_late(talk: Talk, frame: str) -> None:
        if len(page.frames) == 1:
            page.evaluate("dispatchEvent(new Event('late'))")
            page.frame_locator("iframe").locator(".sp_choice_type_13").wait_for()
        enter(talk, frame)

    page = browser.new_page()
    page.goto(f"{site}/banner.html")
    monkeypatch.setattr(Talk, "_enter", enter_late)
    talk = Talk(page, "reject", time.monotonic)
    for seconds in talk.waiting():
        page.wait_for_timeout(1000 * seconds)
    assert talk.banner == Banner("Sourcepoint-frame", "reject", dismissed=True)
    page.close()


@pytest.mark.long
def test_a_banner_that_comes_late_is_answered(session: Session, site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two seconds late, or more where the page is got ready in the background and nobody waits for it."""
    for path, delay in (("/banner.html", 1600), ("/index.html", 3000)):
        monkeypatch.setitem(RESPONSES, path, (200, {"Content-Type": "text/html"}, (LATE % delay).encode()))
    monkeypatch.setattr("annotate.capture.settling.PATIENCE", 30.0)
    monkeypatch.setattr("annotate.capture.consent.banner._SHOW", 30.0)
    session.open(f"{site}/article.html")
    limit(session, consent="reject", settle=30)
    ahead = session.prepare(f"{site}/index.html")
    while not ahead.is_done:
        ahead.go_on()
        session.tab.pause(0.05)
    assert ahead.frozen is not None and ahead.frozen.banner is not None and ahead.frozen.banner.dismissed
    assert read_document(session.folder, capture(session, f"{site}/banner.html", ["body"]).name).text.endswith(
        "Denied."
    )


@pytest.mark.usefixtures("patient")
def test_a_banner_that_goes_slowly_is_gone(session: Session, site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Klaro first shows what was chosen, for almost a second in which nothing changes."""
    page = MANAGERS["Klaro"].replace("answer(said);", "setTimeout(answer, 800, said);")
    monkeypatch.setitem(RESPONSES, "/banner.html", (200, {"Content-Type": "text/html"}, page.encode()))
    monkeypatch.setattr("annotate.capture.consent.banner._GO", 3.0)
    limit(session, consent="accept", settle=30)
    document = read_document(session.folder, capture(session, f"{site}/banner.html", ["body"]).name)
    assert document.text == "The text.\nAccepted."


@pytest.mark.parametrize(
    ("said", "waited"),
    [
        (["cmpDetected"], 8.0),
        (["cmpDetected", "popupFound"], 8.0),
        (["popupFound", "optOutResult", "autoconsentDone"], 1.0),
    ],
)
def test_frames_that_never_cease_to_come_end_no_wait_later(
    monkeypatch: pytest.MonkeyPatch, said: list[str], waited: float
) -> None:
    """As advertisements change twice a second, beside a manager that shows no banner, or one that is answered."""
    monkeypatch.setattr("annotate.capture.consent.banner._GO", 1.0)
    now, contexts, hear = [0.0], count(2), {}
    sent = {"Page.getFrameTree": lambda: {"frameTree": {"frame": {"id": "main"}}}}
    sent["Page.createIsolatedWorld"] = lambda: {"executionContextId": next(contexts)}
    line = SimpleNamespace(on=hear.__setitem__, send=lambda method, _=None: sent.get(method, dict)())
    page = SimpleNamespace(context=SimpleNamespace(new_cdp_session=lambda _: line))
    talk = Talk(page, "reject", lambda: now[0])  # type: ignore[arg-type]
    for kind in said:
        payload = json.dumps({"type": kind, "cmp": "some", "result": True})
        hear["Runtime.bindingCalled"]({"name": "cetrGoldConsentTell", "payload": payload, "executionContextId": 1})
    for seconds in talk.waiting():
        hear["Runtime.executionContextCreated"]({"context": {"id": 1, "auxData": {"isDefault": True, "frameId": "ad"}}})
        now[0] += seconds
        assert now[0] < 30
    assert now[0] == pytest.approx(waited, abs=0.1)


def test_a_page_without_a_banner_says_nothing(session: Session, site: str) -> None:
    """Its metadata has no entry for consent."""
    limit(session, consent="reject")
    document = read_document(session.folder, capture(session, f"{site}/article.html", ["#one"]).name)
    assert "consent" not in document.meta.extra


@pytest.mark.usefixtures("patient")
def test_a_banner_is_answered_in_the_background(session: Session, site: str, banner: str) -> None:
    """A banner is answered on a page that loads while another page is marked."""
    session.open(f"{site}/article.html")
    limit(session, consent="reject", settle=30)
    ahead = session.prepare(banner)
    finish(ahead)
    assert ahead.frozen is not None and ahead.frozen.banner is not None
    assert ahead.frozen.banner.dismissed and "Denied." in ahead.frozen.html


@pytest.mark.long
@pytest.mark.parametrize("held", [False, True])
def test_a_banner_is_answered_on_a_page_that_a_person_lets_run(
    session: Session, site: str, monkeypatch: pytest.MonkeyPatch, held: bool
) -> None:
    """However late it comes, and on the next document; the freeze key waits for no banner where there is none."""
    page = (LATE % 0).replace("setTimeout(", "addEventListener('late', ").replace("), 0)<", "))<")
    monkeypatch.setitem(RESPONSES, "/banner.html", (200, {"Content-Type": "text/html"}, page.encode()))
    monkeypatch.setattr("annotate.capture.consent.banner._ACT", 30.0)
    limit(session, consent="reject", settle=0)
    session.settings = replace(session.settings, auto_freeze=not held)
    session.open(f"{site}/banner.html")
    if not held:
        session.release()
    for _ in range(2):
        session.page.evaluate("dispatchEvent(new Event('late'))")
        session.page.wait_for_function("!document.querySelector('[data-banner]')")
        Hand(session).press("F2")
        assert session.frozen.banner is not None and session.frozen.banner.dismissed
        session.release()
        session.page.reload()


def test_what_is_not_ours_is_named() -> None:
    """The notice names the bundled version and its source."""
    notice = (Path(__file__).parents[3] / "NOTICE").read_text("utf-8")
    assert f"Autoconsent {VERSION} " in notice and f"tree/v{VERSION}\n" in notice
    assert files("annotate.capture.consent").joinpath("LICENSE.txt").read_text("utf-8").startswith("Mozilla Public")
    assert Limits().consent == "leave"
