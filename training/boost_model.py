"""The second step to the shipped model: more trees, for pages with lists of teasers, which its data lacks.

    python -m training.boost_model --data DATA --model built.npz -o cetr/learned/model.npz

Every third of WCXB's articles, documentation and services and every fourth page of CleanEval, up to a limit, are taken
twice: as they are, and with a list of other articles' headlines and leads around the content (`teasers`). Pages of all
types are added as they are, because posts and products are made much like teasers. Takes two minutes on one core.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from cetr.learned import SHIPPED, join_blocks, label_blocks, load_model, read_head, read_page, write_model
from cetr.learned.training import Boosting, Example, boost, make_example
from training.build_model import COMMENTED
from training.datasets import DATA, DatasetPage, find_domain, read_dataset
from training.teasers import Teaser, add_teasers, cut_teasers

LEAST_COVERAGE = 0.9
EVERY = {"forum": 1, "listing": 1, "collection": 1, "product": 1, "documentation": 2, "service": 2, "article": 4}
"""Of each page type every so many'th page of WCXB is added as it is."""


def main() -> None:
    """Read, train, write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--model", default=SHIPPED, help="the model to go on with: what training.build_model writes")
    parser.add_argument("-o", "--output", type=Path, required=True)
    arguments = parser.parse_args()
    pages = list(read_dataset(arguments.data, "wcxb-dev"))
    articles = [page for page in pages if page.page_type in COMMENTED]
    old = list(read_dataset(arguments.data, "cleaneval-en"))
    teasers = cut_teasers((read_head(page.html).title, page.text) for page in articles + old)
    chosen = list(enumerate(articles[:240:3] + old[:200:4]))
    examples = [example for number, page in chosen for example in make_pair(page, teasers, number)]
    for page_type, every in EVERY.items():
        of_type = [page for page in pages if page.page_type == page_type]
        examples += [make_example(page.html, page.text, find_domain(page.url) or page.id) for page in of_type[::every]]
    model = load_model(arguments.model)
    boosted = boost(model, examples, Boosting())
    write_model(arguments.output, replace(boosted, about={**model.about, "boosted": len(examples)}))


def make_pair(page: DatasetPage, teasers: list[Teaser], number: int) -> list[Example]:
    """A page as it is, and among teasers; none of which the gold is not found in the HTML."""
    blocks = read_page(page.html).blocks
    labels = label_blocks(blocks, page.text)
    content = join_blocks(blocks, labels.share > 0.5)
    if labels.coverage < LEAST_COVERAGE or not content:
        return []
    site = find_domain(page.url) or page.id
    html, spans = add_teasers(page.html, content, teasers, number)
    return [make_example(page.html, page.text, site), make_example(html, spans, site)]


if __name__ == "__main__":
    main()
