"""A page of a stranger costs itself and no other, whatever it does to the process that extracts it."""

from __future__ import annotations

import gzip
import json
import os
import signal
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from cetr.cli import cetr
from cetr.console import Limits, limits, map_bounded, run
from cetr.extraction import bysite, finding
from cetr.extraction.batches import Row, Task, extract_batch
from cetr.extraction.bulk import _extract_singly
from cetr.extraction.bysite import Waiting, _extract_others, _extract_share, _Extracted, _Share
from cetr.learned import Model
from cetr.site import Memory, Seen, see
from cetr.sources import SourcePage
from tests.alarms import take_too_long
from tests.cetr.site.pages import ABOUT, write_article

PAGES = ["SLOW", "good 1", "HOG", "HANG", "QUIT", "BREAK", "good 2"]
LIMITS = Limits(timeout=3.0, memory=1500)


def misbehave(html: str) -> str:
    """Do what the page says."""
    if "SLOW" in html:
        take_too_long()
    if "HOG" in html:
        return str(len(bytes(2 * 10**9)))  # at once more than the limit; without one it is never touched
    if "HANG" in html:
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
        time.sleep(1000)
    if "QUIT" in html:
        sys.exit(2)
    if "BREAK" in html:
        raise KeyboardInterrupt
    if "STOP" in html:
        os.kill(os.getpid(), signal.SIGSTOP)
    if "STAY" in html:
        signal.setitimer(signal.ITIMER_REAL, 0.01)
    while "STAY" in html:
        os.kill(os.getpid(), signal.SIGSTOP)
    return html


def extract_badly(task: Task, pages: list[SourcePage]) -> list[Row]:
    """`extract_batch` with the extractor above, in whatever process."""
    finding.load_method = lambda name: misbehave
    limits._GRACE = 0.5
    return extract_batch(task, pages)


@pytest.mark.long
def test_what_a_page_does_costs_that_page() -> None:
    """Slow, greedy, deaf to alarms until its process is ended, or about to quit: the others of its batch have their
    rows, in order.
    """
    pages = [SourcePage("s.jsonl", i, None, text.encode()) for i, text in enumerate(PAGES)]
    extract = partial(extract_badly, Task("plain", limits=LIMITS))
    (rows,) = map_bounded(extract, [pages], 1, partial(_extract_singly, extract))
    assert [(row.content.get("text", ""), row.skip.partition(": ")[2]) for row in rows] == [
        ("", "line 1: took more than 3 s"),
        ("good 1", ""),
        ("", "line 3: took more than 1500 MB of memory"),
        ("", "line 4: its process died, perhaps for lack of memory"),
        ("", "line 5: SystemExit: 2"),
        ("", "line 6: KeyboardInterrupt:"),
        ("good 2", ""),
    ]


def test_an_extractor_that_stops_its_process_is_continued() -> None:
    """Once costs nothing; again and again costs the page, when its time is over."""
    pages = [SourcePage("s", i, None, text.encode()) for i, text in enumerate(["STOP", "STAY", "good"])]
    extract = partial(extract_badly, Task("plain", limits=Limits(timeout=600)))
    (rows,) = map_bounded(extract, [pages], 1, partial(_extract_singly, extract))
    assert [(row.content.get("text", ""), row.skip) for row in rows] == [
        ("STOP", ""),
        ("", "extractor failed: took more than 600 s"),
        ("good", ""),
    ]


def see_badly(html: str, model: Model) -> Seen:
    """Do what the page says before it is looked at."""
    return see(misbehave(html), model)


def extract_share_badly(share: _Share) -> _Extracted:
    """`_extract_share` of a site whose pages misbehave, in whatever process."""
    bysite.see = see_badly
    limits._GRACE = 0.2
    return _extract_share(Task("learned", limits=LIMITS), share)


@pytest.mark.long
def test_what_a_page_of_a_site_does_costs_that_page(tmp_path: Path) -> None:
    """The pages of its site have their rows, in order, and help each other as if it had not been there."""
    texts = ["HANG", write_article("a"), "SLOW", "HOG", write_article("b")]
    pages = []
    with (tmp_path / "spool").open("wb") as spool:
        for number, text in enumerate(texts):
            page = SourcePage("s.warc", number, data=b"")
            pages.append(Waiting(page, tmp_path / "spool", spool.tell(), spool.write(text.encode())))
    share = _Share("one.example", tuple(pages), Memory(), tmp_path / "at")
    ((site, rows, memory),) = map_bounded(
        extract_share_badly, [share], 1, partial(_extract_others, extract_share_badly)
    )
    assert site == "one.example"
    assert [row.skip.partition(": ")[2] for row in rows] == [
        "record 0: its process died, perhaps for lack of memory",
        "",
        "record 2: took more than 3 s",
        "record 3: took more than 1500 MB of memory",
        "",
    ]
    assert len(memory.traces) == 2
    assert [ABOUT in str(row.content["text"]) for row in rows if row.content] == [False, False]


def test_a_site_whose_process_dies_at_once_has_no_second_row_for_a_page(tmp_path: Path) -> None:
    """Those that have a row from an earlier run keep that."""
    pages = [Waiting(SourcePage("s.warc", number), tmp_path / "spool", 0, 0, done=number == 0) for number in range(2)]
    share = _Share("one.example", tuple(pages), Memory(), tmp_path / "at")
    found = [Row("s.warc", 1, None, {}, "extractor failed: its process died, perhaps for lack of memory")]
    assert _extract_others(extract_share_badly, share) == ("one.example", found, Memory())


def test_a_few_bytes_of_a_page_do_not_take_all_memory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The limits are the command's; the rest of the pages are there."""
    bomb = tmp_path / "a.html"
    bomb.write_text("<p>a <b>" * 400_000)
    (tmp_path / "b.html").write_text("<p>Some words of a page")
    arguments = ["extract", "--method", "mss", "--memory", "300", "--jobs", "2", "-o", str(tmp_path / "out.jsonl")]
    assert run(cetr, [*arguments, str(bomb), str(tmp_path / "b.html")]) == 3
    assert "took more than 300 MB of memory" in capsys.readouterr().err
    assert [json.loads(line)["source"] for line in (tmp_path / "out.jsonl").read_text().splitlines()] == [
        str(tmp_path / "b.html")
    ]


def test_a_packed_layout_is_not_unpacked_without_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A hundred kilobytes that stand for a hundred megabytes."""
    (tmp_path / "a.html").write_text("<p>One")
    (tmp_path / "a.layout.json.gz").write_bytes(gzip.compress(b" " * 100_000_001))
    assert run(cetr, ["extract", "--method", "vips", str(tmp_path / "a.html")]) == 2
    assert "a.layout.json.gz: is larger than 100 MB when unpacked" in capsys.readouterr().err
