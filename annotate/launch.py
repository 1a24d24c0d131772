"""Start a command after checking which package has the import name ``evaluate``.

Hugging Face's distribution has the same import name. If both are installed in one environment, the one installed last
has overwritten the other, which leads to strange errors. So one line explains the problem, in either order.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import click


def find_clash() -> str | None:
    """Return the file in the place of our package ``evaluate``, or None if it is ours."""
    spec = find_spec("evaluate")
    if spec is None or spec.origin is None:
        return "nothing"
    ours = Path(spec.origin).with_name("package") / "store.py"
    marker = "Evaluation of web content extraction"
    return None if ours.exists() and marker in Path(spec.origin).read_text("utf-8", "replace") else spec.origin


def find_broken() -> str | None:
    """Return the other distribution with a package ``evaluate`` that ours has overwritten, or None."""
    spec = find_spec("evaluate")
    if spec is None or spec.origin is None:
        return None
    others = sorted(Path(spec.origin).parents[1].glob("evaluate-*.dist-info"))
    return others[0].name.removesuffix(".dist-info") if others else None


def launch(command: str) -> int:
    """Run ``annotate`` or ``evaluate``, or say in one line why it cannot run here."""
    clash = find_clash()
    if clash is not None:
        click.echo(
            f"{command}: another package named 'evaluate' is in the way ({clash}); install cetr-gold in an "
            "environment of its own (with pipx, or uv tool)",
            err=True,
        )
        return 2
    broken = find_broken()
    if broken is not None:
        click.echo(
            f"{command}: {broken} is broken in this environment, because cetr-gold has a package of the same name; "
            "install cetr-gold in an environment of its own (with pipx, or uv tool), then reinstall the other",
            err=True,
        )
    main = import_module(f"{command}.cli").main
    return int(main())


def annotate() -> None:
    """The console script ``annotate``."""
    sys.exit(launch("annotate"))


def evaluate() -> None:
    """The console script ``evaluate``."""
    sys.exit(launch("evaluate"))
