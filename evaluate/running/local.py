"""Do tasks on this machine in several processes."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from itertools import islice
from queue import SimpleQueue

from evaluate.running.isolation import Execute, IsolatedExtractor
from evaluate.running.tasks import Answer, Results, Task


def execute_locally(jobs: int) -> Execute:
    """Do tasks on this machine in so many worker processes, one of which may have started already."""

    def execute(extractor: IsolatedExtractor, tasks: Iterable[Task]) -> Results:
        workers = [extractor, *(IsolatedExtractor(extractor.job) for _ in range(jobs - 1))]
        idle: SimpleQueue[IsolatedExtractor] = SimpleQueue()
        for worker in workers:
            idle.put(worker)

        def ask(task: Task) -> tuple[Task, Answer]:
            worker = idle.get()
            try:
                return task, worker.ask(task)
            finally:
                idle.put(worker)

        todo = iter(tasks)
        with ExitStack() as stack:
            for worker in workers:
                stack.enter_context(worker)
            pool = stack.enter_context(ThreadPoolExecutor(jobs))
            for worker in workers:
                # When leaving early, this comes first, so that no thread keeps waiting for an answer.
                stack.callback(worker.close)
            pending: list[Future[tuple[Task, Answer]]] = [pool.submit(ask, task) for task in islice(todo, 2 * jobs)]
            stack.callback(lambda: [future.cancel() for future in pending])
            while pending:
                done = wait(pending, return_when=FIRST_COMPLETED).done
                for future in pending:  # in the order of the tasks, so that one job gives the same rows every time
                    if future in done:
                        yield future.result()
                pending = [future for future in pending if future not in done]
                pending += [pool.submit(ask, task) for task in islice(todo, len(done))]

    return execute
