"""The command ``cetr proxy``."""

from __future__ import annotations

import click


@click.command()
@click.option(
    "--method", default="learned", show_default=True, help="A registered extractor, NAME or NAME@key=value,..."
)
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="A setting of the method; repeatable.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8080,
    show_default=True,
    help="The port to listen on; 0 picks a free one.",
)
def proxy(method: str, options: tuple[str, ...], host: str, port: int) -> None:
    """Run an HTTP proxy that answers with the main content of each page.

    Everything but HTML passes unchanged. Only http: addresses work, because the proxy cannot read what HTTPS encrypts.
    The command prints its address and serves until you interrupt it.
    """
    import logging
    from functools import partial

    from cetr.methods import load_method, read_method
    from cetr.proxy.server import ExtractingProxy, join_address

    logging.basicConfig(format="cetr proxy: %(message)s")
    name, values = read_method(method, options)
    with ExtractingProxy((host, port), partial(load_method(name), **values)) as server:
        click.echo(f"http://{join_address(host, server.server_address[1])}")
        server.serve_forever()
