"""Rules that are learned from labelled pages."""

from __future__ import annotations

import os
import pty
import struct
import subprocess
import sys
import tomllib
from contextlib import suppress
from fcntl import ioctl
from pathlib import Path
from termios import TIOCSWINSZ

import pytest

from annotate.harvest.rules import find_rule, read_rules
from annotate.rules.learning import Learned, apply_rule, judge_rule, learn_rule
from annotate.rules.marked import Marked, mark_page
from annotate.rules.run import (
    Lesson,
    Template,
    find_patterns,
    format_rule,
    make_lessons,
    run_rules,
    widen_patterns,
)
from annotate.sites.templates import sketch_page
from cetr.document import Spans
from tests.cetr.site.pages import write_article, write_home, write_paragraphs, write_redesigned
from tests.documents import find_spans, make_document


def mark(html: str, *gold: str, optional: Spans = ()) -> Marked:
    """A page whose gold are parts of its HTML."""
    return mark_page(html, "https://one.example/", find_spans(html, *gold), optional)


def write_story(words: str, *, advert: bool = True) -> str:
    """A page with a headline, a text with an advertisement in it, and a footer."""
    inside = "<div class=advert>Buy this now.</div>" if advert else ""
    return (
        f"<html><body><h1>Headline {words}</h1><div class='story page-77'><p>The {words} rose.</p>{inside}"
        f"<p>It fell {words} again.</p></div><div class=foot><p>All rights.</p></div></body></html>"
    )


def mark_story(words: str, *, advert: bool = True) -> Marked:
    """That page with headline and text as gold."""
    html = write_story(words, advert=advert)
    return mark(html, f"Headline {words}", f"The {words} rose.", f"It fell {words} again.")


def test_words_are_counted_by_selector() -> None:
    """Gold and all words under each name; names with numbers, scripts and comments are no business of rules."""
    html = '<body><div class="a x-123" id=main><p>one two</p><!-- no --><script>var x</script>three</div></body>'
    page = mark(html, "two")
    assert (page.gold.tolist(), page.total.tolist()) == ([1, 0], [2, 1])
    assert {name: page.cover([name]).tolist() for name in page.matched} == {
        ".a": [True, True],
        "#main": [True, True],
        "p": [True, False],
    }


def test_an_element_whose_words_are_not_shown_is_an_element() -> None:
    """A selector that matches another one, too, matches two; one that matches nothing else is none of the page."""
    page = mark("<div class=a>one</div><div class=a><script>var x</script></div><p class=b><script>var x</script></p>")
    assert (set(page.matched), page.single, page.cover([".a"]).tolist()) == ({".a"}, frozenset(), [True])


def test_an_element_without_a_name_has_its_place_in_one_that_has() -> None:
    """Under all names of that one, not under its tag name alone; text at the top of a page has no selector."""
    page = mark('<div id=top itemprop="articleBody"><a>one</a><div><b>two</b></div></div>three')
    assert {name: page.cover([name]).tolist() for name in page.matched} == {
        '[itemprop="articleBody"]': [True, True, False],
        "#top": [True, True, False],
        '[itemprop="articleBody"] > a': [True, False, False],
        "#top > a": [True, False, False],
        '[itemprop="articleBody"] > div': [False, True, False],
        "#top > div": [False, True, False],
    }


def test_characters_like_our_marks_mark_nothing() -> None:
    """A page may contain what we write around gold."""
    assert mark("<p>\ue000one</p><p>two\ue001</p>", "two").gold.tolist() == [0, 1]


def test_optional_words_count_neither_way() -> None:
    """They are neither gold nor wrong, within gold and beside it."""
    html = "<p>one two</p><p>three</p>"
    page = mark_page(html, "", find_spans(html, "one two"), find_spans(html, "two", "three"))
    assert (page.gold.tolist(), page.total.tolist()) == ([1], [1])


