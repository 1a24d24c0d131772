"""``cetr extract --by-site``."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest
from distributed import LocalCluster

from cetr.cli import cetr
from cetr.console import run
from cetr.document import derive_text
from cetr.extraction.batches import Task
from cetr.extraction.bysite import SITE_PAGES, extract_by_site
from cetr.extraction.grouping import Grouping
from cetr.extraction.sitecluster import PARTS, deal_pages, read_dealt
from cetr.learned import SHIPPED, identify_model
from cetr.site import Sites, learned, read_memories
from cetr.site.memory import MOST_PAGES
from tests.cetr.extraction import crawls
from tests.cetr.site.pages import ABOUT, write_article, write_paragraphs, write_redesigned
from tests.processes import ending, inheriting_interrupts


def write_warc(path: Path, urls: dict[str, str]) -> Path:
    """A WARC file of pages by their addresses."""
    with path.open("wb") as file:
        for url, html in urls.items():
            payload = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + html.encode()
            head = (
                f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n"
                "WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000000>\r\n"
                f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(payload)}\r\n\r\n"
            )
            file.write(head.encode() + payload + b"\r\n\r\n")
    return path


def read_texts(path: Path) -> dict[str, str]:
    """The texts of a file of rows by address, or by the name of the file that has none."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert {row["method"] for row in rows} <= {"learned+site", "learned+site-of=domain", "learned+site-key=feed"}
    return {row["url"] or Path(row["source"]).name: row["text"] for row in rows}


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_pages_of_a_site_in_a_warc_file(tmp_path: Path, jobs: str) -> None:
    """Sites that alternate in a WARC file help their own pages alone; one page of a site has the model's answer."""
    pages = {f"http://{host}.example/{seed}": write_article(host + seed) for seed in "ab" for host in ("one", "two")}
    pages["http://three.example/"] = write_article("alone")
    warc = write_warc(tmp_path / "pages.warc", pages)
    assert run(cetr, ["extract", str(warc), "--by-site", "--jobs", jobs, "-o", str(tmp_path / "rows.jsonl")]) == 0
    texts = read_texts(tmp_path / "rows.jsonl")
    assert texts.keys() == pages.keys()
    assert [url for url, text in texts.items() if ABOUT in text] == ["http://three.example/"]
    assert texts["http://three.example/"] == derive_text(write_article("alone"), learned(write_article("alone")))
    for host in ("one", "two"):
        assert all(paragraph in texts[f"http://{host}.example/a"] for paragraph in write_paragraphs(f"{host}a"))


def test_files_are_grouped_by_what_is_known_of_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The address in the JSON beside a file, or its own canonical link, is in its row and tells the site; others are
    counted as alone.
    """
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "a.html").write_text(write_article("a"), encoding="utf-8")
    (folder / "a.json").write_text('{"url": "https://www.news.example/a", "extra": {"feed": "x"}}', encoding="utf-8")
    link = '<head><link href="/b" rel="canonical"><link href="https://news.example/b?x=1&amp;y" rel="canonical">'
    (folder / "b.html").write_text(write_article("b").replace("<head>", link), encoding="utf-8")
    for name in "cd":
        (folder / f"{name}.html").write_text(write_article(name), encoding="utf-8")
    assert run(cetr, ["extract", str(folder), "--by-site", "-o", str(tmp_path / "host.jsonl")]) == 0
    texts = read_texts(tmp_path / "host.jsonl")
    assert {name for name, text in texts.items() if ABOUT in text} == {"c.html", "d.html"}
    rows = map(json.loads, (tmp_path / "host.jsonl").read_text().splitlines())
    assert {row["url"] for row in rows} == {"https://www.news.example/a", "https://news.example/b?x=1&y", None}
    assert capsys.readouterr().err == "cetr: 4 pages (2 of unknown site, extracted alone)\n"
    (folder / "a.source.html").write_bytes((folder / "a.html").read_bytes())
    for options in ([], ["--site-key", "feed"]):
        assert run(cetr, ["extract", str(folder / "a.source.html"), "--by-site", *options]) == 0
        assert capsys.readouterr().err == "cetr: 1 page\n"
    (folder / "c.json").write_text('{"extra": {"feed": "x"}}', encoding="utf-8")
    command = ["extract", str(folder), "--by-site", "--site-key", "feed", "-o", str(tmp_path / "feed.jsonl")]
    assert run(cetr, command) == 0
    texts = read_texts(tmp_path / "feed.jsonl")
    assert {name for name, text in texts.items() if ABOUT in text} == {"https://news.example/b?x=1&y", "d.html"}


def test_what_is_no_page_is_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the reason, as it is if pages are extracted alone."""
    warc = crawls.write_warc(tmp_path / "pages.warc.gz", range(2))
    assert run(cetr, ["extract", str(warc), "--by-site", "-o", str(tmp_path / "rows.jsonl")]) == 0
    assert capsys.readouterr().err == "cetr: 2 pages, 3 skipped: 2 not HTML, 1 status 404\n"


