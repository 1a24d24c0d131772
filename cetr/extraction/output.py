"""The forms in which the content of one page is printed."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np

from cetr.document import Spans, content_spans, content_text
from cetr.tagratio import LineModel, line_texts, span_labels

LINE_COLUMNS = "number,start,end,text characters,tags,ratio,smoothed,derivative,label,text".split(",")


def format_text(html: str, content: Spans | str) -> str:
    """The content as plain text, with a line break at its end."""
    text = content_text(html, content)
    return text + "\n" if text else ""


def format_spans(html: str, content: Spans | str) -> str:
    """The content as TSV of start and end, with a header."""
    return "start\tend\n" + "".join(f"{start}\t{end}\n" for start, end in content_spans(html, content))


def format_json(html: str, content: Spans | str) -> str:
    """The content as one JSON object with ``text`` and ``spans``."""
    row = {"text": content_text(html, content), "spans": content_spans(html, content)}
    return json.dumps(row, ensure_ascii=False) + "\n"


def format_lines(model: LineModel) -> str:
    """The line model as TSV with a header: lines count from 1; the label is 1 for content, else 0."""
    lines = model.lines
    columns = (
        *(values.tolist() for values in (lines.start, lines.end, lines.text, lines.tags)),
        *(np.round(values, 3).tolist() for values in (model.ratio, model.smoothed, model.derivative)),
        model.labels.astype(int).tolist(),
        line_texts(lines),
    )
    rows = ("\t".join(map(str, (number, *row))) for number, row in enumerate(zip(*columns, strict=True), start=1))
    return "".join(f"{row}\n" for row in ("\t".join(LINE_COLUMNS), *rows))


def relabel(model: LineModel, content: Spans | str) -> LineModel:
    """A line model with another method's labels: content are the lines of which it takes at least half the text."""
    labels = span_labels(model.lines, content_spans(model.lines.html, content)) >= 0.5
    return replace(model, labels=labels)