def test_a_rule_takes_and_drops() -> None:
    """Headline and text, less the advertisement, which not every page has."""
    pages = [mark_story("wind"), mark_story("rain", advert=False), mark_story("snow")]
    rule = learn_rule(pages)
    assert (set(rule.take), rule.drop) == ({".story", "h1"}, (".advert",))
    assert [apply_rule(page, rule) for page in pages] == [1.0] * 3
    assert judge_rule(pages) == 1.0
    assert judge_rule(pages[:1]) is None


def test_a_rule_is_judged_on_pages_that_it_was_not_learned_from() -> None:
    """Without the last page the rule is `.a`, which that page lacks; with it `p`, which takes a word too many."""
    pages = [mark(f"<div{name}><p>one two</p></div><p>no</p>", "one two") for name in (" class=a", " class=a", "")]
    assert [learn_rule(pages[:2]).take, learn_rule(pages[1:]).take] == [(".a",), ("p",)]
    assert judge_rule(pages) == pytest.approx((0.8 + 0.8 + 0.0) / 3)
    assert judge_rule(pages[1:]) == pytest.approx((0.8 + 0.0) / 2)


def test_a_rule_stays_readable() -> None:
    """At most six selectors to take and eight to drop, the plainer ones first."""
    good = "".join(f"<div class='{name} a-long-name-{name}'>text of {name}</div>" for name in "abcdefg")
    bad = "".join(f"<div class='{name} a-long-name-{name}'>four</div>" for name in "hijklmnop")
    apart = mark(f"<div>no</div>{good}", *(f"text of {name}" for name in "abcdefg"))
    assert learn_rule([apart]) == Learned((".a", ".b", ".c", ".d", ".e", ".f"))
    inside = mark(f"<div class=x>{'word ' * 90}{bad}</div>", "word " * 90)
    assert learn_rule([inside]) == Learned((".x",), (".h", ".i", ".j", ".k", ".l", ".m", ".n", ".o"))


def test_a_name_is_preferred_to_a_place() -> None:
    """What drops a word more, but only by its place, would also drop links within the text of other pages."""
    text = "word " * 300
    rest = "<div class=more><b>Also</b><p><a>four words of links</a></p></div><p><a>two tags</a></p>"
    assert learn_rule([mark(f"<body><div class=story><p>{text}</p>{rest}</div>", text.strip())]).drop == (".more",)


def test_a_list_is_named_by_what_it_is_for() -> None:
    """A list of terms is no better name than any other list: DocBook makes tables of contents and texts of them."""
    contents = "<div class=toc><dl><dt>First chapter</dt><dt>Second chapter</dt></dl></div>"
    page = mark(f"<body>{contents}<p>All rights.</p></body>", "First chapter", "Second chapter")
    assert learn_rule([page]).take == (".toc",)


def test_few_words_are_dropped_but_not_taken() -> None:
    """Of two words in 300, those outside of the text go; those of the gold are not worth a page that lacks them."""
    text = "word " * 300
    page = f"<body><div class=story><p class=path>Home News</p><p>{text}</p></div><div class=date>Today, noon</div>"
    assert learn_rule([mark(page, text.strip(), "Today, noon")] * 2) == Learned((".story",), (".path",))


def test_one_element_is_preferred_to_many() -> None:
    """Where all of the gold is paragraphs, `p` is as near, but would lose the lists of other pages."""
    page = mark("<body><div class=content><p>one two</p><p>three</p></div><i>no</i></body>", "one two", "three")
    assert page.single == {".content"}
    assert learn_rule([page]).take == (".content",)


def test_a_selector_that_does_not_match_fails_the_page() -> None:
    """It counts 0, because `annotate harvest` would save nothing."""
    page = mark_story("wind")
    assert apply_rule(page, Learned((".story", ".other"))) == 0.0
    assert apply_rule(page, Learned(("h1",), (".other",))) < 1.0


def test_unfinished_pages_choose_among_equals() -> None:
    """Of two names of the same element the one that other pages of the site have, too."""
    one = mark("<body><div class='today text'><p>the story</p></div><p class=x>no</p></body>", "the story")
    beside = [mark_page("<body><div class='monday text'><p>another</p></div></body>", "")]
    assert learn_rule([one]).take == (".text",)
    assert learn_rule([one], [mark_page("<body><div class=today>another</div></body>", "")] * 2).take == (".today",)
    assert learn_rule([one], beside).take == (".text",)


