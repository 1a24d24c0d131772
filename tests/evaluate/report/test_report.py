"""The report in a real browser."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from cetr.console import run as run_command
from evaluate.cli import evaluate
from tests.documents import make_document

HOSTILE = "</script><script>window.pwned=1</script><img src=x onerror=window.pwned=2><!--"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report on seventy documents, one of them with markup for a gold text, by two extractors."""
    folder = tmp_path_factory.mktemp("report")
    for i in range(70):
        html = f"<p>Gold {i} has 🙂 five words</p>" + "<p>more of it</p>" * (i % 3)
        make_document(
            folder / "pack", f"d{i:02}", html, (f"Gold {i} has 🙂 five words",), page_type=("article", "forum")[i % 2]
        )
    make_document(
        folder / "pack", "hostile", "<p>x</p>", ("x",), text=f"Text {HOSTILE} end", page_type=HOSTILE, language=HOSTILE
    )
    arguments = ["run", folder / "pack", "--extractor", "plain", "--extractor", "nothing", "--measures", "words,chars"]
    assert run_command(evaluate, [*map(str, arguments), "--out", str(folder / "r")]) == 0
    arguments = ["report", folder / "r", "-o", folder / "report.html", "--jobs", 2, "--title", f"Title {HOSTILE}"]
    assert run_command(evaluate, list(map(str, arguments))) == 0
    return folder / "report.html"


@pytest.fixture
def page(open_page: Callable[..., Page], report: Path) -> Iterator[Page]:
    """The report, opened; it must log nothing and ask for nothing but itself."""
    opened = open_page(viewport={"width": 1200, "height": 900})
    messages: list[str] = []
    requests: list[str] = []
    opened.on("console", lambda message: messages.append(message.text))
    opened.on("pageerror", lambda error: messages.append(str(error)))
    opened.on("request", lambda request: requests.append(request.url))
    opened.goto(report.as_uri())
    opened.locator("#documents").scroll_into_view_if_needed()
    opened.wait_for_selector("#rows tbody tr")
    yield opened
    assert messages == []
    assert requests == [report.as_uri()]


@pytest.mark.long
def test_leaderboard_and_charts(page: Page) -> None:
    """Extractors stand by F1, and each chart says in words what it shows."""
    rows = page.locator("#leaders tbody tr")
    assert [row.split("\t")[0] for row in rows.all_inner_texts()] == ["plain", "nothing"]
    for row, told in ((rows.first, ("74.92 – 83.26", 1, 0)), (rows.last, ("0.00 – 0.00", 0, 1))):
        cell = row.locator(".interval")
        assert (cell.inner_text(), cell.locator(".f5").count(), cell.locator("path").count()) == told
    assert "from 70 to 100, what lies below has an arrow." in page.locator("#leaders caption").inner_text()
    page.get_by_role("heading", name="F1 by kind of document").scroll_into_view_if_needed()
    expect(page.locator("#spread svg")).to_have_count(2)
    assert "F1 under 0.5 on 71 documents" in str(page.locator("#spread svg").nth(1).get_attribute("aria-label"))
    expect(page.locator("#scatter svg[role=img]")).to_have_count(1)
    expect(page.locator("#time svg[role=img]")).to_have_count(1)
    expect(page.get_by_role("region", name="F1 by page type")).to_contain_text("forum (35)")


def test_hostile_content_is_text(page: Page) -> None:
    """Markup from pages, titles and facts is shown as it is and runs nowhere."""
    page.get_by_label("Name, site or URL").fill("hostile")
    page.locator("#rows button.open").click()
    expect(page.locator(".text")).to_contain_text(f"Text {HOSTILE} end")
    page.get_by_role("heading", name="F1 by kind of document").scroll_into_view_if_needed()
    assert page.locator("h1").inner_text() == f"Title {HOSTILE}"
    assert page.locator("img").count() == 0
    assert page.evaluate("window.pwned") is None


def test_policy_stops_what_gets_in(browser: BrowserContext, report: Path) -> None:
    """Were markup ever to get in, the browser would not run it: scripts, handlers and images are refused."""
    page = browser.new_page()
    page.goto(report.as_uri())
    page.evaluate(
        """() => {
            window.refused = new Set();
            document.addEventListener('securitypolicyviolation', (event) => refused.add(event.effectiveDirective));
            document.body.insertAdjacentHTML('beforeend', '<img src="https://example.org/x" onerror="window.pwned=1">');
            const script = document.createElement('script');
            script.textContent = 'window.pwned = 2';
            document.body.append(script);
        }"""
    )
    page.wait_for_function("refused.size === 3")
    assert page.evaluate("[...refused].sort()") == ["img-src", "script-src-attr", "script-src-elem"]
    assert page.evaluate("window.pwned") is None
    page.close()


