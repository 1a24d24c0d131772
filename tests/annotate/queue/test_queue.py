"""Queues of pages: lists of URLs, what is skipped, retried and reported, and how they end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from annotate.capture.address import complete_listed
from annotate.capture.errors import CaptureError
from annotate.capture.hand import Hand
from annotate.capture.model import Saved
from annotate.capture.session import Session
from annotate.capture.working import Run, work_through
from annotate.queue.failures import check_failures_file, find_reason, report_failures
from annotate.queue.planning import find_captured, follow_captured, plan_pages, plan_queue
from annotate.queue.politeness import Pace, Politeness
from annotate.render.page import render_document
from cetr.console import InputError
from cetr.sources import parse_urls, read_urls
from evaluate.package import NO_CONTENT, read_document, read_package
from evaluate.package.files import LAYOUT, SCREENSHOT
from tests.annotate.capturing import capture
from tests.annotate.commands import run_annotate
from tests.annotate.working import make_run
from tests.documents import make_document
from tests.processes import ending, inheriting_interrupts


def test_lists_of_urls_are_read_as_people_write_them() -> None:
    """Comments, empty lines, repetitions and what an errors file adds are left out."""
    lines = ["# my pages\n", "\n", "http://a/1\n", "  http://a/2\tthe server answers 500\n", "http://a/1\n"]
    assert parse_urls(lines) == ("http://a/1", "http://a/2")


def test_hosts_of_this_machine_are_asked_by_http() -> None:
    """A host without a scheme is taken for one of the web, unless it is a server that somebody tries here."""
    typed = ["news.localhost:8/a", "localhost", "127.0.0.1:8", "a.example:8/b"]
    completed = ["http://news.localhost:8/a", "http://localhost", "http://127.0.0.1:8", "https://a.example:8/b"]
    assert complete_listed(typed) == completed


def test_a_list_may_begin_with_a_mark(tmp_path: Path) -> None:
    """Some editors put a byte order mark before the first line."""
    (tmp_path / "urls.txt").write_bytes(b"\xef\xbb\xbfhttp://a/1\r\nhttp://a/2\r\n")
    assert read_urls(str(tmp_path / "urls.txt")) == ("http://a/1", "http://a/2")


@pytest.mark.parametrize(
    ("on_conflict", "plan"),
    [
        ("skip", [("http://a/2", None), ("http://a/3", "a-0003")]),
        ("new", [("http://a/1", None), ("http://a/2", None), ("http://a/3", None)]),
        ("replace", [("http://a/1", "a-0001"), ("http://a/2", None), ("http://a/3", "a-0003")]),
    ],
)
def test_what_is_there_is_skipped_added_or_replaced(on_conflict: str, plan: list[tuple[str, str | None]]) -> None:
    """``--on-conflict`` decides about URLs that the package has already; a draft is replaced if it is not added."""
    captured, unfinished = {"http://a/1": "a-0001"}, {"http://a/1": "a-0001", "http://a/3": "a-0003"}
    urls = ["http://a/1", "http://a/2", "http://a/3"]
    assert list(plan_pages(urls, captured, on_conflict, unfinished)) == plan


def test_a_page_is_there_however_its_url_is_written(tmp_path: Path) -> None:
    """Places in a page are told from pages that are named behind the number sign."""
    make_document(tmp_path, "a", "<p>a", (), url="http://a.example/caf%c3%a9#!/1", status="gold")
    urls = [
        f"http://{page}#{place}" for page in ("a.example/caf\xe9", "A.example:80/caf%C3%A9") for place in ("!/1", "!/2")
    ]
    assert plan_queue(tmp_path, urls, "skip").pages == ((urls[1], None), (urls[3], None))
    for name, place in (("b", "one"), ("c", "two")):
        make_document(tmp_path, name, "<p>b", (), url=f"http://a.example/th%c3%a9#{place}", status="gold")
    captured, page = follow_captured(tmp_path)(), "http://a.example/th\xe9"
    assert [find_captured(captured, f"{page}#{place}") for place in ("one", "two", "three")] == ["b", "c", "b"]


def test_without_selectors_a_page_becomes_a_draft(
    session: Session, site: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It waits for a person, so nobody has decided that it has no content; as a draft it is not captured again."""
    url = f"{site}/article.html"
    run = replace(make_run(session, [(url, None)], Politeness(None, Pace(0), retries=0), session), session=None)
    work_through(run)
    (saved,) = run.saved.values()
    assert capsys.readouterr().out.splitlines()[1:] == [f"{saved.name}\t{url}\t0\t0\tdraft"]
    meta = read_document(session.folder, saved.name).meta
    assert (meta.status, meta.annotator, meta.fragments, NO_CONTENT in meta.extra) == ("draft", None, (), False)
    assert plan_queue(session.folder, [url], "skip", drafts=True).pages == ()
    assert plan_queue(session.folder, [url], "skip").pages == ((url, saved.name),)
    assert capture(session, url, ["#head"], name=saved.name).name == saved.name
    assert read_document(session.folder, saved.name).meta.status == "gold"


