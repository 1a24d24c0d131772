"""How `benchmarks.reliability` tells a fault from none."""

from __future__ import annotations

import gzip
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from subprocess import PIPE, Popen
from threading import Event, Thread
from time import sleep

import pytest

from benchmarks.reliability.killing import Command, kill_command
from benchmarks.reliability.outcome import Outcome, Trial
from benchmarks.reliability.page import write_row
from benchmarks.reliability.settings import Setting
from benchmarks.reliability.spreading import slow_worker
from benchmarks.reliability.starting import COMPLAINED, SAID
from benchmarks.reliability.whole import describe, find_faults, find_lost, keep
from evaluate.package import discard_document
from tests.documents import make_document

HTML = "<p>One</p>"
PAGE = "before\n<!-- table -->\n<!-- end -->\nafter\n"
NAMES = ("first", "second", "third")


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Two documents."""
    for name in ("a", "b"):
        make_document(tmp_path / "p", name, HTML, (HTML,))
    return tmp_path / "p"


_CHILD = """
from pathlib import Path
from time import sleep
made, new = Path("made"), Path("tmp/new")
if {refuses} and made.exists():
    raise SystemExit("made: is not empty")
if {makes} and not made.exists():
    new.mkdir(parents=True)
    (new / "a.json").write_text("{{}}")
    print({said!r}, end="", flush=True)
    new.rename(made)