def test_word_difference(page: Page) -> None:
    """Missing, superfluous and right words of each extractor; offsets hold beside characters outside the BMP."""
    page.get_by_label("Name, site or URL").fill("d01")
    page.locator("#rows button.open").click()
    # With the keyboard, because a part that is drawn later may move a button while it is clicked.
    page.get_by_role("button", name="plain 7").press("Enter")
    text = page.locator(".text")
    assert text.locator("ins").all_text_contents() == ["[superfluous: more of it]"]
    assert text.locator("del").count() == 0
    assert "Gold 1 has 🙂 five words\n[superfluous: more" in text.text_content()
    page.get_by_role("button", name="nothing 0").press("Enter")
    assert text.locator("del").all_text_contents() == ["[missing: Gold 1 has 🙂 five words]"]
    page.locator("#rows button.open").click()
    assert text.count() == 0


def test_filter_sort_and_pages(page: Page) -> None:
    """Filters narrow the list, headings sort it from the worst, fifty documents are shown at a time."""
    names = page.locator("#rows button.open")
    assert names.count() == 50
    page.get_by_role("button", name="Next").click()
    assert names.count() == 21
    page.get_by_role("combobox", name="page type").select_option("forum")
    expect(page.locator("#count")).to_have_text("35 of 71 documents")
    page.locator("#rows th button", has_text="plain").click()
    header = page.locator("#rows th", has_text="plain")
    assert header.get_attribute("aria-sort") == "ascending"
    values = [float(v) for v in page.locator("#rows tbody td:nth-of-type(4)").all_inner_texts()]
    assert values == sorted(values)
    assert values[0] < values[-1]
    page.locator("#rows th button", has_text="plain").click()
    assert header.get_attribute("aria-sort") == "descending"


def test_keyboard_alone(page: Page) -> None:
    """A document is opened, read and closed without a mouse; focus stays where it was after sorting."""
    page.locator("#search").focus()
    page.keyboard.type("d02")
    page.locator("#rows thead button").last.focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.textContent") == "nothing"
    page.keyboard.press("Tab")
    focused = "document.activeElement.getAttribute('aria-expanded')"
    assert page.evaluate(focused) == "false"
    page.keyboard.press("Enter")
    page.wait_for_selector(".text")
    assert page.evaluate(focused) == "true"
    for _ in range(5):  # two links, two extractors, the text
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Text of pack/d02, by nothing"


def test_what_a_screen_reader_jumps_to(page: Page) -> None:
    """Landmarks, each with a name of its own, and headings without a gap in their levels."""
    page.get_by_role("heading", name="F1 by kind of document").scroll_into_view_if_needed()
    expect(page.get_by_role("region", name="F1 by language")).to_be_attached()
    nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    found = []
    for node in nodes:
        role = node.get("role", {}).get("value")
        level = [each["value"]["value"] for each in node.get("properties", ()) if each["name"] == "level"]
        if not node["ignored"] and role in ("banner", "main", "form", "region", "heading"):
            found.append((role, *level, node["name"]["value"]))
    sections = ["Leaderboard", "Precision against recall", "Time against size", "F1 against size"]
    sections += ["Distribution of F1", "F1 by kind of document", "Documents"]
    assert sorted(found, key=str) == sorted(
        [
            ("banner", ""),
            ("main", ""),
            ("form", "Which documents"),
            ("heading", 1, f"Title {HOSTILE}"),
            *(("region", name) for name in [*sections, "F1 by language", "F1 by page type", "F1 by site"]),
            *(("heading", 2, name) for name in sections),
        ],
        key=str,
    )


def test_filters_recompute_the_leaderboard_and_the_charts(page: Page) -> None:
    """Of what is left, means are exact, intervals and ties drawn anew; what is not left is in no chart."""
    leaders = page.locator("#leaders tbody tr")
    whole = leaders.first.locator("td").all_inner_texts()
    assert "Resampled: 71 sites." in page.locator("#leaders caption").inner_text()
    assert leaders.last.locator(".behind").inner_text().endswith(" p < 0.001")
    assert leaders.last.locator(".behind").inner_text().startswith("−") and leaders.last.locator(".tie").count() == 0
    page.get_by_role("combobox", name="page type").select_option("forum")
    expect(page.locator("#leaders caption")).to_contain_text("Resampled: 35 sites, 999 times, in this browser.")
    some = leaders.first.locator("td").all_inner_texts()
    listed = [float(v) for v in page.locator("#rows tbody td:nth-of-type(4)").all_inner_texts()]
    assert float(some[0]) == pytest.approx(sum(listed) / len(listed), abs=0.011)
    assert some != whole
    low, high = (float(bound) for bound in some[1].split(" – "))
    assert low < float(some[0]) < high
    page.get_by_label("Name, site or URL").fill("d01")
    expect(page.locator("#count")).to_have_text("1 of 71 documents")
    expect(page.locator("#leaders .interval svg")).to_have_count(0)
    page.get_by_label("Name, site or URL").fill("nothing like it")
    expect(page.locator("#leaders caption")).to_have_text("No document is left.")


