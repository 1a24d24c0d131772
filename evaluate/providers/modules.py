"""``module:function``: any Python function that meets the extractor protocol."""

from __future__ import annotations

import hashlib
import sys
from importlib import import_module
from pathlib import Path

from cetr.console import InputError, describe_error
from evaluate.extractors import Extract


def load_function(name: str) -> Extract:
    """The function of a ``module:function`` name; those of the working folder are found, too.

    They come last: what is imported later is not what lies there under the name of an installed module.
    """
    module_name, _, attribute = name.partition(":")
    if "" not in sys.path and "." not in sys.path:
        sys.path.append("")
    try:
        found: object = import_module(module_name)
    except ModuleNotFoundError as error:
        raise InputError(f"{name}: no module named '{error.name}'") from error
    except Exception as error:  # it is anyone's code, and the name is anything
        raise InputError(f"{name}: cannot be imported: {describe_error(error)}") from error
    for part in attribute.split("."):
        found = getattr(found, part, None)
    if not callable(found):
        raise InputError(f"{name}: the module has no function '{attribute}'")
    return found


def hash_code(function: Extract) -> str:
    """A hash of the file that a function is written in, by which it is known when it has changed."""
    module = sys.modules.get(getattr(function, "__module__", None) or "")
    file = Path(getattr(module, "__file__", None) or "")
    return f"code {hashlib.sha256(file.read_bytes()).hexdigest()[:12]}" if file.is_file() else ""
