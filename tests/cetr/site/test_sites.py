"""What other pages of a site say about one, and when they must not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from cetr.console import InputError
from cetr.document import Floats, Spans, derive_text
from cetr.learned import load_model
from cetr.learned.templates import KINDS
from cetr.site import (
    GOLD,
    RENAMED,
    Memory,
    Sites,
    gather_evidence,
    learned,
    remember,
    see,
    suggest_among,
    trace,
)
from cetr.site import SITE as EVIDENCE
from tests.cetr.site.pages import (
    ABOUT,
    add_boxes,
    list_comments,
    write_article,
    write_commented,
    write_home,
    write_note,
    write_noted,
    write_paragraphs,
    write_redesigned,
)

SITE = "https://www.example.org/"
HEADLINE = "The harbour was quiet on the first night of the year"
HEADLINE_BLOCK = 8
"""Its place among the blocks of an article, after the eight links of the menu."""


def extract(html: str, *others: str, gold: dict[int, str] | None = None) -> str:
    """The text of a page's content, where the others have been observed, some with gold."""
    sites = Sites()
    for number, other in enumerate(others):
        sites.observe(other, f"{SITE}{number}", gold=(gold or {}).get(number))
    return derive_text(html, sites.extract(html, f"{SITE}page"))


def extract_alone(html: str) -> str:
    """The text of a page's content by the model alone."""
    return derive_text(html, learned(html))


def gather_columns(html: str, labelled: str, gold: str | Spans) -> dict[str, Floats]:
    """The evidence about the blocks of a page by its name, where one other page of the site has gold."""
    model = load_model()
    page = see(html, model)
    memory = remember(Memory(), trace(see(labelled, model), gold))
    columns = gather_evidence(memory, page.key, page.signature, page.page.blocks.words, page.odds).columns
    return dict(zip((*EVIDENCE, *GOLD, *RENAMED), columns.T, strict=True))


def test_alone_nothing_changes() -> None:
    """A page without another of its site has exactly the answer of the model alone, and so has a page by itself."""
    page = write_article("a")
    sites = Sites()
    assert sites.extract(page, SITE) == learned(page)
    sites.observe(page, SITE)
    sites.observe(write_article("b"), "https://elsewhere.example/")
    found = sites.suggest(page, SITE)
    assert found.spans == learned(page)
    assert (found.pages, found.labelled) == (0, 0)


def test_formulas_are_taken_as_alone() -> None:
    """A formula between two blocks of content has too few words to be judged, and is taken here, too."""
    first, second = write_paragraphs("a")[:2]
    page = write_article("a").replace(f"<p>{first}</p>", f"<p>{first}</p><math><mi>x</mi><mo>=</mo><mi>y</mi></math>")
    sites = Sites()
    assert page.count("<math>") == 1 and second in page
    assert sites.extract(page, SITE) == learned(page)
    assert "=" in derive_text(page, sites.extract(page, SITE))


def test_two_pages_tell_what_the_site_repeats() -> None:
    """One other page is enough to tell a repeated paragraph from the article, which stays whole."""
    page = write_article("a")
    assert ABOUT in extract_alone(page)
    text = extract(page, write_article("b"))
    assert ABOUT not in text
    assert all(paragraph in text for paragraph in write_paragraphs("a"))


@pytest.mark.parametrize(
    "again",
    [
        write_article("a").replace("<body>", "<body class=print>"),
        write_article("a", [*write_paragraphs("a")[:3], "A new end of the story was told by several people."]),
        write_article("a").replace('href="/', 'href="/?session=17&page='),
    ],
    ids=["printed", "updated", "session"],
)
def test_the_same_story_again_is_no_evidence(again: str) -> None:
    """A print version, an update or another address of an article does not make its text boilerplate."""
    page = write_article("a")
    assert extract(page, again) == extract_alone(page)


def test_pages_of_another_template_do_not_count() -> None:
    """Pages of an earlier design, and a home page with headlines and beginnings of articles, change nothing."""
    page = write_article("a")
    assert extract(page, write_redesigned("a"), write_redesigned("b")) == extract_alone(page)
    assert extract(page, write_home(["a", "b", "c"])) == extract_alone(page)
    assert extract(page, write_redesigned("b"), write_home(["b"]), gold={0: ABOUT, 1: ABOUT}) == extract_alone(page)


