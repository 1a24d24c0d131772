"""How a queue treats sites: robots.txt, pauses, and what busy sites ask for."""

from __future__ import annotations

import socketserver
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread

import pytest
from protego import Protego

from annotate.queue.politeness import LateError, Pace, Politeness, Robots, TransientError
from cetr.console import InputError
from tests.annotate.commands import run_annotate
from tests.annotate.site import RESPONSES
from tests.servers import serving


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
        assert Robots().allows(f"http://{address}/page.html")
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
        asking.join(60)
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


def test_a_site_whose_pages_time_out_is_passed_over_until_it_answers() -> None:
    """After three pages in a row; a page that comes begins the count anew, and neither other sites nor files count."""
    politeness = Politeness(None, Pace(0), retries=0)

    def time_out() -> None:
        raise LateError("late")

    def work(url: str, action: Callable[[], None]) -> str:
        try:
            politeness.approach(url)
            politeness.retry(url, action)
        except InputError as error:
            return str(error)
        return "came"

    assert [work(f"http://a/{n}", time_out) for n in (1, 2)] == ["late", "late"]
    assert work("http://a/3", lambda: None) == "came"
    assert [work(f"http://{host}/{n}", time_out) for n in (4, 5, 6) for host in "ab"] == ["late"] * 6
    silent = "not tried: 3 pages of its site in a row did not load in time; the next run tries it again"
    assert [work(f"http://{host}/7", lambda: None) for host in "abc"] == [
        f"http://a/7: {silent}",
        f"http://b/7: {silent}",
        "came",
    ]
    assert [work(f"file:///tmp/{n}.html", time_out) for n in range(5)] == ["late"] * 5


def test_robots_txt_is_respected(site: str) -> None:
    """What it forbids is not fetched; a site without one, or that does not answer, forbids nothing."""
    robots = Robots()
    assert robots.allows(f"{site}/article.html")
    assert not robots.allows(f"{site}/private/page.html")
    assert robots.allows("http://127.0.0.1:1/page.html")
    assert robots.allows("file:///tmp/page.html")


@pytest.mark.long
def test_a_redirect_leads_nowhere_where_robots_txt_forbids_it(site: str, tmp_path: Path) -> None:
    """The page is neither captured nor, of a list, fetched; named by itself it is."""
    (tmp_path / "urls.txt").write_text(f"{site}/astray.html\n")
    arguments = ("capture", "--headless", "--select", "p", "--settle", "1", "-p", str(tmp_path / "gold"))
    done = run_annotate(*arguments, "--urls", str(tmp_path / "urls.txt"))
    assert done.returncode == 3
    assert f"{site}/astray.html: robots.txt forbids the page to which it redirects" in done.stderr
    assert run_annotate(*arguments, f"{site}/astray.html").returncode == 0
