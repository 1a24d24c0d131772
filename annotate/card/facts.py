"""The facts that a card states about a package."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles

from annotate.propagate.proposal import ACTION
from annotate.team import find_hasty, list_approved
from cetr.document import find_host, split_words
from evaluate.package import Meta, PackageInfo, read_document, read_journal, read_package
from evaluate.results.classes import measure_complexity

UNKNOWN = "unknown"
_WITHOUT_GOLD = ("draft", "rejected")
_UNSEEN = ("draft", "harvested")


@dataclass(frozen=True)
class Facts:
    """Counts of documents by their properties, of what each person did, and sums.

    By person, ``annotators`` counts the documents marked, ``approvals`` those approved, and ``hasty`` those approved
    faster than one can read. Untouched drafts, pages that were accepted unseen, and proposals belong to nobody.

    ``coverage`` is the mean share (0 to 1) of gold words in the pages; ``words`` is the number of gold words, and
    ``complexity`` the lower and upper quartile of the complexity of pages (`measure_complexity`), for which drafts and
    rejected documents do not count. It is None if there are fewer than four others.
    """

    info: PackageInfo
    documents: int
    words: int
    coverage: float | None
    complexity: tuple[float, float] | None
    languages: Mapping[str, int]
    sites: Mapping[str, int]
    page_types: Mapping[str, int]
    statuses: Mapping[str, int]
    flags: Mapping[str, int]
    tools: Mapping[str, int]
    annotators: Mapping[str, int]
    approvals: Mapping[str, int]
    hasty: Mapping[str, int]
    decisions: Mapping[str, int]
    minutes: Mapping[str, float]


def collect_facts(folder: Path, names: Collection[str] | None = None) -> Facts:
    """Count over all documents of a package, or the named ones. Raises `PackageError` if one cannot be read."""
    package = read_package(folder)
    metas: list[Meta] = []
    words: dict[str, int] = {}
    complexity: list[float] = []
    for name in package.names if names is None else sorted(names):
        document = read_document(folder, name)
        metas.append(document.meta)
        words[name] = len(split_words(document.text))
        if document.meta.status not in _WITHOUT_GOLD:
            complexity.append(measure_complexity(document))
    decisions: Counter[str] = Counter()
    seconds: Counter[str] = Counter()
    journal = [d for d in read_journal(folder) if d.document in words]
    hasty = find_hasty(list_approved(journal), words)
    for decision in journal:
        if decision.annotator is not None and decision.action != ACTION:
            decisions[decision.annotator] += 1
            seconds[decision.annotator] += round(decision.seconds or 0)
    coverage = [meta.coverage for meta in metas if meta.coverage is not None]
    return Facts(
        info=package.info,
        documents=len(metas),
        words=sum(words[name] for name, meta in zip(words, metas, strict=True) if meta.status not in _WITHOUT_GOLD),
        coverage=sum(coverage) / len(coverage) if coverage else None,
        complexity=_find_quartiles(complexity),
        languages=Counter(meta.language or UNKNOWN for meta in metas),
        sites=Counter(find_host(meta.url) or UNKNOWN for meta in metas),
        page_types=Counter(meta.page_type or UNKNOWN for meta in metas),
        statuses=Counter(meta.status for meta in metas),
        flags=Counter(
            {
                "fragmented": sum(meta.fragmented for meta in metas),
                "multiple articles": sum(meta.multiple_articles for meta in metas),
                "optional parts": sum(bool(meta.optional) for meta in metas),
            }
        ),
        tools=Counter(meta.captured.tool if meta.captured else "imported" for meta in metas),
        annotators=Counter(meta.annotator or UNKNOWN for meta in metas if meta.annotator or meta.status not in _UNSEEN),
        approvals=Counter(approval.annotator or UNKNOWN for meta in metas for approval in meta.approvals),
        hasty=Counter(one.annotator or UNKNOWN for one, _ in hasty),
        decisions=decisions,
        minutes={name: count / 60 for name, count in seconds.items() if count},
    )


def _find_quartiles(values: list[float]) -> tuple[float, float] | None:
    if len(values) < 4:
        return None
    lower, _, upper = quantiles(values, n=4, method="inclusive")
    return lower, upper
