"""Which files of a folder or an archive are read."""

from __future__ import annotations

import os
import tarfile
import zipfile
from pathlib import Path

import pytest

from annotate.formats.files import open_files
from cetr.console import InputError
from tests.annotate.formats.samples import write_files


def test_hidden_files_and_links_to_other_places_are_left_out(tmp_path: Path) -> None:
    """So is what is no file. The folder may be a link itself."""
    folder = write_files(tmp_path / "in", dict.fromkeys(("b/x.txt", "a.txt", ".a.txt", ".git/c.txt"), "x"))
    write_files(tmp_path, {"secret": "x"})
    (folder / "b" / "link.txt").symlink_to("../a.txt")
    (folder / "out.txt").symlink_to(tmp_path / "secret")
    (folder / "broken.txt").symlink_to("none")
    os.mkfifo(folder / "pipe.txt")
    (tmp_path / "link").symlink_to(folder)
    for source in (folder, tmp_path / "link"):
        with open_files(source) as files:
            assert files.names == ("a.txt", "b/link.txt", "b/x.txt")


def test_archives_are_as_if_they_were_unpacked(tmp_path: Path) -> None:
    """Whatever the case of their names; a file beside one counts more than its own."""
    folder = write_files(tmp_path / "in", {"x/a.txt": "beside", "x/b.txt": "b"})
    with tarfile.open(folder / "x" / "T.TAR", "w") as archive:
        archive.add(folder / "x" / "b.txt", "./a.txt")
        archive.add(folder / "x" / "b.txt", "/c.txt")
    with zipfile.ZipFile(tmp_path / "Z.ZIP", "w") as archive_of_one:
        archive_of_one.writestr("d/", "")
        archive_of_one.writestr("d/e.txt", "e")
    with open_files(folder) as files:
        assert {name: files.read(name) for name in files.names} == {
            "x/a.txt": b"beside", "x/b.txt": b"b", "x/c.txt": b"b"
        }  # fmt: skip
    with open_files(tmp_path / "Z.ZIP") as files:
        assert {name: files.read(name) for name in files.names} == {"d/e.txt": b"e"}
    with pytest.raises(InputError, match=r"b\.txt: is neither a folder nor a zip or tar archive$"):
        open_files(folder / "x" / "b.txt").__enter__()
