"""Evaluation of web content extraction: test packages, measures, running and comparing extractors.

In Python::

    import evaluate

    documents = evaluate.read_documents("packages/starter")
    results = evaluate.run(my_function, documents)
    print(evaluate.compare(evaluate.run("plain", documents), results))

docs/api.md has all names.
"""

from __future__ import annotations

import logging
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cetr.console import InputError
    from evaluate.api import (
        Compared,
        Results,
        Shown,
        compare,
        plot_differences,
        plot_precision_recall,
        read_documents,
        read_results,
        run,
        score_prediction,
        show_difference,
    )
    from evaluate.measures import Comparison, Score, make_score
    from evaluate.outputs import Output
    from evaluate.package import Document

_ELSEWHERE = {
    "Comparison": "evaluate.measures",
    "Document": "evaluate.package",
    "InputError": "cetr.console",
    "Output": "evaluate.outputs",
    "Score": "evaluate.measures",
    "make_score": "evaluate.measures",
}

# The program that uses the library decides where its log goes.
logging.getLogger(__name__).addHandler(logging.NullHandler())

_THEIRS = {"EvaluationModule", "EvaluationSuite", "combine", "evaluator", "list_evaluation_modules", "load", "save"}
"""What people take from Hugging Face's package of the same name."""

__all__ = [
    "Compared",
    "Comparison",
    "Document",
    "InputError",
    "Output",
    "Results",
    "Score",
    "Shown",
    "compare",
    "make_score",
    "plot_differences",
    "plot_precision_recall",
    "read_documents",
    "read_results",
    "run",
    "score_prediction",
    "show_difference",
]


def __getattr__(name: str) -> object:
    # The commands need none of this, and their help must appear at once.
    if name not in __all__:
        # Python shows the text of an AttributeError only for evaluate.load, not for ``from evaluate import load``.
        raise (ImportError if name in _THEIRS else AttributeError)(
            f"module 'evaluate' has no attribute '{name}': this is cetr-gold's package of that name, not "
            "Hugging Face's; install each in an environment of its own"
        )
    found: object = getattr(import_module(_ELSEWHERE.get(name, "evaluate.api")), name)
    return found


def __dir__() -> list[str]:
    return __all__
