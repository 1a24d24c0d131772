"""Reports on a page or two, in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from cetr.console import run as run_command
from evaluate.cli import evaluate
from tests.documents import make_document


def test_one_extractor_on_one_page(open_page: Callable[..., Page], tmp_path: Path) -> None:
    """The smallest report has all its sections, also without predictions, and says nothing wrong in the console."""
    make_document(tmp_path / "p", "a", "<p>x</p>", ("x",))
    assert (
        run_command(evaluate, ["run", str(tmp_path / "p"), "--extractor", "plain", "--out", str(tmp_path / "r")]) == 0
    )
    assert run_command(evaluate, ["report", str(tmp_path / "r"), "-o", str(tmp_path / "report.html")]) == 0
    page = open_page(viewport={"width": 1200, "height": 4000})
    messages: list[str] = []
    page.on("console", lambda message: messages.append(message.text))
    page.on("pageerror", lambda error: messages.append(str(error)))
    page.goto((tmp_path / "report.html").as_uri())
    page.locator("#rows button.open").click()
    expect(page.locator(".text")).to_have_text("x")
    assert page.locator("#about").inner_text().startswith("1 document, 1 extractor: plain (")
    expect(page.locator("#time svg[role=img]")).to_have_count(1)
    assert (page.locator(".interval").inner_text(), page.locator(".interval svg").count()) == ("", 0)
    (tmp_path / "r" / "plain.predictions.jsonl").unlink()
    assert run_command(evaluate, ["report", str(tmp_path / "r"), "-o", str(tmp_path / "report.html")]) == 0
    page.reload()
    page.locator("#rows button.open").click()
    expect(page.locator(".text")).to_have_text("The results lack the text that was extracted.")
    assert messages == []


def test_packages_and_sizes_are_drawn(open_page: Callable[..., Page], tmp_path: Path) -> None:
    """The first chart has F1 by package, as Gottron's: 1 where all is gold, .5 where one word of three is gold.

    A long name is cut. Both pages are of one size, with a mean of .75. A filter may leave one package in the
    chart; results of a single package have no such chart.
    """
    long = "\u65b0\u805e\u8207" * 5
    for package, html in (("a", "<p>gold</p>"), (long, "<p>gold</p><p>two more</p>")):
        make_document(tmp_path / package, "d", html, ("<p>gold</p>",))
    packages = [str(tmp_path / "a"), str(tmp_path / long)]
    for name, chosen in (("two", packages), ("one", packages[:1])):
        out = str(tmp_path / name)
        assert run_command(evaluate, ["run", *chosen, "--extractor", "plain", "--out", out]) == 0
        assert run_command(evaluate, ["report", out, "-o", f"{out}.html"]) == 0
    page = open_page(viewport={"width": 1200, "height": 4000})
    page.goto((tmp_path / "two.html").as_uri())
    titles = page.locator("#packages svg[role=img] title")
    assert titles.all_text_contents() == [
        "a: 1 document",
        "plain on a: F1 100.00 %",
        f"{long}: 1 document",
        f"plain on {long}: F1 50.00 %",
    ]
    assert page.locator("main svg[role=img]").first.get_attribute("aria-label").startswith("Dot plot")
    assert page.locator("#packages text", has_text="\u65b0").evaluate("(t) => t.firstChild.data") == long[:9] + "\u2026"
    assert page.locator("#lengths polyline + path + title").text_content().startswith("plain: F1 75.00 % at 0.0")
    page.get_by_label("package", exact=True).select_option("a")
    expect(titles).to_have_text(["a: 1 document", "plain on a: F1 100.00 %"])
    page.goto((tmp_path / "one.html").as_uri())
    expect(page.locator("#lengths svg[role=img]")).to_have_count(1)
    expect(page.locator("#by-package")).to_be_hidden()
