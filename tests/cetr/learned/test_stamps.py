"""Stamps: records with a date and a time are found below an article, whatever they are called."""

from __future__ import annotations

import pytest

from cetr.learned import read_page
from cetr.learned.stamps import find_stamps, mark_records
from cetr.learned.templates import MIDDLE

STORY = "<p>The night ferry returns to the harbour after eleven years, says the town council on Monday.</p>"
SAID = "<p>I have waited for this at the pier with two bags, a dog and no hope at all, and so did she.</p>"


def find_texts(html: str) -> list[str]:
    """The texts of the stamps of a page."""
    blocks = read_page(html).blocks
    return [html[blocks.start[i] : blocks.end[i]] for i in find_stamps(blocks).tolist()]


def mark(html: str) -> list[int]:
    """The numbers of the blocks in records."""
    page = read_page(html)
    return [int(i) for i in mark_records(page.blocks, page.extents, page.paths[MIDDLE]).nonzero()[0]]


@pytest.mark.parametrize(
    "stamp",
    [
        "Anna 3.5.2010 9:05",
        "[2011-12-29 21:09]",
        "7 Января 2012 01:48:26",
        "3 May 2010 at 5:12pm",
        "16.01.12,&nbsp;16:13",
    ],
)
def test_stamps_have_a_date_and_a_time(stamp: str) -> None:
    """In any language and order."""
    assert find_texts(f"<p>{stamp}</p>" * 3) == [stamp] * 3


@pytest.mark.parametrize(
    "text",
    [
        "Check-in: 15:00",
        "posted by Chris @ 9:51 PM",
        "Genesis 2014:08, 12 and 13",
        "a ratio of 10:15.5 in 2010",
        "3 May 2010",
        "<pre>3 May 2010 10:15</pre>",
        "in 2010 <img alt='10:15'>",
        "3 May 2010, 10:15 " + "and so on " * 9,
    ],
)
def test_other_texts_are_no_stamps(text: str) -> None:
    """A time without a date, a date without a time, other numbers, code, attributes, and running text."""
    assert find_texts(f"<p>{text}</p>" * 3) == []
    stamp = "3 May 2010 10:15"
    assert find_texts(f"<p>{text}</p><p>{stamp}</p>" * 3) == [stamp] * 3


@pytest.mark.parametrize(
    ("text", "stamps"),
    [("3 at 10:15", 3), ("3 May 2010 10:15" + " and" * 20, 3), ("3 May 2010 10:15" + " and" * 21, 0)],
    ids=["five digits", "25 words", "26 words"],
)
def test_stamps_have_five_digits_and_up_to_25_words(text: str, stamps: int) -> None:
    """Fewer digits are those of a time alone, and more words are a sentence about a time."""
    assert find_texts(f"<p>{text}</p>" * 3) == [text] * stamps


def test_times_in_scripts_are_no_stamps() -> None:
    """They are not text."""
    assert find_texts("<p>2010</p><script>var times = '3 May 2010 10:15'</script>" * 3) == []


def test_records_below_an_article_are_marked() -> None:
    """From the element of the first one to that of the last one. The article's own stamp is none of them."""
    records = "".join(f"<li><b>Anna</b><p>3 May 2010 1{number}:15</p>{SAID}</li>" for number in range(3))
    html = f"<h1>Ferry</h1><div>3 May 2010 08:00</div><div>{STORY * 2}</div><ul>{records}</ul><p>Imprint</p>"
    assert mark(html) == list(range(4, 13))


def test_records_without_elements_of_their_own_end_with_the_page() -> None:
    """Nobody can say where the last one ends."""
    records = f"<h5>3 May 2010 10:15</h5>{SAID}" * 3
    assert mark(f"<div>{STORY * 2}</div>{records}<p>Imprint</p>") == list(range(2, 9))


def test_the_first_record_may_be_in_one_element_with_the_article() -> None:
    """It begins after the article's own stamp."""
    first = f"<div class=said><p>3 May 2010 10:15</p>{SAID}</div>"
    article = f"<div><div class=text>{STORY * 2}<p>3 May 2010 08:00</p></div>{first}</div>"
    records = f"<li><p>3 May 2010 11:15</p>{SAID}</li>" * 3
    assert mark(f"{article}<ul>{records}</ul><p>Imprint</p>") == list(range(3, 11))


def test_records_in_one_element_end_with_the_page() -> None:
    """Their stamps have none of their own."""
    records = f"3 May 2010 10:15{SAID}" * 3
    assert mark(f"<div>{STORY * 2}</div><div class=said>{records}</div><p>Imprint</p>") == list(range(2, 9))


@pytest.mark.parametrize(("stamps", "marked"), [(3, list(range(5, 14))), (4, [])])
def test_up_to_three_stamps_come_before_the_records(stamps: int, marked: list[int]) -> None:
    """Those of the article, such as of its changes; where there are more, the article is no article."""
    above = "".join(f"<div>3 May 2010 08:0{number}</div>" for number in range(stamps))
    records = f"<li><b>Anna</b><p>3 May 2010 10:15</p>{SAID}</li>" * 3
    assert mark(f"{above}<div>{STORY * 2}</div><ul>{records}</ul><p>Imprint</p>") == marked


def test_two_stamps_are_not_enough() -> None:
    """An article may have been changed."""
    records = f"<li><p>3 May 2010 10:15</p>{SAID}</li>" * 2
    assert mark(f"<div>{STORY * 2}</div><ul>{records}</ul>") == []


def test_posts_of_a_thread_are_not_marked() -> None:
    """The first one has the same paths as the others, of which some quote others."""
    quote = f"<blockquote>{SAID}</blockquote>"
    for first in ("<p>3 May 2010 10:15</p>", ""):
        for more in ("", quote):
            assert mark(f"<ul><li>{first}{SAID}</li>{f'<li><p>3 May 2010 10:15</p>{more}{SAID}</li>' * 4}</ul>") == []


def test_records_with_nothing_before_them_are_not_marked() -> None:
    """They are all that the page has."""
    assert mark(f"<h1>Guest book</h1><ul>{f'<li><p>3 May 2010 10:15</p>{SAID}</li>' * 5}</ul>") == []


def test_a_page_without_text_has_no_records() -> None:
    """Nor has an empty one."""
    assert mark("") == mark("<p>") == []
