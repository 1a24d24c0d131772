"""``module:function``: an extractor or a measure of one's own."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from cetr.console import FAILURE, InputError, describe_error


def load_function(name: str) -> Callable[..., Any]:
    """Load the function of a ``module:function`` name, also from the working folder.

    That folder comes last, so that a file in it never replaces an installed module of the same name.
    """
    module_name, _, attribute = name.partition(":")
    file = Path(f"{module_name.removesuffix('.py')}.py")
    if module_name != file.stem and os.path.isfile(file):  # noqa: PTH113  # any text is no error
        raise InputError(f"{name}: is a file, not a module; in its folder, write '{file.stem}:{attribute}'")
    if "" not in sys.path and "." not in sys.path:
        sys.path.append("")
    try:
        found: object = import_module(module_name)
    except ModuleNotFoundError as error:
        ours = module_name.partition(".")[0] == str(error.name).partition(".")[0]
        advice = ", or run the command in its folder" if ours else ""
        raise InputError(
            f"{name}: no module named '{error.name}'; install it in the environment of cetr-gold{advice}"
        ) from error
    except FAILURE as error:  # it is foreign code, and the name can be anything
        raise InputError(f"{name}: cannot be imported: {describe_error(error)}") from error
    for part in attribute.split("."):
        found = getattr(found, part, None)
    if not callable(found):
        raise InputError(f"{name}: the module has no function '{attribute}'")
    return found


def hash_code(function: Callable[..., Any]) -> str:
    """Hash the file that a function is written in, to notice when it has changed."""
    module = sys.modules.get(getattr(function, "__module__", None) or "")
    file = Path(getattr(module, "__file__", None) or "")
    return f"code {hashlib.sha256(file.read_bytes()).hexdigest()[:12]}" if file.is_file() else ""
