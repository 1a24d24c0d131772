"""The terminal's own sixteen colours."""

from __future__ import annotations

from pathlib import Path

from annotate.review.config import Config
from tests.annotate.review.driving import Driver
from tests.annotate.review.two_columns import drive


def test_marks_are_not_turned_over_on_the_line_of_the_cursor(folder: Path) -> None:
    """There the line stands out by being reversed, and a full block reversed would read as an empty one."""

    async def scenario(driver: Driver) -> None:
        lines = driver.screen.lines
        column = lines.header().index("G")
        strip = lines.render_line(lines.cursor - int(lines.scroll_offset.y))
        at, styles = 0, {}
        for segment in strip:
            styles |= {at + i: segment.style for i in range(len(segment.text))}
            at += len(segment.text)
        assert styles[1].reverse  # the number of the line
        assert not any(styles[column + i].reverse for i in range(3))
        assert not styles[column - 3].reverse  # the bar

    drive(folder, scenario, config=Config(theme="ansi-dark"))
