"""Tables fitted to a terminal."""

from __future__ import annotations

import io
import re

import pytest
from markdown_it import MarkdownIt

from evaluate.markdown import escape
from evaluate.tables import format_json, format_table

FIGURES = [{"extractor": name, "pages": 18, "words.f1": f1} for name, f1 in (("cetr", 0.9), ("bte", 0.25))]


def lines(*expected: str) -> str:
    """Text of these lines."""
    return "".join(f"{line}\n" for line in expected)


def test_what_fits_is_as_wide_as_it_is() -> None:
    """In 26 columns, and where there is no terminal."""
    table = lines(
        "extractor  pages  words.f1",
        "---------  -----  --------",
        "cetr          18    0.9000",
        "bte           18    0.2500",
    )
    assert format_table(FIGURES, "table", width=26) == table
    assert format_table(FIGURES, "table") == table


def test_figures_are_turned_round() -> None:
    """The rows stand side by side if all of them fit; other formats are never fitted."""
    assert format_table(FIGURES, "table", width=25) == lines(
        "extractor    cetr     bte",
        "---------  ------  ------",
        "pages          18      18",
        "words.f1   0.9000  0.2500",
    )
    assert format_table(FIGURES, "tsv", width=10).splitlines()[1] == "cetr\t18\t0.9"


@pytest.mark.parametrize(
    ("text", "width"), [("ที่นี่", 2), ("दिल्ली", 5), ("می\u200cخوا", 5), ("cafe\u0301", 4), ("👩\u200d👩", 4)]
)
def test_accents_vowel_signs_and_joiners_take_no_column(text: str, width: int) -> None:
    """What stands after them is in its column; most terminals give a column to signs that stand beside a letter."""
    rows = [{"title": text, "page": "one"}, {"title": "x" * 10, "page": "two"}]
    assert format_table(rows, "table").splitlines()[2] == f"{text}{' ' * (12 - width)}one"


def test_columns_are_spread_over_several_tables() -> None:
    """If the rows do not fit side by side, each has a line in every table. Without room for that, some stand below."""
    rows = [*FIGURES, FIGURES[0] | {"words.f1": 1.0}]
    assert format_table(rows, "table", width=25) == lines(
        *("extractor  pages", "---------  -----", "cetr          18", "bte           18", "cetr          18", ""),
        *(
            "extractor  words.f1",
            "---------  --------",
            "cetr         0.9000",
            "bte          0.2500",
            "cetr         1.0000",
        ),
    )
    assert format_table(rows, "table", width=14).endswith(
        lines("", "extractor  cetr", "---------  ------", "pages      18", "words.f1   1.0000")
    )


def test_long_names_stand_above_their_rows() -> None:
    """They are whole, so that they can be copied; longer texts join them where there is no room."""
    names = [f"https://example.org/a/long/address/{i}.html" for i in range(2)]
    rows = [{"page": name, "covers": i, "site": "example.org", "score": 0.5} for i, name in enumerate(names)]
    assert format_table(rows, "table", digits=1, width=40) == lines(
        *("page", "  covers  site         score", "  ------  -----------  -----"),
        *(names[0], "       0  example.org    0.5", names[1], "       1  example.org    0.5"),
    )
    assert format_table(rows, "table", digits=1, width=20).splitlines()[3:5] == [
        f"{names[0]}  example.org",
        "       0    0.5",
    ]


def test_text_is_wrapped_by_the_columns_it_takes() -> None:
    """Words stay whole, wide characters count twice, and names are not wrapped."""
    rows = [
        {"name": "a-name-of-twenty-six-signs", "what": "one two three four five six"},
        {"name": "b", "what": "老街上最后一间修表铺 here"},
    ]
    assert format_table(rows, "table", width=48) == lines(
        "name                        what",
        "--------------------------  --------------------",
        "a-name-of-twenty-six-signs  one two three four",
        "                            five six",
        "b                           老街上最后一间修表铺",
        "                            here",
    )
    assert format_table(rows[:1], "table", width=40) == lines(
        "name  a-name-of-twenty-six-signs",
        "----  ---------------------------",
        "what  one two three four five six",
    )


