"""Harvesting: rules for a site make documents unattended, and say where they do not fit."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from subprocess import CompletedProcess
from unicodedata import normalize

import pytest

from annotate.capture.errors import CaptureError
from annotate.capture.session import Session
from annotate.harvest.harvesting import harvest_or_explain, harvest_page
from annotate.harvest.rules import Rule, check_text, find_rule, read_rules
from annotate.harvest.run import Tally, work_through
from annotate.queue.planning import plan_queue
from annotate.queue.politeness import Pace, Politeness
from cetr.console import InputError
from evaluate.package import PackageInfo, UnwritableError, create_package, read_document, read_journal, read_package
from tests.annotate.capturing import capture
from tests.annotate.commands import run_annotate

RULES = """
[[rules]]
name = "article"
url = "http://127.0.0.1:*/article.html*"
take = ["#main"]
drop = ["#ad", "#nowhere"]
required = ["then bake"]
page_type = "article"

[[rules]]
name = "other"
url = "http://127.0.0.1:*/other.html"
take = [".no-longer-there"]
"""


def test_rules_are_read_and_the_first_that_fits_is_used(tmp_path: Path) -> None:
    """``*`` stands for anything, other characters for themselves; the pattern must fit the whole URL."""
    file = tmp_path / "rules.toml"
    file.write_text(RULES, "utf-8-sig")  # some editors put a byte order mark before the first line
    rules = read_rules(file)
    assert find_rule(rules, "http://127.0.0.1:80/article.html?page=2") == rules[0]
    assert find_rule(rules, "http://127.0.0.1:80/articleXhtml") is None
    assert find_rule(rules, "https://elsewhere/?http://127.0.0.1:80/other.html") is None


@pytest.mark.parametrize("written", ["https://xn--mller-kva.example/%C3%BC/*", "https://m\xfcller.example/\xfc/*"])
def test_umlauts_are_matched_as_browsers_write_them(written: str) -> None:
    """A rule that was learned from captured pages applies to URLs as people write them, and the other way."""
    rule = Rule(name="r", url=written, take=("p",))
    spelled = "https://xn--mller-kva.example"
    for url in ("https://M\xfcller.example/\xfc/1", f"{spelled}/%C3%BC/1", f"{spelled}/%c3%bc/1"):
        assert find_rule([rule], url) == rule
    assert find_rule([rule], "https://muller.example/u/1") is None


def test_only_a_star_stands_for_anything_in_the_pattern_of_a_rule() -> None:
    """The other signs of shells are signs of URLs."""
    rule = Rule(name="r", url="https://a.example/?ids[1]=*", take=("p",))
    urls = [f"https://a.example/{path}=x" for path in ("?ids[1]", "xids[1]", "?ids1")]
    assert [find_rule([rule], url) for url in urls] == [rule, None, None]


def test_a_rule_may_have_several_patterns() -> None:
    """As `annotate rules` writes it for a site with several hosts."""
    rule = Rule(name="r", url=("https://a.example/*", "https://www.a.example/*"), take=("p",))
    urls = [f"https://{host}a.example/x" for host in ("", "www.", "m.")]
    assert [find_rule([rule], url) for url in urls] == [rule, rule, None]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[[rules]]\nname = "x"\nurl = "y"\n', r"rules\[0\].take: is missing"),
        ('[[rules]]\nname = "x"\nurl = "y"\ntake = []\n', r"rules\[0\].take: names no element"),
        ('[[rules]]\nname = "x"\nurl = "y"\ntake = ["p"]\nskip = 1\n', r"rules\[0\].skip: is not a known field"),
        (
            '[[rules]]\nname = "x"\nurl = "y"\ntake = ["p"]\n' * 2,
            r"rules\[1\].name: 'x' is also the name of another rule",
        ),
        (
            '[[rules]]\nname = "x"\nurl = "y"\ntake = ["p"]\nlanguage = "english"\n',
            r"rules\[0\].language: 'english' is",
        ),
        ('[[rules]]\nname = "x"\nurl = []\ntake = ["p"]\n', r"rules\[0\].url: is an empty list"),
        ("rules = []\n", r"rules: there are none"),
        ("rules = \udcff\n", r"rules\.toml: is not UTF-8$"),
        ("rules = " + "[" * 100_000, r"rules\.toml: "),
        ('[[rules]]\nname = ""\nurl = "y"\ntake = ["p"]\n', r"rules\[0\].name: is an empty text"),
        (
            '[[rules]]\nname = "x"\nurl = "y"\ntake = ["p"]\nforbidden = ["a", " "]\n',
            r"rules\[0\].forbidden: is an empty",
        ),
        ('[[rules]]\nname = "x"\nurl = "y"\ntake = ["p"]\nmin_words = -1\n', r"rules\[0\].min_words: is below 0"),
        ('[[rules]]\nname = "x"\nurl = "y"\ntake = ["p"]\nlanguage = ""\n', r"rules\[0\].language: is an empty text"),
        ('[[rules]]\nname = "x"\nurl = "y"\ntake = ["p"]\npage_type = ""\n', r"rules\[0\].page_type: is an empty text"),
    ],
)
def test_wrong_rules_are_named(tmp_path: Path, text: str, message: str) -> None:
    """The error names the file and the field."""
    file = tmp_path / "rules.toml"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(InputError, match=message):
        read_rules(file)


def test_texts_are_checked() -> None:
    """Required and forbidden texts and a least number of words, white space folded."""
    rule = Rule(name="r", url="*", take=("p",), required=("two words",), forbidden=("log in",), min_words=3)
    assert check_text(rule, "These are two\nwords.") is None
    assert check_text(rule, "Nothing here at all.") == "the required text 'two words' is not in it"
    assert check_text(rule, "two words, please log in") == "the forbidden text 'log in' is in it"
    assert check_text(rule, "Two\u00a0words, please Log\nIn") == "the forbidden text 'log in' is in it"
    assert check_text(rule, "two words") == "it has fewer than 3 words"
    written = Rule(name="r", url="*", take=("p",), required=("Ngôi nhà Bundestag",))
    assert check_text(written, normalize("NFD", "ngôi nhà \u200b Bundes\xadtag")) is None
    assert check_text(Rule(name="r", url="*", take=("p",), min_words=6), "これは本文。") == "it has fewer than 6 words"
    assert check_text(Rule(name="r", url="*", take=("p",), min_words=5), "これは本文。") is None


def test_a_page_that_does_not_fit_is_not_saved(session: Session, site: str) -> None:
    """Neither when an element is missing nor when a text is wrong."""
    rule = Rule(name="r", url="*", take=("#main",), forbidden=("toaster",))
    take = partial(capture, session)
    with pytest.raises(CaptureError, match="the forbidden text 'toaster' is in it"):
        harvest_page(take, rule, f"{site}/article.html")
    with pytest.raises(CaptureError, match="'#nothing' matches nothing"):
        harvest_page(take, Rule(name="r", url="*", take=("#main", "#nothing")), f"{site}/article.html")
    assert not session.folder.exists()


def test_a_package_is_made_unattended(site: str, tmp_path: Path) -> None:
    """Documents say that nobody has seen them; rules that fail are summed up with their pages; exit code 3.

    What the server does not give is no fault of a rule.
    """
    (tmp_path / "rules.toml").write_text(RULES)
    urls = tmp_path / "urls.txt"
    pages = ("article.html", "other.html", "frame.html", "private/page.html", "article.html/none")
    urls.write_text("".join(f"{site}/{page}\n" for page in pages))
    done = run_annotate(
        "harvest", str(tmp_path / "rules.toml"), "--urls", str(urls), "-p", str(tmp_path / "gold"), "--delay", "0",
        "--settle", "0", "--no-screenshot",
    )  # fmt: skip
    assert (
        done.stdout == f"document\turl\tfragments\twords\trule\n127-0-0-1-0001\t{site}/article.html\t3\t22\tarticle\n"
    )
    assert done.stderr.splitlines() == [
        f"annotate: {site}/other.html: '.no-longer-there' matches nothing",
        f"annotate: {site}/frame.html: no rule matches this URL",
        f"annotate: {site}/private/page.html: no rule matches this URL",
        f"annotate: {site}/article.html/none: the server answers 404 File not found",
        "annotate: rule 'other' fails on 1 of 1 page (the site may have changed)",
        "annotate: no rule for 2 pages",
        "annotate: rule 'article': drop: '#nowhere' matched nothing on 1 page",
        f"annotate: 4 of 5 pages failed, see {urls}.errors",
    ]
    assert (
        Path(f"{urls}.errors").read_text().splitlines()[0] == f"{site}/other.html\t'.no-longer-there' matches nothing"
    )
    assert done.returncode == 3
    assert read_package(tmp_path / "gold").names == ("127-0-0-1-0001",)
    meta = read_document(tmp_path / "gold", "127-0-0-1-0001").meta
    assert (meta.status, meta.annotator, meta.page_type) == ("harvested", "rule article", "article")
    assert next(read_journal(tmp_path / "gold")).action == "harvest"


@pytest.mark.long
def test_stored_pages_are_harvested_offline(tmp_path: Path) -> None:
    """Those that have a rule, or that a list names; what the list names and is not stored is told."""
    rules, crawl, chosen = tmp_path / "rules.toml", tmp_path / "crawl.jsonl", tmp_path / "chosen"
    rules.write_text('[[rules]]\nname = "r"\nurl = "http://a.example/*"\ntake = ["p"]\n')
    urls = ["http://a.example/1", "http://b.example/1", "http://a.example/2"]
    crawl.write_text("".join(json.dumps({"url": url, "html": f"<p>From {url}"}) + "\n" for url in urls))
    chosen.write_text("http://gone.example/\nhttp://a.example/2\n")

    def harvest(folder: str, *options: str) -> CompletedProcess[str]:
        words = ["harvest", str(rules), *options, "-p", str(tmp_path / folder), "--settle", "0", "--no-screenshot"]
        return run_annotate(*words)

    done = harvest("all", str(crawl))
    assert [line.split("\t")[1] for line in done.stdout.splitlines()[1:]] == [urls[0], urls[2]]
    assert (done.returncode, f"annotate: {rules}: has rules for 2 of 3 stored pages\n" in done.stderr) == (0, True)
    assert read_document(tmp_path / "all", "a-example-0001").text == "From http://a.example/1"
    done = harvest("listed", str(crawl), "--urls", str(chosen))
    assert [line.split("\t")[1] for line in done.stdout.splitlines()[1:]] == [urls[2]]
    told = f"annotate: {chosen}: not stored: 1 of 2 pages; the first: http://gone.example/\n"
    assert (done.returncode, told in done.stderr) == (3, True)
    assert (tmp_path / "chosen.errors").read_text() == "http://gone.example/\tis not stored\n"
    assert harvest("listed", str(crawl), "--urls", str(chosen)).returncode == 3  # nothing to do, but one is missing
    chosen.write_text("http://gone.example/\n")
    done = harvest("none", str(crawl), "--urls", str(chosen))
    assert (done.returncode, done.stderr.endswith(f"annotate: {chosen}: names no stored page\n")) == (2, True)
    rules.write_text('[[rules]]\nname = "r"\nurl = "http://c.example/*"\ntake = ["p"]\n')
    done = harvest("none", str(crawl))
    assert (done.returncode, done.stderr) == (2, f"annotate: {rules}: has rules for 0 of 3 stored pages\n")
    done = harvest("none")
    assert (done.returncode, done.stderr) == (2, "annotate: no page is named: give stored pages, or --urls FILE\n")


def test_selectors_of_rules_are_tried_before_any_page(tmp_path: Path) -> None:
    """A rule that the browser does not understand ends the run at its start."""
    (tmp_path / "rules.toml").write_text('[[rules]]\nname = "x"\nurl = "*"\ntake = ["p"]\ndrop = ["p[["]\n')
    (tmp_path / "urls.txt").write_text("data:text/html,<p>x\n")
    done = run_annotate("harvest", str(tmp_path / "rules.toml"), "--urls", str(tmp_path / "urls.txt"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"annotate: {tmp_path}/rules.toml: 'p[[' is not a CSS selector\n"


def harvest_all(session: Session, *urls: str, on_conflict: str = "skip") -> Tally:
    """Harvest some pages by one rule for all."""
    rules = (Rule(name="all", url="*", take=("#main",)),)
    plan = plan_queue(session.folder, urls, on_conflict)
    polite = Politeness(None, Pace(0), retries=0)
    explain = partial(harvest_or_explain, partial(capture, session), rules, politeness=polite, find=plan.find)
    return work_through(
        session.context, rules, ((url, explain(url, name)) for url, name in plan.pages), len(plan.pages)
    )


def test_what_leads_to_a_page_that_is_there_is_not_saved_again(
    session: Session, site: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither in the same run nor in the next one; that is no failure, and ``--on-conflict new`` wants it so."""
    article, moved = f"{site}/article.html", f"{site}/moved.html"
    said = f"annotate: {moved}: leads to {article}, already there as 127-0-0-1-0001\n"
    head = "document\turl\tfragments\twords\trule\n"
    assert harvest_all(session, article, moved).failures == []
    assert capsys.readouterr() == (f"{head}127-0-0-1-0001\t{article}\t2\t26\tall\n", said)
    assert harvest_all(session, moved).failures == []
    assert (capsys.readouterr(), read_package(session.folder).names) == (("", said), ("127-0-0-1-0001",))
    harvest_all(session, moved, on_conflict="new")
    assert capsys.readouterr().out == f"{head}127-0-0-1-0002\t{article}\t2\t26\tall\n"