def test_resampling_in_the_browser_agrees_with_ours(page: Page) -> None:
    """The same figures over all documents, drawn there, are within a point of those that were made here."""
    found = page.evaluate(
        """() => {
            const data = JSON.parse(document.getElementById("data").textContent);
            const rows = data.extractors.map((e, i) => summarize(data.documents, i, 0, false));
            addStatistics(rows, data.documents, 0, false, data.tails);
            return [rows, data.figures.words];
        }"""
    )
    for theirs, ours in zip(*found, strict=True):
        for key in ("f1", "precision", "recall", "median", "std", "micro"):
            assert theirs[key] == pytest.approx(ours[key], abs=1e-4)
        assert (theirs["low"], theirs["high"]) == pytest.approx((ours["low"], ours["high"]), abs=0.01)
        assert theirs["tie"] == ours["tie"]
    assert page.evaluate("[0, 1].map((failed) => pool([[0, 0, 0, 0, 0, 0]], failed))") == [1, 0]


def test_the_way_back_to_a_document(page: Page, report: Path) -> None:
    """URL, package, kind, the command that opens it in the reviewer, and a link of its own."""
    page.get_by_label("Name, site or URL").fill("d01")
    page.locator("#rows button.open").click()
    origin = page.locator(".origin")
    expect(origin.locator("a").first).to_have_attribute("href", "https://d01.example/page")
    assert "package pack · page type forum" in origin.inner_text()
    assert origin.locator("code").inner_text() == f"annotate review {report.parent / 'pack'} d01"
    page.evaluate("scrollTo(0, 0); location.hash = 'doc=pack/d02'")
    expect(page.locator("#rows button.open")).to_have_text("pack/d02")
    expect(page.locator(".text")).to_be_in_viewport(ratio=1)
    assert page.locator("#rows button.open").get_attribute("aria-expanded") == "true"
    page.get_by_label("Name, site or URL").fill("")
    expect(page.locator("#rows button.open")).to_have_count(50)
    assert page.evaluate("location.hash") == ""


def test_one_extractor_against_another(page: Page) -> None:
    """Word by word, what is lost, found, new and gone; only pages that changed are listed."""
    page.get_by_label("compare", exact=True).select_option("plain")
    page.get_by_label("with", exact=True).select_option("nothing")
    expect(page.locator("#count")).to_have_text("71 of 71 documents, 71 of them changed")
    page.get_by_label("Name, site or URL").fill("d02")
    expect(page.locator("#rows button.open")).to_have_count(1)
    page.locator("#rows button.open").click()
    text = page.locator(".text")
    expect(text.locator("del.missing")).to_have_text(["[lost: Gold 2 has 🙂 five words]"])
    assert text.locator("del.extra").all_text_contents() == ["[superfluous, gone: more of it\nmore of it]"]
    page.get_by_label("compare", exact=True).select_option("nothing")
    page.get_by_label("with", exact=True).select_option("plain")
    page.locator("#rows button.open").click()
    expect(text.locator("ins.found")).to_have_text(["[found: Gold 2 has 🙂 five words]"])
    assert text.locator("ins.extra.new").count() == 1


def test_other_measure(page: Page) -> None:
    """Choosing a measure changes all numbers."""
    before = page.locator("#leaders tbody").inner_text()
    page.get_by_label("Measure").select_option("chars")
    assert page.locator("#leaders tbody").inner_text() != before
    expect(page.locator("#rows caption")).to_contain_text("by chars")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1400])