@pytest.mark.parametrize("width", [1, 20, 60])
def test_any_width_will_do(width: int) -> None:
    """However narrow a terminal is, every word is there, in order."""
    text = "a sentence with averyveryveryverylongwordinthemiddleofit and an end"
    table = format_table([{"n": 1, "text": text}], "table", width=width)
    assert text.replace(" ", "") in "".join(table.split())


@pytest.mark.parametrize("write", [lambda rows: format_table(rows, "tsv"), lambda rows: format_table(rows, "table")])
def test_no_cell_commands_the_terminal(write) -> None:
    """What it would obey is replaced, in names of columns, too; white space is a space."""
    header, *_, row = write([{"a\x1b[1m": "x\x1b[31m\t\x9b2J\u2028\u202ey\n"}]).splitlines()
    assert (header, row) == ("a\ufffd[1m", "x\ufffd[31m \ufffd2J \ufffdy")


def test_markdown_is_text_alone() -> None:
    """A Markdown cell has no markup and no control sequence."""
    assert escape("<b>\x1b[1m\x85|\n_") == "\\<b\\>\ufffd\\[1m \\| \\_"


@pytest.mark.parametrize(
    "text",
    [
        *("https://a.com/x", "HTTP://a.com", "(https://a.com)", "www.a.com", "(WWW.a.com)", "ftp://a.com"),
        *("a@b.com", "mailto:a@b.com", "@name", "@org/team", "#1", "owner/name#12", "GH-1", "gh-1"),
        *("~~struck~~", "$x$", "&copy;", "&#64;name", "![i](u)", "<https://a.com>", "`code`", "\\@name", "\\#1"),
    ],
)
def test_nothing_in_a_markdown_cell_is_active(text: str) -> None:
    """A renderer of GitHub's Markdown shows the text as it is, and it has neither links nor mentions nor references."""
    (paragraph,) = MarkdownIt("gfm-like").parseInline(escape(text))
    assert {token.type for token in paragraph.children or ()} == {"text"}
    shown = "".join(token.content for token in paragraph.children or ())
    assert shown.replace("\u200b", "") == text
    assert not re.search(r"@\w|#\d|gh-\d", shown, re.IGNORECASE)


@pytest.mark.parametrize(("encoding", "sign"), [("utf-8", "\U0001f600"), ("latin-1", r"\ud83d\ude00")])
def test_json_is_json_in_any_encoding(encoding: str, sign: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What standard output lacks is escaped as JSON has it."""
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), encoding=encoding))
    assert format_json({"a": "\U0001f600"}) == f'{{\n  "a": "{sign}"\n}}\n'
    assert format_table([{"a": "\U0001f600"}], "jsonl") == f'{{"a": "{sign}"}}\n'


def test_a_long_word_does_not_run_over_a_narrow_terminal() -> None:
    """It is wrapped, also in the heading of a transposed table."""
    rows = [{"extractor": "saved:/a/very/long/path/without/a/single/space/in/it", "f1": 0.5, "note": "x" * 70}]
    lines = format_table(rows, "table", width=40).splitlines()
    assert max(map(len, lines)) <= 40
    assert "".join(line[11:].strip() for line in lines[:2]) == rows[0]["extractor"]
    assert lines[2] == "-" * 9 + "  " + "-" * 29


def test_no_cell_is_a_formula_for_a_spreadsheet() -> None:
    """The words of a page may look like one; numbers and a dash are none."""
    row = {"title": "=HYPERLINK(1)", "at": "@SUM", "plus": "+1+cmd", "less": "-2+3", "number": -0.5, "none": "-"}
    assert format_table([row], "tsv").splitlines()[1] == "'=HYPERLINK(1)\t'@SUM\t'+1+cmd\t'-2+3\t-0.5\t-"


def test_no_name_of_a_column_is_a_formula_for_a_spreadsheet() -> None:
    """A stranger's results name the columns of their details."""
    assert format_table([{"extractor": "a", "=cmd|calc": 1}], "tsv").splitlines()[0] == "extractor\t'=cmd|calc"
