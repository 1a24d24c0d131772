"""Queues of pages: lists of URLs, politeness towards sites, what is skipped, retried and reported."""

from __future__ import annotations

import os
import signal
import socket
import socketserver
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread

import pytest
from protego import Protego

from annotate.capture.ahead import Ahead
from annotate.capture.cli import capture as capture_command
from annotate.capture.errors import BusyError, CaptureError
from annotate.capture.hand import Hand
from annotate.capture.model import Saved
from annotate.capture.request import Request
from annotate.capture.session import Session
from annotate.capture.tab import Limits
from annotate.capture.working import Run, work_through
from annotate.queue.arrival import find_none
from annotate.queue.failures import check_failures_file, find_reason, report_failures
from annotate.queue.options import gather_options
from annotate.queue.planning import Plan, find_captured, follow_captured, plan_pages
from annotate.queue.politeness import Pace, Politeness, Robots, TransientError
from annotate.queue.urls import parse_urls, read_urls
from cetr.console import InputError
from evaluate.package import read_document, read_package
from tests.annotate.capturing import QUICK, capture
from tests.annotate.commands import run_annotate
from tests.annotate.site import RESPONSES
from tests.servers import serving


def test_lists_of_urls_are_read_as_people_write_them() -> None:
    """Comments, empty lines, repetitions and what an errors file adds are left out."""
    lines = ["# my pages\n", "\n", "http://a/1\n", "  http://a/2\tthe server answers 500\n", "http://a/1\n"]
    assert parse_urls(lines) == ("http://a/1", "http://a/2")


def test_a_list_may_begin_with_a_mark(tmp_path: Path) -> None:
    """Some editors put a byte order mark before the first line."""
    (tmp_path / "urls.txt").write_bytes(b"\xef\xbb\xbfhttp://a/1\r\nhttp://a/2\r\n")
    assert read_urls(str(tmp_path / "urls.txt")) == ("http://a/1", "http://a/2")


@pytest.mark.parametrize(
    ("on_conflict", "plan"),
    [
        ("skip", [("http://a/2", None)]),
        ("new", [("http://a/1", None), ("http://a/2", None)]),
        ("replace", [("http://a/1", "a-0001"), ("http://a/2", None)]),
    ],
)
def test_what_is_there_is_skipped_added_or_replaced(on_conflict: str, plan: list[tuple[str, str | None]]) -> None:
    """``--on-conflict`` decides about URLs that the package has already."""
    assert list(plan_pages(["http://a/1", "http://a/2"], {"http://a/1": "a-0001"}, on_conflict)) == plan


def test_what_leads_to_a_captured_page_is_not_saved_again(site: str, tmp_path: Path) -> None:
    """It is there under another address, which is said; ``--on-conflict new`` adds it all the same."""
    (tmp_path / "urls.txt").write_text(f"{site}/article.html\n{site}/moved.html\n")
    options = ("--headless", "--select", "#head", "--urls", str(tmp_path / "urls.txt"), "-p", str(tmp_path / "gold"))
    for on_conflict in ("skip", "replace"):
        done = run_annotate("capture", *options, "--delay", "0", "--settle", "0", "--on-conflict", on_conflict)
        assert (done.returncode, len(done.stdout.splitlines()[1:])) == (0, 1)
        assert (
            done.stderr
            == f"annotate: {site}/moved.html: leads to {site}/article.html, already there as 127-0-0-1-0001\n"
        )
    again = run_annotate("capture", *options, "--delay", "0", "--settle", "0", "--on-conflict", "new")
    assert (again.returncode, len(again.stdout.splitlines()[1:])) == (0, 2)