def test_light_dark_wide_narrow(open_page: Callable[..., Page], report: Path, scheme, width: int) -> None:
    """Nothing runs over the edge of the window, and text can be told from its ground (WCAG AA)."""
    page = open_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page.goto(report.as_uri())
    page.locator("#documents").scroll_into_view_if_needed()
    page.locator("#rows button.open").first.click()
    page.wait_for_selector(".text")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    ends = "[...document.querySelectorAll('caption span')].map((c) => c.getBoundingClientRect().right)"
    assert 0 < max(page.evaluate(ends)) <= width
    contrasts = page.evaluate(
        """() => {
            const parse = (c) => c.match(/[\\d.]+/g).slice(0, 3).map(Number);
            const light = (c) => parse(c).map((v) => v / 255)
                .map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
                .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
            const ratio = (ink, ground) => {
                const [a, b] = [light(ink), light(ground)].sort((x, y) => y - x);
                return (a + 0.05) / (b + 0.05);
            };
            const ground = getComputedStyle(document.body).backgroundColor;
            return ['h1', 'header p', '.open', '.missing', '.extra'].map((selector) => {
                const style = getComputedStyle(document.querySelector(selector));
                const own = style.backgroundColor;
                return ratio(style.color, own === 'rgba(0, 0, 0, 0)' ? ground : own);
            });
        }"""
    )
    assert min(contrasts) >= 4.5, contrasts


def test_markers_tell_extractors_apart(page: Page) -> None:
    """Seven shapes and ten colours make seventy markers, no two of which are alike in both."""
    script = (
        "[...Array(70).keys()].map((i) => marker(i, 0, 0)).map((m) => [m.getAttribute('d'), m.getAttribute('class')])"
    )
    markers = page.evaluate(script)
    assert len({shape for shape, _ in markers[:7]}) == 7
    assert len({tuple(one) for one in markers}) == 70


@pytest.mark.parametrize(
    ("values", "marks"),
    [
        ([6.2, 9.8], [5, 10]),
        ([10, 10], [10, 20]),
        ([2, 100], [2, 5, 10, 20, 50, 100]),
        ([0.03, 0.04], [0.02, 0.05]),
        ([0.3, 800], [0.1, 1, 10, 100, 1000]),
    ],
)
def test_a_scale_of_sizes_begins_and_ends_near_them(page: Page, values: list[float], marks: list[float]) -> None:
    """At 1, 2 or 5 times a power of ten, or at a power where values lie far apart; the ends are at its ends."""
    found, ends = page.evaluate(
        "(v) => { const m = listMarks(v), p = placeAmong(m); return [m, [p(m[0]), p(m.at(-1))]]; }", values
    )
    assert found == pytest.approx(marks)
    assert ends == [0, 1]


def test_markdown(report: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The comment for a pull request: a leaderboard, groups, the worst documents; no markup of pages."""
    out = report.parent / "report.md"
    arguments = ["report", str(report.parent / "r"), "--format", "markdown", "--title", "<b>News</b>\x1b[31m\udcff"]
    assert run_command(evaluate, arguments) == 0
    text = capfd.readouterr().out
    assert text.startswith("## \\<b\\>News\\</b\\>\ufffd\\[31m")
    assert run_command(evaluate, [*arguments, "-o", "-"]) == 0
    assert capfd.readouterr().out == text
    assert run_command(evaluate, [*arguments, "-o", str(out)]) == 0
    assert out.read_text().startswith("## \\<b\\>News\\</b\\>\ufffd\\[31m?\n")
    assert "| plain | 0." in text
    assert "### F1 by page type" in text
    assert not re.search(r"(?<!\\)<", text)


def test_texts_of_the_worst_and_of_a_sample(report: Path, tmp_path: Path, open_page: Callable[..., Page]) -> None:
    """Where those of all do not fit; the page says so, and what has no text says so, too."""
    out = tmp_path / "report.html"
    assert run_command(evaluate, ["report", str(report.parent / "r"), "--texts", "40", "-o", str(out)]) == 0
    texts = {int(i) for i in re.findall(r'id="text-([0-9]+)"', out.read_text())}
    assert len(texts) == 20
    page = open_page()
    page.goto(out.as_uri())
    assert "This report has the texts of 20 documents" in page.locator("header").inner_text()
    left_out = next(i for i in range(70) if i not in texts)
    page.goto(f"{out.as_uri()}#doc=pack/d{left_out:02}")
    expect(page.locator(".text")).to_have_text("The texts of this document are not in this report.")


def test_moved_packages_leave_a_report_without_texts(report: Path, tmp_path: Path, capfd) -> None:
    """The numbers are there; the missing texts are said once."""
    shutil.copytree(report.parent / "r", tmp_path / "r")
    run = tmp_path / "r" / "run.json"
    run.write_text(run.read_text().replace(str(report.parent / "pack"), str(tmp_path / "gone")))
    assert run_command(evaluate, ["report", str(tmp_path / "r"), "-o", str(tmp_path / "report.html")]) == 0
    assert "71 documents without texts" in capfd.readouterr().err
    assert 'id="text-0"' not in (tmp_path / "report.html").read_text()
