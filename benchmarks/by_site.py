"""What `cetr extract --by-site` takes: processor time beside `learned` alone, and memory, over a WARC of many sites.

    python -m benchmarks.by_site --data DATA --pages 100000 --sites 10000 [--work FOLDER]

The pages are those of a data set over and over, under made-up hosts, ten to a site and in a drawn order, so that the
pages of a site lie far from one another. Memory is the peak of the one process that does it all (``--jobs 0``).
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.children import benchmark_command, own_environment
from benchmarks.memory import read_memory
from cetr.cli import cetr
from cetr.console import run
from training.datasets import DATA, read_dataset


def write_warc(path: Path, pages: Sequence[bytes], count: int, sites: int) -> None:
    """A WARC file of so many pages of so many sites, in a drawn order."""
    numbers = list(range(count))
    random.Random(0).shuffle(numbers)
    with path.open("wb") as file:
        for number in numbers:
            file.writelines(_write_record(f"http://site{number % sites}.example/{number}", pages[number % len(pages)]))


def _write_record(url: str, html: bytes) -> Iterator[bytes]:
    payload = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + html
    head = (
        f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n"
        "WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000000>\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(payload)}\r\n\r\n"
    )
    yield head.encode() + payload + b"\r\n\r\n"


def run_measured(arguments: list[str]) -> int:
    """Run a command of ``cetr``, then print this process's seconds of processor time and its peak of memory, MB."""
    code = run(cetr, arguments)
    times = os.times()
    print(f"{times.user + times.system:.2f} {read_memory(peak=True):.0f}", file=sys.stderr)
    return code


def main() -> None:
    """Print a line for `learned` alone and one for ``--by-site``."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--set", default="cleaneval-en")
    parser.add_argument("--different", type=int, default=500, help="pages of the set")
    parser.add_argument("--pages", type=int, default=100_000)
    parser.add_argument("--sites", type=int, default=10_000)
    parser.add_argument("--work", type=Path, help="folder with room for the pages twice")
    parser.add_argument("--only", action="store_true", help="without `learned` alone to compare with")
    options = parser.parse_args()
    read = islice(read_dataset(options.data, options.set), options.different)
    pages = [page.html.encode("utf-8", "replace") for page in read]
    with TemporaryDirectory(dir=options.work) as name:
        warc = Path(name) / "pages.warc"
        write_warc(warc, pages, options.pages, options.sites)
        print(f"{options.pages} pages of {options.sites} sites, {warc.stat().st_size / 1e6:.0f} MB", flush=True)
        for how in (("--by-site",),) if options.only else ((), ("--by-site",)):
            rows = Path(name) / f"rows{len(how)}.jsonl"
            command = [*benchmark_command("by_site"), "run", "extract", str(warc), "--jobs", "0", *how]
            done = subprocess.run(
                [*command, "-o", str(rows)],
                stderr=subprocess.PIPE,
                check=True,
                env=own_environment() | {"TMPDIR": name},
            )
            seconds, memory = done.stderr.split()[-2:]
            each = 1000 * float(seconds) / options.pages
            print(f"{' '.join(how) or 'learned':10} {each:6.2f} ms a page, peak {int(memory)} MB", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["run"]:
        sys.exit(run_measured(sys.argv[2:]))
    main()
