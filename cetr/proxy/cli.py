"""The command ``cetr proxy``."""

from __future__ import annotations

import click

from cetr.console import memory_option, method_options, timeout_option

_LEAST = 4
"""How many pages are worked on at once, at least, so that one that hangs holds up no others."""


@click.command()
@method_options("learned", "A registered extractor")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8080,
    show_default=True,
    metavar="PORT",
    help="The port to listen on; 0 means any free one.",
)
@timeout_option()
@memory_option()
def proxy(method: str, options: tuple[str, ...], host: str, port: int, timeout: float, memory: int) -> None:
    """Run an HTTP proxy that answers with the main content of each page.

    Everything but HTML passes unchanged. Only http: URLs work, because the proxy cannot read what HTTPS encrypts.
    The command prints its address and serves until you interrupt it.
    """
    import logging
    from functools import partial

    from cetr.console import Limits, Workers, count_cores
    from cetr.methods import load_method, read_method
    from cetr.proxy.server import ExtractingProxy, extract_page, join_address

    logging.basicConfig(format="cetr proxy: %(message)s")
    name, values = read_method(method, options)
    work = partial(extract_page, partial(load_method(name), **values))
    workers = Workers(work, Limits(timeout, memory), max(_LEAST, count_cores()))
    with workers as make_page, ExtractingProxy((host, port), make_page) as server:
        click.echo(f"http://{join_address(host, server.server_address[1])}")
        server.serve_forever()
