"""The report as Markdown: short enough for a comment on a pull request."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from cetr.console import count_of
from evaluate.markdown import escape, make_table

WORST = 5


def write_markdown(title: str, data: Mapping[str, Any]) -> str:
    """Write a leaderboard, the breakdowns and the worst documents. ``data`` is the result of `describe_results`."""
    measure = data["measures"][0]
    names = [extractor["name"] for extractor in data["extractors"]]
    figures = data["figures"][measure]
    order = sorted(range(len(names)), key=lambda i: -figures[i]["f1"])
    count = count_of(len(data["documents"]), "document")
    lines = [f"## {escape(title)}", "", f"{count}, measure {escape(measure)}", "", _make_leaderboard(data, order)]
    lines += ["", f"Resampled by {data['resampled']['unit']}: {data['resampled']['drawn']}."]
    for warning in filter(None, (data["resampled"]["warning"], data["mixture"])):
        lines += ["", f"> **Warning:** {escape(warning)}"]
    for field, group in data["breakdown"].items():
        if field == "site":
            continue
        values = [f"{value['value'] or '(none)'} ({value['documents']})" for value in group["values"]]
        table = [[names[i], *(f"{f1:.4f}" for f1 in group["f1"][measure][i])] for i in order]
        lines += ["", f"### F1 by {field.replace('_', ' ')}", "", make_table(["Extractor", *values], table)]
    best = order[0]
    worst = sorted(data["documents"], key=lambda d: d["scores"][best][0][2])[:WORST]
    lines += ["", f"### Worst documents of {escape(names[best])}", ""]
    lines.append(make_table(["Document", "F1"], [[d["name"], f"{d['scores'][best][0][2]:.4f}"] for d in worst]))
    return "\n".join(lines) + "\n"


def _make_leaderboard(data: Mapping[str, Any], order: Iterable[int]) -> str:
    first, *others = data["measures"]
    header = ["Extractor", "F1", "95 % interval", "Behind the first (p, Holm)", "Precision", "Recall"]
    rows = []
    for i in order:
        extractor, figures = data["extractors"][i], data["figures"][first][i]
        rows.append(
            [
                extractor["name"],
                f"{figures['f1']:.4f}",
                "–" if figures["low"] is None else f"{figures['low']:.4f} – {figures['high']:.4f}",
                _tell_standing(figures),
                f"{figures['precision']:.4f}",
                f"{figures['recall']:.4f}",
                *(f"{data['figures'][name][i]['f1']:.4f}" for name in others),
                str(extractor["failed"]),
                "–" if (ms := extractor["ms_per_kb"]) is None else f"{ms:.3f}",
            ]
        )
    return make_table([*header, *(f"{name} F1" for name in others), "Failed", "ms/kB"], rows)


def _tell_standing(figures: Mapping[str, Any]) -> str:
    """Say how far an extractor is behind the first, and whether that is more than chance."""
    if figures["p"] is None:
        return "–"
    return f"{figures['behind']:+.4f} ({figures['p']:.4f}{', tie' if figures['tie'] else ''})"
