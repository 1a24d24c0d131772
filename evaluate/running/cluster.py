"""Doing tasks on several machines: Dask, through joblib."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from cetr.console import InputError, connect_cluster
from evaluate.running.isolation import IsolatedExtractor
from evaluate.running.tasks import Answer, Execute, Job, Results, Task

CHUNK = 16
"""Documents that a worker does with one process; what is lost when it dies, and done again elsewhere."""


def execute_on_cluster(address: str) -> Execute:
    """Do tasks on the workers of a Dask scheduler (``tcp://HOST:PORT``).

    Every worker needs this product and the extractor installed, and the packages at the same paths. Raises
    `InputError` if there is no scheduler or no Dask.
    """

    def execute(job: Job, tasks: Iterable[Task]) -> Results:
        from joblib import Parallel, delayed, parallel_config

        with connect_cluster(address) as client, parallel_config("dask", client=client):
            do_all = Parallel(return_as="generator_unordered", batch_size=1, pre_dispatch="3 * n_jobs")
            try:
                for answers in do_all(delayed(do_chunk)(job, chunk) for chunk in _cut(tasks)):
                    yield from answers
            except TimeoutError as error:
                raise InputError(f"--cluster {address}: the scheduler has no workers") from error

    return execute


def do_chunk(job: Job, tasks: Sequence[Task]) -> list[tuple[Task, Answer]]:
    """What a worker of the cluster does: some documents, in an isolated process of its own."""
    with IsolatedExtractor(job) as extractor:
        return [(task, extractor.ask(task)) for task in tasks]


def _cut(tasks: Iterable[Task]) -> Iterator[tuple[Task, ...]]:
    rest = iter(tasks)
    while chunk := tuple(islice(rest, CHUNK)):
        yield chunk
