"""What somebody may have meant who gave an option a value that it does not have, or a value as an option."""

from __future__ import annotations

import re

import click

from cetr.console.wording import suggest_name


def suggest_choice(error: click.UsageError) -> str:
    """Suggest one of an option's values for another, which click quotes first: "; did you mean 'NAME'?", or nothing."""
    choice = error.param.type if isinstance(error, click.BadParameter) and error.param else None
    written = re.match("'([^']*)' is not one of ", error.message)
    return suggest_name(written[1], map(str, choice.choices)) if isinstance(choice, click.Choice) and written else ""


def tell_usage(error: click.UsageError) -> str:
    """Say what is wrong, and what may have been meant: for ``--json``, for example, ``--format json``."""
    told = error.format_message()
    if meant := suggest_choice(error) or _suggest_value(error):
        return (error.message if isinstance(error, click.NoSuchOption) else told).removesuffix(".") + meant
    return told


def _suggest_value(error: click.UsageError) -> str:
    if not isinstance(error, click.NoSuchOption) or error.ctx is None:
        return ""
    value = error.option_name.lstrip("-")
    named = (p for p in error.ctx.command.params if isinstance(p.type, click.Choice) and value in p.type.choices)
    return next((f"; did you mean '{option.opts[0]} {value}'?" for option in named), "")
