"""Dates as people and programs write them."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cetr.metadata import Fact, read_metadata
from cetr.metadata.dates import find_days, normalize_date
from cetr.metadata.months import number_month


def test_a_date_may_name_its_month() -> None:
    """It is read where it is clear which number is the month. Of the values of a statement, the first date counts."""
    written = {
        "Jan 17, 2025": "2025-01-17", "Published: September 4, 2025": "2025-09-04", "16 January 2012": "2012-01-16",
        "Wednesday, 27th December 2006": "2006-12-27", "Oct 01, 2025T10:00:00+03:00": "2025-10-01",
        "2023 Jan 7": "2023-01-07", "Jul. 06, 2004": "2004-07-06", "10.12.2022, 07:00:03": "2022-12-10",
        "2012年7月24日": "2012-07-24", "12. marraskuuta 2012": "2012-11-12", "12/11/2025": "", "31 June 2012": "",
        "May 1st, 2012": "2012-05-01", "2nd of May 2012": "2012-05-02", "3rd May 2012": "2012-05-03",
        "10th Gen, 2022": "", "10th gennaio 2022": "2022-01-10", "10 gen 2022": "2022-01-10",
        "1er mai 2019": "2019-05-01", "1º de mayo del 2019": "2019-05-01", "17-Jan-2012": "2012-01-17",
        "17/jan./2012": "2012-01-17", "17-Jan/2012": "", "1 May 20191": "", "2023 Jan 123": "",
        "7 months ago": "", "²²² 28, 2019": "", "26/05/2005": "2005-05-26", "02/28/2023 05:17:31 AM": "2023-02-28",
        "11-29-2024, 09:03 AM": "2024-11-29", "13/13/2013": "", "12/2025/17": "",
        "1651035600": "2022-04-27T05:00:00+00:00", "2026112809": "", "20240501T10": "2024-05-01T10:00:00",
    }  # fmt: skip
    assert {date: normalize_date(date) for date in written} == written
    assert read_metadata("<time>5:50 am</time><time>3 May 2012</time>")["published"] == Fact("2012-05-03", "time")
    blogger = "<abbr itemprop=datePublished title='2012-11-07T09:22:00-05:00'>9:22 AM</abbr>"
    assert read_metadata(blogger)["published"] == Fact("2012-11-07T09:22:00-05:00", "microdata datePublished")


def test_a_date_may_be_of_another_calendar() -> None:
    """Years of the Buddhist era are converted. Others before print are left out, as their calendar is not known; so is
    the year 1, which some software writes for no date. Digits of all scripts are read.
    """
    written = {
        "2567-01-05T10:00:00+07:00": "2024-01-05T10:00:00+07:00", "2567-01-05": "2024-01-05",
        "2567-02-29": "2024-02-29", "2568-02-29": "", "Fri, 05 Jan 2567 10:00:00 +0700": "2024-01-05T10:00:00+07:00",
        "๕/๑/๒๕๖๗": "", "๒๕๖๗-๐๑-๐๕": "2024-01-05", "1445-06-23": "", "1402/10/15": "", "0001-01-01T00:00:00": "",
        "9999-12-31": "", "1850-03-01": "1850-03-01", "٢٠٢٤-٠١-٠٥": "2024-01-05", "２０２４年１月５日": "2024-01-05",
        "2024년 1월 5일": "2024-01-05", "2024. 1. 5.": "2024-01-05", "2024 年 1 月 5 日": "2024-01-05",
        "2024 - 1.5": "", "令和6年1月5日": "",
    }  # fmt: skip
    assert {date: normalize_date(date) for date in written} == written


PARTS = "2024 2567 1402 05 5 31 Jan May Mon, 10:00 10:00:00 +0200 GMT Z T - / . : , 年 月 ٣ ²²² 1651035600".split(" ")


@given(st.lists(st.sampled_from([*PARTS, " "]), max_size=9).map("".join))
def test_a_normalised_date_stays_as_it_is(written: str) -> None:
    """Whatever is written, nothing fails, and what was read is read again."""
    found = normalize_date(written)
    assert normalize_date(found) == found


def test_a_date_beyond_the_calendar_is_none() -> None:
    """A year or an hour that no computer keeps is not a date, and the next statement counts."""
    assert normalize_date("1 Jan 2020 00:00:00 +99999999999999") == "2020-01-01"
    for written in ("1 Jan 99999999999 00:00:00 GMT", "99999-01-01"):
        html = f'<meta name="dc.date" content="{written}"><meta name=date content=2020-01-02>'
        assert read_metadata(html)["published"] == Fact("2020-01-02", "meta date")


@pytest.mark.parametrize(
    "written",
    [
        "28. Juni 2019", "28. JUNI 2019", "28 juin 2019", "28 de junio de 2019", "28 giugno 2019",
        "28 de junho de 2019", "28 juni 2019", "28. kesäkuuta 2019", "28 czerwca 2019 r.", "28. června 2019",
        "28 июня 2019 года", "28 червня 2019 року", "28 Ιουνίου 2019", "28 Haziran 2019", "2019. június 28.",
        "June 28th, 2019", "Jun. 28, 2019", "the 28th of June, 2019", "28 giu 2019", "28 ΙΟΥΝΙΟΥ 2019",
    ],
)  # fmt: skip
def test_a_month_has_a_name_in_each_language(written: str) -> None:
    """Case and accents do not count."""
    assert list(find_days(f"x {written}, 12:30")) == [(written.startswith("the ") * 4 + 2, date(2019, 6, 28))]


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("Sept", 9), ("Červenec", 7), ("Červen", 6), ("Červe", None), ("Fe", None), ("mayor", None), ("ekim", 10),
        ("KASIM", 11), ("Jänner", 1), ("Mar", 3), ("Mrz", 3), ("mrt", 3), ("prosi", 12), ("Pro", None),
    ],
)  # fmt: skip
def test_an_abbreviation_is_of_one_month(name: str, number: int | None) -> None:
    """It has three letters or more, and no other month begins with it, unless nearly all people mean that one."""
    assert number_month(name) == number


def test_a_line_may_name_several_days() -> None:
    """They come in their order, and what is part of one is no other."""
    line = "Posted 5 May 2012, 2012-05-07; 31 June 2012; ends 12.10.2022"
    assert list(find_days(line)) == [(7, date(2012, 5, 5)), (19, date(2012, 5, 7)), (50, date(2022, 10, 12))]
    assert list(find_days("5 May 2012 June 7")) == [(0, date(2012, 5, 5))]
    assert list(find_days("phone 555-2012-05-07123, 5 apples 2012, 5 May 1200, 5 May 2800")) == []
