"""How the documentation site is built: ``make docs`` writes it to docs/_build/html, without a network."""

from __future__ import annotations

from sphinx.application import Sphinx

import cetr

project = "cetr-gold"
author = "the cetr-gold developers"
copyright = author  # noqa: A001, the name is Sphinx's
release = version = cetr.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]
nitpicky = True

myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3

default_role = "code"
autodoc_typehints = "none"
autodoc_member_order = "bysource"

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["docs.css"]
html_title = f"cetr-gold {release}"
html_copy_source = False


def skip_field(app: Sphinx, what: str, name: str, value: object, skip: bool, options: object) -> bool | None:
    """Leave out the fields of named tuples, of which Python says only "Alias for field number 0"."""
    return True if (value.__doc__ or "").startswith("Alias for field number") else None


def setup(app: Sphinx) -> None:
    """Connect what Sphinx calls."""
    app.connect("autodoc-skip-member", skip_field)
