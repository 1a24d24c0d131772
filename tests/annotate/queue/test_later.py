"""Pages that were put off."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotate.queue.later import note_later, read_later
from evaluate.package import PackageError


def test_pages_are_read_in_the_order_of_the_last_time(tmp_path: Path) -> None:
    """Each page is read once, in the order in which pages were last put off."""
    for url in ("http://a/", "http://b/", "http://a/"):
        note_later(tmp_path, url)
    assert read_later(tmp_path) == ("http://b/", "http://a/")


def test_no_address_is_written_where_a_link_leads(tmp_path: Path) -> None:
    """A stranger's package could have it appended to any file of ours, or show what is in one."""
    (tmp_path / "ours").write_text("http://secret/")
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / ".later").symlink_to(tmp_path / "ours")
    for do in (lambda: note_later(tmp_path / "package", "http://a/"), lambda: read_later(tmp_path / "package")):
        with pytest.raises(PackageError, match=r"\.later: is a link"):
            do()
    assert (tmp_path / "ours").read_text() == "http://secret/"
