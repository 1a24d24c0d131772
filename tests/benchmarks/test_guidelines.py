"""What `benchmarks.guidelines` changes of the gold, and the sites that benchmarks find."""

from __future__ import annotations

from random import Random

from benchmarks.guidelines import find_commented, find_elements, measure, measure_elements, read_site
from benchmarks.hosts import group_by_host
from cetr.document import derive_text
from tests.cetr.site.pages import list_comments, write_article, write_commented, write_credited, write_paragraphs
from training.datasets import DatasetPage


def test_gold_that_takes_the_comments_is_followed_after_one_label() -> None:
    """Comments are found on the pages that have some; alone they are left out, with a label they are taken."""
    texts = {seed: "\n".join(write_paragraphs(seed)) for seed in "abc"}
    pages = [DatasetPage(seed, "", "article", write_commented(seed), texts[seed]) for seed in "ab"]
    site = read_site([*pages, DatasetPage("c", "", "article", write_article("c"), texts["c"])])
    (changed,) = find_commented(site)
    assert {number: int(there.sum()) for number, there in changed.items()} == dict.fromkeys(
        (0, 1), len(list_comments("a"))
    )
    for row in measure(site, changed, True, Random(0)):
        assert (row["alone followed"], row["1-shot followed"]) == (0, 1)
        assert row["alone"] < row["1-shot"]
    assert find_commented(site[1:]) == []


def test_gold_that_leaves_out_a_part_of_blocks_is_followed_after_one_label() -> None:
    """The part is found on the pages that have it; alone it is taken, with a label it is left out."""
    pages = [
        DatasetPage(seed, "", "article", write_credited(seed), derive_text(write_credited(seed), ((0, 99999),)))
        for seed in ("Ann", "Bob", "Cem")
    ]
    site = read_site(pages)
    named, nameless = find_elements(site)
    assert [site[1].write(changed[1]) for changed in (named, nameless)] == ["Photo: Bob", "Photo: Agency"]
    for row in measure_elements(site, named, Random(0)):
        assert (row["alone followed"], row["1-shot followed"]) == (0, 1)


def test_a_page_without_an_address_has_that_of_its_canonical_link() -> None:
    """The data set's own address goes first; a page with neither has no site."""
    link = '<link rel=canonical href="https://news.example.org/a">'
    pages = [
        DatasetPage("1", "", "article", f"<html><head>{link}</head><body>One</body></html>", ""),
        DatasetPage("2", "https://news.example.org/b", "article", "<p>Two</p>", ""),
        DatasetPage("3", "https://other.example/c", "article", f"<html><head>{link}</head><body>3</body></html>", ""),
        DatasetPage("4", "", "article", "<p>Four</p>", ""),
    ]
    found = group_by_host(pages)
    assert {host: [page.id for page in of_host] for host, of_host in found.items()} == {"news.example.org": ["1", "2"]}
