"""What lies beside stored pages in folders."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from annotate.stored import open_stored
from cetr.console import InputError

BASE = "https://a.example/x/"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of two pages, with a style sheet that has an awkward name, and a secret beside the folder."""
    inside = tmp_path / "pages"
    (inside / "deep").mkdir(parents=True)
    (inside / "a.html").write_text(f'<base href="{BASE}">')
    (inside / "deep" / "b.html").write_text(f'<base href="{BASE}">')
    (inside / "it's (1), 100%.css").write_text("p {}")
    (inside / "deep" / "c.css").write_text("i {}")
    (tmp_path / "secret.css").write_text("secret")
    (inside / "link.css").symlink_to(tmp_path / "secret.css")
    return inside


def read(folder: Path, url: str, path: str) -> bytes | None:
    """The body at a path below the base, of a folder that was saved from a URL, or whose pages say it."""
    with open_stored([folder], url) as found:
        response = found.find(BASE + path)
        return None if response is None else response.body


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("it's%20(1),%20100%25.css", b"p {}"),
        ("it%27s%20%281%29%2C%20100%25.css?version=2", b"p {}"),
        ("deep/c.css", b"i {}"),
        ("deep/../deep/./c.css", b"i {}"),
        ("none.css", None),
        ("deep", None),
        ("", None),
        ("link.css", None),
        ("..%2fsecret.css", None),
        ("deep/%2e%2e/%2e%2e/secret.css", None),
        ("/etc/passwd", None),
        ("%2fetc/passwd", None),
        ("%00.css", None),
        ("x" * 5000, None),
        ("x/" * 100_000, None),
    ],
)
def test_a_file_is_found_by_each_way_to_write_its_url(folder: Path, path: str, body: bytes | None) -> None:
    """Whatever the query; and nothing outside of the folder is found."""
    assert read(folder, BASE, path) == body


def test_pages_that_say_one_folder_share_what_lies_beside_them(folder: Path) -> None:
    """Also if they lie in several folders themselves."""
    assert [read(folder, "", path) for path in ("c.css", "it's%20(1),%20100%25.css")] == [b"i {}", b"p {}"]


def test_files_are_not_listed_again_for_each_page(tmp_path: Path) -> None:
    """Each page has an address of its own, at which all files would be once more."""
    for number in range(50):
        (tmp_path / f"{number}.html").write_text(f'<base href="https://a.example/{number}/">')
    with open_stored([tmp_path]) as found:
        assert len(found.pages) == len(found.readers) == 50
        response = found.find("https://a.example/7/8.html")
        assert response is not None and b"/8/" in response.body


@pytest.mark.skipif(sys.platform == "darwin", reason="names are UTF-8 there")
@pytest.mark.parametrize("url", ["", BASE])
def test_names_of_files_need_not_be_utf_8(tmp_path: Path, url: str) -> None:
    """Those of old archives are in another encoding."""
    for name in (b"\xe4.html", b"\xe4.css"):
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).write_text(f'<base href="{BASE}">')
    with open_stored([tmp_path], url) as found:
        assert found.pages == (f"{BASE}%E4.html",)
        assert None not in (found.find(f"{BASE}%E4.html"), found.find(f"{BASE}%E4.css"))


@pytest.mark.parametrize("name", ["Why?:.HTML", "data:,.html"])
def test_a_page_is_html_whatever_its_name(tmp_path: Path, name: str) -> None:
    """Even if it looks like a URL of another kind."""
    (tmp_path / name).write_text("<p>x")
    with open_stored([tmp_path], BASE) as found:
        response = found.find(found.pages[0])
        assert response is not None and response.headers == (("Content-Type", "text/html"),)


@pytest.mark.parametrize("more", ["#top", "?id=1", "?id=1#top"])
def test_of_the_url_of_a_folder_only_the_path_counts(folder: Path, more: str) -> None:
    """The paths of files come after it, and would all be the same page after a place in one."""
    with open_stored([folder], f"{BASE}{more}") as found:
        assert found.pages == (f"{BASE}a.html", f"{BASE}deep/b.html")
        assert found.find(f"{BASE}deep/c.css") is not None


@pytest.mark.parametrize("url", ["a.example", "file:///etc", "http://", "http://["])
@pytest.mark.parametrize("path", ["", "a.html"])
def test_what_is_no_url_is_refused(folder: Path, url: str, path: str) -> None:
    """Also as the base of a page, which then says nothing."""
    with pytest.raises(InputError) as error, open_stored([folder / path], url):
        pass
    assert str(error.value) == f"--url: {url}: is not a URL that begins with https:// or http://"
    (folder / "a.html").write_text(f'<base href="{url}">')
    with pytest.raises(InputError, match=r"a\.html: has no <base href>"), open_stored([folder / path]):
        pass
