"""What a site is, as rows say it."""

from __future__ import annotations

import pytest

from cetr.extraction.grouping import Grouping


@pytest.mark.parametrize(
    ("grouping", "said"),
    [
        (Grouping(), "+site"),
        (Grouping(by="domain"), "+site-of=domain"),
        (Grouping(field="feed"), "+site-key=feed"),
    ],
)
def test_rows_say_what_a_site_was(grouping: Grouping, said: str) -> None:
    """So that a run does not continue rows for which a site was something else."""
    assert str(grouping) == said
