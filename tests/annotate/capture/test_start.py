"""Starting a capture while its modules are imported."""

from __future__ import annotations

import subprocess
import sys

SCRIPT = """
import sys, threading, time
from contextlib import nullcontext
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import SimpleNamespace

from annotate.capture import start

NAME = "annotate.capture.command"
begun = threading.Event()

class Chance(Loader, MetaPathFinder):
    def find_spec(self, name, path, target=None):
        return ModuleSpec(name, self) if name == NAME else None

    def exec_module(self, module):
        if threading.current_thread() is not threading.main_thread():
            begun.set()
            time.sleep(0.5)
            raise KeyError("a thread of its own")
        module.run_capture = lambda request, driver: 7

def start_driver():
    begun.wait()
    return nullcontext()

sys.meta_path.insert(0, Chance())
start.start_driver = start_driver
sys.exit(start.start_capture(SimpleNamespace(headless=False, hold=0, keys=0, method=0, suggest="")))
"""


def test_what_fails_to_be_imported_aside_is_imported_again() -> None:
    """On a busy machine a capture ended with the half of a module that had failed in the other thread."""
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (7, "")
