"""The card: YAML for machines, then Markdown for people. Source: https://huggingface.co/docs/hub/datasets-cards"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from annotate.card.facts import UNKNOWN, Facts
from annotate.team import WORDS_PER_SECOND
from cetr.console import count_of
from cetr.document import find_language
from evaluate.markdown import escape, make_table

if TYPE_CHECKING:
    from annotate.agree import Agreement
    from annotate.agree.intervals import Estimate
    from annotate.team.progress import Progress

SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
LICENSES = frozenset(
    (
        "apache-2.0 mit cc0-1.0 cc-by-3.0 cc-by-4.0 cc-by-sa-3.0 cc-by-sa-4.0 cc-by-nc-3.0 cc-by-nc-4.0 cc-by-nd-4.0"
        " cc-by-nc-nd-4.0 cc-by-nc-sa-4.0 odc-by odbl pddl unlicense agpl-3.0 gpl-3.0 gpl-2.0 bsd-3-clause unknown"
    ).split()
)
"""The identifiers of licences that Hugging Face knows and that are likely for data."""
MOST = 20
"""How many rows a table of counts has; the rest is summed up."""

_FIELDS = """\
| field | what |
|---|---|
| `id` | name of the document |
| `url`, `title`, `language`, `page_type` | of the page; language is a BCP 47 tag |
| `html` | the document that extractors get |
| `text` | the main content as plain text |
| `spans` | the main content as [start, end) in code points of `html` |
| `optional` | spans that count neither way |
| `multiple_articles`, `status`, `annotator`, `approvals`, `note`, `extra` | of the annotation; `approvals` are \
[annotator, time], `extra` is JSON |
"""


def make_card(facts: Facts, agreement: Agreement | None = None, team: Sequence[Progress] = ()) -> str:
    """Make the card of a package; ``agreement`` adds how well its annotators agree, ``team`` what each of them has
    done.
    """
    info = facts.info
    title = info.title or info.name
    fragments = [
        _front_matter(facts, title),
        f"# {escape(title)}\n",
        f"{info.description.strip() or 'A gold standard for web content extraction.'}\n",
        f"{count_of(facts.documents, 'document')}, {count_of(facts.words, 'word')} of main content"
        + ("" if facts.coverage is None else f"; {facts.coverage:.2%} of the gold words are in the pages (mean)")
        + (f"; made {escape(info.created)}" if info.created else "")
        + f".{_complexity(facts)}\n",
        "## What counts as main content\n",
        f"{info.guideline.strip() or 'No guideline is recorded.'}\n",
        "## Fields\n",
        _FIELDS,
        "## Composition\n",
        _count_table("language", facts.languages),
        _count_table("page type", facts.page_types),
        _count_table("site", facts.sites),
        _count_table("status", facts.statuses),
        _count_table("flag", facts.flags),
        _count_table("captured with", facts.tools),
        "## Annotation\n",
        _annotators(facts),
        *([_agreement(agreement)] if agreement else ["Agreement between annotators was not measured.\n"]),
        *([_team(team)] if team else []),
        "## Licence\n",
        f"{info.license.strip() or 'No licence is recorded'}. It covers the annotation, not the pages.\n",
    ]
    return "\n".join(fragments)


def _complexity(facts: Facts) -> str:
    if facts.complexity is None:
        return ""
    lower, upper = facts.complexity
    return f" In the middle half of the documents, {lower:.0%} to {upper:.0%} of the words are boilerplate."


def _front_matter(facts: Facts, title: str) -> str:
    """Make the YAML block; its strings are JSON strings, which YAML reads."""
    licence = facts.info.license.strip()
    known = licence.lower().replace(" ", "-")
    languages = sorted({find_language(tag) for tag in facts.languages if tag != UNKNOWN})
    size = next((name for limit, name in SIZES if facts.documents < limit), "n>1M")
    lines = [f"pretty_name: {json.dumps(title, ensure_ascii=False)}"]
    if licence:
        lines.append(f"license: {known if known in LICENSES else 'other'}")
        if known not in LICENSES:
            lines.append(f"license_name: {re.sub(r'[^a-z0-9.]+', '-', licence.lower()).strip('-') or 'custom'}")
    lines += _yaml_list("language", map(json.dumps, languages))
    lines += _yaml_list("task_categories", ["token-classification"])
    lines += _yaml_list("tags", ["web-content-extraction", "boilerplate-removal", "html"])
    lines += _yaml_list("size_categories", [size])
    lines += ["configs:", "  - config_name: default", "    data_files:"]
    lines += ["      - split: test", '        path: "data/test-*"']
    return "\n".join(["---", *lines, "---", ""])


def _yaml_list(key: str, values: Iterable[str]) -> list[str]:
    items = [f"  - {value}" for value in values]
    return [f"{key}:", *items] if items else []


def _count_table(name: str, counts: Mapping[str, int]) -> str:
    """Make a table of counts, most frequent first, equal counts sorted by name."""
    ordered = sorted(((key, n) for key, n in counts.items() if n), key=lambda item: (-item[1], item[0]))
    rows = [(key, str(count)) for key, count in ordered[:MOST]]
    if len(ordered) > MOST:
        rows.append((f"{len(ordered) - MOST} others", str(sum(count for _, count in ordered[MOST:]))))
    return make_table((name, "documents"), rows) + "\n" if rows else f"No {name}.\n"


def _annotators(facts: Facts) -> str:
    names = sorted({*facts.annotators, *facts.approvals, *facts.decisions})
    rows = [
        (
            name,
            str(facts.annotators.get(name, 0)),
            str(facts.approvals.get(name, 0)),
            str(facts.decisions.get(name, 0)),
            f"{facts.minutes[name]:.0f}" if name in facts.minutes else "",
            str(facts.hasty.get(name, 0)),
        )
        for name in names
    ]
    heading = ("annotator", "marked", "approved", "decisions", "minutes", "too fast")
    faster = f"Too fast: approved faster than {WORDS_PER_SECOND:.0f} words of main content a second.\n"
    return make_table(heading, rows) + ("\n" + faster if facts.hasty else "") + "\n"


def _team(team: Sequence[Progress]) -> str:
    def show(value: float | None, digits: int) -> str:
        return "" if value is None else f"{value:.{digits}f}"

    rows = [
        (
            p.annotator,
            *map(str, (p.pages, p.done, p.rejected, p.left)),
            show(p.per_hour, 1),
            str(p.too_fast),
            *(str(p.known), show(p.known_f1, 3), str(p.shared), show(p.shared_f1, 3)),
        )
        for p in team
    ]
    heading = ("annotator", "pages", "done", "rejected", "left", "pages an hour", "too fast")
    return make_table((*heading, "known answers", "F1 on known answers", "shared", "F1 on shared"), rows) + "\n"


def _agreement(agreement: Agreement) -> str:
    def show(value: float | None) -> str:
        return "undefined" if value is None else f"{value:.3f}"

    rows = [
        (p.one, p.other, p.unit, str(p.documents), str(p.count), f"{p.agreement:.3f}", show(p.kappa), f"{p.f1:.3f}")
        for p in agreement.pairs
    ]
    heading = ("one", "other", "unit", "documents", "count", "agreement", "Cohen's kappa", "F1")
    everybody = [
        (g.page_type, g.unit, str(g.documents), *(_show_estimate(e) for e in (g.fleiss, g.krippendorff)))
        for g in agreement.groups
    ]
    all_heading = ("page type", "unit", "documents", "Fleiss' kappa", "Krippendorff's alpha")
    tables = f"{make_table(heading, rows, names=3)}\n\n{make_table(all_heading, everybody, names=2)}"
    count = count_of(len(agreement.documents), "document")
    return f"Agreement on {count}; intervals (95 %) are by document.\n\n{tables}\n"


def _show_estimate(estimate: Estimate) -> str:
    if estimate.value is None:
        return "undefined"
    interval = "" if estimate.low is None else f" ({estimate.low:.3f} to {estimate.high:.3f})"
    return f"{estimate.value:.3f}{interval}"
