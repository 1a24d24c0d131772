"""What a run on a cluster takes for done, and what it says of a file that it cannot extract."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from distributed import LocalCluster

from cetr.cli import cetr
from cetr.console import InputError, run, write_file
from cetr.extraction.batches import Task
from cetr.extraction.cluster import SOURCES, _name_part, check_shared, check_unchanged, extract_on_cluster
from cetr.extraction.grouping import Grouping
from cetr.extraction.sitecluster import DEALT, deal_pages, extract_sites_on_cluster
from cetr.sources import SourcePage, read_source
from tests.cetr.extraction.crawls import write_warc


@pytest.mark.parametrize(
    ("options", "advice"),
    [([], "remove that part and continue with --resume"), (["--by-site"], "begin again in another folder")],
)
def test_an_archive_that_has_changed_is_refused(
    options: list[str], advice: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A run that goes on leaves out what has a part, which lacks the pages that the archive has got since, also by a
    copy that keeps an old time.
    """
    warc, out = write_warc(tmp_path / "a.warc.gz", range(3)), tmp_path / "out"
    part = out / ("part-07.jsonl" if options else f"{_name_part(warc)}.jsonl")
    command = ["extract", str(warc), "-o", str(out), "--cluster", "tcp://127.0.0.1:1", "--resume", *options]
    write_file(part, b"")
    assert run(cetr, command) == 2
    assert capsys.readouterr().err == f"cetr: {warc}: {part} was written without it; {advice}\n"
    write_file(out / SOURCES, check_unchanged(out, [warc], {}, ""))
    os.utime(warc, (1, 1))
    assert run(cetr, command) == 2
    told = f"has another size or modification time than when {part} was written"
    assert capsys.readouterr().err == f"cetr: {warc}: {told}; {advice}\n"


def test_an_archive_is_unchanged_with_other_permissions_or_moved_to_and_fro(tmp_path: Path) -> None:
    """What counts is size and modification time; a file without a part may change, such as by its repair."""
    done, damaged = (write_warc(tmp_path / name, range(1)) for name in ("a.warc", "b.warc"))
    states = check_unchanged(tmp_path, [done, damaged], {}, "")
    write_file(tmp_path / SOURCES, states)
    done.chmod(0o400)
    done.rename(tmp_path / "c.warc").rename(done)
    assert check_unchanged(tmp_path, [done, damaged], {done: tmp_path}, "") == states
    write_warc(damaged, range(2))
    assert check_unchanged(tmp_path, [done, damaged], {done: tmp_path}, "") != states


def test_a_name_that_is_not_utf8_is_in_the_record(tmp_path: Path) -> None:
    """As file systems allow it."""
    file = tmp_path / os.fsdecode(b"\xe9.warc")
    file.write_bytes(b"")
    write_file(tmp_path / SOURCES, states := check_unchanged(tmp_path, [file], {}, ""))
    assert check_unchanged(tmp_path, [file], {file: tmp_path}, "") == states


def test_only_an_empty_folder_may_be_there_before(tmp_path: Path) -> None:
    """Unless the run continues another one."""
    assert check_shared([], tmp_path, resume=False) == []
    (tmp_path / "part").touch()
    assert check_shared([tmp_path / "part"], tmp_path, resume=True) == [tmp_path / "part"]
    told = f"^{re.escape(str(tmp_path))}: is not empty; continue it with --resume, or name another folder$"
    with pytest.raises(InputError, match=told):
        check_shared([], tmp_path, resume=False)


@pytest.mark.parametrize("states", [b"", b"[]", b'{"a": 1}', b'{"a": ["b"]}', b'{"\xe9": [1, 2]}', b"[" * 100_000])
def test_a_damaged_record_of_the_files_is_said_to_be_so(tmp_path: Path, states: bytes) -> None:
    """Whatever it is instead of sizes and times."""
    (tmp_path / SOURCES).write_bytes(states)
    told = f"^{re.escape(str(tmp_path / SOURCES))}: is damaged \\(.*\\); begin again in another folder$"
    with pytest.raises(InputError, match=told):
        check_unchanged(tmp_path, [], {}, "")


def test_a_file_that_a_worker_cannot_extract_is_named(tmp_path: Path) -> None:
    """Such as where the worker lacks the method; it has no part then, so ``--resume`` tries it again."""
    warc, out = write_warc(tmp_path / "a.warc.gz", range(1)), tmp_path / "out"
    with LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=":0") as cluster:
        found = extract_on_cluster(
            cluster.scheduler_address, Task("none"), [warc], out, resume=False, watch=lambda counts: None
        )
    assert (found.pages, found.failed, found.skipped) == (0, 1, {"unreadable file": 1})
    assert found.failure.startswith(f"{warc}: no method named 'none'")
    assert [path.name for path in out.iterdir()] == [SOURCES]


def test_a_full_disk_ends_a_run_by_sites_and_resume_continues_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where pages of a file are not distributed, no part is written, because each would lack some; others stay so."""
    first, second = (write_warc(tmp_path / name, range(2)) for name in ("a.warc", "b.warc"))
    task, out = Task("learned", grouping=Grouping()), tmp_path / "out"

    def read(source: Path | str, *, site_key: str) -> Iterator[SourcePage]:
        yield from read_source(source, site_key=site_key)
        if source == second:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("cetr.extraction.sitecluster.read_source", read)
    told = f"^{re.escape(str(second))}: its pages are not distributed \\(.*No space left.*\\); continue with --resume$"
    with LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=":0") as cluster:
        for resume in (False, True):
            with pytest.raises(InputError, match=told):
                extract_sites_on_cluster(
                    cluster.scheduler_address, task, Grouping(), [first, second], out, resume=resume,
                    watch=lambda counts: None,
                )  # fmt: skip
    assert {path.name for path in out.iterdir()} == {SOURCES, DEALT}
    assert len(list((out / DEALT).iterdir())) == 1
    monkeypatch.setattr("cetr.extraction.sitecluster.read_source", None)
    deal_pages(Grouping(), first, out / DEALT)  # reads nothing again
