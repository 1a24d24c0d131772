"""What the other pages of a manual are worth, and the label of one: bag F1 of pages on which nothing was learned.

    python -m benchmarks.manual FOLDER [--main SELECTOR] [--without SELECTOR] --label FILE

Debian packages manuals: python3-doc, git-doc, debian-handbook. The gold is the element that ``--main`` selects, without
what ``--without`` selects in it. ``sure`` are the pages for which `annotate propagate` would call its proposal sure.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from statistics import mean

from bs4 import BeautifulSoup
from tqdm import tqdm

from cetr.document import derive_text
from cetr.site import Sites, learned
from evaluate import measures
from evaluate.tables import Cell, format_table

SITE = "https://example.org/"
SURE_FROM = 0.95
"""The default of `annotate propagate`."""


def main() -> None:
    """Measure and print a table with a row for each protocol, without the labelled page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--main", default="[role=main]", help="the main content, as a CSS selector")
    parser.add_argument("--without", default=".headerlink, .sphinxsidebar, .docnav", help="what is not part of it")
    parser.add_argument("--label", required=True, help="the name of the page to label")
    arguments = parser.parse_args()
    htmls = {path.name: path.read_text(encoding="utf-8", errors="replace") for path in arguments.folder.glob("*.html")}
    if arguments.label not in htmls:
        parser.error(f"{arguments.folder} has no page {arguments.label}")
    gold = {name: find_gold(html, arguments.main, arguments.without) for name, html in sorted(htmls.items())}
    among, labelled = Sites(), Sites()
    for name in tqdm(gold, desc="observed", disable=None):
        among.observe(htmls[name], SITE + name)
        labelled.observe(htmls[name], SITE + name, gold=gold[name] if name == arguments.label else None)
    found: dict[str, list[float]] = {"alone": [], "site": [], "1-shot": [], "1-shot, sure": [], "1-shot, in doubt": []}
    for name in tqdm(gold.keys() - {arguments.label}, desc="extracted", disable=None):
        html, url = htmls[name], SITE + name
        suggestion = labelled.suggest(html, url)
        sure = suggestion.labelled > 0 and suggestion.expected_f1 >= SURE_FROM
        spans = {
            "alone": learned(html),
            "site": among.extract(html, url),
            "1-shot": suggestion.spans,
            "1-shot, sure" if sure else "1-shot, in doubt": suggestion.spans,
        }
        for protocol, chosen in spans.items():
            found[protocol].append(measures.score(gold[name], derive_text(html, chosen), ["bag"])["bag"].f1)
    rows: list[dict[str, Cell]] = [
        {"protocol": protocol, "pages": len(scores), "f1": round(mean(scores), 4) if scores else None}
        for protocol, scores in found.items()
    ]
    print(format_table(rows, "table"), end="")


def find_gold(html: str, main: str, without: str) -> str:
    """Find the text of a page's main content: what a selector takes, without what another one takes in it."""
    soup = BeautifulSoup(html, "lxml")
    for one in soup.select(without) if without else ():
        one.decompose()
    taken = {id(element): element for element in soup.select(main)}
    outermost = [element for element in taken.values() if not any(id(outer) in taken for outer in element.parents)]
    return " ".join(element.get_text(" ") for element in outermost)


if __name__ == "__main__":
    main()
