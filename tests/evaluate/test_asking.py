"""What extractors are asked, and the facts about a document that they get."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from cetr.console import InputError
from evaluate.asking import read_facts
from evaluate.extractors import Extractor
from evaluate.package import Meta, PackageInfo, create_package, html_hash, read_document, write_document
from evaluate.package.files import LAYOUT


def wanting(*facts: str) -> Extractor:
    """An extractor that wants some facts."""
    return Extractor("x", lambda html, **_: html, frozenset(facts))


def test_each_gets_what_it_wants(tmp_path: Path) -> None:
    """URL and name on request; a layout parsed, None where there is none, an error where it is damaged."""
    create_package(tmp_path / "p", PackageInfo(name="p"))
    meta = Meta(url="http://a.b/", html_sha256=html_hash(""))
    write_document(tmp_path / "p", "a-0001", meta=meta, text="", html="")
    document = read_document(tmp_path / "p", "a-0001")
    assert read_facts(document, wanting()) == {}
    assert read_facts(document, wanting("url", "document")) == {"url": "http://a.b/", "document": "a-0001"}
    assert read_facts(document, wanting("layout")) == {"layout": None}
    document.path(LAYOUT).write_bytes(gzip.compress(b'{"schema": 1}'))
    assert read_facts(document, wanting("layout")) == {"layout": {"schema": 1}}
    for damaged in (
        b"no gzip",
        gzip.compress(b"{"),
        gzip.compress(b"[" * 100_000),
        gzip.compress(b"{}")[:-9],
        gzip.compress(b"{}")[:10] + b"\xff" * 9,
    ):
        document.path(LAYOUT).write_bytes(damaged)
        with pytest.raises(InputError, match=r"a-0001\.layout\.json\.gz: .*run annotate render --again"):
            read_facts(document, wanting("layout"))
