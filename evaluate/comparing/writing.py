"""A comparison as text for a terminal, as Markdown for a comment, and as data."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict

from cetr.console import count_of, disarm, name_some
from evaluate.comparing.change import PageChange, SideComparison
from evaluate.comparing.ranking import LEVEL
from evaluate.comparing.scopes import Scope
from evaluate.comparing.testing import Difference
from evaluate.comparing.verdicts import Verdict
from evaluate.markdown import escape, make_table
from evaluate.protocols import split_protocol
from evaluate.results.rows import drop_nan
from evaluate.tables import Cell, format_table

_WIDTH = 300


def write_comparison(comparison: SideComparison, verdict: Verdict) -> str:
    """Write the whole comparison for people."""
    lines = [
        f"{_title(comparison)}: {_describe_documents(comparison)}\n{_describe_samples(comparison.whole)}\n",
        *(f"warning: {text}\n" for text in warn_of(comparison)),
        "\n",
        format_table([_tabulate(figure) for figure in comparison.figures], "table"),
    ]
    if groups := _list_groups(comparison):
        rows = [
            {
                f"{figure.name} by": scope.name,
                "documents": figure.documents,
                "resampled": scope.units.drawn,
                **_omit(_tabulate(figure), "figure"),
            }
            for scope, figure in groups
        ]
        lines += ["\n", format_table(rows, "table")]
    for what, pages in _find_extremes(comparison):
        lines += [f"\n{what} ({comparison.measures[0]}.f1):\n", *_write_pages(pages)]
    return disarm("".join([*lines, f"\n{verdict}\n"]))


def write_markdown(comparison: SideComparison, verdict: Verdict) -> str:
    """Write a comparison as a comment on a pull request: verdict, differences, and the pages that changed most."""
    sign = {"pass": "✅ pass", "fail": "❌ fail", "none": "no limits were set"}[verdict.word]
    main = comparison.whole.main
    header = ["Figure", "Old", "New", "Difference", "95 % interval", "p (Holm)", "Worse", "Same", "Better"]
    lines = [
        f"## {escape(_title(comparison))}: {sign}",
        "",
        f"{escape(_describe_documents(comparison))}. {_describe_samples(comparison.whole)}.",
        *(f"\n> **Warning:** {escape(text)}" for text in warn_of(comparison)),
        "",
    ]
    if verdict.checks:
        lines += [
            *(f"- {'❌ ' + escape(c.failure) if c.failure else '✅ ' + escape(c.limit)}" for c in verdict.checks),
            "",
        ]
    lines.append(make_table(header, [[figure.name, *_format(figure)] for figure in comparison.figures]))
    if groups := _list_groups(comparison):
        rows = [
            [f"{scope.name} ({', '.join(dict.fromkeys((pages, scope.units.drawn)))})", *_format(figure)]
            for scope, figure in groups
            for pages in [count_of(figure.documents, "page")]
        ]
        lines += ["", make_table([f"{main.name} by", *header[1:]], rows)]
    for what, pages in _find_extremes(comparison):
        lines += ["", f"<details><summary>{what} ({html.escape(main.name)})</summary>", ""]
        lines += [make_table(["Page", "Old", "New", "Lost", "Gained"], map(_tell_page, pages)), "", "</details>"]
    return "\n".join(lines) + "\n"


def _list_groups(comparison: SideComparison) -> list[tuple[Scope, Difference]]:
    """List the groups that have the main figure, each with it."""
    name = comparison.whole.main.name
    return [(scope, figure) for scope in comparison.groups for figure in scope.figures if figure.name == name]


def _tell_page(page: PageChange) -> list[str]:
    words = [page.change.lost, page.change.gained] if page.change else [(), ()]
    return [f"{page.package}/{page.document}", f"{page.old:.4f}", f"{page.new:.4f}", *map(show_runs, words)]


def show_runs(runs: Sequence[str]) -> str:
    """Show runs of words, cut between words if they are long; in scripts without spaces, anywhere."""
    text = " | ".join(runs)
    if len(text) <= _WIDTH:
        return text
    end = text.rfind(" ", _WIDTH // 2, _WIDTH - 3)
    return f"{text[: end if end >= 0 else _WIDTH - 4]} ..."


def _title(comparison: SideComparison) -> str:
    old, new = comparison.old.extractor, comparison.new.extractor
    return old if old == new else f"{old} -> {new}"


def _describe_documents(comparison: SideComparison) -> str:
    failed, speed = comparison.whole.failed, map(drop_nan, comparison.seconds_per_kb)
    before, now = ("unknown" if seconds is None else f"{1000 * seconds:.4f}" for seconds in speed)
    return (
        f"{count_of(len(comparison.old.rows), 'document')}, failed {failed[0]} -> {failed[1]}, "
        f"lost {len(comparison.whole.lost)}, ms per kB {before} -> {now}"
    )


def _describe_samples(scope: Scope) -> str:
    """Say what was resampled, how many sites there are, and the design effect."""
    units, effect = scope.units, scope.main.design_effect
    told = f"resampled by {units.kind}: {units.drawn}"
    if units.kind == "page" or units.unknown:
        told += f" ({count_of(units.sites, 'site')} known)"
    return told + (f", design effect {effect:.2f}" if effect == effect and units.kind == "site" else "")


def warn_of(comparison: SideComparison) -> Iterator[str]:
    """Say what makes a comparison less reliable than it looks, and what its mean hides."""
    old, new = comparison.old, comparison.new
    hidden = [
        f"{scope.name} ({figure.difference:+.4f})"
        for scope, figure in _list_groups(comparison)
        if comparison.whole.main.difference >= 0 > figure.difference and figure.p_adjusted < LEVEL
    ]
    if hidden:
        yield f"not worse on the whole, but worse for {name_some(hidden)}"
    if comparison.whole.units.warning:
        yield comparison.whole.units.warning
    before, now = (split_protocol(side.extractor)[1] for side in (old, new))
    if before != now:
        yield f"protocols differ: OLD ran '{before}', NEW ran '{now}'"
    if old.html and new.html and old.html != new.html:
        yield f"the HTML differs: OLD ran with --html {old.html}, NEW with {new.html}"
    if left_out := str(comparison.left_out):
        yield f"left out: {left_out}"
    if old.machines and new.machines and len({*old.machines, *new.machines}) > 1:
        names = f"{' and '.join(old.machines)} -> {' and '.join(new.machines)}"
        yield f"the times come from different machines and cannot be compared: {names}"
    if old.jobs and new.jobs and len({*old.jobs, *new.jobs}) > 1:
        numbers = f"{' and '.join(map(str, old.jobs))} -> {' and '.join(map(str, new.jobs))}"
        yield f"the times come from different --jobs and are hard to compare: {numbers}"


def _find_extremes(comparison: SideComparison) -> Iterable[tuple[str, list[PageChange]]]:
    worse = [page for page in comparison.pages if page.difference < 0]
    better = [page for page in reversed(comparison.pages) if page.difference > 0]
    return [(what, pages) for what, pages in (("Lost most", worse), ("Gained most", better)) if pages]


def _write_pages(pages: Iterable[PageChange]) -> Iterable[str]:
    for page in pages:
        yield f"  {page.difference:+.4f}  {page.package}/{page.document}  {page.old:.4f} -> {page.new:.4f}\n"
        for what, runs in (("lost", page.change.lost), ("gained", page.change.gained)) if page.change else ():
            if runs:
                yield f"    {what}: {show_runs(runs)}\n"


def _format(figure: Difference) -> list[str]:
    interval = "–" if figure.low != figure.low else f"{figure.low:+.4f} to {figure.high:+.4f}"
    p = "–" if figure.p_adjusted != figure.p_adjusted else f"{figure.p_adjusted:.4f}"
    means = [f"{figure.old:.4f}", f"{figure.new:.4f}", f"{figure.difference:+.4f}"]
    return [*means, interval, p, str(figure.worse), str(figure.same), str(figure.better)]


def _tabulate(figure: Difference) -> dict[str, Cell]:
    """Make a row of a table for people."""
    return _omit(make_row(figure), "documents", "unit", "count", "design_effect")


def _omit(row: dict[str, Cell], *keys: str) -> dict[str, Cell]:
    return {key: value for key, value in row.items() if key not in keys}


def make_row(figure: Difference) -> dict[str, Cell]:
    """Put all about a difference into a row; what is not a number becomes None."""
    numbers = asdict(figure)
    return {"figure": numbers.pop("name"), **{k: None if value != value else value for k, value in numbers.items()}}


def tabulate_figures(comparison: SideComparison) -> list[dict[str, Cell]]:
    """Make a row for each figure, of all documents and of each group."""
    names: dict[str, Cell] = {"old_extractor": comparison.old.extractor, "new_extractor": comparison.new.extractor}
    return [{**names, **row} for row in _list_figures((comparison.whole, *comparison.groups))]


def _list_figures(scopes: Iterable[Scope]) -> list[dict[str, Cell]]:
    return [
        {"field": scope.field, "value": scope.value, **make_row(figure)} for scope in scopes for figure in scope.figures
    ]


def describe_comparison(comparison: SideComparison, verdict: Verdict) -> dict[str, object]:
    """Describe the whole comparison for programs."""
    return {
        "old": {"extractor": comparison.old.extractor, "path": str(comparison.old.path)},
        "new": {"extractor": comparison.new.extractor, "path": str(comparison.new.path)},
        "documents": len(comparison.old.rows),
        "resampled": {
            "unit": comparison.whole.units.kind,
            "count": comparison.whole.units.count,
            "sites": comparison.whole.units.sites,
            "without_site": comparison.whole.units.unknown,
        },
        "warnings": list(warn_of(comparison)),
        "left_out": asdict(comparison.left_out),
        "failed": list(comparison.whole.failed),
        "lost": list(comparison.whole.lost),
        "seconds_per_kb": list(map(drop_nan, comparison.seconds_per_kb)),
        "cpu_seconds_per_kb": list(map(drop_nan, comparison.cpu_seconds_per_kb)),
        "figures": [make_row(figure) for figure in comparison.figures],
        "groups": _list_figures(comparison.groups),
        "pages": [{**asdict(page), "difference": page.difference} for page in comparison.pages],
        "verdict": {
            "limits": len(verdict.checks),
            "passed": None if not verdict.checks else not verdict.failures,
            "failures": list(verdict.failures),
        },
    }
