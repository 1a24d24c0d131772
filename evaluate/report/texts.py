"""The texts of a report: the gold text of each document and what each extraction changes, packed for the page."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from cetr.console import Limits, map_within
from cetr.document import place_words
from evaluate.package import Document
from evaluate.report.collecting import Collected, read_documents
from evaluate.report.diffs import diff_texts
from evaluate.report.structure import Counts, compare_structure
from evaluate.results.predictions import PredictedTexts, Prediction
from evaluate.scoring import make_comparison


def choose_documents(collected: Collected, most: int) -> list[int]:
    """Choose the documents whose texts go into a report of so many extractions: all if there is room.

    Otherwise the worst by the first measure, of any extractor, and as many of the others, drawn at random but always
    the same.
    """
    count = len(collected.keys)
    room = max(1, most // len(collected.sides))
    if count <= room:
        return list(range(count))
    first = collected.measures[0]
    worst = [min(side.rows[key].scores[first].f1 for side in collected.sides) for key in collected.keys]
    order = sorted(range(count), key=lambda i: (worst[i], i))
    sample = Random(0).sample(order[room - room // 2 :], room // 2)
    return sorted([*order[: room - room // 2], *sample])


LIMITS = Limits()
"""What the texts of one document may take to be compared."""


@dataclass(frozen=True)
class Packed:
    """A document's packed texts, and what became of its structure by each extractor that did not fail."""

    block: str
    counts: tuple[Counts | None, ...] = ()


def pack_documents(
    collected: Collected, places: Sequence[int], jobs: int, *, structure: bool
) -> Iterator[tuple[int, Packed | None]]:
    """Yield the places of documents and their packed texts, made by so many processes; None if the gold is unknown."""
    predictions = [PredictedTexts(side.path) for side in collected.sides]
    keys = [collected.keys[place] for place in places]
    found = (
        (document, [of_one.find(key) for of_one in predictions])
        for key, document in zip(keys, read_documents(collected, keys), strict=True)
    )
    return zip(
        places, map_within(LIMITS, partial(pack_texts, structure=structure), found, jobs, _leave_out), strict=True
    )


def _leave_out(found: object, why: str) -> None:
    """A document that breaks a limit is shown without its texts."""


def pack_texts(found: tuple[Document | None, Sequence[Prediction | None]], *, structure: bool = False) -> Packed | None:
    """Pack JSON of a gold text and of each extractor's script (None for a failure), zlib-compressed, in Base64.

    With ``structure``, the gold's and the prediction's tree and the counts follow for each extractor.
    """
    document, predicted = found
    if document is None:
        return None
    gold = make_comparison(document, ()).gold
    words = place_words(gold)
    scripts = [None if one is None else diff_texts(gold, one.text, words) for one in predicted]
    trees = [
        None if one is None else compare_structure(make_comparison(document, one.prediction)) for one in predicted
    ] if structure else []  # fmt: skip
    record = json.dumps([gold, scripts, trees], ensure_ascii=False, separators=(",", ":"))
    block = base64.b64encode(zlib.compress(record.encode("utf-8", "replace"), 9)).decode()
    return Packed(block, tuple(None if tree is None else tree[2] for tree in trees))
