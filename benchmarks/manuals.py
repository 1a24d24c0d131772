"""What the other pages of a manual are worth, and the gold of one or two of them: bag F1 of pages of 35 manuals.

    python -m benchmarks.manuals FOLDER

FOLDER has a folder for each package of `MANUALS`, with its files: ``apt-get download`` and ``dpkg-deb -x`` (Debian 12).
Of each manual, ``--most`` pages are drawn that have 60 words of gold, and 3,000 to 400,000 characters of HTML. The gold
of other pages is drawn, too. Intervals are of the paired difference to alone, 95 %, by a bootstrap of manuals.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
from tqdm import tqdm

from benchmarks.intervals import find_interval
from benchmarks.manual import find_gold
from benchmarks.sites import PROTOCOLS, score_site
from evaluate.tables import Cell, format_table
from training.datasets import DatasetPage

LEAST_WORDS = 60
LEAST_LENGTH, LONGEST = 3_000, 400_000


@dataclass(frozen=True)
class Manual:
    """Pages of a Debian package, all of one kind: the main content, and what is not part of it, as CSS selectors.

    ``tried``: the memory of a site was developed with its pages in view.
    """

    package: str
    folder: str
    main: str
    without: str = ""
    tried: bool = False


_DOCBOOK = ("body", ".navheader, .navfooter")
_GTK = ("body", ".navigation, .footer, #top")
_DOXYGEN = (".headertitle, .contents",)
_SPHINX = (".body, main", ".headerlink")
_TEXINFO = ("body", ".header, .nav-panel")
_APACHE = ("#page-content", "#quickview, .top, #comments_section, .toplang, .bottomlang")

MANUALS = (
    Manual("apache2-doc", "doc/apache2-doc/manual/en/mod", *_APACHE, tried=True),
    Manual("apache2-doc", "doc/apache2-doc/manual/fr/mod", *_APACHE, tried=True),
    Manual("debian-reference-ja", "debian-reference", *_DOCBOOK, tried=True),
    Manual("erlang-doc", "doc/erlang-doc/lib/stdlib-4.2/doc/html", "#content", ".footer", tried=True),
    Manual("ghc-doc", "doc/ghc-doc/html/libraries/ghc-9.0.2", "#content", tried=True),
    Manual("libeigen3-doc", "doc/libeigen3-dev/html", *_DOXYGEN, tried=True),
    Manual("libgtk-3-doc", "gtk-doc/html/gtk3", *_GTK, tried=True),
    Manual("liblapack-doc", "doc/liblapack-dev/explore-html/da/d0b", *_DOXYGEN, tried=True),
    Manual("libsdl2-doc", "doc/libsdl2-doc/html", *_DOXYGEN, tried=True),
    Manual("libxml2-doc", "gtk-doc/html/libxml2", *_GTK, tried=True),
    Manual("octave-doc", "doc/octave/octave.html", *_TEXINFO, tried=True),
    Manual(
        "openjdk-17-doc", "doc/openjdk-17-jre-headless/api/java.desktop/javax/swing", "main", ".sub-nav", tried=True
    ),
    Manual("postgresql-doc-15", "doc/postgresql-doc-15/html", *_DOCBOOK, tried=True),
    Manual("python-django-doc", "doc/python-django-doc/html/ref", "#docs-content, .yui-b", ".headerlink", tried=True),
    Manual("qtbase5-doc-html", "qt5/doc/qtcore", ".mainContent", ".toc, .sidebar", tried=True),
    Manual("rust-doc", "doc/rust-doc/html/std/collections", "#main-content", ".out-of-band, a.anchor", tried=True),
    Manual("rust-doc", "doc/rust-doc/html/book", "main", tried=True),
    Manual("sqlite3-doc", "doc/sqlite3", "body", ".nosearch", tried=True),
    Manual("cmake-doc", "doc/cmake-data/html/variable", *_SPHINX),
    Manual("debian-faq-ru", "doc/debian/FAQ/ru", *_DOCBOOK),
    Manual("exim4-doc-html", "doc/exim4-doc-html/spec_html", "#content", ".previous_page, .next_page, .toc_page"),
    Manual("gap-doc", "gap/doc/ref", "body", ".chlinktop, .chlinkprevnexttop, .chlinkprevnextbot, .chlinkbot"),
    Manual("gimp-help-de", "gimp/2.0/help/de", *_DOCBOOK),
    Manual("installation-guide-amd64", "doc/installation-guide-amd64/zh_CN", *_DOCBOOK),
    Manual("libboost1.74-doc", "doc/libboost1.74-doc/doc/html", "body", "body > table, .spirit-nav"),
    Manual("libgtkmm-3.0-doc", "doc/libgtkmm-3.0-doc/reference/html", *_DOXYGEN),
    Manual("libreoffice-help-fr", "libreoffice/help/fr/text/sbasic/shared", "#DisplayArea"),
    Manual("libstdc++-12-doc", "doc/gcc-12-base/libstdc++/user", *_DOXYGEN),
    Manual("lilypond-doc-html-de", "doc/lilypond/html/Documentation/notation", "#main", ".nav_table, .footer"),
    Manual("maxima-doc", "doc/maxima-doc/html", *_TEXINFO),
    Manual("nodejs-doc", "doc/nodejs/api", "#apicontent"),
    Manual("ntpsec-doc", "doc/ntpsec-doc/html", "#header h1, #content"),
    Manual("python-scipy-doc", "doc/python-scipy-doc/html/reference/generated", *_SPHINX),
    Manual("sbcl-doc", "doc/sbcl/sbcl-internals", *_TEXINFO),
    Manual("wx3.2-doc", "doc/wx3.2-doc/html", *_DOXYGEN),
)


def read_manual(folder: Path, manual: Manual) -> Iterator[DatasetPage]:
    """Read the pages of a manual in a drawn order."""
    paths = sorted(path for path in folder.rglob("*.html") if not path.is_symlink())
    Random(0).shuffle(paths)
    for path in paths:
        html = path.read_text(encoding="utf-8", errors="replace")
        text = find_gold(html, manual.main, manual.without) if LEAST_LENGTH <= len(html) <= LONGEST else ""
        if len(text.split()) >= LEAST_WORDS:
            yield DatasetPage(path.name, f"https://example.org/{path.relative_to(folder)}", "documentation", html, text)


def main() -> None:
    """Measure and print a table with a row for each manual, and for all of a kind."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--most", type=int, default=16, help="pages of a manual")
    arguments = parser.parse_args()
    folders = [arguments.folder / manual.package / "usr/share" / manual.folder for manual in MANUALS]
    for manual, folder in zip(MANUALS, folders, strict=True):
        if not folder.is_dir():
            parser.error(f"{folder} is not a folder; unpack the package {manual.package} there")
    found = []
    for manual, folder in zip(tqdm(MANUALS, disable=None), folders, strict=True):
        pages = list(islice(read_manual(folder, manual), arguments.most))
        found.append((manual, score_site(pages, Random(0), False, {})))
    parts = [(f"{manual.package}: {manual.folder}", [rows]) for manual, rows in found]
    for title, tried in (("in view during development", True), ("only measured", False)):
        parts.append((title, [rows for manual, rows in found if manual.tried == tried]))
    print(format_table([make_row(title, sites) for title, sites in parts], "table"), end="")


def make_row(title: str, sites: list[list[dict[str, float]]]) -> dict[str, Cell]:
    """Make the row of a table about the pages of some manuals, with intervals if there are several."""
    every = [row for rows in sites for row in rows]
    cells: dict[str, Cell] = {"manual": title, "pages": len(every)}
    for protocol in PROTOCOLS:
        cells[protocol] = round(float(np.mean([row[protocol] for row in every])), 3)
        if protocol != "alone":
            low, high = find_interval([[row[protocol] - row["alone"] for row in rows] for rows in sites])
            cells[f"{protocol} - alone"] = f"{low:+.3f} to {high:+.3f}" if len(sites) > 1 else ""
    return cells


if __name__ == "__main__":
    main()
