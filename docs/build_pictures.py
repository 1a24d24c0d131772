"""Make the pictures of the README and the docs: the toolbar, the window, the reviewer in a browser, the report,
and the loop as a short film.

Run from the checkout: ``make pictures DATA=FOLDER``. Needs the browser; touches nothing but docs/images. The report's
picture is of real pages, from which the shipped model never learned: ``DATA`` is the folder of dragnet.jsonl.xz.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import unescape
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import Page
from rich.cells import cell_len

from annotate.browser import open_browser
from annotate.capture.hand import Hand
from annotate.capture.session import Session
from annotate.capture.settings import Settings
from annotate.capture.tab import Limits
from annotate.cli import annotate
from annotate.review.app import ReviewApp
from annotate.review.assignment import Assignment
from annotate.review.columns import Column
from annotate.review.config import Config
from annotate.starter import read_site, serve
from annotate.window.messages import Look
from annotate.window.page import PageWindow, open_quiet_context
from cetr.console import python_command, run
from evaluate.cli import evaluate
from evaluate.extractors import find_extractor
from evaluate.package import read_document, read_package
from training.datasets import read_dataset

ROOT = Path(__file__).parents[1]
IMAGES = Path(__file__).with_name("images")
STARTER = ROOT / "packages" / "starter"
SERVED_MS = 8000
"""How long a reviewer takes to predict all pages, or to draw a screenshot, at the most."""


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


def _draw(app: ReviewApp, title: str) -> str:
    """The screen as SVG. Textual counts letters where it must count cells, so wide letters would lie on each other."""

    def stretch(text: re.Match[str]) -> str:
        length, rest, letters = text.groups()
        plain = unescape(letters)
        return f'textLength="{float(length) * cell_len(plain) / len(plain):.1f}"{rest}>{letters}<'

    return re.sub(r'textLength="([\d.]+)"([^>]*)>([^<]+)<', stretch, app.export_screenshot(title=title))


def _shoot_drawing(page: Page, path: Path) -> None:
    """A drawing alone: in a window of another shape the browser centres it between bands of white."""
    drawing = page.locator("svg")
    width, height = map(float, (drawing.get_attribute("viewBox") or "").split()[2:])
    size = page.viewport_size
    assert size is not None
    page.set_viewport_size({"width": size["width"], "height": round(size["width"] * height / width)})
    drawing.screenshot(path=path)


def picture_window(path: Path) -> None:
    """The page beside the reviewer: what is marked, what `cetr` would take, and the line of the cursor."""
    document = read_document(STARTER, "blog-localhost-0001")
    predicted = find_extractor("cetr").extract(document.html)
    assert not isinstance(predicted, str)
    umbrella = document.html.index("An umbrella")
    look = Look(
        str(STARTER),
        document.name,
        gold=document.spans,
        prediction=predicted,
        at=(umbrella, umbrella + len("An umbrella")),
        said="3 lines differ",
        progress="gold",
    )
    with open_browser(headless=True) as context:
        assert context.browser is not None
        window = PageWindow(open_quiet_context(context.browser), lambda _: None)
        window.tab.page.set_viewport_size({"width": 1280, "height": 900})
        window.show(look)
        window.tab.pause(0.5)
        window.tab.page.screenshot(path=path)


def picture_served(path: Path) -> None:
    """The reviewer in a browser, by the link of ``annotate serve``, on pages of Latin letters."""
    with tempfile.TemporaryDirectory() as name:
        package = Path(name) / "my-pages-ann"
        shutil.copytree(STARTER, package, ignore=shutil.ignore_patterns("arabic*", "chinese*", "hindi*", "thai*"))
        command = [*python_command("annotate"), "serve", str(package), "--port", "0", "--annotator", "ann"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            link = server.stdout.readline().rstrip("\n").split("\t")[2]
            with open_browser(headless=True, viewport=(1280, 800)) as context:
                page = context.new_page()
                page.goto(link)
                page.wait_for_selector("body.-first-byte")
                page.wait_for_timeout(SERVED_MS)
                page.keyboard.press("P")
                page.wait_for_timeout(SERVED_MS)
                page.screenshot(path=path)
            server.terminate()


def draw_report(folder: Path, package: str, extractors: Sequence[str], title: str, measures: str) -> Path:
    """The report on a package in a folder, without the folder's temporary name in the paths that it shows."""
    results, report = folder / "results", folder / "report.html"
    arguments = ["run", str(folder / package), "--out", str(results), "--measures", measures]
    run(evaluate, [*arguments, *(part for extractor in extractors for part in ("--extractor", extractor))])
    run(evaluate, ["report", str(results), "-o", str(report), "--title", title])
    report.write_text(report.read_text("utf-8").replace(f"{folder.resolve()}/", ""), encoding="utf-8")
    return report


