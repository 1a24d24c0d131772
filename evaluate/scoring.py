"""From a document and a prediction to the two texts to compare, and their score."""

from __future__ import annotations

from cetr.console import InputError
from cetr.document import Spans, check_spans, derive_text, intersect_spans, lex, normalize_spans, subtract_spans
from evaluate.measures.comparison import Comparison, Page, Snippets
from evaluate.measures.optional import leave_out
from evaluate.outputs import Output, read_as_text
from evaluate.package import Document
from evaluate.package.files import HTML

Prediction = Spans | str
"""What an extractor returns: spans over the page's HTML, or text, which may be an `Output`."""


def make_comparison(document: Document, prediction: Prediction) -> Comparison:
    """Make what measures compare for a document: its gold text and the predicted one, both without optional text.

    The gold text is the document's ``.txt``. Predicted spans become text by `derive_text`, Markdown and HTML become
    what a reader would see, and a text is taken as it is. Optional spans leave both sides: spans are cut, and a text
    loses the words that its longest common subsequence with the document's words puts into optional spans. Raises
    `InputError` for spans outside the page, such as those of another page that a file of predictions holds.
    """
    html, optional = document.html, document.optional
    spans = None if isinstance(prediction, str) else _check(document, prediction)
    page = Page(html, document.spans or None, spans, optional)
    output = prediction if isinstance(prediction, Output) else None
    text = _predicted_text(html, prediction, spans, optional)
    return Comparison(_gold_text(document), text, page, find_snippets(document), output)


def _check(document: Document, prediction: Spans) -> Spans:
    try:
        return normalize_spans(check_spans(prediction, len(document.html)), len(document.html))
    except InputError as error:
        raise InputError(f"{document.path(HTML)}: the prediction is of another page: {error}") from error


def _gold_text(document: Document) -> str:
    html, spans, optional = document.html, document.spans, document.optional
    if not optional or (spans and not intersect_spans(spans, optional)):
        return document.text
    tokens = lex(html)
    if spans and derive_text(html, spans, tokens).split() == document.text.split():
        return derive_text(html, subtract_spans(spans, optional), tokens)
    return leave_out(html, document.text, optional, spans or None)


def _predicted_text(html: str, prediction: Prediction, spans: Spans | None, optional: Spans) -> str:
    if spans is not None:
        return derive_text(html, subtract_spans(spans, optional))
    text = read_prediction(html, prediction)
    return leave_out(html, text, optional) if optional else text


def read_prediction(html: str, prediction: Prediction) -> str:
    """Read the text of a prediction, as a reader would see it."""
    if isinstance(prediction, str):
        return read_as_text(prediction)
    return derive_text(html, normalize_spans(prediction, len(html)))


def find_snippets(document: Document) -> Snippets | None:
    """Find the snippets of a gold that has them: lists of strings under ``extra``, as WCXB names them."""
    lists = [document.meta.extra.get(key) for key in ("with", "without")]
    if not any(isinstance(strings, list) for strings in lists):
        return None
    wanted, unwanted = (tuple(map(str, s)) if isinstance(s, list) else () for s in lists)
    return Snippets(wanted, unwanted)