def test_labelled_pages_of_another_template_take_nothing_from_their_own() -> None:
    """With an article known and labelled, the gold of a home page and of an earlier design changes nothing."""
    page, gold = write_article("a"), "\n".join(write_paragraphs("b"))
    among = extract(page, write_article("b"), gold={0: gold})
    others = (write_article("b"), write_home(["a", "b", "c"]), write_redesigned("a"))
    assert extract(page, *others, gold={0: gold, 1: ABOUT, 2: ABOUT}) == among
    assert among.split("\n") == write_paragraphs("a")


def test_the_gold_of_the_same_story_takes_nothing_from_it() -> None:
    """If the print version of an article is labelled, the article has all of its content."""
    page, gold = write_article("a", title=HEADLINE), "\n".join([HEADLINE, *write_paragraphs("a")])
    printed = page.replace("<body>", "<body class=print>")
    assert extract(page, printed, write_article("b"), gold={0: gold}).split("\n") == gold.split("\n")


def test_a_home_page_among_articles_does_no_harm() -> None:
    """With other articles known, a home page that shows the article's headline and beginning takes neither away."""
    page = write_article("a")
    text = extract(page, write_home(["a", "b", "c"]), write_article("b"), write_article("c"))
    assert ABOUT not in text
    assert all(paragraph in text for paragraph in write_paragraphs("a"))


def test_listings_keep_cards_that_other_listings_show() -> None:
    """Each card of the page is on two of the eleven others, which share no second one with it."""
    listings = [write_home([f"card {(n + step) % 12}" for step in (0, 1, 4)]) for n in range(12)]
    text = extract(listings[0], *listings[1:])
    assert all(write_paragraphs(f"card {n}")[0] in text for n in (0, 1, 4))


@pytest.mark.parametrize("more", [[], ["c", "d"]], ids=["two pages", "four pages"])
def test_a_quoted_paragraph_survives(more: list[str]) -> None:
    """A paragraph that another article of the site quotes stays, though what all articles repeat goes."""
    page = write_article("a")
    quoting = write_article("b", [*write_paragraphs("b")[:2], write_paragraphs("a")[1], *write_paragraphs("b")[2:]])
    text = extract(page, quoting, *map(write_article, more))
    assert all(paragraph in text for paragraph in write_paragraphs("a"))
    assert ABOUT not in text


def test_gold_of_one_page_teaches_the_site() -> None:
    """What gold takes on one page is taken on the next, against what repetition says; without headline, too."""
    page, labelled = write_article("a"), write_article("b")
    gold = "\n".join([ABOUT, *write_paragraphs("b")])
    text = extract(page, labelled, gold={0: gold})
    assert text.split("\n") == [ABOUT, *write_paragraphs("a")]


@pytest.mark.parametrize("boxes", [0, 20], ids=["alike", "less alike"])
def test_gold_teaches_what_the_model_is_certain_of(boxes: int) -> None:
    """The comments below an article, which the model leaves out on any page, are content if they are on one page."""
    page, labelled = write_commented("a"), add_boxes(write_commented("b"), boxes)
    assert extract_alone(page) == extract_alone(write_article("a"))
    text = extract(page, labelled, gold={0: "\n".join([*write_paragraphs("b"), *list_comments("b")])})
    assert text.endswith("\n".join([*write_paragraphs("a"), *list_comments("a")]))


def test_gold_teaches_to_leave_out_what_the_model_takes() -> None:
    """A note inside the text, which the model takes on any page, is left out if the gold of one page leaves it out."""
    page, labelled = write_noted("a"), write_noted("b")
    assert write_note("a") in extract_alone(page)
    text = extract(page, labelled, gold={0: "\n".join(write_paragraphs("b"))})
    assert text.split("\n") == write_paragraphs("a")


def test_gold_does_not_take_most_of_the_content_away() -> None:
    """A page keeps its text if the gold of another has only what stands elsewhere."""
    page, labelled = write_article("a"), write_article("b")
    text = extract(page, labelled, gold={0: ABOUT})
    assert text.split("\n") == [ABOUT, *write_paragraphs("a")]


def test_a_link_that_gold_leaves_out_does_not_take_the_headline_from_its_page() -> None:
    """A headline that a labelled page has among its links to other articles is still content on its own page."""
    page, labelled = write_article("a", title=HEADLINE), write_article("b", title="Nobody knows who painted the bridge")
    linked = labelled.replace("</ul>", f'<li><a href="/new">{HEADLINE}</a></li></ul>')
    evidence = gather_columns(page, linked, "\n".join(["Nobody knows who painted the bridge", *write_paragraphs("b")]))
    assert (evidence["text_in_gold"].sum(), evidence["text_not_in_gold"][HEADLINE_BLOCK]) == (0, 0)


