"""Planning what to label next."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.near_duplicates import sketch_words
from annotate.next import (
    Candidate,
    Caps,
    Page,
    choose_next,
    examine_page,
    form_committee,
    mask_words,
    measure_disagreement,
    read_candidates,
)
from cetr.document import Spans, locate_words
from cetr.errors import InputError
from tests.annotate.test_capture import run_annotate


def candidate(
    url: str, disagreement: float, text: str | None = None, site: str = "a", language: str = "en"
) -> Candidate:
    """A candidate with words of its own."""
    words = (text or " ".join(f"{url}{i}" for i in range(40))).split()
    return Candidate(url, site, language, "article", sketch_words(words), disagreement)


def test_disagreement_is_over_the_words_of_the_page() -> None:
    """Extractors that take the same, halves that overlap by half, and nothing against something."""
    html = "<p>one two</p><p>three four</p>"
    located = locate_words(html)
    everything, first = mask_words(located, ((0, len(html)),)), mask_words(located, ((0, 14),))
    nothing = mask_words(located, ())
    assert first.tolist() == [True, True, False, False]
    assert measure_disagreement([everything, everything]) == 0
    assert measure_disagreement([everything, first]) == pytest.approx(1 / 3)
    assert measure_disagreement([first, nothing]) == 1
    assert measure_disagreement([nothing, nothing]) == 0
    assert measure_disagreement([everything]) == 0


def test_an_extractor_that_fails_takes_nothing() -> None:
    """The others still count."""

    def fail(page: Page) -> Spans:
        raise RuntimeError

    found = examine_page(
        Page("http://a/", "<html lang=EN_gb><p>some words</p>"), {"x": fail, "y": lambda page: "some words"}
    )
    assert (found.disagreement, found.language, found.site) == (1, "en-GB", "a")


def test_new_sites_come_before_more_of_the_same() -> None:
    """Disagreement counts less the more pages of a site there are."""
    pages = [candidate("1", 0.9), candidate("2", 0.8), candidate("3", 0.7, site="b")]
    assert [c.candidate.url for c in choose_next(pages, [], Caps())] == ["1", "3", "2"]
    present = [candidate("0", 0, site="a")] * 8
    assert [c.candidate.url for c in choose_next(pages, present, Caps())] == ["3", "1", "2"]


def test_near_duplicates_of_what_is_there_or_chosen_are_left_out() -> None:
    """The same text under another URL tells nothing new."""
    text = " ".join(f"word{i}" for i in range(200))
    pages = [candidate("1", 0.9, text), candidate("2", 0.8, text + " more"), candidate("3", 0.1)]
    assert [c.candidate.url for c in choose_next(pages, [], Caps())] == ["1", "3"]
    assert [c.candidate.url for c in choose_next(pages, [candidate("0", 0, text)], Caps())] == ["3"]


@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(("en", "de", "")), st.floats(0, 1)), max_size=12),
    st.integers(1, 3),
    st.integers(1, 3),
)
def test_caps_are_kept_and_nothing_that_fits_is_forgotten(
    rows: list[tuple[str, str, float]], per_site: int, per_language: int
) -> None:
    """No site and no known language has more than its cap, and every page left out is over one."""
    pages = [candidate(f"u{i}", d, site=s, language=lang) for i, (s, lang, d) in enumerate(rows)]
    chosen = [c.candidate for c in choose_next(pages, [], Caps(site=per_site, language=per_language))]
    count = {value: sum(value in (c.site, c.language) for c in chosen) for value in ("a", "b", "c", "en", "de")}
    assert all(count[s] <= per_site for s in "abc") and all(count[x] <= per_language for x in ("en", "de"))
    for page in pages:
        if page not in chosen:
            assert count[page.site] == per_site or (page.language and count[page.language] == per_language)


def test_the_command_names_pages(tmp_path: Path) -> None:
    """One line a page: URL, score, disagreement, site, language, type."""
    file = tmp_path / "pages.jsonl"
    rows = [
        {"url": f"http://s{i}.org/", "html": f"<html lang=en><p>{'word ' * 30}{i}</p>", "page_type": "article", "x": 1}
        for i in range(3)
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    done = run_annotate("next", str(file), "--extractor", "plain", "--extractor", "nothing", "--per-type", "1")
    assert (done.returncode, done.stdout) == (0, "http://s0.org/\t1.000\t1.000\ts0.org\ten\tarticle\n")
    file.write_text('{"url": 1}\n')
    with pytest.raises(InputError, match=r"pages.jsonl: row 1: Expected `str`, got `int` - at `\$.url`"):
        list(read_candidates(file))
    with pytest.raises(InputError, match="at least two extractors"):
        form_committee(["plain"])