def work_unattended(session: Session, urls: Sequence[str], on_conflict: str = "skip") -> Run:
    """Capture the title of pages, without a person."""
    run = make_run(session, [(url, None) for url in urls], Politeness(None, Pace(0), retries=0), session)
    request = replace(run.request, select=("#head",))
    run = replace(run, request=request, session=None, plan=plan_queue(session.folder, urls, on_conflict))
    work_through(run)
    return run


def test_what_leads_to_a_captured_page_is_not_saved_again(
    session: Session, site: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is there under another address, which is said and no failure; ``--on-conflict new`` adds it all the same."""
    urls = [f"{site}/article.html", f"{site}/moved.html"]
    for on_conflict in ("skip", "replace"):
        run = work_unattended(session, urls, on_conflict)
        assert (run.failures, len(run.saved)) == ([], 1)
        said = f"annotate: {site}/moved.html: leads to {site}/article.html, already there as 127-0-0-1-0001\n"
        assert capsys.readouterr().err == said
    assert len(work_unattended(session, urls, "new").saved) == 2


@pytest.mark.long
def test_a_resumed_queue_names_pages_that_lack_a_layout_or_a_picture(session: Session, site: str) -> None:
    """With the command that adds it, unless it is not wanted."""
    session.folder = folder = session.folder.with_name("my gold")
    name = capture(session, url := f"{site}/article.html", ["#head"]).name
    layout, picture = (folder / f"{name}{suffix}" for suffix in (LAYOUT, SCREENSHOT))
    layout.unlink()
    said = []
    for unwanted in ((), ("--no-layout",), ("--no-layout", "--no-screenshot")):
        done = run_annotate("capture", url, "--headless", "--select", "#head", "-p", str(folder), *unwanted)
        assert done.returncode == 0
        *lacking, last = done.stderr.splitlines()
        assert last.startswith("annotate: nothing to do")
        said.append(lacking)
    cure = f"add what is missing with: annotate render '{folder}'"
    assert said == [*([f"annotate: {name} has no {what}; {cure}"] for what in ("layout", "picture")), []]
    assert session.context.browser is not None
    render = partial(render_document, session.context.browser, folder, name, (1280, 900), again=False)
    render()
    made = layout.stat().st_mtime_ns
    picture.unlink()
    render()
    assert (picture.exists(), layout.stat().st_mtime_ns) == (True, made)


def test_a_place_in_a_page_is_that_page(session: Session, site: str) -> None:
    """Links to comments are no other page; those by which scripts show another one are."""
    run = work_unattended(session, [f"{site}/article.html{place}" for place in ("", "#comments", "#!/2", "#/2")])
    assert run.failures == []
    assert [saved.url for saved in run.saved.values()] == [
        f"{site}/article.html{place}" for place in ("", "#!/2", "#/2")
    ]
    captured = follow_captured(session.folder)()
    assert find_captured(captured, f"{site}/article.html#top") == "127-0-0-1-0001"


def test_of_a_page_that_is_there_twice_the_one_of_the_very_url_is_replaced() -> None:
    """``--on-conflict new`` may have added places in it as pages of their own."""
    captured = {"http://a/1": "a-0001", "http://a/1#x": "a-0002"}
    urls = ["http://a/1#x", "http://a/1#y", "http://a/1"]
    assert list(plan_pages(urls, captured, "replace", {})) == [("http://a/1#x", "a-0002"), ("http://a/1#y", "a-0001")]


def test_a_document_is_replaced_once() -> None:
    """An address that leads to another one is of the same document."""
    captured = {"http://a/short": "a-0001", "http://a/1": "a-0001"}
    assert list(plan_pages(list(captured), captured, "replace", {})) == [("http://a/short", "a-0001")]


def test_only_a_list_of_failures_is_taken_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing failed an earlier list goes, a device does not; folders above a list are made."""
    (tmp_path / "old").write_text("http://a/1\tgone\n")
    os.mkfifo(tmp_path / "pipe")
    for name in ("old", "pipe"):
        assert report_failures("urls.txt", tmp_path / name, (), 1) == 0
    assert [file.name for file in tmp_path.iterdir()] == ["pipe"]
    assert report_failures("urls.txt", tmp_path / "a" / "b", [("http://a/1", "is\ngone")], 1) == 3
    monkeypatch.chdir(tmp_path)
    assert report_failures(str(tmp_path / "pipe"), None, [("http://a/1", "is gone")], 1) == 3
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a", "capture.errors", "pipe"]
    assert (tmp_path / "a" / "b").read_text() == "http://a/1\tis gone\n"


def test_a_list_of_failures_is_worked_off(tmp_path: Path) -> None:
    """Tried again, it holds what failed again and what has had no turn, until nothing is left."""
    urls = str(tmp_path / "urls.txt")
    failures = [(f"http://a/{number}", "is gone") for number in range(3)]
    assert report_failures(urls, tmp_path / "urls.txt.errors", failures, 3) == 3
    again = str(tmp_path / "urls.txt.errors")
    assert report_failures(again, None, failures[:1], 3, ["http://a/2"]) == 3
    assert (tmp_path / "urls.txt.errors").read_text() == "http://a/0\tis gone\nhttp://a/2\tnot tried yet\n"
    assert report_failures(again, None, (), 2, ["http://a/2"]) == 0
    assert read_urls(again) == ("http://a/2",)
    assert report_failures(again, None, (), 1) == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("http://a.example/mandelplätzchen", "is a PDF"),
        ("http://a.example/mandelpl%C3%A4tzchen", "is a PDF"),
        ("http://a.example/login", "http://a.example/login: is a PDF"),
    ],
)
def test_a_reason_names_a_page_only_if_it_is_another(said: str, reason: str) -> None:
    """The browser's spelling of a URL is the same page; one that the URL led to is named."""
    assert find_reason("http://a.example/mandelplätzchen", InputError(f"{said}: is a PDF")) == reason


