"""The methods of CETR, and its descendant for pages whose source has no lines."""

from __future__ import annotations

from cetr.document import Spans
from cetr.tagratio.analysis import analyse


def cetr_tm(html: str, *, coefficient: float = 1.0, radius: float = 3.0, wrap: int = 60) -> Spans:
    """Tag ratios, smoothed, cut at a threshold of ``coefficient`` standard deviations.

    Source: CETR-TM of Weninger, Hsu & Han, "CETR: content extraction via tag ratios", WWW 2010.
    """
    return analyse(html, "cetr-tm", wrap=wrap, radius=radius, coefficient=coefficient).spans


def cetr_km(html: str, *, k: int = 3, radius: float = 3.0, wrap: int = 60, seed: int = 0) -> Spans:
    """Tag ratios, smoothed, clustered by k-means in one dimension.

    Source: CETR-KM of Weninger, Hsu & Han, "CETR: content extraction via tag ratios", WWW 2010.
    """
    return analyse(html, "cetr-km", wrap=wrap, radius=radius, k=k, seed=seed).spans


def cetr(html: str, *, k: int = 3, radius: float = 3.0, wrap: int = 60, seed: int = 0) -> Spans:
    """Tag ratios and their derivative, clustered by k-means with one centroid held at the origin.

    Source: CETR of Weninger, Hsu & Han, "CETR: content extraction via tag ratios", WWW 2010.
    """
    return analyse(html, "cetr", wrap=wrap, radius=radius, k=k, seed=seed).spans


def cetr_modern(html: str, *, k: int = 2, radius: float = 4.0, wrap: int = 100, seed: int = 0) -> Spans:
    """Tag ratios of blocks instead of lines of source, link text counted as markup: CETR for today's pages.

    Source: this project; a descendant of Weninger, Hsu & Han, "CETR: content extraction via tag ratios", WWW 2010.
    """
    return analyse(html, "cetr-modern", wrap=wrap, radius=radius, k=k, seed=seed).spans
