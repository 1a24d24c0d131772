"""The texts of a report: of each document the gold text and what each extraction has otherwise, packed for the page."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator, Sequence

from cetr.console import InputError, map_bounded
from cetr.document import place_words
from evaluate.package import read_document
from evaluate.report.collecting import Collected
from evaluate.report.diffs import diff_texts
from evaluate.results.predictions import PredictedTexts
from evaluate.running.documents import hash_gold
from evaluate.scoring import make_comparison


def pack_documents(collected: Collected, jobs: int) -> Iterator[str | None]:
    """The packed texts of each document, in order, made by so many processes; None where the gold is not known."""
    predictions = [PredictedTexts(side.path) for side in collected.sides]
    texts = (
        (gold, [of_one.read(key) for of_one in predictions])
        for key, gold in zip(collected.keys, read_golds(collected), strict=True)
    )
    return map_bounded(pack_texts, texts, jobs)


def pack_texts(texts: tuple[str | None, Sequence[str | None]]) -> str | None:
    """JSON of a gold text and of each extractor's script (None for a failure), zlib-compressed, in Base64."""
    gold, predicted = texts
    if gold is None:
        return None
    words = place_words(gold)
    scripts = [None if text is None else diff_texts(gold, text, words) for text in predicted]
    record = json.dumps([gold, scripts], ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(record.encode("utf-8", "replace"), 9)).decode()


def read_golds(collected: Collected) -> Iterator[str | None]:
    """The gold text of each document, without what is optional; None where it is gone or has been changed since."""
    for key in collected.keys:
        folder = collected.folders.get(key[0])
        try:
            document = read_document(folder, key[1]) if folder else None
        except InputError:
            document = None
        known = document is not None and hash_gold(document) == collected.sides[0].rows[key].gold
        yield make_comparison(document, ()).gold if document is not None and known else None