def test_memory_of_yesterday(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What was seen of a site yesterday helps the one page that comes today. If nothing is known, that is said."""
    first = write_warc(tmp_path / "1.warc", {"http://www.one.example/a": write_article("a")})
    second = write_warc(tmp_path / "2.warc", {"http://news.one.example/b": write_article("b")})
    common = ["--by-site", "--site-of", "domain", "--site-memory", str(tmp_path / "sites")]
    assert run(cetr, ["extract", str(first), *common, "-o", str(tmp_path / "1.jsonl")]) == 0
    new = f"cetr: {tmp_path / 'sites'}: does not exist yet, so nothing is known of the sites\n"
    assert capsys.readouterr().err == new + "cetr: 1 page\n"
    assert run(cetr, ["extract", str(second), *common, "-o", str(tmp_path / "2.jsonl")]) == 0
    assert capsys.readouterr().err == "cetr: 1 page\n"
    assert ABOUT in next(iter(read_texts(tmp_path / "1.jsonl").values()))
    assert ABOUT not in next(iter(read_texts(tmp_path / "2.jsonl").values()))
    command = ["extract", str(second), "--by-site", *common[3:], "-o", str(tmp_path / "3.jsonl")]
    assert run(cetr, command) == 0
    assert capsys.readouterr().err == (
        "cetr: 1 page\n"
        f"cetr: {tmp_path / 'sites'}: knew none of these sites, such as news.one.example;"
        " was it made for others, or with another --site-of or --site-key?\n"
    )
    alone = tmp_path / "alone.html"
    alone.write_text(write_article("c"))
    assert run(cetr, ["extract", str(alone), *common, "-o", str(tmp_path / "4.jsonl")]) == 0
    assert capsys.readouterr().err == (
        "cetr: 1 page (1 of unknown site, extracted alone)\n"
        "cetr: --by-site changed nothing: no page says its URL; say with --url where a folder was saved from, write"
        ' {"url": "..."} into a JSON file beside each page, of the same name, or into the rows of JSON Lines or'
        " Parquet, or extract the WARC files of your crawl\n"
    )
    assert list(read_memories(tmp_path / "sites", identify_model(SHIPPED))) == ["one.example"]
    assert run(cetr, ["extract", str(alone), "--by-site", "--site-key", "feed", "-o", str(tmp_path / "5.jsonl")]) == 0
    assert capsys.readouterr().err.endswith(
        ": no page names its site in the field 'feed', in a JSON file beside it or in its row\n"
    )


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_site_that_has_changed_since_it_was_labelled_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], jobs: str
) -> None:
    """If more than half of its pages are like none with gold; sites without gold are not asked for it."""
    sites, memory = Sites(), tmp_path / "sites.npz"
    for host in ("same", "new"):
        sites.observe(write_article(host), f"http://{host}.example/", gold="\n".join(write_paragraphs(host)))
    sites.save(memory)
    pages = {f"http://{host}.example/{seed}": write_article(host + seed) for host in ("same", "none") for seed in "ab"}
    pages |= {"http://same.example/c": write_redesigned("c"), "http://new.example/a": write_article("a")}
    pages |= {f"http://new.example/{seed}": write_redesigned(seed) for seed in "bc"}
    warc = write_warc(tmp_path / "pages.warc", pages)
    assert run(cetr, ["extract", str(warc), "--by-site", "--site-memory", str(memory), "--jobs", jobs]) == 0
    assert capsys.readouterr().err == (
        "cetr: 8 pages\ncetr: new.example (2 of 3 pages): most pages are like none with gold; has the site changed?\n"
    )


@pytest.mark.long
@pytest.mark.parametrize("jobs", ["0", "1"])
def test_a_large_site_is_cut_into_equal_parts(tmp_path: Path, jobs: str) -> None:
    """No page is left without others, and what a part finds does not depend on how many others are done by then."""
    pages = {f"http://one.example/{seed}": write_article(str(seed)) for seed in range(SITE_PAGES + 1)}
    memory, out = tmp_path / "sites.npz", tmp_path / "rows.jsonl"
    command = ["extract", str(write_warc(tmp_path / "pages.warc", pages)), "--by-site", "--site-memory", str(memory)]
    assert run(cetr, [*command, "--jobs", jobs, "-o", str(out)]) == 0
    texts = read_texts(out)
    assert list(texts) == list(pages)
    assert ABOUT not in texts[f"http://one.example/{SITE_PAGES}"]


def test_two_runs_add_to_one_memory(tmp_path: Path) -> None:
    """What another run adds meanwhile stays, also if the file is a link, which leads to the same file as before."""

    def write(host: str) -> Path:
        return write_warc(
            tmp_path / f"{host}.warc", {f"http://{host}.example/{seed}": write_article(host + seed) for seed in "ab"}
        )

    memory, link = tmp_path / "sites.npz", tmp_path / "link.npz"
    link.symlink_to(memory)
    task = Task("learned", grouping=Grouping(memory=link), model=identify_model())
    slow, fast = (extract_by_site(task, task.grouping, [write(host)], {}, 0) for host in ("one", "two"))
    next(slow)
    assert len(list(fast)) == 2
    assert len(list(slow)) == 1
    assert link.is_symlink()
    found = read_memories(memory, identify_model(SHIPPED))
    assert {site: len(known.traces) for site, known in found.items()} == {"two.example": 2, "one.example": 2}


def test_what_is_known_of_hosts_helps_their_domain(tmp_path: Path) -> None:
    """A memory of hosts, as `annotate remember` writes it, counts for pages that are grouped by domain."""
    memory = tmp_path / "sites.npz"
    first = write_warc(tmp_path / "1.warc", {"http://news.one.example/a": write_article("a")})
    second = write_warc(tmp_path / "2.warc", {"http://m.one.example/b": write_article("b")})
    common = ["--by-site", "--site-memory", str(memory)]
    assert run(cetr, ["extract", str(first), *common, "-o", str(tmp_path / "1.jsonl")]) == 0
    assert run(cetr, ["extract", str(second), *common, "--site-of", "domain", "-o", str(tmp_path / "2.jsonl")]) == 0
    assert ABOUT not in next(iter(read_texts(tmp_path / "2.jsonl").values()))
    assert list(read_memories(memory, identify_model(SHIPPED))) == ["one.example"]


@pytest.mark.parametrize("options", [["--jobs", "1"], ["--cluster", "tcp://127.0.0.1:1"]])
def test_a_refused_memory_leaves_no_rows(
    options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A run whose memory is damaged begins nothing, and leaves no rows, which the next run would refuse."""
    memory, rows = tmp_path / "sites.npz", tmp_path / "rows.jsonl"
    memory.write_text("damaged", encoding="utf-8")
    warc = write_warc(tmp_path / "pages.warc", {"http://one.example/": write_article("a")})
    command = ["extract", str(warc), "--by-site", "--site-memory", str(memory), *options, "-o", str(rows)]
    assert run(cetr, command) == 2
    assert "not a memory of sites" in capsys.readouterr().err
    assert not rows.exists()


def test_resumed_pages_are_helped_by_those_that_are_done(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A run that goes on writes only what is missing, and still knows the pages that have rows. Sites stay the same."""
    warc = write_warc(tmp_path / "pages.warc", {f"http://one.example/{seed}": write_article(seed) for seed in "ab"})
    out = tmp_path / "rows.jsonl"
    command = ["extract", str(warc), "--by-site", "-o", str(out)]
    assert run(cetr, command) == 0
    whole = out.read_text(encoding="utf-8")
    out.write_text(whole.splitlines(keepends=True)[0], encoding="utf-8")
    assert run(cetr, [*command, "--resume"]) == 0
    assert out.read_text(encoding="utf-8") == whole
    assert run(cetr, [*command, "--resume", "--site-of", "domain"]) == 2
    assert "has rows of the method 'learned+site', not of 'learned+site-of=domain'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--by-site", "--method", "bte"], "'bte' extracts each page alone"),
        (["--site-of", "domain"], "need --by-site"),
        (["--by-site", "--cluster", "tcp://x:1"], "--cluster needs --out FOLDER"),
    ],
)
def test_what_does_not_go_together(
    options: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Wrong usage is a one-line error."""
    page = tmp_path / "a.html"
    page.write_text(write_article("a"), encoding="utf-8")
    assert run(cetr, ["extract", str(page), *options]) == 2
    assert said in capsys.readouterr().err


_DEALER = """
import sys
import time
from pathlib import Path
from cetr.extraction import sitecluster
from cetr.extraction.batches import Task
from cetr.extraction.bysite import SITE_PAGES, extract_by_site
from cetr.extraction.grouping import Grouping
def read_source(source, site_key, read=sitecluster.read_source):
    for page in read(source, site_key=site_key):
        yield page
        print("begun", flush=True)
        sys.stdin.readline()
sitecluster.read_source = read_source
sitecluster.deal_pages(Grouping("host", "", None), Path(sys.argv[1]), Path(sys.argv[2]))
"""


def test_pages_are_dealt_whole_by_whoever_is_first(tmp_path: Path) -> None:
    """A worker of a killed run is still dealing a file: nothing of it counts before another has dealt it whole."""
    pages = {f"http://{host}.example/": write_article(host) for host in ("one", "two", "six")}
    warc, dealt = write_warc(tmp_path / "pages.warc", pages), tmp_path / ".dealt"
    dealt.mkdir()

    def read_urls() -> list[str | None]:
        return sorted(one.page.url for number in range(PARTS) for _, one in read_dealt(dealt, number))

    command = [sys.executable, "-c", _DEALER, str(warc), str(dealt)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"begun\n"
        assert read_urls() == []
        deal_pages(Grouping("host", "", None), warc, dealt)
        assert read_urls() == sorted(pages)
        other.communicate(b"\n\n\n")
    assert other.returncode == 0
    assert read_urls() == sorted(pages)
    assert len(list(dealt.iterdir())) == 1


@pytest.mark.long
def test_a_cluster_has_the_pages_of_a_site_in_one_part(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A real scheduler and two workers give the rows and the memory that one machine gives, sites spread over files.

    Of a site that was known before, the latest pages are kept. The workers are in another folder than you.
    """
    crawl, out = tmp_path / "crawl", tmp_path / "out"
    crawl.mkdir()
    for seed in "abc":
        pages = {f"http://{host}.example/{seed}": write_article(host + seed) for host in ("one", "two", "six")}
        write_warc(crawl / f"{seed}.warc", pages)
    old = {f"http://two.example/{number}": write_article(str(number)) for number in range(MOST_PAGES)}
    first = ["extract", str(write_warc(tmp_path / "old.warc", old)), "--by-site", "-o", str(tmp_path / "old.jsonl")]
    assert run(cetr, [*first, "--site-memory", str(tmp_path / "a.npz")]) == 0
    shutil.copy(tmp_path / "a.npz", tmp_path / "b.npz")
    alone = ["extract", str(crawl), "--by-site", "--site-memory", str(tmp_path / "a.npz")]
    assert run(cetr, [*alone, "-o", str(tmp_path / "rows.jsonl"), "--jobs", "1"]) == 0
    expected = read_texts(tmp_path / "rows.jsonl")

    def read_keys(name: str) -> dict[str, set[int]]:
        memories = read_memories(tmp_path / name, identify_model(SHIPPED))
        return {site: {trace.key for trace in memory.traces} for site, memory in memories.items()}

    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster:
        monkeypatch.chdir(tmp_path)
        command = ["extract", "crawl", "--by-site", "--site-memory", "b.npz", "--cluster", cluster.scheduler_address]
        command += ["-o", "out"]
        capsys.readouterr()
        assert run(cetr, command) == 0
        assert capsys.readouterr().err == "cetr: 9 pages\n"
        assert read_keys("b.npz") == read_keys("a.npz")
        parts = sorted(out.glob("[!.]*"))
        assert [part.name for part in parts] == [f"part-{number:02d}.jsonl" for number in range(PARTS)]
        assert {url: text for part in parts for url, text in read_texts(part).items()} == expected
        full = [part for part in parts if part.stat().st_size]
        assert sum(len({url.split("/")[2] for url in read_texts(part)}) for part in full) == 3
        assert run(cetr, command) == 2
        full[0].unlink()
        assert run(cetr, [*command, "--resume"]) == 0
        assert {url: text for part in parts for url, text in read_texts(part).items()} == expected
        assert read_keys("b.npz") == read_keys("a.npz")


def test_pages_of_a_killed_run_do_not_stay_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pages that wait for their sites may be many; the next run removes those of one that was killed."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "tmp"))
    (tmp_path / "tmp").mkdir()
    warc = write_warc(tmp_path / "pages.warc", {"http://one.example/a": write_article("a")})
    script = (
        "import os\n"
        "from pathlib import Path\n"
        "from cetr.extraction.batches import Task\n"
        "from cetr.extraction.bysite import extract_by_site\n"
        "from cetr.extraction.grouping import Grouping\n"
        f"rows = extract_by_site(Task('learned'), Grouping(), [Path({str(warc)!r})], {{}}, 0)\n"
        "next(rows)\n"
        "os.kill(os.getpid(), 9)"
    )
    killed = subprocess.run([sys.executable, "-c", script], env=os.environ | {"TMPDIR": str(tmp_path / "tmp")})
    assert killed.returncode == -9
    (left,) = (tmp_path / "tmp").iterdir()
    assert (left / "pages").stat().st_size == len(write_article("a").encode())
    os.utime(left, (0, 0))
    assert run(cetr, ["extract", str(warc), "--by-site", "-o", str(tmp_path / "rows.jsonl")]) == 0
    assert list((tmp_path / "tmp").iterdir()) == []


@pytest.mark.parametrize("name", ["pages.warc", "pages.wacz"])
def test_a_full_disk_of_temporary_files_is_named(tmp_path: Path, name: str) -> None:
    """It may be another disk than that of the rows, on which the user would make room in vain."""
    warc = write_warc(tmp_path / "pages.warc", {"http://one.example/a": write_article("a")})
    with zipfile.ZipFile(tmp_path / "pages.wacz", "w") as wacz:
        wacz.write(warc, "archive/pages.warc")
    (tmp_path / "tmp").mkdir()
    command = ["-m", "cetr", "extract", str(tmp_path / name), "--by-site", "-o", str(tmp_path / "rows.jsonl")]
    full = subprocess.run(
        ["sh", "-c", 'ulimit -f 2; exec "$0" "$@"', sys.executable, *command],  # blocks of 512 bytes
        env=os.environ | {"TMPDIR": str(tmp_path / "tmp")}, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert full.returncode in (2, 3)
    assert "File too large" in full.stderr
    assert f"{tmp_path / 'tmp'}/cetr-gold-" in full.stderr


@pytest.mark.long
def test_a_run_that_is_told_to_end_leaves_no_temporary_file(tmp_path: Path) -> None:
    """SIGTERM, as `timeout` and schedulers send it, ends a run in the background with 130."""
    pages = {f"http://one.example/{seed}": write_article(f"{seed}") for seed in range(4000)}
    warc, spool = write_warc(tmp_path / "pages.warc", pages), tmp_path / "spool"
    spool.mkdir()
    command = [sys.executable, "-m", "cetr", "extract", str(warc), "--by-site", "-o", str(tmp_path / "rows.jsonl")]
    with inheriting_interrupts(signal.SIG_IGN):
        process = subprocess.Popen(command, stderr=subprocess.PIPE, env={**os.environ, "TMPDIR": str(spool)})
    with ending(process):
        while not any(path.is_file() for path in spool.rglob("*")):
            assert process.poll() is None
            time.sleep(0.01)
        process.terminate()
        process.communicate(timeout=60)
    assert process.returncode == 130
    assert list(spool.iterdir()) == []
