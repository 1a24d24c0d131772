"""Feed every command and every option that takes a file with files that unpack, nest or go on without end.

    python -m benchmarks.bombs [--only WORD] [--memory 4500] [--timeout 90]

Each command runs in a process group of its own, which is killed when it takes longer, or when it and its children take
more memory. A run fails if it was killed, if it showed a traceback, or if its error is longer than one line. What such
files do to a package is tried on each of a package's own files.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from benchmarks.bombs.files import BOMBS
from benchmarks.bombs.trials import list_trials, make_base, run_trial


def main() -> None:
    """Print a row for each run that fails, and how many there were; ends with 1 if there was one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", default=[], help="runs in whose names all of these stand")
    parser.add_argument("--skip", action="append", default=[], help="no runs in whose names one of these stands")
    parser.add_argument("--memory", type=float, default=4500, help="MB of a command and its children")
    parser.add_argument("--timeout", type=float, default=90, help="seconds")
    parser.add_argument("--verbose", action="store_true", help="a row for each run")
    parser.add_argument("--work", type=Path, help="where the files are written")
    options = parser.parse_args()
    failed = count = 0
    with tempfile.TemporaryDirectory(dir=options.work) as name:
        bombs, base = Path(name) / "bombs", Path(name) / "base"
        bombs.mkdir()
        make_base(base)
        for trial in list_trials(bombs):
            if not all(word in trial.name for word in options.only) or any(word in trial.name for word in options.skip):
                continue
            bomb = bombs / trial.name.rpartition("< ")[2]
            if not os.path.lexists(bomb):
                BOMBS[bomb.name](bomb)
            wrong, peak, seconds, said = run_trial(trial, base, options.memory, options.timeout)
            count += 1
            failed += bool(wrong)
            if wrong or options.verbose:
                print(f"{wrong or 'ok':12} {peak:6.0f} MB {seconds:5.1f} s  {trial.name}: {said[:300]}", flush=True)
    print(f"{count} runs, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
