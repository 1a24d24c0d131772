"""The command ``annotate render``."""

from __future__ import annotations

from pathlib import Path

import click

from annotate.queue.options import browser_option
from cetr.console import Exit


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--again", is_flag=True, help="Also render documents that have both; their layout is replaced.")
@browser_option
@click.option(
    "--viewport", default="1280x900", show_default=True, metavar="WxH", help="The size of the viewport, in CSS pixels."
)
def render(folder: Path, again: bool, browser: Path | None, viewport: str) -> int:
    """Add layout and screenshot to pages that lack them.

    Methods such as vips and hybrid need the layout. The command opens the saved HTML without scripts and without a
    network. External style sheets are missing unless they were recorded (NAME.warc.gz), so a layout recorded at capture
    is better.
    """
    from playwright.sync_api import Error as PlaywrightError
    from tqdm import tqdm

    from annotate.browser import is_gone, open_browser, parse_viewport
    from annotate.capture.interrupt import put_off_interrupts
    from annotate.queue.telling import tell_left
    from annotate.render.page import list_unrendered, render_document
    from evaluate.package import PackageError, UnwritableError, check_writable, read_package

    size = parse_viewport(viewport)
    names = list_unrendered(folder, read_package(folder).names, again)
    check_writable(folder)
    failed = 0
    with open_browser(browser) as context, put_off_interrupts() as interrupted:
        assert context.browser is not None
        for done, name in enumerate(bar := tqdm(names, unit=" pages", disable=None)):
            try:
                render_document(context.browser, folder, name, size, again=again)
            except UnwritableError:
                raise
            except (PackageError, PlaywrightError) as error:
                bar.clear()  # progress and data may share the terminal
                has_ended = is_gone(context)
                if interrupted.is_set():  # asked last: the browser may have got the signal, too
                    raise KeyboardInterrupt from None
                if has_ended:
                    click.echo("annotate: the browser has ended", err=True)
                    tell_left(len(names) - done, len(names))
                    return Exit.PARTIAL
                if isinstance(error, PlaywrightError):
                    raise
                failed += 1
                click.echo(f"annotate: {error}", err=True)
            else:
                bar.clear()
                click.echo(name)
            if interrupted.is_set():
                raise KeyboardInterrupt
    return Exit.PARTIAL if failed else Exit.FINE
