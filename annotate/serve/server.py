"""A web server that runs a reviewer for each visitor who knows the link of a package."""

from __future__ import annotations

import asyncio
import logging
import secrets
import shlex
from asyncio.subprocess import Process
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from http import HTTPStatus
from pathlib import Path
from socket import socket

from aiohttp import web
from aiohttp_jinja2 import get_env
from textual_serve.app_service import AppService
from textual_serve.server import Server

from annotate.review.served import UNREADABLE, UNSAVED
from annotate.serve.links import Link
from cetr.console import InputError, python_command
from evaluate.package import read_package

MOST_VISITS = 4
"""How many people, or tabs, can have one package open. Each takes a process of some 200 MB."""
LEAVE_SECONDS = 5.0
"""How long a reviewer may take to end when its visitor has left, or with the server, in seconds."""

ENDS = {0: b"left", UNSAVED: b"unsaved", UNREADABLE: b"unreadable"}
FAILED = b"failed"
"""What the page is told at an exit status of the reviewer, and at any other."""

TEMPLATES = Path(__file__).parent

HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self'"
        " data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""Nothing but the page's own files is loaded, and no other page learns the link or frames it."""


class ReviewServer(Server):
    """Serves the reviewer of one package."""

    def __init__(self, link: Link) -> None:
        command = [*python_command("annotate.review.served"), str(link.folder), link.annotator]
        # Without exec, the shell would be the parent, which does not end with the server. What a reviewer says on
        # standard error would be printed here as it is.
        super().__init__(f"exec {shlex.join(command)} 2>/dev/null", title=link.folder.name, templates_path=TEMPLATES)
        self._visits: set[asyncio.Task[object]] = set()
        # Only our own page knows it. The Origin is no proof: not every web server in front of this one passes on the
        # name by which it is reached.
        self._proof = secrets.token_urlsafe()

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()
        get_env(app).globals["proof"] = self._proof
        return app

    async def on_startup(self, app: web.Application) -> None:
        """Print nothing; the command prints the links."""

    async def on_shutdown(self, app: web.Application) -> None:
        """End all visits, and wait until their reviewers have ended."""
        for visit in self._visits:
            visit.cancel()
        if self._visits:
            await asyncio.wait(self._visits, timeout=LEAVE_SECONDS)

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Run a reviewer for as long as the visitor stays.

        Raises HTTP error 403 if another site's page asks, 429 if too many visitors are there, and 400 if the request is
        for no websocket.
        """
        if not secrets.compare_digest(request.query.get("proof", "").encode(), self._proof.encode()):
            raise web.HTTPForbidden
        if len(self._visits) >= MOST_VISITS:
            raise web.HTTPTooManyRequests(text="too many people have this package open")
        if not web.WebSocketResponse().can_prepare(request):
            raise web.HTTPBadRequest
        visit = asyncio.current_task()
        assert visit is not None
        self._visits.add(visit)
        try:
            return await super().handle_websocket(request)
        finally:
            self._visits.discard(visit)

    async def _process_messages(self, websocket: web.WebSocketResponse, app_service: AppService) -> None:
        """Pass on what the visitor sends, until they leave or their reviewer ends; one that does not end is killed."""
        process = app_service._process
        assert process is not None
        # What the reviewer says before it ends, it also says when it fails.
        app_service.remote_close = partial(_kill_later, process)
        ending = asyncio.create_task(_close_at_end(websocket, process))
        try:
            await super()._process_messages(websocket, app_service)
        finally:
            ending.cancel()
            await _kill_later(process)


async def _close_at_end(websocket: web.WebSocketResponse, process: Process) -> None:
    """Close the visitor's connection when the reviewer has ended, and tell the page how."""
    await websocket.close(message=ENDS.get(await process.wait(), FAILED))


async def _kill_later(process: Process) -> None:
    asyncio.get_running_loop().call_later(LEAVE_SECONDS, _kill, process)


def _kill(process: Process) -> None:
    if process.returncode is None:
        process.kill()


async def make_site(links: Iterable[Link]) -> web.Application:
    """Make the site: each link is a folder of it, and everything else is unknown."""
    site = web.Application(middlewares=[_add_headers])
    for link in links:
        part = await ReviewServer(link)._make_app()
        for script in ("letters.js", "page.js"):
            part.router.add_get(f"/{script}", partial(_send_script, script))
        part.router.add_get("/pictures/{name}.png", partial(_send_picture, link.folder))
        part.router.add_get("", partial(_add_slash, link.token))
        site.add_subapp(f"/{link.token}", part)
    return site


async def _add_slash(token: str, request: web.Request) -> web.Response:
    """Send visitors whose link has lost its final slash to the page, whose files lie beside it."""
    return web.Response(status=HTTPStatus.FOUND, headers={"Location": f"{token}/"})


async def _send_script(name: str, request: web.Request) -> web.FileResponse:
    return web.FileResponse(TEMPLATES / name, headers=HEADERS)


@web.middleware
async def _add_headers(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    response = await handler(request)
    if not response.prepared:
        response.headers.update(HEADERS)
    return response


async def _send_picture(folder: Path, request: web.Request) -> web.FileResponse:
    """Send the screenshot of a document."""
    name = request.match_info["name"]
    picture = folder / f"{name}.png"
    try:
        known = name in read_package(folder).names
    except InputError:
        known = False  # the package has gone
    if not known or picture.is_symlink() or not picture.is_file():
        raise web.HTTPNotFound
    return web.FileResponse(picture, headers=HEADERS)


def serve(links: Iterable[Link], listening: socket) -> None:
    """Serve on a socket until Ctrl-C, which then is a `KeyboardInterrupt`; all reviewers end."""
    logging.getLogger("textual-serve").setLevel(logging.CRITICAL)  # a visitor's nonsense is no matter of ours
    web.run_app(make_site(links), sock=listening, print=None, access_log=None)
    raise KeyboardInterrupt