def test_a_resumed_queue_names_pages_that_lack_a_layout_or_a_picture(site: str, tmp_path: Path) -> None:
    """With the command that adds it, unless it is not wanted."""
    folder = tmp_path / "my gold"
    (tmp_path / "urls.txt").write_text(f"{site}/article.html\n")
    options = ("--headless", "--select", "#head", "--urls", str(tmp_path / "urls.txt"), "-p", str(folder))
    assert run_annotate("capture", *options, "--delay", "0", "--settle", "0").returncode == 0
    (folder / "127-0-0-1-0001.layout.json.gz").unlink()
    done = run_annotate("capture", *options)
    assert (done.returncode, done.stderr.splitlines()[0]) == (
        0,
        f"annotate: 127-0-0-1-0001 has no layout; add what is missing with: annotate render '{folder}'",
    )
    assert "has no layout" not in run_annotate("capture", *options, "--no-layout").stderr
    assert run_annotate("render", str(folder)).returncode == 0
    layout = (folder / "127-0-0-1-0001.layout.json.gz").read_bytes()
    (folder / "127-0-0-1-0001.png").unlink()
    said = f"annotate: 127-0-0-1-0001 has no picture; add what is missing with: annotate render '{folder}'"
    assert run_annotate("capture", *options).stderr.splitlines()[0] == said
    assert "has no picture" not in run_annotate("capture", *options, "--no-screenshot").stderr
    assert run_annotate("render", str(folder)).stdout == "127-0-0-1-0001\n"
    assert (folder / "127-0-0-1-0001.png").exists()
    assert (folder / "127-0-0-1-0001.layout.json.gz").read_bytes() == layout


@pytest.mark.parametrize(("fragment", "rows"), [("#comments", 1), ("#!/2", 2), ("#/2", 2)])
def test_a_place_in_a_page_is_that_page(fragment: str, rows: int, site: str, tmp_path: Path) -> None:
    """Links to comments are no other page; those by which scripts show another one are."""
    (tmp_path / "urls.txt").write_text(f"{site}/article.html\n{site}/article.html{fragment}\n")
    options = ("--headless", "--select", "#head", "--urls", str(tmp_path / "urls.txt"), "-p", str(tmp_path / "gold"))
    done = run_annotate("capture", *options, "--delay", "0", "--settle", "0")
    assert (done.returncode, len(done.stdout.splitlines()[1:])) == (0, rows)
    captured = follow_captured(tmp_path / "gold")()
    assert find_captured(captured, f"{site}/article.html#top") == "127-0-0-1-0001"


def test_of_a_page_that_is_there_twice_the_one_of_the_very_url_is_replaced() -> None:
    """``--on-conflict new`` may have added places in it as pages of their own."""
    captured = {"http://a/1": "a-0001", "http://a/1#x": "a-0002"}
    urls = ["http://a/1#x", "http://a/1#y", "http://a/1"]
    assert list(plan_pages(urls, captured, "replace")) == [("http://a/1#x", "a-0002"), ("http://a/1#y", "a-0001")]


def test_a_document_is_replaced_once() -> None:
    """An address that leads to another one is of the same document."""
    captured = {"http://a/short": "a-0001", "http://a/1": "a-0001"}
    assert list(plan_pages(list(captured), captured, "replace")) == [("http://a/short", "a-0001")]


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


def test_sites_are_given_time() -> None:
    """The pause counts from the last request to the same site; the site's own wish wins if it is longer."""
    now = [100.0]
    pace = Pace(2.0, clock=lambda: now[0])
    assert pace.wait_time("http://a/1") == 0
    pace.note("http://a/1")
    now[0] = 100.5
    assert (pace.wait_time("http://a/2"), pace.wait_time("http://a/2", 10), pace.wait_time("http://b/")) == (
        1.5,
        9.5,
        0,
    )


@pytest.mark.parametrize("answer", [b"SSH-2.0-OpenSSH\r\n", b"HTTP/1.0 200 OK\r\n" + b"A: b\r\n" * 150 + b"\r\n"])
def test_a_robots_txt_that_is_none_forbids_nothing(answer: bytes) -> None:
    """A server that speaks something else, or too much, ends no queue; nor does an address that is none."""

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.rfile.readline()
            self.wfile.write(answer)

    with serving(socketserver.TCPServer(("127.0.0.1", 0), Handler)) as address:
        assert Robots(timeout=2).allows(f"http://{address}/page.html")
    assert Robots().allows("http://[abc/")


