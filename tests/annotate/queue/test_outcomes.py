"""What becomes of the pages of a queue: gold, none, rejected, put off; and the way back to the previous page."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from annotate.browser import NoScreenError
from annotate.capture.draft import read_draft
from annotate.capture.hand import Hand
from annotate.capture.session import Session
from annotate.capture.working import work_through
from annotate.check.document import check_document
from annotate.queue.later import note_later, order_by_turn, read_later
from annotate.queue.planning import follow_captured, plan_queue, refuse_other_folder
from annotate.queue.politeness import Pace, Politeness
from evaluate.package import (
    PackageError,
    PackageInfo,
    create_package,
    read_document,
    read_journal,
    read_meta,
    read_package,
)
from tests.annotate.working import Person, make_run, work

ENDED, LEFT = "annotate: the browser has ended", "are left; run the same command again to continue"


def press(*keys: str) -> Callable[[Session, Hand], object]:
    """A deed: press keys."""
    return lambda person, hand: hand.press(*keys)


def drag(selector: str) -> Callable[[Session, Hand], object]:
    """A deed: mark an element."""
    return lambda person, hand: hand.drag(selector)


def test_a_person_gets_a_page_once(session: Session, site: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What leads to a page that the package has by now, or to a place in it, is passed over."""
    article, moved, other = f"{site}/article.html", f"{site}/moved.html", f"{site}/other.html"
    person = Person(session, drag("#one"), press("Enter"))
    person.run = make_run(session, [], Politeness(None, Pace(0), retries=0), person)
    person.run.plan = plan_queue(session.folder, [article, moved, f"{article}#comments", other], "skip")
    work_through(person.run)
    assert person.page.url == other
    assert capsys.readouterr().err.splitlines() == [
        f"annotate: {moved}: leads to {article}, already there as 127-0-0-1-0001",
        f"annotate: {article}#comments: already there as 127-0-0-1-0001",
        "annotate: 1 of 4 pages are left; run the same command again to continue",
    ]
    person.close()


def test_what_is_undone_is_not_there(session: Session, site: str) -> None:
    """A page whose saving was undone is not taken for one that the package has."""
    look = follow_captured(session.folder)
    person = Person(session, drag("#one"), press("Enter"), lambda *_: seen.append(len(look())), press("Backspace"))
    person.deeds.append(press("u"))
    seen: list[int] = []
    work(session, person, f"{site}/article.html", f"{site}/other.html")
    assert (seen, look()) == ([1], {})


def test_a_page_without_main_content_is_gold(session: Session, site: str) -> None:
    """Empty gold: a document that counts, has no text, and is none that the check complains of."""
    session.open(f"{site}/article.html")
    hand = Hand(session)
    hand.drag("#one")
    hand.press("0")
    assert (session.outcome, session.state.message) == (None, "there are marks: clear them first")
    hand.press("x", "0")
    (name,) = read_package(session.folder).names
    document = read_document(session.folder, name)
    assert (document.text, document.meta.status, document.meta.fragments) == ("", "gold", ())
    assert document.meta.extra == {"no_main_content": True}
    assert [f for f in check_document(session.folder, (), name).findings if f.code == "empty"] == []


@pytest.mark.parametrize(
    ("by", "reason"),
    [("key", "not this language"), ("mouse", "dead or an error page"), ("letters", "all of it is adverts")],
)
def test_a_page_is_rejected_for_a_reason(session: Session, site: str, by: str, reason: str) -> None:
    """By the number of a reason, a click, or in words; the document does not count, and says why."""
    session.open(f"{site}/article.html")
    hand = Hand(session)
    hand.press("d")
    if by == "key":
        hand.press("3")
    elif by == "mouse":
        hand.click("reason-2")
    else:
        hand.press("Enter")
        assert (session.outcome, session.state.message) == (None, "give a reason")
        hand.type(f"{reason} \n")
    (name,) = read_package(session.folder).names
    meta = read_meta(session.folder, name)
    assert (meta.status, meta.note, meta.finished, meta.extra) == ("rejected", reason, False, {})
    (decision,) = read_journal(session.folder)
    assert (decision.action, decision.detail) == ("reject", {"reason": reason})


