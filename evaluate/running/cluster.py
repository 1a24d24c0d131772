"""Do tasks on several machines: Dask, through joblib."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from cetr.console import InputError, connect_cluster
from evaluate.running.isolation import Execute, IsolatedExtractor
from evaluate.running.tasks import Answer, Job, Results, Task

CHUNK = 16
"""How many documents a worker does in one process. If it dies, these are done again elsewhere."""


def execute_on_cluster(address: str) -> Execute:
    """Do tasks on the workers of a Dask scheduler (``tcp://HOST:PORT``).

    Every worker needs this software and the extractor, and the packages at the same paths. Raises `InputError` if the
    scheduler or Dask is missing.
    """

    def execute(extractor: IsolatedExtractor, tasks: Iterable[Task]) -> Results:
        from joblib import Parallel, delayed, parallel_config

        extractor.close()
        with connect_cluster(address) as client, parallel_config("dask", client=client):
            do_all = Parallel(return_as="generator_unordered", batch_size=1, pre_dispatch="3 * n_jobs")
            try:
                for answers in do_all(delayed(do_chunk)(extractor.job, chunk) for chunk in _cut(tasks)):
                    yield from answers
            except TimeoutError as error:
                raise InputError(f"--cluster {address}: the scheduler has no workers") from error

    return execute


def do_chunk(job: Job, tasks: Sequence[Task]) -> list[tuple[Task, Answer]]:
    """Do some documents in an isolated process: the work of a worker of the cluster."""
    with IsolatedExtractor(job) as extractor:
        return [(task, extractor.ask(task)) for task in tasks]


def _cut(tasks: Iterable[Task]) -> Iterator[tuple[Task, ...]]:
    rest = iter(tasks)
    while chunk := tuple(islice(rest, CHUNK)):
        yield chunk
