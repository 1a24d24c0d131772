"""Revisits: responses whose payload a crawler has stored once, with another one."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from annotate.stored import Response, Stored, open_stored
from annotate.stored.holdings import Holdings, Original, Revisit, gather
from cetr.console import InputError
from tests.work import count_calls

DIGEST = "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ"
PAGE = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Once"
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=iso-8859-2\r\n\r\n"


def make(kind: str, path: str, block: bytes, digest: str = DIGEST) -> bytes:
    """A record of https://a.example with a digest of its payload."""
    head = f"WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: https://a.example/{path}\r\n"
    head += f"WARC-Payload-Digest: {digest}\r\nContent-Type: application/http; msgtype=response\r\n"
    return head.encode() + b"Content-Length: %d\r\n\r\n%b\r\n\r\n" % (len(block), block)


def read(stored: Stored, path: str) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of what is stored."""
    found = stored.find(f"https://a.example/{path}")
    assert found is not None
    return found.status, dict(found.headers), found.body


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("files", [1, 2])
def test_a_revisit_is_a_page_with_the_payload_of_another(tmp_path: Path, order: int, files: int) -> None:
    """Whichever comes first, in one file or in two; its own headers count, if it has any."""
    records = [make("response", "a", PAGE), make("revisit", "b", HEAD), make("revisit", "c", b"")][::order]
    paths = [tmp_path / f"{number}.warc" for number in range(files)]
    paths[0].write_bytes(records[0] if files == 2 else b"".join(records))
    paths[-1].write_bytes(b"".join(records[1:] if files == 2 else records))
    own, others = {"Content-Type": "text/html; charset=iso-8859-2"}, {"Content-Type": "text/html; charset=utf-8"}
    with open_stored(paths) as stored:
        assert sorted(stored.pages) == [f"https://a.example/{path}" for path in "abc"]
        assert read(stored, "b") == (200, own, b"<p>Once")
        assert read(stored, "c") == (200, others, b"<p>Once")


def test_the_first_of_several_originals_counts(tmp_path: Path) -> None:
    """Within a file, and among files; a later one may be no page."""
    other = make("response", "other", PAGE.replace(b"200 OK", b"404 Gone"))
    files = (make("response", "a", PAGE) + other, other, make("revisit", "b", b""))
    paths = [tmp_path / f"{number}.warc" for number in range(3)]
    for path, records in zip(paths, files, strict=True):
        path.write_bytes(records)
    with open_stored(paths) as stored:
        assert stored.pages == ("https://a.example/a", "https://a.example/b")
        assert read(stored, "b")[0] == 200


def test_what_was_not_modified_is_what_it_was(tmp_path: Path) -> None:
    """The answer 304 to a crawler is none to a browser; a redirect, whose empty payload others have, stays one."""
    moved = b"HTTP/1.1 301 Moved\r\nLocation: /a\r\n\r\n"
    records = [
        make("response", "a", PAGE),
        make("revisit", "b", b"HTTP/1.1 304 Not Modified\r\n\r\n"),
        make("response", "style", b"HTTP/1.1 200 OK\r\nContent-Type: text/css\r\n\r\n", "sha1:empty"),
        make("revisit", "old", moved, "sha1:empty"),
    ]
    (tmp_path / "a.warc").write_bytes(b"".join(records))
    with open_stored([tmp_path / "a.warc"]) as stored:
        assert stored.pages == ("https://a.example/a", "https://a.example/b")
        assert read(stored, "b")[0] == 200
        assert read(stored, "old") == (301, {"Location": "/a"}, b"")


def test_a_revisit_of_what_is_elsewhere_is_told(tmp_path: Path) -> None:
    """Pages only, each once, and not those of which there is a response; no page at all is an error."""
    records = [
        make("response", "a", PAGE),
        make("revisit", "a", HEAD, "sha1:other"),
        make("revisit", "b", HEAD, "sha1:other"),
        make("revisit", "b", HEAD, "sha1:another"),
        make("revisit", "picture", b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n", "sha1:other"),
    ]
    file = tmp_path / "a.warc"
    file.write_bytes(b"".join(records))
    told = "1 page left out: revisits whose content is in none of these files"
    with open_stored([file]) as stored:
        assert (stored.pages, stored.losses, stored.is_damaged) == (("https://a.example/a",), (told,), False)
    file.write_bytes(records[2])
    with pytest.raises(InputError, match=f"^{file}: has no pages; {told}$"), open_stored([file]):
        pass


def test_what_is_no_page_by_itself_is_none_as_a_revisit(tmp_path: Path) -> None:
    """Such as an error with the text of a page, a document in a frame, or a picture that says nothing of itself."""
    asked = b"GET /frame HTTP/1.1\r\nSec-Fetch-Dest: iframe\r\n\r\n"
    records = [
        make("response", "a", PAGE),
        make("revisit", "gone", HEAD.replace(b"200 OK", b"404 Gone")),
        make("request", "frame", asked, "sha1:asked").replace(b"msgtype=response", b"msgtype=request"),
        make("revisit", "frame", HEAD),
        make("response", "picture", HEAD.replace(b"text/html", b"image/png") + b"PNG", "sha1:picture"),
        make("revisit", "other", b"", "sha1:picture"),
    ]
    (tmp_path / "a.warc").write_bytes(b"".join(records))
    with open_stored([tmp_path / "a.warc"]) as stored:
        assert stored.pages == ("https://a.example/a",)
        assert [read(stored, path)[2] for path in ("gone", "frame", "other")] == [b"<p>Once", b"<p>Once", b"PNG"]


def test_an_archive_has_originals_and_versions_of_the_pages_that_it_lists(tmp_path: Path) -> None:
    """The original of a revisit may be in another of its files. A version is a response of its own, as the first page
    here has two; a revisit is one if there is no other.
    """
    files = [
        make("response", "a", PAGE) + make("response", "b", PAGE) + make("response", "a", PAGE),
        make("revisit", "c", HEAD) + make("revisit", "a", HEAD),
    ]
    with zipfile.ZipFile(tmp_path / "a.wacz", "w") as archive:
        for number, records in enumerate(files):
            archive.writestr(f"archive/{number}.warc", records)
        listed = [json.dumps({"url": f"https://a.example/{path}"}) for path in "ac"]
        archive.writestr("pages/pages.jsonl", "\n".join(listed))
    with open_stored([tmp_path / "a.wacz"]) as stored:
        assert [url for url, _ in stored.list_versions()] == [f"https://a.example/{path}" for path in "aac"]


def test_a_later_page_counts_if_an_earlier_answer_is_none(tmp_path: Path) -> None:
    """A crawler that was told to come back later did."""
    busy = make("response", "a", b"HTTP/1.1 503 Busy\r\nContent-Type: text/html\r\n\r\n<p>Later", "sha1:busy")
    files = [tmp_path / "a.warc", tmp_path / "b.warc"]
    files[0].write_bytes(busy)
    files[1].write_bytes(busy + make("response", "a", PAGE) + busy)
    for paths in (files[1:], files):
        with open_stored(paths) as stored:
            assert stored.pages == ("https://a.example/a",)
            assert read(stored, "a")[2] == b"<p>Once"


def test_originals_in_many_files_are_found_in_linear_time() -> None:
    """A crawl can have thousands of files, and millions of revisits."""

    def read() -> Response:
        raise AssertionError

    def make_file(number: int, digest: str) -> Holdings:
        revisit = Revisit(f"https://a.example/{number}", digest, read, may_be_page=True)
        return Holdings(originals={str(number): Original(read, is_page=True)}, revisits=[revisit])

    def count(files: int) -> int:
        held = [make_file(number, str(files - 1)) for number in range(files)]
        return count_calls(lambda: gather(held))

    assert count(200) < 2.5 * count(100)
