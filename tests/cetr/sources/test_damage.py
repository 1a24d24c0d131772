"""Where the records of a damaged WARC file begin, and whether they are whole."""

from __future__ import annotations

import gzip
import io

import pytest

from cetr.sources.damage import find_next, is_whole

RECORD = b"WARC/1.1\r\nWARC-Type: response\r\nContent-Length: 4\r\n\r\nbody\r\n\r\n"


@pytest.mark.parametrize("record", [RECORD, gzip.compress(RECORD, mtime=0)], ids=["plain", "gzipped"])
@pytest.mark.parametrize("gap", [0, 1, *range(65_525 - len(RECORD), 65_545), 200_000])
def test_the_next_record_is_found_wherever_it_is(record: bytes, gap: int) -> None:
    """Also where it lies across the borders of the pieces that are read."""
    file = io.BytesIO(record + b"x" * gap + record)
    assert find_next(file, 0) == len(record) + gap
    assert find_next(file, len(record) + gap) is None


@pytest.mark.parametrize("record", [RECORD, gzip.compress(RECORD, mtime=0)], ids=["plain", "gzipped"])
def test_what_begins_as_no_record_may_have_records_of_each_kind(record: bytes) -> None:
    """As a part of a file does; a gzipped one counts more, as a plain one may be part of a page."""
    for part in (b"p", b"part"):
        assert find_next(io.BytesIO(part + record), 0) == len(part)
    assert find_next(io.BytesIO(b"part" + RECORD + gzip.compress(RECORD)), 0) == 4 + len(RECORD)


def test_a_page_may_have_a_record_of_the_other_kind() -> None:
    """It is none of the file, which has one kind from its beginning on."""
    packed = gzip.compress(RECORD, mtime=0)
    assert find_next(io.BytesIO(RECORD + packed + RECORD), 0) == len(RECORD + packed)
    assert find_next(io.BytesIO(packed + RECORD + packed), 0) == len(packed + RECORD)
    assert find_next(io.BytesIO(RECORD + packed), 0) is find_next(io.BytesIO(packed + RECORD), 0) is None


@pytest.mark.parametrize(
    "alike",
    [
        b"WARC/",
        b"WARC/1.1\nWARC-Type: response",
        b"WARC/1.1\r\n\r\n",
        b"see WARC/1.1, and more",
        b"\x1f\x8b\x08",
        b"WARC/1x1\r\nWARC-Type: response",
    ],
)
def test_what_only_looks_like_a_record_is_passed_over(alike: bytes) -> None:
    """A record has a version on a line of its own, and then the name of a field."""
    file = io.BytesIO(RECORD + alike + RECORD)
    assert find_next(file, 0) == len(RECORD) + len(alike)


def test_what_looks_like_a_record_a_thousand_times_ends_the_search() -> None:
    """So a hostile file does not take long."""
    for times, found in ((999, len(RECORD) + 999 * 5), (1000, None)):
        assert find_next(io.BytesIO(RECORD + b"WARC/" * times + RECORD), 0) == found


@pytest.mark.parametrize(
    ("record", "whole"),
    [
        (RECORD, True),
        (RECORD.replace(b"Length: 4", b"LENGTH:4 "), True),
        (RECORD.replace(b": 4", b": 3"), False),
        (RECORD.replace(b": 4", b": 5"), False),
        (RECORD.replace(b": 4", b": four"), False),
        (RECORD.replace(b": 4", b": " + b"9" * 30), False),
        (RECORD.replace(b"Content-Length", b"X-Content-Length"), False),
        (RECORD.replace(b"Content-Length", b"Length"), False),
        (RECORD.replace(b"4\r\n\r\n", b"4\r\n"), False),
        (RECORD[:-1], False),
        (gzip.compress(RECORD, mtime=0), True),
        (gzip.compress(RECORD, mtime=0)[:-1], False),
        (b"", False),
    ],
)
def test_a_record_is_whole_by_its_length_or_its_checksum(record: bytes, whole: bool) -> None:
    """Whatever stands before it."""
    assert is_whole(io.BytesIO(b"before" + record), 6) == whole