def test_a_host_is_asked_for_robots_txt_as_browsers_spell_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host in other letters is one site with its ASCII form, of which HTTP knows nothing else."""
    asked: list[str] = []

    def fetch(url: str, timeout: float) -> Protego:
        asked.append(url)
        return Protego.parse("")

    monkeypatch.setattr("annotate.queue.politeness._fetch_rules", fetch)
    robots = Robots()
    hosts = ("новости.example:8080", "XN--B1AMNEBSH.example:8080", "straße.example", "新闻。example", "[::1]:8080")
    assert all(robots.allows(f"http://{host}/page.html") for host in hosts)
    assert asked == [
        "http://xn--b1amnebsh.example:8080/robots.txt",
        "http://xn--strae-oqa.example/robots.txt",
        "http://xn--efvy88h.example/robots.txt",
        "http://[::1]:8080/robots.txt",
    ]


@pytest.mark.parametrize("start", [b"", b"HTTP/1.0 200 OK\r\n\r\n"])
def test_a_robots_txt_that_does_not_end_holds_no_queue_up(start: bytes) -> None:
    """A server that sends a byte now and then, of the head or of the rules, is one that does not answer."""
    over = Event()

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.wfile.write(start)
            with suppress(OSError):
                while not over.wait(0.05):
                    self.wfile.write(b"#")

    with serving(socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)) as address:
        asking = Thread(target=Robots(timeout=0.2).allows, args=(f"http://{address}/page.html",), daemon=True)
        asking.start()
        asking.join(5)
        waiting = asking.is_alive()
        over.set()
    assert not waiting


def test_a_robots_txt_may_begin_with_a_mark(site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The byte order mark of some editors hides no rule."""
    rules = b"\xef\xbb\xbfUser-agent: *\nDisallow: /drafts/\n"
    monkeypatch.setitem(RESPONSES, "/robots.txt", (200, {"Content-Type": "text/plain"}, rules))
    robots = Robots()
    assert [robots.allows(f"{site}/{path}") for path in ("drafts/1", "article.html")] == [False, True]


def test_the_longest_rule_of_robots_txt_decides() -> None:
    """Paths may have wildcards and an end, and of the rules that fit the longest one counts (RFC 9309)."""
    rules = Protego.parse("User-agent: *\nDisallow: /*?print=\nDisallow: /a/\nAllow: /a/b\nDisallow: /*.php$")
    robots = Robots(_rules={"http://a.example": rules})
    paths = ("/x?print=1", "/x?page=1", "/a/c", "/a/bc", "/x.php", "/x.php5")
    assert [robots.allows(f"http://a.example{path}") for path in paths] == [False, True, False, True, False, True]


def test_a_site_asks_for_a_minute_at_most() -> None:
    """A Crawl-delay of years does not stop a queue."""
    rules = Protego.parse("User-agent: *\nCrawl-delay: 99999999999")
    assert Robots(_rules={"http://a.example": rules}).delay("http://a.example/1") == 60


def test_busy_sites_are_tried_again_and_others_are_not() -> None:
    """Pauses double, the site's own is kept; the last failure is the error; other errors come at once."""
    pauses: list[float] = []
    attempts: list[int] = []
    politeness = Politeness(None, Pace(3.0, clock=lambda: sum(pauses)), retries=3, rest=pauses.append)
    politeness.approach("http://a/1")

    def busy() -> None:
        attempts.append(1)
        raise TransientError("busy")

    with pytest.raises(TransientError):
        politeness.retry("http://a/1", busy)
    assert (pauses, len(attempts)) == ([0, 3, 3, 4], 4)

    def wrong() -> None:
        raise InputError("wrong")

    with pytest.raises(InputError, match="wrong"):
        politeness.retry("http://a/1", wrong)
    assert len(pauses) == 4


def test_robots_txt_is_respected(site: str) -> None:
    """What it forbids is not fetched; a site without one, or that does not answer, forbids nothing."""
    robots = Robots(timeout=2)
    assert robots.allows(f"{site}/article.html")
    assert not robots.allows(f"{site}/private/page.html")
    assert robots.allows("http://127.0.0.1:1/page.html")
    assert robots.allows("file:///tmp/page.html")


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
        "nonsense\tis neither a URL nor a file",
    ]
    assert done.stderr.splitlines()[-1] == f"annotate: 3 of 5 pages failed, see {errors}"
    assert read_document(folder, "127-0-0-1-0001").meta.extra == {"requested": f"{site}/moved.html"}
    urls.write_text(f"{site}/article.html\n{site}/moved.html\n")
    again = run_annotate(*arguments)
    assert (again.returncode, again.stdout) == (0, "")
    assert not errors.exists()
    urls.write_text(f"{site}/missing.html\n")
    assert run_annotate(*arguments).returncode == 3
    assert errors.read_text().startswith(f"{site}/missing.html\t")
    assert len(read_package(folder).names) == 1