def test_what_is_read_is_not_overwritten(tmp_path: Path) -> None:
    """An interrupted run would lose the pages whose turn had not come, and a harvest its rules."""
    urls, rules = tmp_path / "urls.txt", tmp_path / "rules.toml"
    for file in ("urls.txt", "rules.toml"):
        with pytest.raises(
            InputError, match=rf"{file}: --errors names a file that the command reads; name another file"
        ):
            check_failures_file(str(urls), tmp_path / "." / file, rules)
    check_failures_file(str(urls), tmp_path / "other.txt", rules)


def test_a_list_of_failures_that_cannot_be_is_refused_at_once(tmp_path: Path) -> None:
    """A folder where the list would be, under the name that was given or its own, costs no run."""
    urls = tmp_path / "urls.txt"
    urls.touch()
    (tmp_path / "urls.txt.errors").mkdir()
    for errors in (tmp_path, None):
        with pytest.raises(InputError, match="is a folder; --errors names a file"):
            check_failures_file(str(urls), errors)


def test_names_that_another_process_takes_meanwhile_are_not_fought_for(
    session: Session, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page gets the next one."""
    capture(session, f"{site}/article.html", ["#main"])
    names = iter(["127-0-0-1-0001", "127-0-0-1-0002"])
    monkeypatch.setattr("annotate.capture.save.make_name", lambda url, taken: next(names))
    assert capture(session, f"{site}/other.html", ["p"]).name == "127-0-0-1-0002"


def test_a_queue_goes_on_after_failures_and_takes_up_where_it_stopped(site: str, tmp_path: Path) -> None:
    """Failed pages are listed in a file that is a list of URLs again; exit code 3; what is done is skipped."""
    urls = tmp_path / "urls.txt"
    pages = ("missing.html", "moved.html", "private/page.html", "article.html")
    urls.write_text("".join(f"{site}/{page}\n" for page in pages) + "nonsense\n")
    folder = tmp_path / "gold"
    arguments = (
        "capture", "--urls", str(urls), "-p", str(folder), "--headless", "--select", "#head", "--delay", "0",
        "--settle", "0", "--no-screenshot",
    )  # fmt: skip
    done = run_annotate(*arguments)
    assert done.returncode == 3
    assert done.stdout == f"document\turl\tfragments\twords\tcheck\n127-0-0-1-0001\t{site}/article.html\t1\t3\texact\n"
    assert f"annotate: {site}/article.html: already there as 127-0-0-1-0001\n" in done.stderr
    errors = Path(f"{urls}.errors")
    assert errors.read_text().splitlines() == [
        f"{site}/missing.html\tthe server answers 404 File not found",
        f"{site}/private/page.html\trobots.txt forbids it (--ignore-robots opens it)",
        "nonsense\tis neither a URL nor an existing file",
    ]
    assert done.stderr.splitlines()[-1] == f"annotate: 3 of 5 pages failed, see {errors}"
    assert read_document(folder, "127-0-0-1-0001").meta.extra == {"requested": f"{site}/moved.html"}
    urls.write_text(f"{site}/article.html\n{site}/moved.html\n")
    again = run_annotate(*arguments)
    assert (again.returncode, again.stdout) == (0, "")
    assert not errors.exists()
    assert len(read_package(folder).names) == 1


def test_what_is_no_url_fails_in_its_turn(session: Session, site: str) -> None:
    """Prepared in the background it stops nobody; the reason is given when it is opened."""
    session.open(f"{site}/article.html")
    ahead = session.prepare("nonsense")
    with pytest.raises(CaptureError, match="nonsense: is neither a URL nor an existing file"):
        session.open("nonsense", ahead=ahead)


class _Leaver(Session):
    """A session whose person saves the first page and leaves at the second."""

    def wait(self, limit: float | None = None) -> Saved | None:
        """Mark and save, or leave."""
        hand = Hand(self)
        if self.page.url.endswith("article.html"):
            hand.drag("#head")
            hand.press("Enter")
        else:
            hand.press("q")
        return super().wait(limit)


def test_leaving_a_queue_tells_what_is_left(session: Session, site: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The page at which the person left is one of those."""
    names = ("article.html", "other.html", "frame.html", "verbatim.html")
    pages = tuple((f"{site}/{name}", None) for name in names)
    leaver = _Leaver(session.context, session.folder, session.settings)
    politeness = Politeness(None, Pace(0), retries=0)
    try:
        work_through(make_run(session, pages, politeness, leaver))
    finally:
        leaver.close()
    said = capsys.readouterr()
    assert [line.split("\t")[1] for line in said.out.splitlines()[1:]] == [f"{site}/article.html"]
    assert said.err == "annotate: 3 of 4 pages are left; run the same command again to continue\n"


@pytest.mark.long
@pytest.mark.parametrize("command", ["capture --headless --select #head --no-screenshot", "harvest rules.toml"])
def test_an_interrupt_ends_the_queue_and_loses_nothing(command: str, site: str, tmp_path: Path) -> None:
    """Ctrl-C finishes the page at hand: exit code 130, every document named is there, and what failed is listed."""
    urls = tmp_path / "urls.txt"
    urls.write_text(f"{site}/missing.html\n" + "".join(f"{site}/article.html?{i}\n" for i in range(500)))
    folder = tmp_path / "gold"
    (tmp_path / "rules.toml").write_text(f'[[rules]]\nname = "all"\nurl = "{site}/*"\ntake = ["#head"]\n')
    with inheriting_interrupts():
        child = subprocess.Popen(
            [
                sys.executable, "-m", "annotate",
                *command.split(), "--urls", str(urls), "-p", str(folder), "--delay", "0", "--settle", "0",
            ],
            cwd=tmp_path, env=os.environ | {"PYTHONUNBUFFERED": "1"},
            # As in a terminal: a group of its own, all of which gets the interrupt.
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, process_group=0,
        )  # fmt: skip
    with ending(child):
        assert child.stdout is not None
        first = child.stdout.readline() + child.stdout.readline()
        os.killpg(child.pid, signal.SIGINT)
        rest, errors = child.communicate(timeout=240)
    assert child.returncode == 130
    assert errors.split("\n")[-4:] == [
        f"annotate: 1 of 501 pages failed, see {urls}.errors", "", "annotate: interrupted", "",
    ]  # fmt: skip
    assert Path(f"{urls}.errors").read_text() == f"{site}/missing.html\tthe server answers 404 File not found\n"
    named = [line.split("\t")[0] for line in (first + rest).splitlines()[1:]]
    assert list(read_package(folder).names) == named
    assert 1 <= len(named) < 500
    assert f"\nannotate: {500 - len(named)} of 501 pages are left; run the same command again to continue\n" in errors


def test_sigterm_that_ends_the_browser_too_is_an_interrupt(site: str, tmp_path: Path) -> None:
    """Schedulers send it to all processes of a command, and it must not look as if somebody had closed the window."""
    urls = tmp_path / "urls.txt"
    urls.write_text("".join(f"{site}/article.html?{i}\n" for i in range(500)))
    child = subprocess.Popen(
        [
            sys.executable, "-m", "annotate", "capture", "--headless", "--no-screenshot",
            "--urls", str(urls), "-p", str(tmp_path / "gold"), "--delay", "0", "--settle", "0",
        ],
        cwd=tmp_path, env=os.environ | {"PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, process_group=0,
    )  # fmt: skip
    with ending(child):
        assert child.stdout is not None
        child.stdout.readline(), child.stdout.readline()
        os.killpg(child.pid, signal.SIGTERM)
        _, errors = child.communicate(timeout=60)
    assert (child.returncode, errors.splitlines()[-1]) == (130, "annotate: interrupted")