def test_a_selector_that_other_pages_lack_is_not_taken() -> None:
    """A headline that no unfinished page has stays out, as the rule would fail on all of these."""
    one = mark("<body><h2 class=fire>Fire</h2><p>the story is long</p><div>no</div>", "Fire", "the story is long")
    assert learn_rule([one]).take == ("p", "h2")
    beside = [mark_page("<body><h2 class=rain>Rain</h2><p>another</p><div>no</div>", "")] * 2
    assert learn_rule([one], beside).take == ("p", "h2")
    assert learn_rule([one], [mark_page("<body><p>another</p><div>no</div>", "")] * 2).take == ("p",)


def test_pages_of_another_template_do_not_choose() -> None:
    """A home page without the articles' elements does not keep these out of their rule."""
    read = [(mark_page(html, ""), sketch_page(html)) for html in (*map(write_article, "abc"), write_home(["a", "b"]))]
    (lesson,) = make_lessons("one.example", [Template(read[0][1], [read[0][0]])], read[1:])
    assert (lesson.name, lesson.pages, lesson.beside) == ("one.example-1", [read[0][0]], [read[1][0], read[2][0]])


def test_a_rule_stands_for_the_addresses_of_pages_that_have_what_it_takes() -> None:
    """A page of its template without one of the elements does not widen its addresses."""
    urls = {"https://one.example/n/a/1": "ab", "https://one.example/n/b/1": "abc", "https://one.example/c": "a"}
    page, *beside = (mark_page("".join(f"<p class={c}>x</p>" for c in have), url) for url, have in urls.items())
    lesson = Lesson("one.example-1", ("https://one.example/n/a/*",), [page], beside)
    assert widen_patterns(lesson, Learned((".a", ".b"))) == ("https://one.example/n/*",)


@pytest.mark.parametrize(
    ("urls", "patterns"),
    [
        (["https://a.example/news/one", "https://a.example/news/two?x=1"], ["https://a.example/news/*"]),
        (["https://a.example/news/one", "https://a.example/sport/one"], ["https://a.example/*"]),
        (["https://a.example/news/2026/one.html"], ["https://a.example/news/2026/*"]),
        (["https://a.example"], ["https://a.example/*"]),
        (["https://a.example/news/2026/one", "https://a.example/news/two?from=/sport/"], ["https://a.example/news/*"]),
        (
            ["https://www.a.example/b", "https://a.example/n/1", "https://a.example/n/2"],
            ["https://a.example/n/*", "https://www.a.example/*"],
        ),
    ],
)
def test_addresses_give_patterns(urls: list[str], patterns: list[str]) -> None:
    """What all of a host begin with, up to a slash; no other host, such as one that ends alike, matches."""
    assert list(find_patterns(urls)) == patterns


def test_a_package_gives_a_file_that_harvest_reads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The rule stands for the addresses on which it works, and says how it does on other labelled pages."""
    for name in "bcd":
        url = f"https://one.example/news/n/{name}"
        make_document(tmp_path / "p", name, write_article(name), tuple(write_paragraphs(name)), url=url)
    for name, url, status in (("a", "", "gold"), ("e", "news/m/e", "draft"), ("f", "f", "rejected")):
        make_document(tmp_path / "p", name, write_article(name), (), url=f"https://one.example/{url}", status=status)
    (tmp_path / "p/a.json").write_text("{")
    run_rules(tmp_path / "p")
    text, said = capsys.readouterr()
    assert said.startswith(f"annotate: {tmp_path / 'p/a.json'}: ") and said.count("\n") == 1
    assert text.startswith("# from 3 finished pages; F1 1.000 on pages that it was not learned from\n[[rules]]\n")
    (tmp_path / "rules.toml").write_text(text, "utf-8")
    (rule,) = read_rules(tmp_path / "rules.toml")
    assert (rule.name, rule.take, rule.drop) == ("one.example-1", (".text",), ())
    assert all(find_rule([rule], f"https://one.example/news/{section}/z") is rule for section in "nm")
    assert find_rule([rule], "https://one.example/z") is None


def test_each_template_of_a_site_gets_a_rule(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each for the addresses of its finished pages alone, the longest first."""
    for name in "abcd":
        html = write_article(name) if name in "ac" else write_redesigned(name)
        url = f"https://one.example/{'old' if name in 'ac' else 'new/site'}/{name}"
        make_document(tmp_path / "p", name, html, tuple(write_paragraphs(name)), url=url)
    make_document(tmp_path / "p", "e", write_article("e"), (), url="https://one.example/e", status="draft")
    run_rules(tmp_path / "p")
    (tmp_path / "rules.toml").write_text(capsys.readouterr().out, "utf-8")
    found = [(rule.name, rule.url, rule.take) for rule in read_rules(tmp_path / "rules.toml")]
    assert found == [
        ("one.example-1", "https://one.example/new/site/*", ("main",)),
        ("one.example-2", "https://one.example/old/*", (".text",)),
    ]


