"""Each format that we write has a number, and a file of a newer version is refused in one line that says what to do."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from annotate.capture.keys import read_keys
from annotate.doctor.repairing import repair
from annotate.harvest.rules import read_rules
from annotate.review.config import load_config
from cetr.console import InputError
from cetr.console.settings import read_settings
from cetr.site.files import SCHEMA, read_memories
from evaluate.package import Decision, Meta, PackageInfo, create_package, html_hash, read_journal, write_document
from evaluate.package.meta import parse_info, parse_meta
from evaluate.results.runs import read_run

HTML = "<p>One</p>"


@pytest.mark.parametrize(
    ("file", "text", "read"),
    [
        ("package.toml", "schema = 2\nnew = 1", lambda path: parse_info(path.read_bytes(), str(path))),
        ("a.json", '{"schema": 2, "new": 1}', lambda path: parse_meta(path.read_bytes(), str(path))),
        ("run.json", '{"schema": 2, "new": 1}', lambda path: read_run(path.parent)),
        ("rules.toml", "schema = 2\nnew = 1", read_rules),
        ("review.toml", "schema = 2\nnew = 1", load_config),
        ("settings.toml", "schema = 2\n[new]", read_settings),
        ("keys.toml", 'schema = 2\nsave = ["w"]', read_keys),
    ],
)
def test_a_newer_file_is_refused(file: str, text: str, read: Callable[[Path], object], tmp_path: Path) -> None:
    """Its number is looked at first, so that nothing else that is new in it is called a mistake."""
    path = tmp_path / file
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        read(path)
    assert str(caught.value) == f"{path}: schema: this version reads schema 1, the file says 2; update cetr-gold"


def test_a_newer_memory_of_sites_is_refused(tmp_path: Path) -> None:
    """As all others are."""
    with pytest.raises(InputError, match=f"this version reads schema {SCHEMA}, the file says {SCHEMA + 1}; update"):
        about = np.frombuffer(f'{{"schema": {SCHEMA + 1}, "model": "model"}}'.encode(), dtype=np.uint8)
        with (tmp_path / "memory").open("wb") as file:
            np.savez(file, about=about)
        read_memories(tmp_path / "memory", "model")


def test_a_number_may_be_missing_or_ours(tmp_path: Path) -> None:
    """People write these files by hand."""
    for head in ("", "schema = 1\n"):
        (tmp_path / "file.toml").write_text(head)
        load_config(tmp_path / "file.toml")
        read_settings(tmp_path / "file.toml")
        read_keys(tmp_path / "file.toml")


def test_rows_of_a_newer_journal_are_left_alone(tmp_path: Path) -> None:
    """Nothing is read of it, appended to it or repaired in it; a row without a number is one of the first schema."""
    create_package(tmp_path, PackageInfo(name="p"))
    meta = Meta(url="", html_sha256=html_hash(HTML))
    decision = Decision(time=datetime.now(UTC), document="a", action="mark")
    write_document(tmp_path, "a", meta=meta, text="", html=HTML, decision=decision)
    journal = tmp_path / "journal.jsonl"
    row = journal.read_bytes()
    journal.write_bytes(row.replace(b',"schema":1', b""))
    assert journal.read_bytes() != row
    assert list(read_journal(tmp_path)) == [decision]
    for newer in (row.replace(b'"schema":1', b'"schema":2'), b'{"time":"2027-01-01T00:00:00Z","schema":2}\n'):
        journal.write_bytes(newer)
        refused = "schema: this version reads schema 1, the file says 2; update cetr-gold"
        with pytest.raises(InputError) as caught:
            list(read_journal(tmp_path))
        assert str(caught.value) == f"{journal}: line 1: {refused}"
        with pytest.raises(InputError) as caught:
            write_document(tmp_path, "b", meta=meta, text="", html=HTML, decision=decision)
        assert str(caught.value) == f"{journal}: {refused}"
        assert [(one.file, one.problem) for one in repair(tmp_path)[0]] == [("journal.jsonl", refused)]
        assert journal.read_bytes() == newer
