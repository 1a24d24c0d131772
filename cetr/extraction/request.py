"""The options of ``cetr extract``, and which of them contradict each other."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import click

from cetr.extraction.forms import Form
from cetr.extraction.grouping import Grouping
from cetr.extraction.pagefiles import SUFFIXES
from cetr.sources import holds_pages, is_url


@dataclass(frozen=True)
class Request:
    """The options of the command, as click has parsed them."""

    places: tuple[str, ...]
    urls_file: str | None
    method: str
    options: tuple[str, ...]
    style: str
    no_links: bool
    no_images: bool
    title: bool
    front_matter: bool
    classes: bool
    url: str
    out: Path | None
    folder: Path | None
    jobs: int
    by_site: bool
    site_of: str
    site_key: str | None
    memory: Path | None
    resume: bool
    cluster: str | None
    timeout: float
    page_memory: int

    @property
    def form(self) -> Form:
        """The form of the content."""
        return Form(self.style, not self.no_links, not self.no_images, self.classes, self.title, self.front_matter)

    @property
    def grouping(self) -> Grouping | None:
        """What a site is, if the pages of a site are to help each other."""
        return Grouping(self.site_of, self.site_key or "", self.memory) if self.by_site else None

    @property
    def prints(self) -> bool:
        """Whether the content of a single page is printed."""
        if self.by_site or any(given is not None for given in (self.out, self.folder, self.cluster, self.urls_file)):
            return False
        place = self.places[0]
        return len(self.places) == 1 and (is_url(place) or not (Path(place).is_dir() or holds_pages(place)))


def check_request(request: Request) -> None:
    """Raise `UsageError` if options contradict each other, or do not suit one page or many."""
    _refuse(_find_contradictions(request))
    if not request.prints:
        _refuse(_find_unfit(request))


def _refuse(reasons: dict[str, bool]) -> None:
    if why := next((reason for reason, holds in reasons.items() if holds), ""):
        raise click.UsageError(why)


def _find_contradictions(request: Request) -> dict[str, bool]:
    writes_rows, writes_files = request.out is not None, request.folder is not None
    markdown = request.no_links or request.no_images or request.title or request.front_matter
    sites = request.site_of != "host" or request.site_key is not None or request.memory is not None
    return {
        "name a page: a file, URL, folder or WARC file, '-' for standard input, or a list of them with --urls": (
            not request.places
        ),
        "an empty name is not a page; write '.' for the current folder": "" in request.places,
        "--out and --out-dir cannot be used together; one writes rows, the other files": writes_rows and writes_files,
        "--resume continues a file or folder; name it with --out or --out-dir": (
            request.resume and not writes_rows and not writes_files
        ),
        "--no-links, --no-images, --title and --front-matter need --format markdown": (
            markdown and request.style != "markdown"
        ),
        "--classes needs --format html": request.classes and request.style != "html",
        f"--out-dir takes --format {', '.join(SUFFIXES)}": writes_files and request.style not in SUFFIXES,
        "--out-dir works on one machine; leave out --cluster, or write rows with --out": (
            writes_files and request.cluster is not None
        ),
        "--site-of, --site-key and --site-memory need --by-site": sites and not request.by_site,
        "--site-key: an empty name is not a field; leave it out if a site is the host of a URL": request.site_key == "",
        "--site-key and --site-of cannot be used together; both say what a site is": (
            request.site_key is not None and request.site_of != "host"
        ),
    }


def _find_unfit(request: Request) -> dict[str, bool]:
    """Find what does not suit many pages."""
    suffix = None if request.out is None else request.out.suffix
    return {
        "--url is for a page that is printed alone, or for one folder; other pages have their own URLs": (
            bool(request.url) and not (len(request.places) == 1 and Path(request.places[0]).is_dir())
        ),
        "--url works on one machine; leave out --cluster": bool(request.url) and request.cluster is not None,
        "--format lines is for a single page": request.style == "lines",
        f"--format {request.style} needs JSON Lines; name a file that ends with .jsonl": (
            request.style in ("json", "spans") and suffix == ".parquet"
        ),
        "--cluster needs --out FOLDER, on storage that all workers share": (
            request.cluster is not None and request.out is None
        ),
        f"--out {request.out}: name a file that ends with .jsonl or .parquet, or a folder of files with --out-dir": (
            request.cluster is None and suffix not in (None, ".jsonl", ".parquet")
        ),
    }
