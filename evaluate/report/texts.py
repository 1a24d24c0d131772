"""The texts of a report: of each document the gold text and what each extraction has otherwise, packed for the page."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from random import Random

from cetr.console import InputError, map_bounded
from cetr.document import place_words
from evaluate.package import read_document
from evaluate.report.collecting import Collected, Key
from evaluate.report.diffs import diff_texts
from evaluate.results.predictions import PredictedTexts
from evaluate.running.documents import hash_gold
from evaluate.scoring import make_comparison

MOST_TEXTS = 6_000
"""Extractions whose texts a report holds: more would make it slow to make and to open."""


def choose_documents(collected: Collected, most: int = MOST_TEXTS) -> list[int]:
    """The places of the documents whose texts go into a report of so many extractions: all where there is room.

    Otherwise those that are worst by the first measure, whichever extractor, and as many of the others, drawn at
    random, always the same.
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


def pack_documents(collected: Collected, places: Sequence[int], jobs: int) -> Iterator[tuple[int, str | None]]:
    """The places of documents, and their packed texts, made by so many processes; None where the gold is not known."""
    predictions = [PredictedTexts(side.path) for side in collected.sides]
    keys = [collected.keys[place] for place in places]
    texts = (
        (gold, [of_one.read(key) for of_one in predictions])
        for key, gold in zip(keys, read_golds(collected, keys), strict=True)
    )
    return zip(places, map_bounded(pack_texts, texts, jobs), strict=True)


def pack_texts(texts: tuple[str | None, Sequence[str | None]]) -> str | None:
    """JSON of a gold text and of each extractor's script (None for a failure), zlib-compressed, in Base64."""
    gold, predicted = texts
    if gold is None:
        return None
    words = place_words(gold)
    scripts = [None if text is None else diff_texts(gold, text, words) for text in predicted]
    record = json.dumps([gold, scripts], ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(record.encode("utf-8", "replace"), 9)).decode()


def read_golds(collected: Collected, keys: Iterable[Key]) -> Iterator[str | None]:
    """The gold text of each of some documents, without what is optional; None where it is gone or has been changed
    since.
    """
    for key in keys:
        folder = collected.folders.get(key[0])
        try:
            document = read_document(folder, key[1]) if folder else None
        except InputError:
            document = None
        known = document is not None and hash_gold(document) == collected.sides[0].rows[key].gold
        yield make_comparison(document, ()).gold if document is not None and known else None
