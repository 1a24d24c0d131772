"""The commands ``annotate capture`` and ``annotate install-browser``."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any

import click


class Number(click.FloatRange):
    """A number within bounds: neither infinite nor none at all."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number that an option's value says."""
        number: float = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is not a finite number.", param, ctx)
        return number


_FOR_QUEUES = (
    click.option(
        "--browser",
        type=click.Path(path_type=Path),
        help="Program of the Chromium to use; default: the one that is found.",
    ),
    click.option(
        "--settle",
        type=Number(min=0),
        default=8.0,
        show_default=True,
        help="Seconds to wait, at most, until nothing in the page changes any more; 0: do not wait.",
    ),
    click.option(
        "--timeout",
        type=Number(min=0.1),
        default=30.0,
        show_default=True,
        help="Seconds that a page may take to load.",
    ),
    click.option(
        "--on-conflict",
        type=click.Choice(["skip", "new", "replace"]),
        default="skip",
        show_default=True,
        help="What to do with a page that the package has already: leave it out, add it again, or replace it.",
    ),
    click.option(
        "--delay",
        type=Number(min=0),
        default=1.0,
        show_default=True,
        help="Seconds between two requests to one site.",
    ),
    click.option(
        "--retries",
        type=click.IntRange(min=0),
        default=2,
        show_default=True,
        help="Further attempts when a site is busy.",
    ),
    click.option("--ignore-robots", is_flag=True, help="Open pages of --urls although robots.txt forbids it."),
    click.option(
        "--errors",
        type=click.Path(path_type=Path),
        help="File that lists the pages that failed; default: FILE.errors with --urls FILE, else capture.errors.",
    ),
)


def for_queues(command: Callable[..., int]) -> Callable[..., int]:
    """Give a command the options of all that work through lists of pages."""
    return reduce(lambda made, option: option(made), reversed(_FOR_QUEUES), command)


@click.command("install-browser")
@click.option("--quiet", is_flag=True, help="Say nothing when a browser is there already.")
def install_browser(quiet: bool) -> None:
    """Make sure that a Chromium is there: Playwright's, or the distribution's."""
    from annotate.browser import install_browser as install

    program = install(lambda text: click.echo(f"annotate: {text}", err=True))
    if not quiet:
        click.echo(program)


@click.command("capture")
@click.argument("urls", nargs=-1, metavar="[URL]...")
@click.option("--urls", "urls_file", metavar="FILE", help="Pages to capture, one URL a line; '-' is standard input.")
@click.option(
    "--package",
    "-p",
    "folder",
    type=click.Path(path_type=Path),
    default=Path("gold"),
    show_default=True,
    help="The test package to add to; made if there is none.",
)
@click.option("--headless", is_flag=True, help="Open no window: the main content is what --select and --drop say.")
@click.option(
    "--select",
    multiple=True,
    metavar="CSS",
    help="Mark these elements; repeatable, each must match. In a window you go on from there.",
)
@click.option("--drop", multiple=True, metavar="CSS", help="Cut these elements out of what --select marks; repeatable.")
@click.option(
    "--profile", type=click.Path(path_type=Path, file_okay=False), help="Keep cookies and logins in this folder."
)
@click.option("--hold", is_flag=True, help="Take the page as it is only when you press F2, such as after logging in.")
@click.option(
    "--click",
    "clicks",
    multiple=True,
    metavar="CSS",
    help="Press these buttons first, such as 'show more', until they are gone; repeatable.",
)
@click.option(
    "--max-size",
    type=Number(min=0.001),
    default=20.0,
    show_default=True,
    metavar="MILLIONS",
    help="The largest page accepted, in millions of characters.",
)
@click.option("--language", metavar="TAG", help="Language of the pages, instead of what they say themselves.")
@click.option("--multiple", is_flag=True, help="Note that each page has several articles.")
@click.option("--page-type", metavar="TYPE", help="Kind of the pages, such as article, forum or product.")
@click.option("--annotator", metavar="NAME", help="Who marks; default: $CETR_GOLD_ANNOTATOR, else your user name.")
@click.option("--method", metavar="NAME", help="Extractor that suggests what to mark; default: learned.")
@click.option(
    "--viewport",
    default="1280x900",
    show_default=True,
    metavar="WxH",
    help="Width and height of the page with --headless, in pixels.",
)
@click.option("--keys", type=click.Path(path_type=Path), help='Other keys: a TOML file with lines such as save = "w".')
@click.option("--warc", is_flag=True, help="Keep everything the page loaded, as NAME.warc.gz.")
@click.option("--no-layout", is_flag=True, help="Do not record where elements are on the screen.")
@click.option("--no-screenshot", is_flag=True, help="Do not take a picture of the page.")
@for_queues
def capture(**options: Any) -> int:
    """Open pages in a browser and record their main content, exactly, in a test package.

    In the window, select text with the mouse to mark it. Enter saves the page and opens the next one, '?' shows all
    keys. Each page saved prints a line: document, URL, number of fragments and of words, and 'exact'.
    """
    from annotate.capture.command import Request, run_capture

    return run_capture(Request(**options))
