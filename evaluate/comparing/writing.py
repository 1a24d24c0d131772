"""A comparison as text and as data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from textwrap import shorten

from cetr.wording import count_of, disarm
from evaluate.comparing.change import Comparison, PageChange
from evaluate.comparing.conditions import Verdict
from evaluate.comparing.testing import Difference
from evaluate.tables import Cell, format_table

_WIDTH = 300


def write_comparison(comparison: Comparison, verdict: Verdict) -> str:
    """All of a comparison, for people."""
    old, new = comparison.old, comparison.new
    title = old.extractor if old.extractor == new.extractor else f"{old.extractor} -> {new.extractor}"
    failed, speed = comparison.failed, comparison.seconds_per_kb
    lines = [
        f"{title}: {count_of(len(old.rows), 'document')}, failed {failed[0]} -> {failed[1]}, "
        f"ms per kB {1000 * speed[0]:.4f} -> {1000 * speed[1]:.4f}\n\n",
        format_table([_make_row(figure) for figure in comparison.figures], "table"),
    ]
    if comparison.groups:
        rows = [
            {f"{row.pop('figure')} by": f"{field}={value or '(none)'}", **row}
            for field, value, figure in comparison.groups
            for row in [_make_row(figure, tested=False)]
        ]
        lines += ["\n", format_table(rows, "table")]
    for what, pages in (
        ("Lost most", [page for page in comparison.pages if page.difference < 0]),
        ("Won most", [page for page in reversed(comparison.pages) if page.difference > 0]),
    ):
        if pages:
            lines += [f"\n{what} ({comparison.measures[0]}.f1):\n", *_write_pages(pages)]
    return disarm("".join([*lines, f"\n{verdict}\n"]))


def _write_pages(pages: Iterable[PageChange]) -> Iterable[str]:
    for page in pages:
        yield f"  {page.difference:+.4f}  {page.package}/{page.document}  {page.old:.4f} -> {page.new:.4f}\n"
        for what, runs in (("lost", page.change.lost), ("gained", page.change.gained)) if page.change else ():
            if runs:
                yield f"    {what}: {shorten(' | '.join(runs), _WIDTH, placeholder=' ...')}\n"


def _make_row(figure: Difference, tested: bool = True) -> dict[str, Cell]:
    row: dict[str, Cell] = {
        "figure": figure.name,
        "documents": figure.documents,
        "old": figure.old,
        "new": figure.new,
        "difference": figure.difference,
        "low": _number(figure.low),
        "high": _number(figure.high),
    }
    return row | ({"p": _number(figure.p), "p_adjusted": _number(figure.p_adjusted)} if tested else {})


def _number(value: float) -> float | None:
    return value if value == value else None


def tabulate_figures(comparison: Comparison) -> list[dict[str, Cell]]:
    """A row for each figure."""
    names: dict[str, Cell] = {"old_extractor": comparison.old.extractor, "new_extractor": comparison.new.extractor}
    return [names | _make_row(figure) for figure in comparison.figures]


def describe_comparison(comparison: Comparison, verdict: Verdict) -> dict[str, object]:
    """All of a comparison, for programs."""
    return {
        "old": {"extractor": comparison.old.extractor, "path": str(comparison.old.path)},
        "new": {"extractor": comparison.new.extractor, "path": str(comparison.new.path)},
        "documents": len(comparison.old.rows),
        "failed": list(comparison.failed),
        "seconds_per_kb": list(comparison.seconds_per_kb),
        "figures": [_make_row(figure) for figure in comparison.figures],
        "groups": [{"field": f, "value": v, **_make_row(figure, tested=False)} for f, v, figure in comparison.groups],
        "pages": [{**asdict(page), "difference": page.difference} for page in comparison.pages],
        "verdict": {
            "limits": verdict.limits,
            "passed": None if not verdict.limits else not verdict.failures,
            "failures": list(verdict.failures),
        },
    }
