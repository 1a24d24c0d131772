"""Capturing a page: load it, freeze it, let a person (or selectors) mark the main content, save it checked.

`tab` loads pages, `world` is the isolated world of our scripts in them, `freeze` serialises them. What a person does is
decided in `model`, carried out in `perform`, and driven by `session`; `save` writes and checks. The scripts are the
``.js`` files beside this one.
"""

from __future__ import annotations
