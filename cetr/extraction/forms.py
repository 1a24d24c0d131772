"""The forms of a page's content: text, Markdown, HTML, JSON, spans, and lines with the numbers that decided."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import cast

import numpy as np

from cetr.document import Spans, content_spans, content_text
from cetr.extraction.content import make_content, make_markdown
from cetr.metadata import read_metadata
from cetr.structure import read_blocks, write_html
from cetr.tagratio import LineModel, line_texts, span_labels

_JSON_FIELDS = ("text", "spans", "markdown", "expected_f1", "metadata", "blocks")
LINE_COLUMNS = "number,start,end,text characters,tags,ratio,smoothed,derivative,label,text".split(",")


@dataclass(frozen=True)
class Form:
    """The form of the content in rows, and what Markdown and HTML leave out or, for the title, add."""

    name: str = "text"
    links: bool = True
    images: bool = True
    classes: bool = False
    title: bool = False
    front_matter: bool = False

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of a row's content fields."""
        return _JSON_FIELDS if self.name == "json" else (self.name,)

    @property
    def options(self) -> tuple[str, ...]:
        """The options of the command that make Markdown or HTML of this form, beside its name."""
        chosen = {
            "--no-links": not self.links,
            "--no-images": not self.images,
            "--title": self.title,
            "--front-matter": self.front_matter,
            "--classes": self.classes,
        }
        return tuple(option for option, is_chosen in chosen.items() if is_chosen)


def make_fields(html: str, found: Spans | str, form: Form, url: str, expected_f1: float | None) -> dict[str, object]:
    """Make the content fields of a row."""
    if form.name == "text":
        return {"text": content_text(html, found)}
    if form.name == "json":
        return make_content(html, found, url, expected_f1).to_dict()
    spans = content_spans(html, found)
    if form.name == "markdown":
        return {"markdown": _make_markdown(html, spans, form, url)}
    if form.name == "html":
        return {"html": write_html(html, spans, url=url, classes=form.classes)}
    return {"spans": spans}


def _make_markdown(html: str, spans: Spans, form: Form, url: str) -> str:
    blocks = read_blocks(html, spans, url=url, links=form.links, images=form.images)
    facts = read_metadata(html, spans=spans, url=url) if form.title or form.front_matter else {}
    return make_markdown(blocks, facts, url, title=form.title, front_matter=form.front_matter)


def format_fields(fields: Mapping[str, object], form: str, url: str) -> str:
    """Format the content fields of a page as a file has them, ending with a line break.

    JSON is one object with the page's URL, spans are TSV of start and end with a header.
    """
    if form == "json":
        return json.dumps({"url": url, **fields}, ensure_ascii=False) + "\n"
    if form == "spans":
        spans = cast(Spans, fields["spans"])
        return "start\tend\n" + "".join(f"{start}\t{end}\n" for start, end in spans)
    text = str(fields[form])
    return text + "\n" if text and not text.endswith("\n") else text


def format_lines(model: LineModel) -> str:
    """Format the line model as TSV with a header. Lines count from 1; the label is 1 for content, else 0."""
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
    """Label a line model by another method: a line is content if the method takes at least half of its text."""
    labels = span_labels(model.lines, content_spans(model.lines.html, content)) >= 0.5
    return replace(model, labels=labels)
