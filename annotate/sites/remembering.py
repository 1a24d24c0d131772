"""The work of ``annotate remember``: from packages to a site memory."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import click

from annotate.reading import Place, choose_jobs, list_places, say_left_out, tell_left_out
from cetr.console import Exit, InputError, Limits, count_of, map_within, refuse_unwritable
from cetr.learned import Model, identify_model, load_model, refuse_replaced
from cetr.site import Memory, SiteMemories, Trace, find_host, see, trace, write_memories
from cetr.site import remember as remember_pages
from evaluate.package import Document, PackageError, read_document

LIMITS = Limits()
"""What scoring one page may take."""


def run_remember(folders: Sequence[Path], out: Path, model: str) -> Exit:
    """Write the memory, and print how much it holds. Returns `Exit.PARTIAL` if a document was left out."""
    refuse_unwritable(out)
    places = list_places(folders)
    memories = SiteMemories()
    load_model(model)  # an error in it comes before any page
    identity = identify_model(model)
    looked_at = map_within(LIMITS, partial(_look, model), places, choose_jobs(len(places)), say_left_out)
    lost = len(places)
    for found in tell_left_out(looked_at):
        lost -= 1
        if found is not None:
            memories.learn(found[0], remember_pages(Memory(), found[1]))
    if not memories.held:
        raise InputError(f"{folders[0]}: no page to remember: each needs a URL")
    refuse_replaced(model, identity, "begin again")
    write_memories(out, memories.held, identity)
    pages = sum(len(memory.traces) for memory in memories.held.values())
    labelled = sum(memory.labelled for memory in memories.held.values())
    click.echo(f"{out}: {count_of(pages, 'page')} of {count_of(len(memories.held), 'site')}, {labelled} with gold")
    return Exit.PARTIAL if lost else Exit.FINE


def _look(model: str, place: Place) -> tuple[str, Trace] | str | None:
    """Read one page, in any process: its site and its trace; None if it does not count."""
    try:
        document = read_document(*place)
    except PackageError as error:
        return say_left_out(place, str(error))
    site = find_host(document.meta.url)
    if not site or document.meta.status == "rejected":
        return None
    return site, trace_document(document, load_model(model))


def trace_document(document: Document, model: Model) -> Trace:
    """Make what a site's memory keeps of a document; its gold counts if it is finished."""
    gold = document.gold if document.meta.finished else None
    return trace(see(document.html, model), gold, document.optional)