def test_optional_text_of_a_package_need_not_be_dropped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A rule may take it or leave it."""
    html = "<main><p>The story.</p><h2>More</h2></main><p>All rights.</p>"
    url = "https://one.example/a"
    make_document(tmp_path / "p", "a", html, ("The story.",), url=url, optional=("More",))
    run_rules(tmp_path / "p")
    assert capsys.readouterr().out.endswith('take = ["main"]\n\n')


def test_pages_of_a_kind_without_content_get_no_rule(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Drafts like a finished page with nothing marked do not widen the addresses of a rule."""
    texts = {"a": tuple(write_paragraphs("a")), "b": (), "c": ()}
    for name, gold in texts.items():
        url, status = f"https://one.example/{name}/{name}", "draft" if name == "c" else "reviewed"
        make_document(tmp_path / "p", name, write_article(name), gold, url=url, status=status)
    run_rules(tmp_path / "p")
    assert 'url = "https://one.example/a/*"' in capsys.readouterr().out


def test_a_page_without_names_gives_no_rule(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line says so."""
    make_document(tmp_path / "p", "a", "<div>The story.</div>", ("The story.",), url="https://one.example/n/a")
    run_rules(tmp_path / "p")
    said = "annotate: https://one.example/n/*: no selector matches on all of 1 page\n"
    assert capsys.readouterr() == ("", said)


def test_nothing_to_learn_from_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A package without a finished page gives no rule, and a line says so."""
    make_document(tmp_path / "p", "d", write_article("d"), (), url="https://one.example/d", status="draft")
    run_rules(tmp_path / "p")
    said = capsys.readouterr()
    told = f"annotate: {tmp_path / 'p'}: no rule: it needs a finished page that has marks and a URL\n"
    assert (said.out, said.err) == ("", told)


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="reads the far side of a terminal")
def test_on_a_terminal_progress_is_gone_before_a_rule() -> None:
    """Each rule begins its own line."""
    folder = Path(__file__).parents[3] / "packages" / "starter-sites"
    ours, theirs = pty.openpty()
    ioctl(theirs, TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    with subprocess.Popen([sys.executable, "-m", "annotate", "rules", folder], stdout=theirs, stderr=theirs):
        os.close(theirs)
        shown = b""
        with suppress(OSError):  # the far side has closed
            while part := os.read(ours, 4096):
                shown += part
    os.close(ours)
    before = shown.split(b"# from ")[:-1]
    assert len(before) == 3
    assert all(text[-1:] in (b"", b"\r", b"\n") for text in before)


def test_rules_are_quoted() -> None:
    """What is no plain text in TOML is escaped."""
    rule = Learned(('[itemprop="a"]', "p"), ("\x7f",))
    text = format_rule("a", ("b", "c"), rule, 1, None)
    assert tomllib.loads(text) == {
        "rules": [{"name": "a", "url": ["b", "c"], "take": ['[itemprop="a"]', "p"], "drop": ["\x7f"]}]
    }
