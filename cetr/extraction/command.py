"""The command ``cetr extract``: one page is printed, many become rows or files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click
from tqdm import tqdm

from cetr.console import Exit, Limits
from cetr.extraction.batches import Task
from cetr.extraction.bulk import Counts, extract_sources
from cetr.extraction.pagefiles import PageFiles
from cetr.extraction.remarks import list_remarks
from cetr.extraction.request import Request, check_request
from cetr.extraction.single import print_page
from cetr.learned import identify_model
from cetr.methods import read_method
from cetr.sources import find_sources, is_archive, read_urls, say_saved


def run_extract(request: Request) -> int:
    """Extract what the request names, and return the exit code."""
    if request.urls_file is not None:
        request = replace(request, places=(*request.places, *read_urls(request.urls_file)))
    check_request(request)
    name, values = read_method(request.method, request.options)
    is_learned = name.partition(":")[0] == "learned"
    if request.by_site and not is_learned:
        raise click.UsageError(f"--by-site: '{name}' extracts each page alone; leave out --method, or use learned")
    if request.prints:
        print_page(request.places[0], name, values, request.form, request.url)
        return Exit.FINE
    saved = say_saved(Path(request.places[0]), request.url) if request.url else None
    task = Task(name, values, Limits(request.timeout, request.page_memory), request.form, request.grouping, saved)
    return _extract_many(request, replace(task, model=identify_model(task.model_file)) if is_learned else task)


def _extract_many(request: Request, task: Task) -> int:
    memory = request.memory
    if memory is not None and not memory.exists():
        click.echo(f"cetr: {memory}: does not exist yet, so nothing is known of the sites", err=True)
        memory = None
    sources = find_sources(request.places)
    if request.site_key and (other := next(filter(_stands_alone, sources), None)):
        raise click.UsageError(
            "--site-key reads the JSON file beside a saved page, or its row in JSON Lines or Parquet, and"
            f" {other} has neither; leave it out"
        )
    try:
        counts = _extract(request, task, sources)
    except KeyboardInterrupt:
        if request.out is not None or request.folder is not None:
            click.echo("\ncetr: finished pages are kept; continue with the same command and --resume", err=True)
        raise
    for told in (counts, *list_remarks(counts, request.site_key, memory)):
        click.echo(f"cetr: {told}", err=True)
    return Exit.PARTIAL if counts.failed else Exit.FINE


def _stands_alone(source: Path | str) -> bool:
    """Whether the pages of a source have neither a JSON file beside them nor a row."""
    return isinstance(source, str) or is_archive(source)


def _extract(request: Request, task: Task, sources: Sequence[Path | str]) -> Counts:
    if request.cluster is not None and request.out is not None:
        return _extract_on_cluster(request.cluster, task, sources, request.out, request.resume)
    files = None
    if request.folder is not None:
        files = PageFiles(request.folder, request.style, [Path(place) for place in request.places])
    out = request.out if files is None else files.index
    with tqdm(unit=" pages", disable=None) as bar:
        return extract_sources(
            task,
            sources,
            out,
            jobs=request.jobs,
            resume=request.resume,
            watch=lambda row: bar.update(),
            files=files,
        )


def _extract_on_cluster(address: str, task: Task, sources: Sequence[Path | str], out: Path, resume: bool) -> Counts:
    from cetr.extraction.cluster import extract_on_cluster
    from cetr.extraction.sitecluster import PARTS, extract_sites_on_cluster

    if task.grouping is not None:
        with tqdm(total=PARTS, unit=" parts", disable=None) as bar:
            return extract_sites_on_cluster(
                address, task, task.grouping, sources, out, resume=resume, watch=lambda counts: bar.update()
            )
    with tqdm(total=len(sources), unit=" files", disable=None) as bar:
        return extract_on_cluster(address, task, sources, out, resume=resume, watch=lambda counts: bar.update())
