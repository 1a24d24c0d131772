"""How many pages come out exactly as a person marks them: random elements of real pages, dragged over and saved.

python -m benchmarks.page_zoo --data FOLDER [--pages 20] [--marks 3] [--seed 1] [--window]

``FOLDER`` is that of the data sets (``*.jsonl.xz``). Of each set and type of page so many pages are drawn. On each, the
text of a few random elements is dragged over from its first letter to its last with the events of a mouse. A page is
exact if the gold in the saved package is what the browser itself calls the text of these elements (``innerText``),
white space and case aside, and if the saved HTML holds nothing of the tool.
"""

from __future__ import annotations

import argparse
import json
import lzma
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Error as PlaywrightError

from annotate.browser import open_browser
from annotate.capture.errors import CaptureError
from annotate.capture.hand import Hand
from annotate.capture.model import Saved
from annotate.capture.session import Session
from annotate.capture.settings import Settings
from annotate.capture.tab import Limits
from benchmarks.capture import serve
from cetr.console import InputError
from evaluate.package import read_document

NOTHING = "nothing to mark"
SETS = ("wcxb-dev", "waddle-dev", "dragnet", "cleaneval-en")

# Random elements, none within another, each with its path and what the browser calls its text. A person must be able to
# point at the first and the last letter of it.
_DRAW = """((seed, wanted) => {
  const draw = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
  const pathOf = (element) => {
    const steps = [];
    for (let node = element; node !== document.documentElement; node = node.parentElement)
      steps.unshift(`*:nth-child(${[...node.parentElement.children].indexOf(node) + 1})`);
    return [":root", ...steps].join(" > ");
  };
  const isOnTop = (element, text, at) => {
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    scrollBy({ top: range.getBoundingClientRect().top - 0.4 * innerHeight, behavior: "instant" }); // as `Hand` does
    const box = range.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return box.width > 0 && element.contains(top);
  };
  const canPointAt = (element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode;
      if (data.trim() && parentElement.checkVisibility({ visibilityProperty: true })) texts.push(walker.currentNode);
    }
    const [first, last] = [texts[0], texts.at(-1)];
    if (!texts.length || !isOnTop(element, first, first.data.search(/\\S/))) return false;
    return isOnTop(element, last, last.data.trimEnd().length - 1);
  };
  const LEFT_OUT = "noscript, select, textarea, svg, canvas, video, object"; // what is no text to drag over
  const found = [];
  const all = [...document.body.querySelectorAll("*")];
  for (let tries = 0; tries < 400 && found.length < wanted && all.length; tries++) {
    const element = all[Math.floor(draw() * all.length)];
    if (!(element instanceof HTMLElement)) continue;
    if (element.closest(LEFT_OUT) || element.querySelector(LEFT_OUT)) continue;
    if (found.some(([other]) => other.contains(element) || element.contains(other))) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const text = element.innerText.trim();
    if (text.length >= 20 && text.length <= 4000 && canPointAt(element)) found.push([element, text]);
  }
  scrollTo({ top: 0, behavior: "instant" });
  found.sort(([a], [b]) => (a.compareDocumentPosition(b) & 4 ? -1 : 1));
  return found.map(([element, text]) => [pathOf(element), text]);
})"""


@dataclass(frozen=True)
class Page:
    """A page of a data set."""

    kind: str
    name: str
    html: str


def draw_pages(data: Path, count: int, seed: int) -> Iterator[Page]:
    """So many pages of each set and type, drawn at random."""
    for dataset in SETS:
        kinds: dict[str, list[Page]] = {}
        with lzma.open(data / f"{dataset}.jsonl.xz", "rt", encoding="utf-8") as lines:
            for row in map(json.loads, lines):
                kind = f"{dataset.partition('-')[0]} {row['page_type']}"
                kinds.setdefault(kind, []).append(Page(kind, str(row["id"]), row["html"]))
        for _, pages in sorted(kinds.items()):
            yield from random.Random(seed).sample(pages, min(count, len(pages)))


def condense(text: str) -> str:
    """Text without white space and case, in which browsers and files differ."""
    return "".join(text.split()).casefold()


def try_page(session: Session, url: str, marks: int, seed: int) -> str:
    """Mark random elements of a page and save it. Returns what went wrong: "" if the page is exact."""
    try:
        session.open(url)
    except CaptureError:  # without its scripts it shows nothing
        return NOTHING
    world = session.tab.world
    drawn = world.evaluate(f"{_DRAW}({seed}, {marks})", world.frames[0])
    if not drawn:
        return NOTHING
    hand = Hand(session)
    for path, _ in drawn:
        hand.drag(path)
    hand.press("Enter")
    if not isinstance(session.outcome, Saved):
        return f"not saved: {session.state.message}"
    document = read_document(session.folder, session.outcome.name)
    if "cetr-gold" in document.html:
        return "a trace of the tool"
    expected = condense("".join(text for _, text in drawn))
    return "" if condense(document.text) == expected else f"{document.text!r} for {[text for _, text in drawn]!r}"


def main() -> None:
    """Print how many pages of each kind are exact; what is not exact goes to standard error."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--pages", type=int, default=20, help="pages of each set and type")
    parser.add_argument("--marks", type=int, default=3, help="elements of each page")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    exact: Counter[str] = Counter()
    total: Counter[str] = Counter()
    pages = list(draw_pages(arguments.data, arguments.pages, arguments.seed))
    served = {f"/{number}.html": page.html.encode("utf-8", "replace") for number, page in enumerate(pages)}
    limits = Limits(settle=1, quiet=0.1, timeout=20)
    with serve(served) as site, tempfile.TemporaryDirectory() as folder, open_browser() as context:
        session = Session(context, Path(folder, "package"), Settings(limits=limits, screenshot=False))
        for (path, _), page in zip(served.items(), pages, strict=True):
            try:
                wrong = try_page(session, site + path, arguments.marks, arguments.seed)
            except (InputError, CaptureError, PlaywrightError) as error:
                wrong = f"{type(error).__name__}: {error}"
            if wrong == NOTHING:
                continue
            total[page.kind] += 1
            exact[page.kind] += not wrong
            if wrong:
                print(f"{page.kind} {page.name}: {wrong[:2000]}", file=sys.stderr, flush=True)
        session.close()
    print("pages\texact\tof")
    for kind, number in total.items():
        print(kind, exact[kind], number, sep="\t")
    print("all", exact.total(), total.total(), sep="\t")


if __name__ == "__main__":
    main()
