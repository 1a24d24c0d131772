"""setuptools as the build backend, without the folder ``build`` that ``pip install .`` would leave behind."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403  # the other hooks are setuptools' own


def build_wheel(
    wheel_directory: str, config_settings: Mapping[str, Any] | None = None, metadata_directory: str | None = None
) -> str:
    """Build the wheel, all that lies between in a temporary folder."""
    with tempfile.TemporaryDirectory() as base:
        between = {"--global-option": ["build", f"--build-base={base}"]}
        return str(build_meta.build_wheel(wheel_directory, {**(config_settings or {}), **between}, metadata_directory))
