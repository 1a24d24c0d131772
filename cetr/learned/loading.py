"""Find a model, and check that it was trained on the features that this program measures."""

from __future__ import annotations

import hashlib
import logging
from functools import lru_cache
from pathlib import Path

import numpy as np

from cetr.console import InputError, keeping, read_file
from cetr.learned.columns import name_columns
from cetr.learned.model import Model, read_model
from cetr.learned.paths import ROLES, PathWeights, Vocabulary, list_terms, survey_names
from cetr.learned.predict import read_page
from cetr.learned.scores import survey_scores

_log = logging.getLogger(__name__)

SHIPPED = ""
"""Stands for the model that comes with this package: no file has this name."""


def load_model(path: str = SHIPPED) -> Model:
    """Load the shipped model or one in a file, again if the file has changed.

    Raises `InputError` as `read_model` does.
    """
    return _load(_find_file(path))


@keeping
def _load(file: Path) -> Model:
    model = read_model(file)
    columns, first = list_columns()
    if (model.columns, model.first_columns) != (columns, first):
        differing = sorted({*model.columns} ^ {*columns})
        what = f"such as {differing[0]!r:.60}" if differing else "in another order"
        raise InputError(f"{file}: this model is for other features than this program's ({what}); train it again")
    _log.info("read the model %s", file)
    return model


def identify_model(path: str = SHIPPED) -> str:
    """Identify a model by a hash of its file, 16 hex digits; again if the file has changed."""
    return _identify(_find_file(path))


def refuse_replaced(path: str, identity: str, advice: str) -> None:
    """Raise `InputError` if a model is no longer the one that it was as a run began, after it was used."""
    if identify_model(path) != identity:
        raise InputError(f"{path or 'the shipped model'}: was replaced during the run; {advice}")


@keeping
def _identify(file: Path) -> str:
    return hashlib.sha256(read_file(file)).hexdigest()[:16]


def _find_file(path: str) -> Path:
    return Path(path) if path else Path(__file__).with_name("model.npz")


@lru_cache(maxsize=1)
def list_columns() -> tuple[tuple[str, ...], int]:
    """List the names of all features in order, and how many of them the first network sees."""
    page = read_page("<p>a</p>")
    nothing = PathWeights(Vocabulary(), np.zeros((ROLES, 0)))
    names = survey_names(page.blocks, page.tags, page.extents, list_terms(page.tags, nothing.terms), nothing)
    scores = survey_scores(np.zeros(1), page.blocks, page.extents)
    base, named, scored = (name_columns(describe(slice(0, 1))) for describe in (page.describe, names, scores))
    return (*base, *named, *scored), len(base) + len(named)