sleep({seconds})
"""


def kill(work: Path, *, said: str = "", makes: bool = True, endless: bool = True, resumes: bool = False) -> Outcome:
    """Kill a child twice that makes a folder with a document in one step; undisturbed, it ends soon after that.

    With ``endless`` off, a child that is to be killed ends at once and makes nothing, unless it ``resumes``: then it
    makes its folder at once, and refuses to start where there is one without ``--resume``.
    """
    work.mkdir()

    def start(line: str, folder: Path) -> Popen[bytes]:
        calm = folder.name == "calm"
        again = (folder / "made").exists()
        seconds = 1 if calm else 60 if endless and not again else 0
        refuses = resumes and "--resume" not in line
        code = _CHILD.format(makes=makes and (calm or endless or resumes), said=said, seconds=seconds, refuses=refuses)
        with (folder / SAID).open("wb") as out, (folder / COMPLAINED).open("wb") as complained:
            running = Popen([sys.executable, "-Sc", code], cwd=folder, stdout=out, stderr=complained)
        if not (calm or endless):
            running.wait()  # it has come to its end before its kill, however busy the machine is
        return running

    @contextmanager
    def alone() -> Iterator[Setting]:
        yield Setting(start)

    again = "--resume" if resumes else ""
    command = Command("it", "it", ("made",), lambda _: None, again, alone, longest=0.1, announces=bool(said))
    return kill_command(command)(Trial(work, 2, Random(5)))  # a seed of which both kills come after the first change


def test_a_child_that_is_killed_and_loses_nothing_has_no_fault(tmp_path: Path) -> None:
    """Both kills hit it while it wrote."""
    assert kill(tmp_path / "work") == Outcome("it, killed", 2, "", (), hits=2)


def test_a_child_that_ends_at_once_shows_nothing(tmp_path: Path) -> None:
    """It was never killed, so that is a fault, not a run without one."""
    outcome = kill(tmp_path / "work", endless=False)
    assert (outcome.times, outcome.hits) == (0, 0)
    assert "ended before it was killed, 4 times" in outcome.faults


def test_a_child_that_came_to_its_end_before_its_kill_is_resumed(tmp_path: Path) -> None:
    """That it would refuse to start anew is no fault; it was never killed, and that alone is one."""
    outcome = kill(tmp_path / "work", endless=False, resumes=True)
    assert set(outcome.faults) == {"ended before it was killed, 4 times"}


def test_a_child_that_makes_nothing_ends_the_benchmark(tmp_path: Path) -> None:
    """There is nothing that a kill could harm."""
    with pytest.raises(SystemExit, match="makes nothing"):
        kill(tmp_path / "work", makes=False)


@pytest.mark.long
@pytest.mark.parametrize(
    ("said", "faults"),
    [
        ("name\turl\n", ()),
        ("name\turl\na\tx\n", ()),
        ("name\turl\na\tx\nb\tx\n", ("b: was said to be saved and is not there",)),
        ("name\turl\na\tx\nb\tx", ()),
    ],
)
def test_what_was_said_to_be_saved_must_be_there(tmp_path: Path, said: str, faults: tuple[str, ...]) -> None:
    """The header is no document, nor is a row that was being written."""
    assert tuple(dict.fromkeys(kill(tmp_path / "work", said=said).faults)) == faults


def test_a_sound_package_has_no_faults(package: Path) -> None:
    """Nothing is lost either, and it is described as its copy is."""
    kept = keep(package.parent)
    assert list(find_faults(package.parent)) == []
    assert list(find_lost(kept)) == []
    assert describe(package) == describe(Path(shutil.copytree(package, package.parent / "q")))


def test_what_is_lost_is_named(package: Path) -> None:
    """A document that was there before."""
    kept = keep(package.parent)
    discard_document(package, "a")
    assert list(find_lost(kept)) == ["p/a: was there and is gone"]


def cut_warc(package: Path) -> None:
    """The last record ends early."""
    data = gzip.compress(b"WARC/1.1\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n")
    (package / "a.warc.gz").write_bytes(data[:-6])


def cut_picture(package: Path) -> None:
    """Its end is missing."""
    (package / "a.png").write_bytes(b"\x89PNG\r\n")


def cut_layout(package: Path) -> None:
    """It cannot be unpacked."""
    (package / "a.layout.json.gz").write_bytes(gzip.compress(b"{}")[:-4])


def change_page(package: Path) -> None:
    """It is not what was saved."""
    (package / "a.html").write_text("<p>Two</p>")


@pytest.mark.parametrize("damage", [cut_warc, cut_picture, cut_layout, change_page])
def test_half_a_file_is_a_fault(package: Path, damage: Callable[[Path], None]) -> None:
    """Each is named, and none ends the benchmark."""
    damage(package)
    assert any("a" in fault for fault in find_faults(package.parent))


def test_half_a_report_is_a_fault(tmp_path: Path) -> None:
    """It ends as HTML ends."""
    (tmp_path / "a.html").write_text("<html>")
    (tmp_path / "b.html").write_text("<html></html>\n")
    (tmp_path / ".cetr-gold-0-1.c.html").write_text("<ht")
    assert list(find_faults(tmp_path)) == ["a.html: half a report"]


def test_times_and_staged_files_do_not_count_as_different(tmp_path: Path) -> None:
    """Two runs that give the same scores are described alike; other scores are not."""
    for name, seconds, f1 in (("one", "1", ".5"), ("two", "2", ".5"), ("other", "1", ".6")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.tsv").write_text(f"document\tseconds\tf1\na\t{seconds}\t{f1}\n")
    (tmp_path / "two" / ".cetr-gold-00000000-1.a.tsv").write_text("docu")
    assert describe(tmp_path / "one") == describe(tmp_path / "two") != describe(tmp_path / "other")
    assert describe(tmp_path / "none") is None


def test_a_row_is_put_in_its_place_and_the_sums_follow() -> None:
    """Rows stand in the order of the scenarios; faults of all count, kills only where something was killed."""
    page = write_row(PAGE, NAMES, "second", Outcome("b", 1000, "", (), hits=700), "today")
    page = write_row(page, NAMES, "first", Outcome("a", 3, "seen", ("x", "y")), "today")
    page = write_row(page, NAMES, "third", Outcome("c", 10, "", ("z",), hits=5), "today")
    rows = [line for line in page.splitlines() if line.startswith("| `")]
    assert rows == [
        "| `first` | a | 3 |  | seen | 2 | today |",
        "| `second` | b | 1,000 | 700 |  | 0 | today |",
        "| `third` | c | 10 | 5 |  | 1 | today |",
    ]
    assert "The table has 1,010 kills, 705 of them while the command wrote, and 3 faults." in page
    assert page.startswith("before\n") and page.endswith("<!-- end -->\nafter\n")


def test_a_row_is_replaced_or_added_to() -> None:
    """Faults that were found before stay, where kills are added."""
    page = write_row(PAGE, NAMES, "first", Outcome("a", 10, "", ("x",), hits=5), "one day")
    added = write_row(page, NAMES, "first", Outcome("a", 20, "", (), hits=9), "today", add=True)
    assert "| `first` | a | 30 | 14 |  | 1 | today |" in added
    anew = write_row(page, NAMES, "first", Outcome("a", 20, "", (), hits=9), "today")
    assert "| `first` | a | 20 | 9 |  | 0 | today |" in anew


CHILD = "import subprocess, sys; print(subprocess.Popen(['sleep', '60']).pid, flush=True); sys.stdin.read()"


def test_a_slow_worker_leaves_nothing_stopped() -> None:
    """Not even a process whose parent is killed while both are stopped."""
    with Popen([sys.executable, "-c", CHILD], stdin=PIPE, stdout=PIPE) as worker:
        assert worker.stdout is not None
        child = int(worker.stdout.readline())
        over = Event()
        slowing = Thread(target=slow_worker, args=(worker, over))
        slowing.start()
        state = Path(f"/proc/{child}/stat")
        while state.read_text().rpartition(")")[2].split()[0] != "T":
            sleep(0.01)
        worker.kill()
        over.set()
        slowing.join()
    assert state.read_text().rpartition(")")[2].split()[0] != "T"
    os.kill(child, signal.SIGKILL)
