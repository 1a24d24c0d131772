"""What a few pages of one's own are worth: the shipped model, and corrected by 10, 20, 50, ... pages of a new kind.

    python -m benchmarks.learning_curve --data DATA --set dragnet

The pages are of a set that the shipped model was not trained on. All sizes are judged on the same pages, none of which
is learned from; F1 counts the words of blocks.
"""

from __future__ import annotations

import argparse
from hashlib import sha256
from itertools import islice
from pathlib import Path
from statistics import mean

from tqdm import tqdm

from cetr.learned import Model, load_model, score_page
from cetr.learned.training import Example, adapt, make_example, measure
from evaluate.tables import format_table
from training.datasets import DATA, find_domain, read_dataset


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--set", default="dragnet")
    parser.add_argument("--model", default="", help="a model file instead of the shipped one")
    parser.add_argument("--sizes", default="10,20,50,100,200")
    parser.add_argument("--judged", type=int, default=300, help="pages to judge on")
    parser.add_argument("--repeats", type=int, default=3, help="draws of the own pages")
    arguments = parser.parse_args()
    sizes = [int(size) for size in arguments.sizes.split(",")]
    needed = arguments.judged + arguments.repeats * max(sizes)
    pages = sorted(read_dataset(arguments.data, arguments.set), key=lambda p: sha256(p.id.encode()).digest())
    examples = [
        make_example(page.html, page.text, find_domain(page.url) or page.id)
        for page in tqdm(islice(pages, needed), total=min(needed, len(pages)), desc="read", disable=None)
    ]
    judged, own = examples[: arguments.judged], examples[arguments.judged :]
    if len(own) < max(sizes):
        parser.error(f"{arguments.set} has {len(examples)} pages, too few for {max(sizes)} beside {len(judged)} judged")
    model = load_model(arguments.model)
    alone = judge([], judged, model)
    rows = [{"own_pages": 0, "f1": alone, "gain": 0.0}]
    for size in sizes:
        reached = [judge(draw(own, size, n), judged, model) for n in range(arguments.repeats)]
        rows.append({"own_pages": size, "f1": mean(reached), "gain": mean(reached) - alone})
    print(format_table(rows, "table"), end="")


def draw(own: list[Example], size: int, number: int) -> list[Example]:
    """The number'th selection of so many pages: the selections overlap only where there are too few pages."""
    begin = number * size % max(1, len(own) - size + 1)
    return own[begin : begin + size]


def judge(own: list[Example], judged: list[Example], model: Model) -> float:
    """F1 on the judged pages of the model, corrected by one's own if there are any."""
    corrected = adapt(model, own, {}).model if own else model
    return measure(judged, [score_page(example.page, corrected) for example in judged])


if __name__ == "__main__":
    main()
