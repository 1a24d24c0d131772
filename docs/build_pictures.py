"""Make the pictures of the README and the docs: the toolbar on a page, the reviewer and the report on a package.

Run from the checkout: ``make pictures``. Needs the browser; touches nothing but docs/images.
"""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from pathlib import Path

from annotate.browser import open_browser
from annotate.capture.hand import Hand
from annotate.capture.session import Session
from annotate.capture.settings import Settings
from annotate.capture.tab import Limits
from annotate.review.app import ReviewApp
from annotate.review.assignment import Assignment
from annotate.review.columns import Column
from annotate.review.config import Config
from annotate.starter import read_site, serve
from cetr.console import run
from evaluate.cli import evaluate
from evaluate.package import read_package

ROOT = Path(__file__).parents[1]
IMAGES = Path(__file__).with_name("images")
STARTER = ROOT / "packages" / "starter"


def picture_toolbar(path: Path) -> None:
    """The starter site's news page, its headline and summary marked."""
    site = read_site(ROOT / "packages" / "starter-site")
    with (
        tempfile.TemporaryDirectory() as folder,
        serve(site.folder) as port,
        open_browser(headless=True, viewport=(1280, 800)) as context,
    ):
        session = Session(context, Path(folder) / "package", Settings(limits=Limits(settle=2)))
        session.open(f"http://localhost:{port}/news.html")
        hand = Hand(session)
        for selector in (".story__headline", ".story__standfirst"):
            hand.drag(selector)
        session.page.screenshot(path=path)


async def _draw_reviewer(folder: Path, document: str) -> str:
    names = read_package(folder).names
    assignment = Assignment(folder, names, (Column("cetr"),), "you", first=document)
    app = ReviewApp(assignment, Config())
    async with app.run_test(size=(132, 36)) as pilot:
        for _ in range(40):
            await pilot.pause(0.1)
        return app.export_screenshot(title="annotate review packages/starter")


def picture_reviewer(path: Path) -> None:
    """The reviewer on a copy of the starter package, at the fragmented article."""
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder) / "starter"
        shutil.copytree(STARTER, package)
        svg = asyncio.run(_draw_reviewer(package, "fragmented-localhost-0001"))
        drawing = Path(folder) / "screen.svg"
        drawing.write_text(svg, encoding="utf-8")
        with open_browser(headless=True, viewport=(1400, 900)) as context:
            page = context.new_page()
            page.goto(drawing.as_uri())
            page.locator("svg").screenshot(path=path)


def picture_report(wide: Path, narrow: Path) -> None:
    """The report on the starter package: light and wide, dark and narrow with a document's difference open."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        names = ("cetr", "cetr-tm", "bte", "plain")
        arguments = ["run", str(STARTER), "--out", str(folder / "results"), "--measures", "words,chars,bag"]
        run(evaluate, [*arguments, *(part for extractor in names for part in ("--extractor", extractor))])
        target = folder / "report.html"
        run(evaluate, ["report", str(folder / "results"), "-o", str(target), "--title", "Starter package"])
        for path, viewport, dark in ((wide, (1280, 1000), False), (narrow, (420, 1000), True)):
            with open_browser(headless=True, viewport=viewport, dark=dark) as context:
                page = context.new_page()
                page.goto(target.as_uri())
                page.wait_for_selector("#leaders tbody tr")
                if dark:
                    page.locator("#documents").scroll_into_view_if_needed()
                    page.locator("#rows button.open").first.click()
                    page.wait_for_selector(".text")
                    page.evaluate("document.querySelector('#rows').scrollIntoView()")
                page.wait_for_timeout(300)
                page.screenshot(path=path)


def main() -> None:
    """Make them all."""
    IMAGES.mkdir(exist_ok=True)
    picture_toolbar(IMAGES / "toolbar.png")
    picture_reviewer(IMAGES / "reviewer.png")
    picture_report(IMAGES / "report-light.png", IMAGES / "report-narrow.png")


if __name__ == "__main__":
    main()
