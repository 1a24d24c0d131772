"""Coverage-guided fuzzing of everything that reads what strangers wrote.

::

    pip install atheris                                  # Linux, a Python that it has a wheel for
    python -m benchmarks.fuzz --seconds 60               # every target
    python -m benchmarks.fuzz warc --replay crash-1f3    # an input that failed, again

A target takes bytes and ends with a result or with `InputError`, the error that is for people; anything else has
failed, as has a law that does not hold. What fails lies in the working folder as atheris names it. Every target starts
from the pages of the starter package, and of a few lines of each format.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.fuzz.seeds import find_longest, make_seeds, write_words
from benchmarks.fuzz.targets import TARGETS

_MEMORY = Path("/dev/shm")
"""Where the files of a target are not written to a disk, on Linux."""


def run_target(name: str, seconds: int, corpus: Path) -> None:
    """Fuzz one target in this process, which ends with it."""
    import atheris

    with atheris.instrument_imports(include=["cetr", "evaluate", "annotate"]):
        TARGETS[name](b"<p>One \0 two")
    words = corpus.with_name(f"{corpus.name}.words")
    write_words(words)
    limits = (f"-max_total_time={seconds}", f"-max_len={find_longest(name)}", "-timeout=20", "-rss_limit_mb=3000")
    arguments = [*limits, f"-dict={words}", str(corpus)]
    atheris.Setup([sys.argv[0], *arguments], TARGETS[name])
    atheris.Fuzz()


def main() -> None:
    """Each target in a process of its own; ends with 1 if one of them has failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", nargs="*", choices=[*TARGETS, []], help="all by default")
    parser.add_argument("--seconds", type=int, default=60, help="for each target")
    parser.add_argument("--replay", type=Path, help="a file that failed")
    parser.add_argument("--corpus", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.replay:
        for name in options.target:
            TARGETS[name](options.replay.read_bytes())
    elif options.corpus:
        run_target(options.target[0], options.seconds, options.corpus)
    else:
        # Not where a target runs: what is imported before it is not instrumented.
        from benchmarks.children import benchmark_command, own_environment

        failed = []
        for name in options.target or TARGETS:
            with TemporaryDirectory(dir=_MEMORY if _MEMORY.is_dir() else None) as folder:
                corpus = Path(folder, "corpus")
                corpus.mkdir()
                make_seeds(name, corpus)
                command = [*benchmark_command("fuzz"), name, "--seconds", str(options.seconds), "--corpus", str(corpus)]
                place = own_environment() | {"TMPDIR": folder}
                done = subprocess.run(command, capture_output=True, text=True, check=False, env=place)
            last = [line for line in done.stderr.splitlines() if line.startswith(("Done", "#", " === ", "==", "stat"))]
            runs = next((line for line in reversed(last) if line.startswith("Done")), "failed")
            print(f"{name}: {runs}", flush=True)
            if done.returncode:
                failed.append(name)
                print(done.stdout[-1500:], done.stderr[-3000:], sep="\n", file=sys.stderr)
        sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
