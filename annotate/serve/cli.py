"""The command ``annotate serve``."""

from __future__ import annotations

from pathlib import Path
from socket import AF_INET, AF_INET6, create_server, gethostname

import click

from cetr.console import InputError, disarm, name_install


@click.command()
@click.argument("folders", metavar="DIR...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on; 0.0.0.0 means all.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8777,
    show_default=True,
    metavar="PORT",
    help="The port to listen on; 0 means any free one.",
)
@click.option("--url", help="How others reach the server, if not by host and port: https://example.org/review")
@click.option("--annotator", metavar="NAME", help="Who reviews packages that are nobody's; default: you.")
def serve(folders: tuple[Path, ...], host: str, port: int, url: str | None, annotator: str | None) -> None:
    """Let people review packages in their browsers.

    Prints a secret link for each package. Whoever has it can review the package, without installing anything. A package
    of 'annotate assign', or of a blind pass, is reviewed by its person. Links stay the same when you start the command
    again; remove serve.key from your settings folder to make others. The server does not encrypt: to let people in from
    other machines, put it behind a web server that does.
    """
    try:
        from annotate.serve.server import serve as run
    except ImportError as error:
        raise InputError(f"serving needs textual-serve: {name_install('serve')}") from error
    from annotate.review.config import config_path
    from annotate.review.start import load_settings
    from annotate.serve.links import make_links, read_key
    from annotate.team.annotator import default_annotator

    if url and not url.startswith(("http://", "https://")):
        raise InputError(f"--url: {url}: must begin with https:// or http://")
    load_settings(config_path())  # what is wrong there is told here, and not to the visitors
    key = read_key(config_path().with_name("serve.key"))
    links = make_links(folders, annotator or default_annotator() or "", key)
    with create_server((host, port), family=AF_INET6 if ":" in host else AF_INET) as listening:
        named = gethostname() if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
        reached = (url or f"http://{named}:{listening.getsockname()[1]}").rstrip("/")
        for link in links:
            click.echo(disarm(f"{link.annotator}\t{link.folder.name}\t{reached}/{link.token}/"))
        run(links, listening)
