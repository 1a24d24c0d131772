"""Read the documents of packages, and score one of them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from evaluate.asking import check_prediction
from evaluate.measures import Comparison, Score, check_measures
from evaluate.measures import compare as apply_measures
from evaluate.outputs import read_as_text
from evaluate.package import Document, list_finished, read_document, read_package
from evaluate.scoring import Prediction, make_comparison


def read_documents(folder: str | Path) -> list[Document]:
    """Return the documents of a test package whose gold counts (status gold or reviewed), by name.

    A document has ``name``, ``html``, ``text`` (the gold), ``spans`` (the gold in the HTML), and ``meta``. Raises
    `InputError` if the folder is not a package.
    """
    package = read_package(Path(folder))
    return [read_document(package.folder, name) for name in list_finished(package)]


def score_prediction(
    document: Document | str, prediction: Prediction | None, measures: Iterable[str] = ("words",)
) -> dict[str, Score]:
    """Score a prediction for a document, or for a gold text, by each of the named measures.

    A prediction is text, an `Output` of a declared type, None (an empty text), or spans over the document's HTML.
    Raises `InputError` if it is none of these, such as spans beyond the document's end.
    """
    return apply_measures(compare_with_gold(document, prediction), check_measures(measures))


def compare_with_gold(document: Document | str, prediction: Prediction | None) -> Comparison:
    """Make what measures compare. Raises `InputError` and `TypeError` as `score_prediction` does."""
    if isinstance(document, Document):
        return make_comparison(document, check_prediction(prediction, document.html))
    if not isinstance(document, str):
        raise TypeError(f"document: is {type(document).__name__}, not a Document or a gold text")
    if prediction is not None and not isinstance(prediction, str):
        raise TypeError("spans need a document, not a gold text alone")
    return Comparison(document, read_as_text(prediction or ""))