def test_the_next_page_loads_while_one_is_marked(session: Session, site: str) -> None:
    """A page prepared in the background is there when it is opened, and has its source."""
    session.open(f"{site}/article.html", progress="1/2")
    ahead = session.prepare(f"{site}/other.html")
    Hand(session).drag("#head")
    Hand(session).press("Enter")
    assert isinstance(session.outcome, Saved)
    assert ahead.tab.page.url == f"{site}/other.html"
    session.open(f"{site}/other.html", ahead=ahead)
    Hand(session).drag("p")
    Hand(session).press("Enter")
    assert isinstance(session.outcome, Saved)
    document = read_document(session.folder, session.outcome.name)
    assert document.text == "This is another page."
    assert document.path(".source.html").exists()


def test_a_page_that_was_closed_before_its_turn_is_loaded_anew(session: Session, site: str) -> None:
    """Its tab is there in the window, and may be closed or crash."""
    session.open(f"{site}/article.html")
    ahead = session.prepare(f"{site}/other.html")
    ahead.tab.page.close()
    session.open(f"{site}/other.html", ahead=ahead)
    Hand(session).drag("p")
    assert session.state.text == "This is another page."


def test_a_page_that_loads_in_the_background_is_given_its_time(
    session: Session, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may take no longer than any other, and what took longer may be tried again."""
    session.open(f"{site}/article.html")
    with socket.create_server(("127.0.0.1", 0)) as silent:
        page = f'<p>text</p><script src="http://127.0.0.1:{silent.getsockname()[1]}/"></script>'.encode()
        monkeypatch.setitem(RESPONSES, "/waiting.html", (200, {"Content-Type": "text/html"}, page))
        ahead = session.prepare(f"{site}/waiting.html")
        ahead.tab.page.wait_for_url("**/waiting.html", wait_until="commit")
        session.settings = replace(session.settings, limits=replace(QUICK, timeout=1))
        with pytest.raises(BusyError, match="did not load within 1 s"):
            session.open(f"{site}/waiting.html", ahead=ahead)


def test_what_is_no_url_fails_in_its_turn(session: Session, site: str) -> None:
    """Prepared in the background it stops nobody; the reason is given when it is opened."""
    session.open(f"{site}/article.html")
    ahead = session.prepare("nonsense")
    with pytest.raises(CaptureError, match="nonsense: is neither a URL nor a file"):
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
        work_through(_make_run(session, pages, politeness, leaver))
    finally:
        leaver.close()
    said = capsys.readouterr()
    assert [line.split("\t")[1] for line in said.out.splitlines()[1:]] == [f"{site}/article.html"]
    assert said.err == "annotate: 3 of 4 pages are left; run the same command again to continue\n"


def _make_run(session: Session, pages: Sequence[tuple[str, None]], politeness: Politeness, person: Session) -> Run:
    arguments = [*(url for url, _ in pages), "-p", str(session.folder)]
    request = Request(**gather_options(capture_command.make_context("capture", arguments).params))
    return Run(request, session.settings, Plan(tuple(pages), find_none), politeness, session.context, person)


class _SlowRobots(Robots):
    """A site whose robots.txt comes when the person has had the toolbar twice."""

    def __init__(self) -> None:
        super().__init__()
        self.answered = Event()
        self.came_in_time = True

    def allows(self, url: str) -> bool:
        """Wait for the answer."""
        if url.endswith("other.html"):
            self.came_in_time &= self.answered.wait(20)
        return True

    def delay(self, url: str) -> float:
        """None."""
        return 0.0


class _Closer(Session):
    """A session whose person closes the window between two looks at it, while the next page is to be prepared."""

    def __init__(self, session: Session, robots: _SlowRobots) -> None:
        super().__init__(session.context, session.folder, session.settings)
        self.robots = robots
        self.looks = 0

    def prepare(self, url: str) -> Ahead:
        """Too late."""
        self.page.close()
        return super().prepare(url)

    def wait(self, limit: float | None = None) -> Saved | None:
        """Look, and again."""
        self.looks += 1
        if self.looks == 2:
            self.robots.answered.set()
        return super().wait(limit)


def test_a_window_may_be_closed_while_the_next_page_is_prepared(
    session: Session, site: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The queue is left, in one line; the toolbar had answered while robots.txt was on its way."""
    pages = ((f"{site}/article.html", None), (f"{site}/other.html", None))
    robots = _SlowRobots()
    closer = _Closer(session, robots)
    politeness = Politeness(robots, Pace(0), retries=0)
    work_through(_make_run(session, pages, politeness, closer))
    assert capsys.readouterr().err == "annotate: 2 of 2 pages are left; run the same command again to continue\n"
    assert (robots.came_in_time, closer.looks > 2) == (True, True)


def test_the_next_page_is_scrolled_while_one_is_marked(session: Session, site: str) -> None:
    """What a page in the background loads when it is seen is there when the page is opened, from its top."""
    session.open(f"{site}/article.html")
    session.settings = replace(session.settings, limits=Limits(screens=5))
    ahead = session.prepare(f"{site}/lazy.html#endless")
    while not ahead.is_done:
        session.wait(limit=0.02)
        ahead.go_on()
    assert ahead.tab.world.peek("[scrollY, document.querySelectorAll('.item').length >= 10]") == [0, True]
    session.open(f"{site}/lazy.html#endless", ahead=ahead)
    assert ">Item 10.</p>" in session.frozen.html


@pytest.mark.parametrize("command", ["capture --headless --select #head --no-screenshot", "harvest rules.toml"])
def test_an_interrupt_ends_the_queue_and_loses_nothing(command: str, site: str, tmp_path: Path) -> None:
    """Ctrl-C finishes the page at hand: exit code 130, every document named is there, and what failed is listed."""
    urls = tmp_path / "urls.txt"
    urls.write_text(f"{site}/missing.html\n" + "".join(f"{site}/article.html?{i}\n" for i in range(500)))
    folder = tmp_path / "gold"
    (tmp_path / "rules.toml").write_text(f'[[rules]]\nname = "all"\nurl = "{site}/*"\ntake = ["#head"]\n')
    child = subprocess.Popen(
        [
            sys.executable, "-m", "annotate",
            *command.split(), "--urls", str(urls), "-p", str(folder), "--delay", "0", "--settle", "0",
        ],
        cwd=tmp_path, env=os.environ | {"PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        # As in a terminal: a group of its own, all of which gets the interrupt. A shell starts what it puts in the
        # background with interrupts ignored, and children inherit that.
        process_group=0, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    assert child.stdout is not None
    first = child.stdout.readline() + child.stdout.readline()
    os.killpg(child.pid, signal.SIGINT)
    rest, errors = child.communicate(timeout=60)
    assert child.returncode == 130
    assert errors.split("\n")[-4:] == [
        f"annotate: 1 of 501 pages failed, see {urls}.errors", "", "annotate: interrupted", "",
    ]  # fmt: skip
    assert Path(f"{urls}.errors").read_text() == f"{site}/missing.html\tthe server answers 404 File not found\n"
    named = [line.split("\t")[0] for line in (first + rest).splitlines()[1:]]
    assert list(read_package(folder).names) == named
    assert 1 <= len(named) < 500
    assert f"\nannotate: {500 - len(named)} of 501 pages are left; run the same command again to continue\n" in errors


def test_a_redirect_leads_nowhere_where_robots_txt_forbids_it(site: str, tmp_path: Path) -> None:
    """The page is neither captured nor, of a list, fetched; named by itself it is."""
    (tmp_path / "urls.txt").write_text(f"{site}/astray.html\n")
    arguments = ("capture", "--headless", "--select", "p", "--settle", "1", "-p", str(tmp_path / "gold"))
    done = run_annotate(*arguments, "--urls", str(tmp_path / "urls.txt"))
    assert done.returncode == 3
    assert f"{site}/astray.html: robots.txt forbids the page to which it redirects" in done.stderr
    assert run_annotate(*arguments, f"{site}/astray.html").returncode == 0
