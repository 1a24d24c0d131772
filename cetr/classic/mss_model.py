"""The token classifier of supervised maximum subsequence segmentation: naive Bayes over trigrams and open tags."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import numpy as np

from cetr.console import InputError, check_schema, keeping, read_file
from cetr.document import Floats, Kind, Page, PageSequence, Spans, mark_inside, read_page, read_sequence, unpack_name

VOCABULARY = 400
"""How many words keep their identity. A rarer word stands for any word, so that trigrams consist of words seen in
training.
"""

LEAST = 5
"""A trigram seen less often than this in training counts as never seen."""


SCHEMA = 1
"""Version of the model file. It rises whenever features or fields change, because old odds would then mean nothing."""

Odds = Annotated[float, msgspec.Meta(ge=-100, le=100)]
"""The largest log odds. Those of counts are small, and the exponential of larger sums is not a number."""


class _Head(msgspec.Struct, frozen=True):
    """The part of a model file that says which program can read the rest."""

    format: Literal["cetr-mss"]
    schema: int = SCHEMA


class MssModel(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A trained classifier. Features map to log odds of content; ``trigrams`` are three tokens joined with spaces."""

    format: Literal["cetr-mss"] = "cetr-mss"
    schema: int = SCHEMA
    pages: Annotated[int, msgspec.Meta(ge=1)]
    words: list[str]
    prior: Odds
    parents: dict[str, Odds]
    trigrams: dict[str, Odds]


def train_mss(pages: Iterable[tuple[str, Spans]]) -> MssModel:
    """Train a classifier on pages and the spans of their main content.

    Raises `InputError` unless the pages have tokens both inside and outside their content.
    """
    read = [(page := read_page(html), read_sequence(page), spans) for html, spans in pages]
    frequency: Counter[str] = Counter()
    for _, sequence, _ in read:
        frequency.update(set(sequence.words))
    vocabulary = frozenset(word for word, _ in sorted(frequency.items(), key=lambda i: (-i[1], i[0]))[:VOCABULARY])
    parents, trigrams = (Counter[tuple[str, bool]](), Counter[tuple[str, bool]]())
    totals: Counter[bool] = Counter()
    for page, sequence, spans in read:
        inside = mark_inside(sequence.start, spans).tolist()
        names = name_tokens(page, sequence, vocabulary)
        totals.update(inside)
        parents.update(zip(find_parents(page, sequence), inside, strict=True))
        trigrams.update(zip(join_trigrams(names), inside, strict=True))
    if not (totals[True] and totals[False]):
        raise InputError("training needs pages with both content and other text; there are none")
    return MssModel(
        pages=len(read),
        words=sorted(vocabulary),
        prior=_round(np.log(totals[True] / totals[False])),
        parents=_log_odds(parents, totals, 1),
        trigrams=_log_odds(trigrams, totals, LEAST),
    )


def _log_odds(counts: Counter[tuple[str, bool]], totals: Counter[bool], least: int) -> dict[str, float]:
    """Compute how much each feature speaks for content, with one added to every count."""
    features = sorted({feature for feature, _ in counts})
    inside, outside = totals[True] + len(features), totals[False] + len(features)
    return {
        feature: _round(np.log((counts[feature, True] + 1) / inside) - np.log((counts[feature, False] + 1) / outside))
        for feature in features
        if counts[feature, True] + counts[feature, False] >= least
    }


def _round(value: float) -> float:
    return round(float(value), 3)


def score_tokens(model: MssModel, page: Page, sequence: PageSequence) -> Floats:
    """For each word and tag, the probability of content less one half, in [-0.5, 0.5]. Shape (n,)."""
    names = name_tokens(page, sequence, frozenset(model.words))
    odds = np.array(
        [
            model.prior + model.trigrams.get(trigram, 0.0) + model.parents.get(parent, 0.0)
            for trigram, parent in zip(join_trigrams(names), find_parents(page, sequence), strict=True)
        ]
    )
    return np.asarray(1 / (1 + np.exp(-odds)) - 0.5)


def name_tokens(page: Page, sequence: PageSequence, vocabulary: frozenset[str]) -> list[str]:
    """Name each word and tag: ``<p>``, ``</p>``, a frequent word, ``#`` for a number, ``*`` for another word."""
    tokens = page.tree.tokens
    words = iter(sequence.words)
    closing = (tokens.kind == Kind.CLOSE)[sequence.token].tolist()
    names = map(unpack_name, tokens.name[sequence.token].tolist())
    return [
        f"</{name}>" if is_end else f"<{name}>" if is_tag else _name_word(next(words), vocabulary)
        for is_tag, is_end, name in zip(sequence.tag.tolist(), closing, names, strict=True)
    ]


def _name_word(word: str, vocabulary: frozenset[str]) -> str:
    return word if word in vocabulary else "#" if word.isdigit() else "*"


def find_parents(page: Page, sequence: PageSequence) -> list[str]:
    """Name the innermost element that each word or tag belongs to."""
    return list(map(unpack_name, page.tree.name[page.tree.owner[sequence.token]].tolist()))


def join_trigrams(names: list[str]) -> list[str]:
    """Join each name with the two that follow it; the last two are padded with empty names."""
    padded = [*names, "", ""]
    return [" ".join(three) for three in zip(names, padded[1:], padded[2:], strict=False)]


def format_model(model: MssModel) -> bytes:
    """Write a model as JSON."""
    return msgspec.json.format(msgspec.json.encode(model), indent=1) + b"\n"


@keeping
def read_model(path: Path) -> MssModel:
    """Read a model file. Raises `InputError` that names the file and what is wrong with it."""
    try:
        data = read_file(path)
        check_schema(msgspec.json.decode(data, type=_Head).schema, SCHEMA, str(path), "train it again")
        return msgspec.json.decode(data, type=MssModel)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}; make a model with: annotate train-mss DIR -o FILE") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"{path}: is not a model file of mss: {error}") from error
