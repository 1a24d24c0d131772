"""What each table or figure of the papers shows, and the numbers printed there (per cent, as shares)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Layout = Literal["spread", "clustering", "packages", "means", "stability", "length"]
"""How the rows of an exhibit are made: see `evaluate.papers.tabulate`."""


@dataclass(frozen=True)
class Exhibit:
    """A table or figure. ``source`` is its place in the paper, ``published`` what is printed for a system, by
    column.
    """

    source: str
    layout: Layout
    extractors: tuple[str, ...]
    measures: tuple[str, ...]
    published: Mapping[str, Mapping[str, float]] = field(default_factory=dict)


_GOTTRON = ("plain", "crunch", "bte", "dsc", "lqf-25", "lqf-50", "lqf-75")
_FOUR = ("chars", "words", "bag", "set")
_CLUSTERING = ("accuracy.median", "accuracy.mean", "precision.median", "precision.mean", "recall.median", "recall.mean")


def _clustering(*values: float) -> dict[str, float]:
    return dict(zip(_CLUSTERING, values, strict=True))


EXHIBITS: Mapping[str, Exhibit] = {
    "threshold": Exhibit(
        "Weninger & Hsu, ANNIE 2008, table 1",
        "spread",
        ("ttr-threshold",),
        ("words",),
        {
            "precision": {"mean": 0.5597, "median": 0.6106, "deviation": 0.3465, "perfect": 2},
            "recall": {"mean": 0.9449, "median": 0.9951, "deviation": 0.1742, "perfect": 75},
        },
    ),
    "clustering": Exhibit(
        "Weninger & Hsu, ANNIE 2008, table 2",
        "clustering",
        tuple(f"ttr-{name}-{mode}" for mode in ("density", "distance") for name in ("ff", "km", "em")),
        ("words", "accuracy"),
        {
            "ttr-ff-density": _clustering(0.8496, 0.7787, 0.7210, 0.6031, 0.9899, 0.9391),
            "ttr-km-density": _clustering(0.7839, 0.7483, 0.5871, 0.5255, 0.9966, 0.9582),
            "ttr-em-density": _clustering(0.7249, 0.6975, 0.4570, 0.4462, 1.0000, 0.9309),
            "ttr-ff-distance": _clustering(0.7952, 0.7233, 0.9412, 0.7353, 0.9018, 0.8050),
            "ttr-km-distance": _clustering(0.8178, 0.7690, 0.6749, 0.5968, 0.9880, 0.9276),
            "ttr-em-distance": _clustering(0.7798, 0.7461, 0.5780, 0.5229, 0.9967, 0.9579),
        },
    ),
    "cetr": Exhibit(
        "Weninger, Hsu & Han, WWW 2010, results",
        "packages",
        ("fe", "kfe", "bte", "dsc", "adsc", "lqf-50", "lp", "ccb", "mss", "vips", "cetr-tm", "cetr-km", "cetr"),
        ("words",),
        {
            name: {"CleanEval-Eng": english, "Average": average}
            for name, english, average in (
                ("fe", 0.0786, 0.0729),
                ("kfe", 0.8919, 0.7501),
                ("bte", 0.9313, 0.6710),
                ("dsc", 0.8092, 0.7045),
                ("adsc", 0.8670, 0.7520),
                ("lqf-50", 0.9196, 0.7218),
                ("lp", 0.4965, 0.6698),
                ("ccb", 0.9157, 0.7764),
                ("mss", 0.9198, 0.9392),
                ("vips", 0.9341, 0.8363),
                ("cetr-tm", 0.9410, 0.9145),
                ("cetr-km", 0.9468, 0.9366),
                ("cetr", 0.9472, 0.9393),
            )
        },
    ),
    "gottron-f1": Exhibit("Gottron 2007, figure 1", "means", _GOTTRON, _FOUR),
    "gottron-precision-recall": Exhibit("Gottron 2007, figure 2", "means", _GOTTRON, _FOUR),
    "gottron-deviation-time": Exhibit("Gottron 2007, figure 3", "stability", _GOTTRON, _FOUR),
    "visual": Exhibit(
        "Nethra & Anitha, figures 4.1 to 4.4",
        "length",
        ("hybrid-vips", "hybrid", "cetd", "vips"),
        ("words", "accuracy"),
        {
            "hybrid-vips": {"precision": 0.89, "recall": 0.81, "f1": 0.80, "accuracy": 0.55},
            "hybrid": {"precision": 0.81, "recall": 0.76, "f1": 0.70, "accuracy": 0.53},
        },
    ),
}
"""The tables and figures that come from scoring packages, by the names of ``evaluate reproduce``."""
