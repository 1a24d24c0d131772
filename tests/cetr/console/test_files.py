from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from cetr.console import InputError, read_file, refuse_unwritable, replacing, write_file
from cetr.console.files import name_staged


def test_a_file_is_replaced_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    """What goes wrong half-way leaves the old file, and nothing beside it; folders above are made."""
    path = tmp_path / "deep" / "a.svg"
    write_file(path, b"old")
    with pytest.raises(ZeroDivisionError), replacing(path) as staged:
        staged.write_bytes(b"half")
        assert (staged.parent, staged.suffix, path.read_bytes()) == (path.parent, ".svg", b"old")
        raise ZeroDivisionError
    assert path.read_bytes() == b"old"
    write_file(path, b"new")
    assert [p.read_bytes() for p in path.parent.iterdir()] == [b"new"]


def test_a_folder_comes_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    """What is staged may be a folder, too."""
    with pytest.raises(ZeroDivisionError), replacing(tmp_path / "out") as staged:
        (staged / "deep").mkdir(parents=True)
        raise ZeroDivisionError
    assert list(tmp_path.iterdir()) == []
    with replacing(tmp_path / "out") as staged:
        (staged / "deep").mkdir(parents=True)
    assert [p.name for p in (tmp_path / "out").iterdir()] == ["deep"]


def test_errors_name_what_was_asked_for(tmp_path: Path) -> None:
    """Not the file beside it: of a place where there is a folder, and of one that cannot be written."""
    folders = (tmp_path, Path(), Path("/"))
    for path, kind in (*((folder, IsADirectoryError) for folder in folders), (Path("/proc/none"), FileNotFoundError)):
        with pytest.raises(kind) as caught:
            write_file(path, b"")
        assert caught.value.filename == str(path)


def test_a_file_in_place_of_a_folder_is_named(tmp_path: Path) -> None:
    """It is said to be no folder, not to be there."""
    (tmp_path / "file").touch()
    with pytest.raises(NotADirectoryError) as caught:
        write_file(tmp_path / "file" / "a", b"")
    assert caught.value.filename == str(tmp_path / "file")


def test_a_full_disk_is_named(tmp_path: Path) -> None:
    """The system does not say which file it was; whoever wrote it does."""
    (tmp_path / "full").symlink_to("/dev/full")
    with pytest.raises(OSError, match="No space left on device") as caught:
        write_file(tmp_path / "full", b"much")
    assert caught.value.filename == str(tmp_path / "full")


def test_a_file_system_that_is_only_read_is_told_from_a_folder_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reason is the system's, known before long work."""
    monkeypatch.setattr(os, "access", lambda *_: False)
    for flags, said in ((0, "Permission denied"), (os.ST_RDONLY, "Read-only file system")):
        monkeypatch.setattr(os, "statvfs", lambda _, flags=flags: SimpleNamespace(f_flag=flags))
        with pytest.raises(OSError, match=said):
            refuse_unwritable(tmp_path / "a")


def test_what_is_no_file_is_written_to(tmp_path: Path) -> None:
    """A pipe stays a pipe, and gets what was written."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_file(pipe, b"through")
    assert (os.read(reader, 100), pipe.is_fifo()) == (b"through", True)
    os.close(reader)


def test_nothing_is_staged_where_a_link_leads(tmp_path: Path) -> None:
    """A stranger who guesses our process number could have put a link to a file of ours there."""
    (tmp_path / "ours").write_text("ours")
    name_staged(tmp_path / "card.md", os.getpid()).symlink_to(tmp_path / "ours")
    write_file(tmp_path / "card.md", b"new")
    assert (tmp_path / "ours").read_text() == "ours"
    assert not (tmp_path / "card.md").is_symlink()


_KILLED = """
import os, sys
from pathlib import Path
from cetr.console import replacing
with replacing(Path(sys.argv[1])) as staged:
    staged.mkdir() if sys.argv[1].endswith("folder") else staged.touch()
    os.kill(os.getpid(), 9)
"""


def test_what_killed_processes_have_staged_is_removed(tmp_path: Path) -> None:
    """By the next that writes there, whatever its file; what a running process or another machine has staged stays."""
    for name in ("report.html", "folder"):
        assert subprocess.run([sys.executable, "-c", _KILLED, tmp_path / name], check=False).returncode == -9
    assert [path.is_dir() for path in tmp_path.iterdir()] == [True]  # the second has removed what the first left
    running = name_staged(tmp_path / "other", os.getppid())
    elsewhere = tmp_path / ".cetr-gold-00000000-4194304.other"
    mine = tmp_path / ".4194304.notes"
    for path in (running, elsewhere, mine):
        path.touch()
    with replacing(tmp_path / "new") as staged:
        staged.touch()
    assert sorted(tmp_path.iterdir()) == sorted([running, elsewhere, mine, tmp_path / "new"])


def test_a_device_without_end_is_not_read(tmp_path: Path) -> None:
    """It says that it has no bytes, and so does a pipe, which is read to its end."""
    with pytest.raises(InputError, match=r"/dev/zero: is larger than 3 MB, the limit"):
        read_file(Path("/dev/zero"), 3_000_000)
    reading, writing = os.pipe()
    os.write(writing, b"one")
    os.close(writing)
    assert read_file(Path(f"/dev/fd/{reading}"), 3) == b"one"
    os.close(reading)
    (tmp_path / "a").write_bytes(b"four")
    with pytest.raises(InputError, match=r"a: is larger than 3e-06 MB"):
        read_file(tmp_path / "a", 3)
    assert read_file(tmp_path / "a", 4) == b"four"


UNBOUNDED = {
    "annotate/browser.py": "our own profile of the browser",
    "annotate/capture/consent/banner.py": "our own script",
    "annotate/capture/world.py": "our own scripts",
    "annotate/capture/views.py": "what our own script says",
    "annotate/window/page.py": "our own script",
    "annotate/launch.py": "the module that is run",
    "annotate/memory.py": "what the system says",
    "cetr/console/installing.py": "what pip has written",
    "cetr/extraction/bysite.py": "what this run has written",
    "cetr/extraction/pagefiles.py": "what this run has written",
    "evaluate/modules.py": "the module that is run",
    "evaluate/report/page.py": "our own template",
    "evaluate/running/isolation.py": "what the system says",
    "evaluate/running/machine.py": "what the system says",
}
"""The modules that read something as a whole, however long it is, and what."""


def test_what_strangers_wrote_is_read_within_a_bound() -> None:
    """By `read_file`, `read_stream` and `read_lines`; whoever reads as a whole says here why that is safe."""
    root = Path(__file__).parents[3]
    files = [file for house in ("annotate", "cetr", "evaluate") for file in (root / house).rglob("*.py")]
    whole = re.compile(r"\.read_bytes\(\)|\.read_text\(|stdin\.(buffer\.)?read\(\)")
    found = {file.relative_to(root).as_posix() for file in files if whole.search(file.read_text("utf-8"))}
    assert found == set(UNBOUNDED)