def test_a_text_that_is_gold_once_is_gold() -> None:
    """A headline that stands in the page's own menu, too, is content where the gold has it once."""
    page = write_article("a", title=HEADLINE)
    linked = page.replace("<li>", f'<li><a href="/a">{HEADLINE}</a></li><li>', 1)
    gold = ((linked.index("<h1>"), linked.index("<div class=foot>")),)
    evidence = gather_columns(page, linked, gold)
    assert (evidence["text_in_gold"][HEADLINE_BLOCK], evidence["text_not_in_gold"][HEADLINE_BLOCK]) == (1, 0)


@pytest.mark.parametrize(("boxes", "counts"), [(0, "fully"), (10, "in proportion"), (90, "not at all")])
def test_gold_counts_by_what_the_pages_share(boxes: int, counts: str) -> None:
    """Gold of a page that shares half of its paths counts fully, of one that shares fewer in proportion."""
    page, other = write_article("a"), write_article("b")
    far = add_boxes(other, boxes)
    gold = "\n".join(write_paragraphs("b"))
    full, found = gather_columns(page, other, gold), gather_columns(page, far, gold)
    own, others = (set(trace(see(html, load_model())).paths.tolist()) for html in (page, far))
    share = len(own & others) / len(own | others)
    trust = {"fully": 1.0, "in proportion": share / 0.5, "not at all": 0.0}[counts]
    assert (share >= 0.5, 0.1 <= share < 0.5, share < 0.1) == tuple(boxes == n for n in (0, 10, 90))
    for name in (f"gold_{kind}" for kind in KINDS):
        held = full[name] > 0
        assert held.any()
        assert found[name][held] == pytest.approx(trust * full[name][held])


def test_gold_tells_captions_from_paragraphs_at_one_path() -> None:
    """If the model is in doubt, a line that gold leaves out among paragraphs is known by its length and its end."""
    lines = {
        name: [*write_paragraphs(name)[:2], f"Written by {name} for the evening paper", *write_paragraphs(name)[2:]]
        for name in ("Ann", "Ben")
    }
    model = load_model()
    page, labelled = (see(write_article(name, lines[name]), model) for name in ("Ann", "Ben"))
    memory = remember(Memory(), trace(labelled, "\n".join(write_paragraphs("Ben"))))
    found = suggest_among(replace(page, odds=np.zeros(len(page.odds))), memory)
    assert derive_text(page.page.blocks.html, found.spans).split("\n") == write_paragraphs("Ann")


@pytest.mark.parametrize("gold", ["\n".join(write_paragraphs("c")), ""], ids=["from a script", "empty"])
def test_gold_that_is_not_on_the_page_teaches_nothing(gold: str) -> None:
    """A page whose gold its blocks lack counts as a page without gold; so does the only labelled one if it is empty."""
    page, other = write_article("a"), write_article("b")
    sites = Sites()
    sites.observe(other, SITE, gold=gold)
    assert sites.suggest(page, f"{SITE}page").labelled == 0
    assert derive_text(page, sites.extract(page, f"{SITE}page")) == extract(page, other)


def test_a_page_of_a_kind_without_content_has_none() -> None:
    """With an article and an empty home page labelled, another home page is empty, and another article stays whole."""
    sites = Sites()
    homes = [write_home(["a", "b", "c"]), write_home(["d", "e", "f", "g"])]
    sites.observe(homes[0], f"{SITE}0", gold=())
    sites.observe(write_redesigned("z"), f"{SITE}1")
    assert sites.extract(homes[1], SITE) == learned(homes[1]) != ()
    sites.observe(write_article("b"), f"{SITE}2", gold="\n".join(write_paragraphs("b")))
    found = sites.suggest(homes[1], SITE)
    assert (found.spans, found.expected_f1, found.pages, found.labelled) == ((), 0.98, 1, 1)
    assert {probability for _, _, probability in found.rated} == {1 - 0.98}
    assert derive_text(write_article("a"), sites.extract(write_article("a"), SITE)).split("\n") == write_paragraphs("a")
    sites.observe(write_home(["h", "i"]), f"{SITE}3", gold=write_paragraphs("h")[0])
    assert sites.suggest(write_home(["h", "i", "j"]), SITE).spans != ()