def draw_real_report(folder: Path, data: Path) -> Path:
    """The report on Dragnet's pages, from which the model never learned: `learned` against trafilatura and others.

    Its first measure is that of the table in the README, so that both show the same figures.
    """
    keys = ("id", "url", "html", "text")
    lines = folder / "pages.jsonl"
    with lines.open("w", encoding="utf-8") as file:
        file.writelines(
            json.dumps({key: getattr(page, key) for key in keys}) + "\n" for page in read_dataset(data, "dragnet")
        )
    run(annotate, ["import", "jsonl", str(lines), str(folder / "dragnet")])
    names = ("learned", "trafilatura", "resiliparse", "cetr")
    return draw_report(folder, "dragnet", names, "Dragnet: learned against trafilatura", "bag,words,chars")


def shoot_leaders(report: Path, path: Path, viewport: tuple[int, int]) -> None:
    """The head of a report: who leads."""
    with open_browser(headless=True, viewport=viewport) as context:
        page = context.new_page()
        page.goto(report.as_uri())
        page.wait_for_selector("#leaders tbody tr")
        page.wait_for_timeout(300)
        page.screenshot(path=path)


def shoot_difference(report: Path, path: Path, viewport: tuple[int, int], *, dark: bool) -> None:
    """The list of documents, the difference of the news page open."""
    with open_browser(headless=True, viewport=viewport, dark=dark) as context:
        page = context.new_page()
        page.goto(report.as_uri())
        page.wait_for_selector("#leaders tbody tr")
        page.locator("#rows button.open").filter(has_text="news-localhost").first.click()
        page.wait_for_selector(".text")
        page.evaluate("document.querySelector('#rows').scrollIntoView()")
        page.wait_for_timeout(300)
        page.screenshot(path=path)


FILM = (960, 600)
CAPTION = 44
# Of the film's shape. The report's needs more room, as its leaderboard is wider than the page.
PAGE, REPORT = (1200, 695), (1320, 765)
FONT = "DejaVuSansMono.ttf"


@dataclass(frozen=True)
class Frame:
    """A picture of the film, the command that is shown below it, and for how many seconds it stands."""

    picture: Path
    caption: str
    seconds: float


def film_capture(folder: Path, package: Path) -> Iterable[Frame]:
    """A page in the browser: untouched, marked piece by piece, an advert cut out, saved."""
    site = read_site(ROOT / "packages" / "starter-site")
    caption = "1  annotate capture URL      mark the main content"
    with serve(site.folder) as port, open_browser(headless=True, viewport=PAGE) as context:
        session = Session(context, package, Settings(limits=Limits(settle=2)))
        session.open(f"http://localhost:{port}/news.html")
        hand = Hand(session)

        def shoot(name: str, seconds: float) -> Frame:
            session.page.screenshot(path=folder / f"{name}.png")
            return Frame(folder / f"{name}.png", caption, seconds)

        session.page.evaluate("document.querySelector('.consent').remove()")
        yield shoot("capture-0", 1.4)
        for number, selector in enumerate((".story__headline", ".story__standfirst", "figcaption", ".story__body"), 1):
            hand.drag(selector)
            session.page.locator(selector).first.scroll_into_view_if_needed()
            yield shoot(f"capture-{number}", 1.2)
        session.page.locator(".story__body .ad").scroll_into_view_if_needed()
        yield shoot("capture-5", 1.0)
        hand.press("c")
        hand.drag(".story__body .ad")
        yield shoot("capture-6", 1.6)
        hand.click("save")
        session.wait()


