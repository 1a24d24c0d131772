"""The commands ``annotate capture`` and ``annotate install-browser``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from annotate.queue.options import for_queues
from cetr.console import ExtractorName, Number


@click.command("install-browser")
@click.option("--quiet", is_flag=True, help="Print nothing if a browser is already installed.")
@click.option(
    "--headless",
    is_flag=True,
    help="Also try to install the headless shell, which takes half the processor time if there is no window.",
)
def install_browser(quiet: bool, headless: bool) -> None:
    """Install a Chromium if you have none. Playwright's is tried first, then your distribution's."""
    from annotate.installing import install_browser as install

    program = install(lambda text: click.echo(f"annotate: {text}", err=True), headless=headless)
    if not quiet:
        click.echo(program)


@click.command("capture")
@click.argument("urls", nargs=-1, metavar="[URL|FILE]...")
@click.option(
    "--urls",
    "urls_file",
    metavar="FILE",
    help="A file of URLs, one per line; '-' is standard input. From stored pages, only these are captured.",
)
@click.option("--url", default="", metavar="URL", help="The URL that a folder or a file of pages was saved from.")
@click.option(
    "--sitemap", multiple=True, metavar="URL|FILE", help="Capture the pages of a sitemap or a feed; repeatable."
)
@click.option(
    "--match",
    multiple=True,
    metavar="PATTERN",
    help="Keep only URLs of the sitemap, or of stored pages, that match, such as '*/2024/*'; repeatable.",
)
@click.option(
    "--leave-out",
    multiple=True,
    metavar="PATTERN",
    help="Leave out URLs of the sitemap, or of stored pages, that match, such as '*/tag/*'; repeatable.",
)
@click.option(
    "--sample",
    type=click.IntRange(min=1),
    metavar="N",
    help="Keep N URLs of the sitemap, or of stored pages, per site and template, the same each time.",
)
@click.option(
    "--attach",
    metavar="URL",
    help="The address of a Chrome started with --remote-debugging-port, such as http://localhost:9222.",
)
@click.option(
    "--package",
    "-p",
    "folder",
    type=click.Path(path_type=Path),
    default=Path("gold"),
    show_default=True,
    help="The test package to add to; created if missing.",
)
@click.option(
    "--headless",
    is_flag=True,
    help="Open no window. --select and --drop mark pages; without --select, pages become drafts.",
)
@click.option("--select", multiple=True, metavar="CSS", help="Mark these elements; repeatable, each must match.")
@click.option("--drop", multiple=True, metavar="CSS", help="Unmark these elements inside --select; repeatable.")
@click.option(
    "--profile", type=click.Path(path_type=Path, file_okay=False), help="Keep cookies and logins in this folder."
)
@click.option("--hold", is_flag=True, help="Freeze the page only when you press F2, for example after a login.")
@click.option(
    "--click",
    "clicks",
    multiple=True,
    metavar="CSS",
    help="Press these buttons first, such as 'show more', until they are gone; repeatable.",
)
@click.option(
    "--consent",
    type=click.Choice(["reject", "accept", "leave"]),
    default="leave",
    show_default=True,
    help="Answer cookie banners by the rules of Autoconsent.",
)
@click.option(
    "--max-size",
    type=Number(min=0.001),
    default=20.0,
    show_default=True,
    metavar="MILLIONS",
    help="The most characters that a page may have, in millions.",
)
@click.option(
    "--all-frames",
    is_flag=True,
    help="Also keep frames of private addresses in public pages, and of files outside the page's folder.",
)
@click.option("--language", metavar="TAG", help="The language of the pages, if not the one they declare.")
@click.option("--multiple", is_flag=True, help="Record that each page has several articles.")
@click.option("--page-type", metavar="TYPE", help="The type of the pages, such as article, forum or product.")
@click.option("--annotator", metavar="NAME", help="Your name; default: $CETR_GOLD_ANNOTATOR, else your user name.")
@click.option(
    "--method",
    type=ExtractorName("evaluate.extractors:find_extractor"),
    help="The extractor that suggests marks; default: learned.",
)
@click.option(
    "--suggest",
    type=click.Choice(["ask", "auto"]),
    default="ask",
    show_default=True,
    help="Suggest marks on demand, or as soon as the extractor is sure.",
)
@click.option(
    "--viewport",
    default="1280x900",
    show_default=True,
    metavar="WxH",
    help="The size of the viewport with --headless, in CSS pixels.",
)
@click.option("--keys", type=click.Path(path_type=Path), help='A TOML file that changes keys, such as save = "w".')
@click.option("--warc", is_flag=True, help="Also save everything that the page loads, as NAME.warc.gz.")
@click.option("--no-layout", is_flag=True, help="Do not record where elements are on the page.")
@click.option("--no-screenshot", is_flag=True, help="Do not take a picture of the page.")
@for_queues
def capture(**options: Any) -> int:
    """Open pages in a browser and record their main content.

    Select text with the mouse to mark it. Enter saves the page with exactly what you marked, and opens the next one;
    '?' shows all keys. For each saved page the command prints a row: document, URL, number of fragments, number of
    words, and 'exact', or 'draft' if the page has no marks yet.

    The command also replays stored pages offline, each under its URL: a WARC or WACZ file, JSON Lines or Parquet with
    'url' and 'html', a folder, or a file with a <base href>.
    """
    from annotate.capture.request import Request
    from annotate.capture.start import start_capture

    return start_capture(Request(**options))
