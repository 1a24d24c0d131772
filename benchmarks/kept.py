"""Bag F1 of each extractor over the pages that other tools keep as their tests (training/kept.py says how to get them).

    python -m benchmarks.kept FOLDER

The shipped model has learned from these pages; what it reaches on those of a site that it has not seen, you get from
``python -m training.build_model --scores``. With ``--unseen`` the pages are others (training/kept/unseen/TOOL.toml), of
sites from which the model learned no page; Postlight's are marked by its own rules.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.unseen import report
from training.kept import RULES, read_kept


def main() -> None:
    """Print bag F1 of each extractor over each tool's pages, what is optional counted as gold."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--unseen", action="store_true", help="the pages that the shipped model has not learned from")
    arguments = parser.parse_args()
    pages = list(read_kept(arguments.folder, RULES / "unseen" if arguments.unseen else RULES))
    for tool in sorted({page.tool for page in pages}):
        own = [page for page in pages if page.tool == tool]
        report(f"{tool}, {len({page.url for page in own})} sites", [(page.html, page.text) for page in own])


if __name__ == "__main__":
    main()