def test_a_package_that_cannot_be_written_ends_the_run(session: Session, site: str) -> None:
    """No further page is asked for in vain, and no rule is blamed."""
    create_package(session.folder, PackageInfo(name="gold"))
    (session.folder / ".pending").write_text("stands in the way")
    rules = (Rule(name="r", url="*", take=("#main",)),)
    with pytest.raises(UnwritableError, match="gold: cannot be written: "):
        harvest_or_explain(
            partial(capture, session), rules, f"{site}/article.html", None, Politeness(None, Pace(0), retries=0)
        )


def test_a_full_disk_costs_a_saved_page_its_views_alone(
    session: Session, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The document is there, so that it is not one that failed."""

    def refuse(folder: Path, name: str, files: object) -> None:
        raise UnwritableError(f"{folder}: cannot be written: No space left on device")

    monkeypatch.setattr("annotate.capture.views.attach_files", refuse)
    session.settings = replace(session.settings, screenshot=True)
    saved = capture(session, f"{site}/article.html", ["#main"], ["#nowhere", "#ad"])
    why = f"({session.folder}: cannot be written: No space left on device)"
    assert (saved.missing, saved.idle) == ((f"layout {why}", f"picture {why}"), ("#nowhere",))
    assert read_package(session.folder).names == (saved.name,)
