"""Capture a page: load it, freeze it, let a person (or selectors) mark the main content, check and save it.

`tab` loads pages, `world` is the isolated world of our scripts in them, and `freeze` serialises them. `model` decides
what follows from what a person does, `perform` carries it out, and `session` drives both. `save` checks and writes. The
scripts are the ``.js`` files in this folder.
"""

from __future__ import annotations
