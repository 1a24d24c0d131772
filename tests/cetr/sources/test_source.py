from __future__ import annotations

import gzip
import lzma
import re
from pathlib import Path

import pytest

from cetr.console import InputError
from cetr.sources import decode_page, load_html


@pytest.mark.parametrize(
    "data", [b"\x7fELF\x02\x01\x01\x00", b"MZ\x90\x00\x03", bytes(range(256)), b"<p" + bytes(range(256))]
)
def test_binary_data_is_no_page(data: bytes) -> None:
    """What browsers sniff as binary is refused in one line, whatever kind it is of."""
    with pytest.raises(InputError, match=r"^a\.bin: is binary data, not HTML$"):
        decode_page(data, "a.bin")


def test_what_is_no_page_says_what_to_do() -> None:
    """Rows of JSON or Parquet, and an address that lacks its beginning."""
    with pytest.raises(InputError, match=r"^-: is JSON, not HTML; 'cetr extract' reads JSON Lines"):
        decode_page(b' {"html": "<p>a"}\n', "-")
    with pytest.raises(InputError, match=r"^-: is JSON, not HTML"):
        decode_page(b'[ {"html": "<p>a"}]', "-")
    with pytest.raises(InputError, match=r"^-: is Parquet, not HTML; 'cetr extract' reads Parquet with 'html'"):
        decode_page(b"PAR1\x15\x04", "-")
    assert decode_page(b'{"<b>a</b>"}', "-") == '{"<b>a</b>"}'
    with pytest.raises(InputError, match=r"^example\.org: no such file or folder \(a URL begins with http"):
        load_html("example.org")


@pytest.mark.parametrize("text", ["{}", "\n [1]"])
def test_the_name_of_a_file_may_say_that_it_is_json(tmp_path: Path, text: str) -> None:
    """What may be the text of a page is one in files of other names, and HTML is a page in any."""
    json, page = tmp_path / "a.json", tmp_path / "a.html"
    json.write_text(text)
    page.write_text(text)
    with pytest.raises(InputError, match=r"a\.json: is JSON, not HTML"):
        load_html(str(json))
    assert load_html(str(page)) == text
    json.write_text("<p>a")
    assert load_html(str(json)) == "<p>a"


def test_a_page_may_be_packed(tmp_path: Path) -> None:
    """Within the bound of pages that are not, and in one piece."""
    place = tmp_path / "a.html.gz"
    place.write_bytes(packed := gzip.compress("<p>ü".encode()))
    assert load_html(str(place)) == "<p>ü"
    (tmp_path / "a.NDJSON.xz").write_bytes(lzma.compress(b"[]"))
    with pytest.raises(InputError, match=r"a\.NDJSON\.xz: is JSON, not HTML"):
        load_html(str(tmp_path / "a.NDJSON.xz"))
    for data, what in (
        (packed[:-9], "damaged: Compressed file ended"),
        (b"<p>a", "damaged: Not a gzipped file"),
        (gzip.compress(bytes(128_000_001)), "larger than 128 MB when unpacked, the limit"),
    ):
        place.write_bytes(data)
        with pytest.raises(InputError, match=f"^{re.escape(str(place))}: is {what}"):
            load_html(str(place))


@pytest.mark.parametrize(("name", "what"), [("a.jsonl", "JSON, not HTML"), ("a.html", "larger than 128 MB")])
def test_a_file_that_is_too_large_for_a_page_may_be_a_crawl(tmp_path: Path, name: str, what: str) -> None:
    """Which would still be JSON in smaller files."""
    with (tmp_path / name).open("wb") as file:
        file.truncate(200_000_000)
    place = str(tmp_path / name)
    with pytest.raises(InputError, match=f"^{re.escape(place)}: is {what}"):
        load_html(place)


@pytest.mark.parametrize(
    ("data", "html"),
    [
        (b"plain words\n", "plain words\n"),
        (b"<p>a\x00b", "<p>a\x00b"),
        ("<p>ü".encode("utf-16"), "<p>ü"),
        ("<p>ü".encode("utf-16-le"), "<p>ü"),
        (b"", ""),
        (b"{% a %}<p>b", "{% a %}<p>b"),
    ],
)
def test_pages_with_odd_bytes_are_pages(data: bytes, html: str) -> None:
    """Text without markup, a zero in markup and UTF-16 are read."""
    assert decode_page(data, "a.html") == html
