"""Where reading can go on behind a damage."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import pytest

from cetr.sources import Damage, read_records
from cetr.sources.damage import GZIP, find_next

RECORD = b"WARC/1.1\r\nWARC-Type: response\r\n"


class Counted(io.BytesIO):
    """A file that knows how many bytes were read."""

    count = 0

    def read(self, size: int | None = -1, /) -> bytes:
        """Read, and count."""
        data = super().read(size)
        self.count += len(data)
        return data


@pytest.mark.parametrize("record", [RECORD, gzip.compress(RECORD, mtime=0)], ids=["plain", "gzipped"])
@pytest.mark.parametrize("place", [5, 6, 65_534, 65_535, 65_536, 65_537, 65_538, 200_000])
def test_the_next_record_is_found_wherever_it_is(place: int, record: bytes) -> None:
    """Also where it begins at the end of what is read at once."""
    data = record[:5].ljust(place, b"\0") + record
    assert find_next(io.BytesIO(data), 0) == place
    assert find_next(io.BytesIO(data), place) is None


@pytest.mark.parametrize(("tries", "found"), [(999, 3000), (1000, None)])
def test_what_only_looks_like_a_record_costs_little(tries: int, found: int | None) -> None:
    """A thousand such places are tried, and not a megabyte is read for each."""
    file = Counted(bytes(3) + GZIP * tries + gzip.compress(RECORD, mtime=0) + bytes(1 << 20))
    assert find_next(file, 0) == found
    assert file.count < 5_000_000


def test_what_is_read_twice_has_a_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred records say that they are longer than the file, which is not read a hundred times."""
    monkeypatch.setattr("cetr.sources.records.MAX_BYTES", 0)
    (tmp_path / "a.warc").write_bytes(b"".join(RECORD + b"Content-Length: 99999\r\n\r\n" for _ in range(100)))
    with (tmp_path / "a.warc").open("rb") as file:
        found = list(read_records(file, lambda record: None))
    assert [type(each) for each in found] == [Damage] * 2
