"""MinHash: estimates of similarity, and pairs of near-duplicates."""

import random

import numpy as np
import pytest

from annotate.texts.near_duplicates import compare_sketches, find_duplicates, sketch_words


def make_text(seed, length=600):
    """A text of random words, the same for the same seed."""
    return random.Random(seed).choices([f"w{i}" for i in range(5000)], k=length)


def jaccard(a, b):
    """The exact similarity that the sketches estimate."""
    one, other = ({tuple(t[i : i + 5]) for i in range(len(t) - 4)} for t in (a, b))
    return len(one & other) / len(one | other)


@pytest.mark.parametrize("changed", [0, 5, 20, 60, 200])
def test_estimate_is_near_the_truth(changed):
    """The estimate is within three standard errors of the exact Jaccard similarity."""
    text = make_text(1)
    other = text[:]
    for i in random.Random(changed).sample(range(len(text)), changed):
        other[i] = f"x{i}"
    truth = jaccard(text, other)
    estimate = float(compare_sketches(sketch_words(text), sketch_words(other)))
    assert abs(estimate - truth) <= 3 * (truth * (1 - truth) / 128) ** 0.5


def test_compares_with_many():
    """One sketch is compared with a stack of others at once."""
    stack = np.stack([sketch_words(make_text(s)) for s in range(4)])
    assert compare_sketches(stack[2], stack).tolist() == [0.0, 0.0, 1.0, 0.0]


def test_finds_pairs():
    """Near-duplicates are found among other texts, also short ones; texts without words are no duplicates."""
    base = make_text(7)
    texts = {str(s): make_text(s) for s in range(40)}
    texts |= {"b": base, "a": [*base[:300], "inserted", *base[300:]], "s1": ["two", "words"], "s2": ["two", "words"]}
    texts |= {"e1": [], "e2": []}
    found = list(find_duplicates({n: sketch_words(w) for n, w in texts.items()}))
    assert [(d.one, d.other) for d in found] == [("7", "a"), ("7", "b"), ("a", "b"), ("s1", "s2")]
    assert [d.similarity for d in found if "a" not in (d.one, d.other)] == [1.0, 1.0]


def test_word_order_counts():
    """The same words in another order are not a duplicate."""
    text = make_text(3)
    assert float(compare_sketches(sketch_words(text), sketch_words(text[::-1]))) < 0.1


def test_many_copies():
    """Of a thousand copies each is found, without comparing all with all."""
    sketch = sketch_words(make_text(5))
    found = list(find_duplicates({f"{i:04d}": sketch for i in range(1000)}))
    assert {d.other for d in found} == {f"{i:04d}" for i in range(1, 1000)}
    assert len(found) < 10_000
