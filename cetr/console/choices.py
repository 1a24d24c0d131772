"""What somebody may have meant who gave an option a value that it does not have."""

from __future__ import annotations

import re

import click

from cetr.console.wording import suggest_name


def suggest_choice(error: click.UsageError) -> str:
    """Suggest one of an option's values for another, which click quotes first: "; did you mean 'NAME'?", or nothing."""
    choice = error.param.type if isinstance(error, click.BadParameter) and error.param else None
    written = re.match("'([^']*)' is not one of ", error.message)
    return suggest_name(written[1], map(str, choice.choices)) if isinstance(choice, click.Choice) and written else ""