def test_gold_outlives_a_look_without_it() -> None:
    """A page observed once more without gold stays labelled."""
    sites = Sites()
    sites.observe(write_article("b"), SITE, gold=ABOUT)
    sites.observe(write_article("b"), SITE)
    assert sites.suggest(write_article("a"), SITE).labelled == 1


def test_pages_at_once_are_each_others_evidence() -> None:
    """Extracting pages together is observing all, then extracting each; those without a site are extracted alone."""
    pages = [(write_article(seed), f"{SITE}{seed}") for seed in "abc"]
    sites = Sites()
    for html, url in pages:
        sites.observe(html, url)
    assert Sites().extract_all(pages) == [sites.extract(html, url) for html, url in pages]
    assert sites.extract_all([(html, "") for html, _ in pages]) == [learned(html) for html, _ in pages]
    assert repr(sites) == "<Sites: 1 site, 3 pages>"


class _Other:
    """Another page, as `evaluate` hands it over."""

    def __init__(self, html: str, gold: str | None, optional: Spans = ()) -> None:
        self.html, self.gold, self.optional = html, gold, optional


def test_the_extractor_takes_other_pages() -> None:
    """The registered extractor gives the answer of the model alone, or with other pages what `Sites` gives."""
    page, other = write_article("a"), write_article("b")
    assert learned(page) == learned(page)
    assert derive_text(page, learned(page, site=[_Other(other, None)])) == extract(page, other)
    gold = "\n".join(write_paragraphs("b"))
    assert derive_text(page, learned(page, site=[_Other(other, gold)])) == extract(page, other, gold={0: gold})
    with pytest.raises(InputError, match="no model"):
        learned(page, model="no model", site=[_Other(other, gold)])


def test_optional_text_teaches_nothing() -> None:
    """A note that the gold of another page leaves out as optional stays, as the model takes it."""
    page, labelled, gold = write_noted("a"), write_noted("b"), "\n".join(write_paragraphs("b"))
    start = labelled.index(write_note("b"))
    optional = ((start, start + len(write_note("b"))),)
    sites = Sites()
    sites.observe(labelled, f"{SITE}b", gold=gold, optional=optional)
    assert write_note("a") in derive_text(page, sites.extract(page, SITE))
    assert learned(page, site=[_Other(labelled, gold, optional)]) == sites.extract(page, SITE)


def test_half_a_surrogate_pair_is_a_character() -> None:
    """It comes from JSON, and can be in the text and in the title."""
    page = write_article("a", title="A \ud800 in the harbour")
    sites = Sites()
    sites.observe(page, SITE)
    assert sites.extract(page, SITE) == learned(page)


def test_memories_are_saved_and_merged(tmp_path: Path) -> None:
    """What one process has seen another takes up, from a file or directly."""
    page, file = write_article("a"), tmp_path / "sites"
    one, other = Sites(), Sites()
    one.observe(write_article("b"), SITE, gold="\n".join(write_paragraphs("b")))
    one.save(str(file))
    other.load(str(file))
    assert other.extract(page, SITE) == one.extract(page, SITE) != learned(page)
    third = Sites()
    third.observe(write_article("c"), SITE)
    third.merge(one)
    found = third.suggest(page, SITE)
    assert (found.pages, found.labelled) == (2, 1)


def test_no_evidence_from_an_empty_memory() -> None:
    """An empty page and an empty memory are no errors."""
    sites = Sites()
    sites.observe("", SITE)
    assert sites.extract("", SITE) == ()


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    """What is not a memory of sites is refused in one line."""
    file = tmp_path / "x"
    file.write_bytes(b"PK\x03\x04 nothing")
    with pytest.raises(InputError, match="not a memory of sites"):
        Sites().load(file)


@pytest.mark.parametrize("html", ["page.html", "https://example.org/page"])
def test_a_path_or_an_address_is_no_page(html: str) -> None:
    """It would be remembered, or come back, as a page of a few words. Nor are bytes, over which there are no spans."""
    sites = Sites()
    for take in (sites.observe, sites.extract, lambda html, url: sites.extract_all([(html, url)])):
        with pytest.raises(InputError, match="a path or a URL; pass the page itself"):
            take(html, f"{SITE}1")
        with pytest.raises(InputError, match="a path or a URL; pass the page itself"):
            take(html, "")
        with pytest.raises(TypeError, match="html: is bytes, not str; decode bytes with"):
            take(html.encode(), f"{SITE}1")
