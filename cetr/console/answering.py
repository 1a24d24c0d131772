"""The program that `run_apart` starts; nothing imports it."""

from __future__ import annotations

import os
import pickle
import sys

from cetr.console.children import end_with


def main() -> None:
    """Do what standard input says, and write what came of it to standard output."""
    end_with(int(sys.argv[1]))
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    function, arguments = pickle.load(sys.stdin.buffer)
    result, failure = None, None
    try:
        result = function(*arguments)
    except Exception as error:  # noqa: BLE001  # whatever it raises is the answer
        failure = error
    pickle.dump((result, failure), answers)
    answers.close()


if __name__ == "__main__":
    main()
