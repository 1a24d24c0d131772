"""What memories keep if there is no room for all."""

from __future__ import annotations

import logging
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cetr.learned import Labels, load_model
from cetr.site import Memory, Nesting, Signature, SiteMemories, Trace, merge, remember, see, trace
from cetr.site import make_trace as write_trace

BLANK = trace(see("", load_model()))


def make_trace(key: int, texts: int = 0, *, labelled: bool = False) -> Trace:
    """A trace of one path and so many texts: 26 bytes, and 10 for each text and its place."""
    one, gold = np.zeros(1, dtype=np.float16), np.full(1, 0.5 if labelled else np.nan, dtype=np.float16)
    paths, codes = np.array([key], dtype=np.uint32), np.arange(texts, dtype=np.uint32)
    marks = np.full(texts, np.nan, dtype=np.float16)
    return replace(
        BLANK, key=key, texts=codes, marks=marks, places=codes, paths=paths, weights=one, contents=one, golds=gold
    )


TRACES = st.lists(st.builds(make_trace, st.integers(0, 7), st.integers(0, 9), labelled=st.booleans()), max_size=20)


@given(TRACES, TRACES, st.integers(1, 400))
def test_a_memory_keeps_labelled_pages_and_the_latest(first: list[Trace], then: list[Trace], most: int) -> None:
    """Each page once, at its last place, with the gold that it was given once; as many as there is room for."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cetr.site.memory.MOST_BYTES", most)
        found = remember(Memory(), *first, *then)
        assert (merge([]), merge([found, found])) == (Memory(), found)
    seen = [*first, *then]
    pages = [trace.key for number, trace in enumerate(seen) if trace.key not in {t.key for t in seen[number + 1 :]}]
    best = [next((t for t in reversed(seen) if t.key == key and t.labelled), None) for key in pages]
    last = [next(t for t in reversed(seen) if t.key == key) for key in pages]
    kept = [old or new for old, new in zip(best, last, strict=True)]
    order = [*(t for t in reversed(kept) if t.labelled), *(t for t in reversed(kept) if not t.labelled)]
    sizes = np.cumsum([26 + 10 * len(t.texts) for t in order])
    room = {t.key for t, size in zip(order, sizes, strict=True) if size <= most}
    assert [id(t) for t in found.traces] == [id(t) for t in kept if t.key in room]
    assert (found.labelled, found.size) == (
        sum(t.labelled for t in found.traces), sum(26 + 10 * len(t.texts) for t in found.traces),
    )  # fmt: skip


def test_of_a_page_a_thousand_hashes_of_each_kind_are_kept() -> None:
    """The smallest, which are the same on every page that has them; their bytes are counted."""
    text = np.arange(1001, dtype=np.uint32)[::-1]
    paths = np.arange(5 * 1001, dtype=np.uint32).reshape(5, 1001)
    nesting = Nesting(text, np.zeros(1001, dtype=np.int64), np.arange(1001))
    signature = Signature(text, text, paths, np.zeros(1001, dtype=np.bool_), 0, nesting)
    labels = Labels(share=np.ones(1001), counted=np.ones(1001), coverage=1.0)
    kept = write_trace(1, signature, np.full(1001, 9.0), np.zeros(1001), labels, (text[::-1], np.ones(1001)))
    hashes = (kept.texts, kept.places, kept.paths, kept.inlines, kept.containers)
    values = (kept.marks, kept.weights, kept.contents, kept.golds, kept.leanings, kept.holdings)
    assert [codes.tolist() for codes in hashes] == [list(range(1000))] * 5
    assert {len(of) for of in values} == {1000}
    assert kept.size == 16 + sum(array.nbytes for array in (*hashes, *values))


def test_a_path_has_the_share_of_its_words_that_is_gold() -> None:
    """Optional words do not count; five words are enough for the full weight."""
    code, nobody = np.array([1, 1, 2], dtype=np.uint32), np.zeros(3, dtype=np.int64)
    nesting = Nesting(code[:1], nobody[:1], nobody)
    paths = np.stack([code + np.uint32(10 * kind) for kind in range(5)])
    signature = Signature(code, code, paths, np.zeros(3, dtype=np.bool_), 0, nesting)
    labels = Labels(share=np.array([0, 1, 0]), counted=np.array([1, 0.5, 0]), coverage=1.0)
    kept = write_trace(1, signature, np.array([0.5, 0.5, 7]), np.zeros(3), labels)
    assert kept.golds.tolist() == pytest.approx([1 / 3, np.nan] * 5, abs=1e-3, nan_ok=True)
    assert kept.weights.tolist() == pytest.approx([0.2, 1] * 5, abs=1e-3)


def test_a_hundred_pages_of_a_site_are_kept() -> None:
    """All that have gold, else the latest."""
    memory = remember(Memory(), make_trace(1000, labelled=True), *map(make_trace, range(150)))
    assert [trace.key for trace in memory.traces] == [1000, *range(51, 150)]


def test_sites_are_cut_if_all_together_are_too_large(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Half the pages of each site go, then the older half of the sites. A page counts with what its objects take."""
    caplog.set_level(logging.INFO, "cetr.site")
    monkeypatch.setattr("cetr.site.memory.MOST_TOGETHER", 4 * 1526)
    memories = SiteMemories({"a": Memory((make_trace(1, labelled=True), make_trace(2)))})
    for key, site in ((3, "b"), (4, "a")):
        memories.learn(site, Memory((make_trace(key),)))
    assert {site: [t.key for t in memory.traces] for site, memory in memories.held.items()} == {
        "b": [3], "a": [1, 2, 4],
    }  # fmt: skip
    for key, site in ((5, "c"), (6, "c"), (7, "d")):
        memories.learn(site, Memory((make_trace(key),)))
    assert {site: [t.key for t in memory.traces] for site, memory in memories.held.items()} == {
        "b": [3], "a": [1], "c": [6], "d": [7],
    }  # fmt: skip
    memories.learn("e", Memory((make_trace(8),)))
    assert list(memories.held) == ["c", "d", "e"]
    assert caplog.messages == [
        f"no room for more: the memories of {sites} sites were cut to {sites * 1526} bytes" for sites in (3, 4, 3)
    ]
    assert memories["nowhere"] == Memory()