async def _film_reviewer(folder: Path, document: str) -> list[tuple[str, float]]:
    assignment = Assignment(
        folder, read_package(folder).names, (Column("learned"), Column("cetr")), "you", first=document
    )
    app = ReviewApp(assignment, Config())
    shots: list[tuple[str, float]] = []
    async with app.run_test(size=(118, 34)) as pilot:

        def shoot(seconds: float) -> None:
            shots.append((_draw(app, f"annotate review {folder.name}"), seconds))

        for _ in range(60):
            await pilot.pause(0.1)
        shoot(1.8)
        for key, seconds in (("n", 1.0), ("n", 1.0), ("space", 1.2), ("n", 1.0), ("a", 1.6)):
            await pilot.press(key)
            await pilot.pause(0.6)
            shoot(seconds)
    return shots


def film_review(folder: Path, package: Path) -> Iterable[Frame]:
    """The reviewer: from one disputed line to the next, one turned over, the page approved."""
    shots = asyncio.run(_film_reviewer(package, "fragmented-localhost-0001"))
    with open_browser(headless=True, viewport=(1600, 1000)) as context:
        page = context.new_page()
        for number, (svg, seconds) in enumerate(shots):
            drawing = folder / f"review-{number}.svg"
            drawing.write_text(svg, encoding="utf-8")
            page.goto(drawing.as_uri())
            _shoot_drawing(page, drawing.with_suffix(".png"))
            yield Frame(drawing.with_suffix(".png"), "2  annotate review DIR       check it line by line", seconds)


def film_report(folder: Path, leaders: Path, differing: Path) -> Iterable[Frame]:
    """The report: who leads, and what one of them takes too much and leaves out on a page."""
    caption = "3  evaluate run, report      see which extractor is right, and where"
    shoot_leaders(leaders, folder / "report-0.png", REPORT)
    yield Frame(folder / "report-0.png", caption, 2.4)
    shoot_difference(differing, folder / "report-1.png", REPORT, dark=False)
    yield Frame(folder / "report-1.png", caption, 2.6)


def compose(frame: Frame) -> Image.Image:
    """A frame as an image of the film's size: the picture above, its command below."""
    width, height = FILM
    image = Image.new("RGB", FILM, "#10161d")
    with Image.open(frame.picture) as opened:
        picture = opened.convert("RGB")
    picture.thumbnail((width, height - CAPTION), Image.Resampling.LANCZOS)
    image.paste(picture, ((width - picture.width) // 2, (height - CAPTION - picture.height) // 2))
    ImageDraw.Draw(image).text((18, height - CAPTION + 11), frame.caption, "#ffd75e", ImageFont.truetype(FONT, 18))
    return image


def picture_loop(path: Path, leaders: Path, differing: Path) -> None:
    """The loop in twenty seconds, as an animated WebP: capture, review, report."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        package = folder / "my-pages"
        shutil.copytree(STARTER, package)
        frames = [
            *film_capture(folder, folder / "new"),
            *film_review(folder, package),
            *film_report(folder, leaders, differing),
        ]
        first, *rest = map(compose, frames)
        lengths = [round(1000 * frame.seconds) for frame in frames]
        first.save(path, save_all=True, append_images=rest, duration=lengths, loop=0, quality=70, method=6)


def main() -> None:
    """Make them all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder with dragnet.jsonl.xz")
    arguments = parser.parse_args()
    picture_toolbar(IMAGES / "toolbar.png")
    picture_window(IMAGES / "window.png")
    picture_served(IMAGES / "serve.png")
    with tempfile.TemporaryDirectory() as name:
        real, starter = Path(name) / "real", Path(name) / "starter"
        real.mkdir()
        starter.mkdir()
        leaders = draw_real_report(real, arguments.data.resolve())
        shutil.copytree(STARTER, starter / "my-pages")
        differing = draw_report(starter, "my-pages", ("learned", "cetr", "plain"), "My pages", "words,chars,bag")
        shoot_leaders(leaders, IMAGES / "report-light.png", (1280, 1000))
        shoot_difference(differing, IMAGES / "report-narrow.png", (420, 1000), dark=True)
        picture_loop(IMAGES / "loop.webp", leaders, differing)


if __name__ == "__main__":
    main()
