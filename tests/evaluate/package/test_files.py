"""The files of a package may be links, and must be regular files."""

import os
import re
from dataclasses import replace as replace_folder
from datetime import UTC, datetime

import pytest

from cetr.console import resolve_folder
from evaluate.package import (
    Decision,
    Meta,
    PackageError,
    PackageInfo,
    create_package,
    html_hash,
    read_document,
    read_journal,
    read_package,
    write_document,
)
from evaluate.package.files import SCREENSHOT, SOURCE

FILES = ("package.toml", "journal.jsonl", "a.json", "a.txt", "a.html", "a.source.html", "a.png")


def read_all(folder):
    """All that can be read of a package: its document 'a' and the journal."""
    read_package(folder)
    return read_document(folder, "a"), list(read_journal(folder))


def make_whole(folder):
    """A package of one document with all kinds of files that are read."""
    create_package(folder, PackageInfo(name="p"))
    meta = Meta(url="", html_sha256=html_hash("<p>a</p>"))
    decision = Decision(time=datetime.now(UTC), document="a", action="import")
    attachments = {SOURCE: b"<p>", SCREENSHOT: b"PNG"}
    write_document(folder, "a", meta=meta, text="a", html="<p>a</p>", decision=decision, attachments=attachments)


@pytest.mark.parametrize("file", FILES)
def test_what_is_no_regular_file_is_refused(tmp_path, file):
    """Nobody waits for a pipe, and a folder in the place of a file is named."""
    make_whole(tmp_path)
    (tmp_path / file).unlink()
    os.mkfifo(tmp_path / file)
    with pytest.raises(PackageError, match=f"{re.escape(file)}: is not a regular file"):
        read_all(tmp_path)
    (tmp_path / file).unlink()
    (tmp_path / file).symlink_to("/dev/zero")
    with pytest.raises(PackageError, match=f"{re.escape(file)}: is not a regular file"):
        read_all(tmp_path)


@pytest.mark.parametrize("file", FILES)
def test_links_are_followed_where_the_user_says_so(tmp_path, monkeypatch, file):
    """Stores of large data keep a package's files elsewhere; the package itself may be a link, too."""
    folder = tmp_path / "p"
    make_whole(folder)
    document, journal = read_all(folder)
    (folder / file).rename(tmp_path / "kept")
    (folder / file).symlink_to("../kept")
    (tmp_path / "link").symlink_to(folder)
    with pytest.raises(PackageError, match=f"{re.escape(file)}: is a link that leads out of the package"):
        read_all(tmp_path / "link")
    monkeypatch.setenv("CETR_GOLD_LINKS", f"/nowhere:{tmp_path}")
    assert read_all(tmp_path / "link") == (replace_folder(document, folder=tmp_path / "link"), journal)


def test_links_within_the_package_are_followed(tmp_path):
    """A link within the package, such as a second name of a picture, is followed."""
    folder = tmp_path / "p"
    make_whole(folder)
    whole = read_all(folder)
    (folder / "a.txt").rename(folder / "kept")
    (folder / "a.txt").symlink_to("kept")
    assert read_all(folder) == whole


def test_a_link_to_itself_is_an_error_of_the_system(tmp_path):
    """Resolving keeps such a folder as it is, and its reader says what is wrong with it."""
    loop = tmp_path / "loop"
    loop.symlink_to("loop")
    assert resolve_folder(loop) == loop
    with pytest.raises(OSError, match="Too many levels of symbolic links"):
        read_package(loop)