def test_a_queue_goes_on_where_it_stands(session: Session, site: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What has an outcome is not asked again; what was put off comes last, in the order in which it was."""
    urls = [f"{site}/{page}" for page in ("article.html", "other.html", "scripts.html", "lazy.html")]
    person = Person(session, press("n"), press("d", "1"), press("0"))
    work(session, person, *urls)
    out, err = capsys.readouterr()
    assert out.splitlines()[1].split("\t")[1:] == [urls[2], "0", "0", "exact"]
    name = next(n for n in read_package(session.folder).names if read_meta(session.folder, n).status == "rejected")
    assert err.splitlines() == [
        f"annotate: {urls[1]}: rejected: needs a login ({name})",
        "annotate: 2 of 4 pages are left; run the same command again to continue",
    ]
    assert read_later(session.folder) == (urls[0],)
    ordered = order_by_turn(urls, read_later(session.folder))
    assert [url for url, _ in plan_queue(session.folder, ordered, "skip").pages] == [urls[3], urls[0]]


def test_what_is_put_off_twice_comes_last(tmp_path: Path) -> None:
    """Its turn is that of the last time."""
    for url in ("http://a/1", "http://a/2", "http://a/1"):
        note_later(tmp_path, url)
    assert read_later(tmp_path) == ("http://a/2", "http://a/1")
    assert order_by_turn(["http://a/1", "http://a/2", "http://a/3"], read_later(tmp_path)) == [
        "http://a/3",
        "http://a/2",
        "http://a/1",
    ]


def test_back_to_the_page_just_saved_and_on(session: Session, site: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It is as it was left and saved again under its name; the page left for it keeps its marks, too."""
    urls = [f"{site}/article.html", f"{site}/other.html"]
    person = Person(
        session,
        drag("#one"), press("Enter"),
        drag("p"), press("Backspace"),
        drag("#two"), press("Enter"),
        lambda person, hand: seen.append((person.page.url, person.state.words, person.state.is_saved)),
        press("Enter"),
    )  # fmt: skip
    seen: list[tuple[str, int, bool]] = []
    work(session, person, *urls)
    lines = [line.split("\t") for line in capsys.readouterr().out.splitlines()[1:]]
    assert [(line[1], line[2]) for line in lines] == [(urls[0], "2"), (urls[0], "3"), (urls[1], "1")]
    assert seen == [(urls[1], int(lines[2][3]), False)]
    assert lines[0][0] == lines[1][0]
    decisions = [(d.document, len(d.before), len(d.after)) for d in read_journal(session.folder)]
    assert decisions == [(lines[0][0], 0, 2), (lines[0][0], 2, 3), (lines[2][0], 0, 1)]


def test_a_save_is_taken_back(session: Session, site: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The document is no more, the journal tells, and the page can be put off; forth again nothing is saved anew."""
    urls = [f"{site}/article.html", f"{site}/other.html"]
    seen: list[object] = []
    person = Person(
        session,
        drag("#one"), press("Enter"),
        press("Backspace"), press("n"),
        lambda person, hand: seen.append(person.state.message),
        press("Backspace"),  # forth, as it is saved
        lambda person, hand: seen.append(person.page.url),
        press("Backspace"), press("u"),
        lambda person, hand: seen.append((person.state.words, read_package(person.folder).names)),
        press("n"),
    )  # fmt: skip
    work(session, person, *urls)
    out, err = capsys.readouterr()
    assert seen[:2] == ["this page is saved: undo the save first", urls[1]]
    assert seen[2] == (int(out.splitlines()[1].split("\t")[3]), ())
    assert len(out.splitlines()[1:]) == 1
    assert err.splitlines() == [
        f"annotate: {urls[0]}: no longer saved",
        f"annotate: {urls[0]}: the marks are kept as a draft",
        "annotate: 2 of 2 pages are left; run the same command again to continue",
    ]
    assert [d.action for d in read_journal(session.folder)] == ["capture", "withdraw"]
    assert read_later(session.folder) == (urls[0],)


def test_a_correction_is_taken_back(session: Session, site: str) -> None:
    """The gold that was there before is there again, to the letter."""
    url = f"{site}/article.html"
    session.open(url)
    hand = Hand(session)
    hand.drag("#one")
    hand.press("Enter")
    (name,) = read_package(session.folder).names
    before = read_document(session.folder, name)
    session.open(url, name=name)
    hand.drag("#two")
    hand.press("Enter")
    assert read_document(session.folder, name).text != before.text
    session.resume(session.set_aside())
    hand.press("u")
    assert read_document(session.folder, name) == before
    assert "no longer saved" in session.state.message


def test_a_folder_that_a_killed_command_began_is_as_good_as_empty(tmp_path: Path) -> None:
    """The next command makes the package there, as if nothing had been."""
    (tmp_path / ".cetr-gold-00000000-1.package.toml").write_text("half")
    refuse_other_folder(tmp_path)
    assert plan_queue(tmp_path, ["https://a.example/"], "skip").pages == (("https://a.example/", None),)
    assert create_package(tmp_path, PackageInfo(name="p")).names == ()
    refuse_other_folder(tmp_path)
    (tmp_path / ".lock").unlink()
    (tmp_path / ".lock").symlink_to(tmp_path / "elsewhere")  # as good as a disk that is read-only
    with pytest.raises(PackageError, match="is a link, and nothing is written through links"):
        refuse_other_folder(tmp_path)
    (tmp_path / "package.toml").rename(tmp_path / "letter.txt")
    with pytest.raises(PackageError, match="is not a test package"):
        refuse_other_folder(tmp_path)


@pytest.mark.skipif(sys.platform != "linux", reason="abstract sockets are Linux's")
def test_a_lost_screen_is_an_error(
    session: Session, site: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The window closes with it, but nobody closed it; the draft is kept."""
    name = f":{os.getpid() + 100_000}"
    monkeypatch.setenv("DISPLAY", name)
    with socket.socket(socket.AF_UNIX) as screen:
        screen.bind(f"\0/tmp/.X11-unix/X{name[1:]}")
        screen.listen()

        def lose(person: Session, _: Hand) -> None:
            screen.close()
            person.page.close()

        with pytest.raises(NoScreenError, match="the screen is gone"):
            work(session, Person(session, drag("#one"), lose), f"{site}/article.html")
    assert "the marks are kept as a draft" in capsys.readouterr().err
    assert read_draft(session.folder, f"{site}/article.html") is not None


@pytest.mark.long
@pytest.mark.parametrize(
    ("command", "module"),
    [("capture --headless --select #head", "annotate.capture.working"), ("harvest rules.toml", "annotate.harvest.run")],
)
@pytest.mark.parametrize(
    ("pages", "said"),
    [
        (("article", "other", "lazy"), [ENDED, f"annotate: 2 of 3 pages {LEFT}"]),
        (("missing",), [ENDED, "annotate: 1 of 1 page failed, see urls.txt.errors"]),
        (("missing", "article"), ["annotate: 1 of 2 pages failed, see urls.txt.errors"]),
        (("article", "moved"), []),
        (("article",), []),
    ],
)
def test_a_browser_that_ends_with_a_page_ends_the_queue(
    command: str, module: str, pages: tuple[str, ...], said: list[str], site: str, tmp_path: Path
) -> None:
    """No page that came is to blame, nor is the browser for what failed before; the exit code says if not all came."""
    (tmp_path / "rules.toml").write_text(f'[[rules]]\nname = "all"\nurl = "{site}/*"\ntake = ["#head"]\n')
    (tmp_path / "urls.txt").write_text("".join(f"{site}/{page}.html\n" for page in pages))
    code = f"import sys, {module} as module; from annotate.cli import annotate; from cetr.console import run"
    gone = [len(pages) != 2, True]  # after the first page, or the second
    ended = f"gone = iter({gone}); module.is_gone = lambda context: next(gone); sys.exit(run(annotate, sys.argv[1:]))"
    options = ["--urls", "urls.txt", "-p", "gold", "--settle", "0"]
    done = subprocess.run(
        [sys.executable, "-c", f"{code}; {ended}", *command.split(), *options],
        cwd=tmp_path, capture_output=True, text=True, timeout=240, check=False,
    )  # fmt: skip
    pages_and_rules = ("annotate: http", "annotate: rule")
    lines = [line for line in done.stderr.splitlines() if not line.startswith(pages_and_rules)]
    assert (done.returncode, lines) == (3 if said else 0, said)
