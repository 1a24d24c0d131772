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
    click.option("--browser", type=click.Path(path_type=Path), help="The browser's program."),
    click.option(
        "--settle",
        type=Number(min=0),
        default=8.0,
        show_default=True,
        help="Seconds for the page to come to rest, at most; 0: take it as loaded.",
    ),
    click.option(
        "--timeout",
        type=Number(min=0.1),
        default=30.0,
        show_default=True,
        help="Seconds for the page to come.",
    ),
    click.option(
        "--on-conflict",
        type=click.Choice(["skip", "new", "replace"]),
        default="skip",
        show_default=True,
        help="What to do with a URL that the package has already.",
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
    click.option("--ignore-robots", is_flag=True, help="Also fetch what robots.txt keeps --urls from."),
    click.option(
        "--errors",
        type=click.Path(path_type=Path),
        help="Where to list pages that failed; default: FILE.errors, or, without FILE, capture.errors.",
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
@click.option("--headless", is_flag=True, help="No window: take what --select says.")
@click.option(
    "--select", multiple=True, metavar="CSS", help="Elements that are main content; in a window: to begin with."
)
@click.option("--drop", multiple=True, metavar="CSS", help="Elements to cut out of it again.")
@click.option(
    "--profile", type=click.Path(path_type=Path, file_okay=False), help="Keep cookies and logins in this folder."
)
@click.option("--hold", is_flag=True, help="Do not freeze the page by yourself: F2 in the window does it.")
@click.option(
    "--click", "clicks", multiple=True, metavar="CSS", help="Press these buttons, such as 'show more', first."
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
@click.option("--multiple", is_flag=True, help="The pages have several articles each.")
@click.option("--page-type", metavar="TYPE", help="Such as article, forum, product.")
@click.option("--annotator", metavar="NAME", help="Who marks; default: $CETR_GOLD_ANNOTATOR, or you.")
@click.option("--method", metavar="NAME", help="The extractor that suggests; default: the best there is.")
@click.option("--viewport", default="1280x900", show_default=True, metavar="WxH", help="Of a headless browser.")
@click.option("--keys", type=click.Path(path_type=Path), help='Other keys: a TOML file with lines such as save = "w".')
@click.option("--warc", is_flag=True, help="Keep everything the page loaded, as NAME.warc.gz.")
@click.option("--no-layout", is_flag=True, help="Do not record where elements are on the screen.")
@click.option("--no-screenshot", is_flag=True, help="Do not take a picture of the page.")
@for_queues
def capture(**options: Any) -> int:
    """Open pages in a browser and record their main content, exactly, in a test package.

    In the window: select text with the mouse to mark it, '?' shows the keys.
    """
    from annotate.capture.command import Request, run_capture

    return run_capture(Request(**options))
