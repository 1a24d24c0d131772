"""Planning what to label next."""

from __future__ import annotations

import csv
import gzip
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.cli import annotate
from annotate.next import run as running
from annotate.next.candidates import Candidate, Opinion, examine_page
from annotate.next.choosing import Caps, choose_next
from annotate.next.committee import choose_model, form_committee, measure_disagreement
from annotate.next.pages import Page, read_candidates
from annotate.texts.near_duplicates import sketch_words
from cetr.console import InputError, Limits, run
from cetr.document import Spans, locate_words, mark_inside
from cetr.learned import SHIPPED, estimate_doubt
from evaluate.asking import ExtractionError
from evaluate.package import Meta, PackageInfo, create_package, html_hash, write_document
from tests.alarms import take_too_long
from tests.cetr.site.pages import write_article, write_home
from tests.documents import make_document

OPTIONS: dict[str, Any] = {
    **dict.fromkeys(["per_site", "per_language", "per_type"]),
    "count": 9,
    "extractors": ("plain", "nothing"),
    "by_doubt": False,
    "site_of": "host",
    "jobs": 1,
    "kind": "jsonl",
}

Run = Callable[..., CompletedProcess[str]]


@pytest.fixture
def run_next(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command in this process."""

    def run_command(*arguments: str) -> CompletedProcess[str]:
        code = run(annotate, ["next", *arguments, "--format", "tsv"])
        return CompletedProcess(arguments, code, *capsys.readouterr())

    return run_command


def read_rows(done: CompletedProcess[str]) -> list[dict[str, str]]:
    """The rows of the table that the command prints."""
    return list(csv.DictReader(done.stdout.splitlines(), dialect="excel-tab"))


def candidate(
    url: str, disagreement: float, text: str | None = None, site: str = "a", language: str = "en"
) -> Candidate:
    """A candidate with words of its own."""
    words = (text or " ".join(f"{url}{i}" for i in range(40))).split()
    return Candidate("", url, site, language, "article", sketch_words(words), disagreement, doubt=1.0)


def test_disagreement_is_over_the_words_of_the_page() -> None:
    """Extractors that take the same, halves that overlap by half, and nothing against something."""
    html = "<p>one two</p><p>three four</p>"
    located = locate_words(html)
    everything, first = mark_inside(located.start, ((0, len(html)),)), mark_inside(located.start, ((0, 14),))
    nothing = mark_inside(located.start, ())
    assert first.tolist() == [True, True, False, False]
    assert measure_disagreement([everything, everything]) == 0
    assert measure_disagreement([everything, first]) == pytest.approx(1 / 3)
    assert measure_disagreement([first, nothing]) == 1
    assert measure_disagreement([nothing, nothing]) == 0
    assert measure_disagreement([everything]) == 0


def test_an_extractor_that_fails_takes_nothing() -> None:
    """The others still count."""

    def fail(page: Page) -> Spans:
        raise ExtractionError("no")

    found = examine_page(
        Page("a", "http://a/", "<html lang=EN_gb><p>some words</p>"),
        {"x": fail, "y": lambda page: "some words"},
        lambda html: Opinion(0.25),
    )
    assert (found.name, found.disagreement, found.doubt, found.language, found.site) == ("a", 1, 0.25, "en-GB", "a")
    assert found.failed == ("x",)


def test_gain_needs_disagreement_and_doubt() -> None:
    """What all agree on, and what the model is sure of, comes last."""
    pages = [
        replace(candidate(url, disagreement, site=url), doubt=doubt)
        for url, disagreement, doubt in (("1", 1.0, 0.1), ("2", 0.1, 0.9), ("3", 0.5, 0.5))
    ]
    assert [(c.candidate.url, round(c.score, 2)) for c in choose_next(pages, [], Caps())] == [
        ("3", 0.25), ("1", 0.1), ("2", 0.09)
    ]  # fmt: skip


def test_new_sites_come_before_more_of_the_same() -> None:
    """Disagreement counts less the more pages of a site there are."""
    pages = [candidate("1", 0.9), candidate("2", 0.8), candidate("3", 0.7, site="b")]
    assert [c.candidate.url for c in choose_next(pages, [], Caps())] == ["1", "3", "2"]
    assert [c.candidate.url for c in choose_next(pages, [candidate("0", 0)] * 8, Caps())] == ["3", "1", "2"]


def test_pages_without_an_address_are_of_no_site() -> None:
    """Nothing says that they are of one, so that they are no reason against each other."""
    pages = [candidate("1", 0.9, site=""), candidate("2", 0.8, site=""), candidate("3", 0.7, site="b")]
    assert [c.candidate.url for c in choose_next(pages, [], Caps())] == ["1", "2", "3"]


def test_near_duplicates_of_what_is_there_or_chosen_are_left_out() -> None:
    """The same text under another URL tells nothing new; a page without words is like no other, and chosen once."""
    text = " ".join(f"word{i}" for i in range(200))
    pages = [candidate("1", 0.9, text), candidate("2", 0.8, text + " more"), candidate("3", 0.1)]
    assert [c.candidate.url for c in choose_next(pages, [], Caps())] == ["1", "3"]
    blank = candidate("4", 0.05, " ")
    assert [c.candidate.url for c in choose_next([*pages, blank], [candidate("0", 0, text)], Caps())] == ["3", "4"]


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


def test_regions_of_a_language_share_its_cap() -> None:
    """'en' and 'en-US' count as one, as in the tables of results."""
    pages = [
        candidate("1", 0.9, language="en-US"),
        candidate("2", 0.8, language="en"),
        candidate("3", 0.7, language="de"),
    ]
    assert [c.candidate.url for c in choose_next(pages, [], Caps(language=1))] == ["1", "3"]
    present = [candidate("0", 0, language="en-GB")]
    assert [c.candidate.url for c in choose_next(pages, present, Caps(language=1))] == ["3"]


def of_template(url: str, disagreement: float, site: str, *paths: int) -> Candidate:
    """A candidate with paths of elements."""
    return replace(candidate(url, disagreement, site=site), paths=frozenset(paths))


def test_templates_with_many_pages_come_first() -> None:
    """One page each, of those of a template the one that scores highest; then the rest by their scores."""
    articles = [of_template(f"a{i}", 0.1 * i, "a", *range(10), 100 + i) for i in range(4)]
    lists = [of_template(f"l{i}", 0.9 - 0.1 * i, "a", *range(20, 30), 200 + i) for i in range(2)]
    other = of_template("o", 1.0, "b", *range(10))
    chosen = [(c.candidate.url, c.covers) for c in choose_next([*articles, *lists, other], [], Caps())]
    assert chosen[:3] == [("a3", 4), ("l0", 2), ("o", 1)]
    assert [covers for _, covers in chosen[3:]] == [0] * 4
    assert chosen[3][0] == "l1"


def test_of_pages_that_are_worth_nearly_the_same_the_first_is_the_one_with_the_greatest_gain() -> None:
    """Worth 1 + 1 + (9/11)^2 and 1 + 2 (9/11)^2: the second is 88 % of the first."""
    alike = [of_template(name, 0.1, "a", *range(10)) for name in "ab"]
    assert next(choose_next([*alike, of_template("c", 0.9, "a", *range(9), 20)], [], Caps())).candidate.url == "c"


def test_a_page_between_two_templates_does_not_come_first() -> None:
    """It covers the pages of both, but is less like each of them than they are like each other."""
    articles = [of_template(f"a{i}", 0.1, "a", *range(10), 100 + i) for i in range(4)]
    lists = [of_template(f"l{i}", 0.1, "a", *range(20, 30), 200 + i) for i in range(3)]
    about = of_template("about", 1.0, "a", *range(8), *range(20, 28))
    chosen = [(c.candidate.url, c.covers) for c in choose_next([about, *articles, *lists], [], Caps())]
    assert chosen[:3] == [("a0", 5), ("l0", 3), ("about", 0)]


def test_templates_that_are_labelled_are_covered() -> None:
    """Pages that a finished page covers come later; pages without a site are covered by none."""
    pages = [of_template("a", 1.0, "a", 1, 2, 3), of_template("b", 0.5, "b", 1, 2, 3), of_template("c", 0.1, "", 1, 2)]
    done = [of_template("done", 0, "a", 1, 2, 4), of_template("none", 0, "", 1, 2)]
    assert [(c.candidate.url, c.covers) for c in choose_next(pages, done, Caps())] == [("b", 1), ("c", 1), ("a", 0)]
    assert [c.candidate.url for c in choose_next(pages, done, Caps(), by_template=False)] == ["a", "b", "c"]
    empty = [replace(page, empty=True) for page in done]
    assert next((c.candidate.url, c.covers) for c in choose_next(pages, empty, Caps())) == ("a", 1)


def test_pages_of_one_template_are_found(tmp_path: Path, run_next: Run) -> None:
    """Of a site's articles and its home page the command names an article first, and how many it covers."""
    rows = [{"url": f"https://one.example/{n}", "html": write_article(n)} for n in "abc"]
    rows.append({"url": "https://one.example/", "html": write_home(["d", "e", "f"])})
    file = tmp_path / "pages.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    done = run_next(str(file), "--extractor", "plain", "--extractor", "nothing")
    found = read_rows(done)
    assert [row["covers"] for row in found] == ["3", "1", "0", "0"]
    assert found[1]["page"] == "https://one.example/"


def echo_layout(html: str, *, layout: object = None) -> str:
    """The layout that an extractor gets."""
    return str(layout)


def test_a_draft_is_shown_with_its_layout(tmp_path: Path) -> None:
    """Extractors that see the page as rendered can be asked, too; a page outside of a package has none."""
    create_package(tmp_path / "p", PackageInfo(name="p"))
    meta = Meta(url="http://a/", html_sha256=html_hash("<p>a"), status="draft")
    write_document(tmp_path / "p", "a", meta=meta, text="", html="<p>a")
    (tmp_path / "p" / "a.layout.json.gz").write_bytes(gzip.compress(b'{"schema": 1}'))
    ask = form_committee([f"{__name__}:echo_layout", "plain"])[f"{__name__}:echo_layout"]
    (draft,) = read_candidates(tmp_path / "p")
    assert (ask(draft), ask(Page("row 1", "http://a/", "<p>a"))) == ("{'schema': 1}", "None")


def test_the_command_names_pages(tmp_path: Path, run_next: Run) -> None:
    """One row a page, with what it was chosen by."""
    file = tmp_path / "pages.jsonl"
    rows = [
        {"url": f"http://s{i}.org/", "html": f"<html lang=en><p>{'word ' * 30}{i}</p>", "page_type": "article", "x": 1}
        for i in range(3)
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    done = run_next(str(file), "--extractor", "plain", "--extractor", "nothing", "--per-type", "1")
    doubt = str(round(estimate_doubt(rows[0]["html"]), 3))
    assert (done.returncode, read_rows(done)) == (0, [
        {"page": "http://s0.org/", "covers": "1", "score": doubt, "disagreement": "1.0", "doubt": doubt,
         "site": "s0.org", "language": "en", "page_type": "article"}
    ])  # fmt: skip


def test_processes_name_the_same(tmp_path: Path, run_next: Run) -> None:
    """Several processes come to what one does, in the same order."""
    file = tmp_path / "pages.jsonl"
    rows = [{"id": str(i), "html": f"<p>{f'word{i} ' * 30}</p><ul><li>{i}</ul>" * (i + 1)} for i in range(6)]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    one, two = (run_next(str(file), "--jobs", jobs) for jobs in "12")
    assert (one.returncode, one.stdout) == (two.returncode, two.stdout)
    assert sorted(row["page"] for row in read_rows(one)) == list("012345")


def test_only_drafts_are_named(tmp_path: Path, run_next: Run) -> None:
    """What is decided in the candidates' own package is there already; a page without an address goes by its name."""
    create_package(tmp_path / "p", PackageInfo(name="p"))
    pages = (
        ("one", "gold", ""),
        ("two", "draft", ""),
        ("three", "reviewed", "http://a/"),
        ("four", "draft", "http://a/"),
    )
    for name, status, url in pages:
        html = f"<p>{' '.join(f'{name}{i}' for i in range(40))}</p>"
        meta = Meta(url=url, html_sha256=html_hash(html), status=status)
        write_document(tmp_path / "p", name, meta=meta, text="", html=html)
    done = run_next(str(tmp_path / "p"), str(tmp_path / "p"))
    assert done.returncode == 0
    assert [row["page"] for row in read_rows(done)] == ["two"]


def test_what_is_left_out_is_said(tmp_path: Path, run_next: Run) -> None:
    """Where fewer pages come than were asked for, a line says how many are too much like others."""
    text = " ".join(f"word{i}" for i in range(60))
    rows = [{"html": f"<p>{text}</p>", "url": f"https://a.example/{n}"} for n in range(3)]
    (tmp_path / "pages.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    done = run_next(str(tmp_path / "pages.jsonl"))
    assert len(read_rows(done)) == 1
    said = f"annotate: {tmp_path}/pages.jsonl: 2 of 3 pages left out: near-duplicates, or over a limit"
    assert done.stderr.splitlines()[-1] == said


def test_extractors_that_fail_are_named(tmp_path: Path, run_next: Run) -> None:
    """One that can say nothing of these pages, as it needs a layout, would else pass for one that disagrees."""
    rows = [{"html": f"<p>some words of page {n}", "url": f"https://{n}.example/"} for n in range(3)]
    (tmp_path / "pages.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    done = run_next(str(tmp_path / "pages.jsonl"), "--extractor", "vips", "--extractor", "plain")
    assert done.stderr.splitlines()[-1] == "annotate: vips failed on 3 of 3 pages"


def test_a_page_that_takes_too_long_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is named, the others are listed, and the exit code is that of work that was done in part."""

    def dawdle(page: Page, *rest: Any) -> Candidate:
        if page.name == "slow":
            take_too_long()
        return examine_page(page, {}, lambda html: Opinion())

    rows = [{"id": name, "url": f"http://{name}/", "html": f"<p>words of {name}</p>"} for name in ("slow", "quick")]
    (tmp_path / "pages.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    monkeypatch.setattr(running, "LIMITS", Limits(timeout=600))
    monkeypatch.setattr(running, "examine_page", dawdle)
    assert running.run_next(tmp_path / "pages.jsonl", (), **OPTIONS) == 3
    shown = capsys.readouterr()
    assert "annotate: http://slow/: took more than 600 s; left out\n" in shown.err
    assert [json.loads(line)["page"] for line in shown.out.splitlines()] == ["http://quick/"]


def test_a_labelled_page_that_cannot_be_read_is_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The exit code says that what it covers is not known."""
    (tmp_path / "pages.jsonl").write_text('{"html": "<p>words of a page"}')
    make_document(tmp_path / "labelled", "a", "<p>other words</p>", ("other",))
    (tmp_path / "labelled" / "a.html").unlink()
    assert running.run_next(tmp_path / "pages.jsonl", (tmp_path / "labelled",), **OPTIONS) == 3
    shown = capsys.readouterr()
    assert [json.loads(line)["page"] for line in shown.out.splitlines()] == ["row 1"]
    assert f"annotate: {tmp_path}/labelled/a.html: " in shown.err


def test_that_nothing_is_left_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a candidate there is no row, and a line says why; there is no progress to show on a terminal."""
    (tmp_path / "pages.jsonl").touch()
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert running.run_next(tmp_path / "pages.jsonl", (), **OPTIONS) == 0
    assert capsys.readouterr() == ("", f"annotate: {tmp_path}/pages.jsonl: has no page that is not labelled yet\n")
    # A person may have looked at none of them, as after a harvest.
    make_document(tmp_path / "harvested", "a", "<p>words of a page</p>", ("words",), status="harvested")
    assert running.run_next(tmp_path / "harvested", (), **OPTIONS) == 0
    assert capsys.readouterr() == ("", f"annotate: {tmp_path}/harvested: has no draft to label\n")


def test_who_is_on_the_committee() -> None:
    """Each extractor counts once, an unknown name is an error, and the doubt is that of your own model, if there is
    one.
    """
    assert list(form_committee(["plain", "nothing", "plain"])) == ["plain", "nothing"]
    for names in (["plain"], ["plain", "plain"]):
        with pytest.raises(InputError, match="at least two different extractors"):
            form_committee(names)
    with pytest.raises(InputError, match="no extractor named 'plian'"):
        form_committee(["plian"])
    assert choose_model(["cetr", "learned:my.npz"]) == "my.npz"
    assert choose_model(["cetr", "learned"]) == SHIPPED
