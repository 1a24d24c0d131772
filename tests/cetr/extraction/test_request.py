"""Which options of ``cetr extract`` contradict each other, and whether a page is printed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import pytest

from cetr.extraction.request import Request, check_request

PAGE = Request(
    places=("page.html",), urls_file=None, method="learned", options=(), style="text", no_links=False, no_images=False,
    title=False, front_matter=False, classes=False, url="", out=None, folder=None, jobs=1, by_site=False,
    site_of="host", site_key=None, memory=None, resume=False, cluster=None, timeout=30.0, page_memory=1000,
)  # fmt: skip
ROWS: dict[str, Any] = {"out": Path("a.jsonl")}
PARQUET: dict[str, Any] = {"out": Path("a.parquet")}
FILES: dict[str, Any] = {"folder": Path("files")}
MARKDOWN = "--no-links, --no-images, --title and --front-matter need --format markdown"
SITES = "--site-of, --site-key and --site-memory need --by-site"
SUFFIX = "--out a.csv: name a file that ends with .jsonl or .parquet, or a folder of files with --out-dir"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"places": ()}, "name a page: a file, URL, folder or WARC file, '-' for standard input, or a list of them with"
                         " --urls"),
        ({"places": ("page.html", "")}, "an empty name is not a page; write '.' for the current folder"),
        (ROWS | FILES, "--out and --out-dir cannot be used together; one writes rows, the other files"),
        ({"resume": True}, "--resume continues a file or folder; name it with --out or --out-dir"),
        ({"no_links": True}, MARKDOWN),
        ({"no_images": True, "style": "html"}, MARKDOWN),
        ({"title": True, "style": "json"}, MARKDOWN),
        ({"front_matter": True, "style": "spans"}, MARKDOWN),
        ({"classes": True}, "--classes needs --format html"),
        (FILES | {"style": "spans"}, "--out-dir takes --format text, markdown, html, json"),
        (FILES | {"cluster": "tcp://a:1"},
         "--out-dir works on one machine; leave out --cluster, or write rows with --out"),
        ({"site_of": "domain"}, SITES),
        ({"site_key": "site"}, SITES),
        ({"memory": Path("memory")}, SITES),
        ({"by_site": True, "site_key": "site", "site_of": "domain"},
         "--site-key and --site-of cannot be used together; both say what a site is"),
        ({"by_site": True, "site_key": ""},
         "--site-key: an empty name is not a field; leave it out if a site is the host of a URL"),
        (ROWS | {"url": "http://a.example/"},
         "--url is for a page that is printed alone, or for one folder; other pages have their own URLs"),
        (ROWS | {"url": "http://a.example/", "places": (".", "..")},
         "--url is for a page that is printed alone, or for one folder; other pages have their own URLs"),
        (ROWS | {"url": "http://a.example/", "places": (".",), "cluster": "tcp://a:1"},
         "--url works on one machine; leave out --cluster"),
        ({"by_site": True, "style": "lines"}, "--format lines is for a single page"),
        (PARQUET | {"style": "json"}, "--format json needs JSON Lines; name a file that ends with .jsonl"),
        (PARQUET | {"style": "spans"}, "--format spans needs JSON Lines; name a file that ends with .jsonl"),
        ({"cluster": "tcp://a:1"}, "--cluster needs --out FOLDER, on storage that all workers share"),
        ({"out": Path("a.csv")}, SUFFIX),
    ],
)  # fmt: skip
def test_options_may_contradict_each_other(options: dict[str, Any], message: str) -> None:
    """The first contradiction is told."""
    with pytest.raises(click.UsageError) as caught:
        check_request(replace(PAGE, **options))
    assert caught.value.message == message


@pytest.mark.parametrize(
    ("options", "prints"),
    [
        ({}, True),
        ({"places": ("http://a.example/a.warc",)}, True),
        ({"style": "lines", "url": "http://a.example/"}, True),
        ({"style": "markdown", "no_links": True, "no_images": True, "title": True, "front_matter": True}, True),
        ({"style": "html", "classes": True}, True),
        ({"places": ("a.html", "b.html")}, False),
        ({"places": (".",)}, False),
        ({"places": ("a.warc.gz",)}, False),
        ({"places": ("a.ndjson.xz",)}, False),
        ({"urls_file": "urls.txt"}, False),
        ({"by_site": True}, False),
        ({"by_site": True, "site_key": "site", "memory": Path("memory")}, False),
        ({"by_site": True, "site_of": "domain"}, False),
        (ROWS | {"style": "json", "resume": True}, False),
        (PARQUET | {"style": "html"}, False),
        (FILES | {"style": "json", "resume": True}, False),
        ({"out": Path("a.csv"), "cluster": "tcp://a:1"}, False),
    ],
)
def test_a_single_page_is_printed(options: dict[str, Any], prints: bool) -> None:
    """Others become rows or files, and so does a page whose site is to help."""
    request = replace(PAGE, **options)
    check_request(request)
    assert request.prints == prints
