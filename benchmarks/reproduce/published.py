"""The papers' own figures, in per cent where nothing else is said."""

from __future__ import annotations

from evaluate.papers.exhibits import EXHIBITS

THRESHOLD_2008 = EXHIBITS["threshold"].published
"""Table 1 of ANNIE 2008, as shares of 1."""

CLUSTERING_2008 = {
    name: [100 * figure for figure in row.values()] for name, row in EXHIBITS["clustering"].published.items()
}
"""Table 2 of ANNIE 2008."""

CETR_2010 = {name: 100 * EXHIBITS["cetr"].published[name]["CleanEval-Eng"] for name in ("cetr-tm", "cetr-km", "cetr")}
"""F1 of WWW 2010 on CleanEval English."""

PUBLISHED_BEST = {"MSS": 91.98, "VIPS": 93.41}
"""F1 on CleanEval English of two other systems of WWW 2010."""
