"""Two imports at once, and a person who reviews between them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from annotate.formats.importing import import_records
from annotate.formats.records import Record
from evaluate.package import PackageInfo, create_package, read_document, write_document


def test_an_import_overwrites_no_review(tmp_path: Path) -> None:
    """A lists what is there, B imports, a page is reviewed; when A goes on it leaves the page as it is."""
    create_package(tmp_path, PackageInfo(name="p"))
    records = [Record(id=name, html=f"<p>{name}</p>", url="https://a.example/", text=name) for name in ("one", "two")]

    def with_a_pause() -> Iterator[Record]:
        yield records[0]
        import_records(records, tmp_path, source="b")
        document = read_document(tmp_path, "two")
        meta = msgspec.structs.replace(document.meta, status="reviewed", note="looked at")
        write_document(tmp_path, "two", meta=meta, text="two", expected=document.revision)
        yield records[1]

    report = import_records(with_a_pause(), tmp_path, source="a")
    assert report.present == ["two"]
    assert read_document(tmp_path, "two").meta.note == "looked at"
