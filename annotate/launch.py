"""Starting a command, after a look at who answers to the import name ``evaluate``.

Another distribution (Hugging Face's) has the same import name. Where both are installed in one environment the one
installed last has overwritten the other, and the errors that follow are strange; so one line says what is the matter,
in either order.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import click


def find_clash() -> str | None:
    """The file that stands where our package ``evaluate`` should, or None if it is ours."""
    spec = find_spec("evaluate")
    if spec is None or spec.origin is None:
        return "nothing"
    ours = Path(spec.origin).with_name("package") / "store.py"
    marker = "Evaluation of web content extraction"
    return None if ours.exists() and marker in Path(spec.origin).read_text("utf-8", "replace") else spec.origin


def find_broken() -> str | None:
    """The distribution of another package named ``evaluate`` over which ours was installed, or None."""
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
            f"{command}: {broken} is broken in this environment, as cetr-gold has a package of the same name: install "
            "cetr-gold in an environment of its own (with pipx, or uv tool), then reinstall the other",
            err=True,
        )
    main = import_module(f"{command}.cli").main
    return int(main())


def annotate() -> None:
    """Console script."""
    sys.exit(launch("annotate"))


def evaluate() -> None:
    """Console script."""
    sys.exit(launch("evaluate"))
