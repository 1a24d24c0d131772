"""Label Studio: the export "JSON" of a project that labels HTML (a HyperText object with HyperTextLabels or Labels).

Label Studio counts its offsets and XPaths in the document that the browser made of its copy of the page, so they cannot
be counted in the HTML. A region is found by its text; of several places, it is the one on the same path of elements.
Source: https://labelstud.io/tags/hypertextlabels
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from annotate.formats.records import Omission, Record
from annotate.texts.squeezed import find_places, locate_quote, squeeze, squeeze_page
from cetr.console import InputError, name_some, read_packed
from cetr.document import Ints, Spans, Tree, build_tree, locate_text, normalize_spans, pack_name, resolve_references
from evaluate.parsing import parse_json, tell_error

LARGEST = 1_000_000_000
"""The most bytes of an export, which is one JSON document."""

_ROOTS = frozenset(map(pack_name, ("html", "body")))
"""A path of Label Studio begins inside of these."""
_TABLE, _BODY, _ROW = map(pack_name, ("table", "tbody", "tr"))

_Step = tuple[int, int]
_Path = list[_Step]
"""The packed names of nested elements, and then of a text, each with its number among those of its kind, from 1."""
_TEXT = 0


class Annotation(msgspec.Struct):
    """What one person made of a task. Its results may be of any kind; those that label text are regions."""

    result: list[Any]
    was_cancelled: bool = False
    ground_truth: bool = False
    updated_at: str = ""
    completed_by: Any = None


class Task(msgspec.Struct):
    """A page, under a key of ``data`` that the project chose, and its annotations."""

    id: int
    data: dict[str, Any]
    annotations: list[Annotation]


class Offsets(msgspec.Struct):
    """Where a region is in the text of the document, in UTF-16 code units."""

    start: int


class Value(msgspec.Struct, rename={"at": "startOffset", "offsets": "globalOffsets"}):
    """The value of a region: its text, and where it starts, by the XPath of a text node and the place in that."""

    start: str
    at: int = 0
    text: str | None = None
    offsets: Offsets | None = None


@dataclass(frozen=True)
class _Alike:
    """Where a page has equal texts whose paths begin alike: ``further`` by the next step of the path, and by the
    ``insides``, the places in the text nodes, ascending, each with the ``first`` place of the page.
    """

    further: dict[_Step, _Alike] = field(default_factory=dict)
    insides: list[int] = field(default_factory=list)
    first: list[int] = field(default_factory=list)

    def find(self, path: _Path, inside: int) -> int:
        """Find the place that shares most of a path and, among those, is nearest in its text: the first of equals."""
        known = self
        for step in path:
            if step not in known.further:
                break
            known = known.further[step]
        number = bisect_left(known.insides, inside)
        near = slice(max(number - 1, 0), number + 1)
        return min(zip((abs(one - inside) for one in known.insides[near]), known.first[near], strict=True))[1]


@dataclass(frozen=True)
class _Places:
    """The numbers, among children of the same kind, of a page's elements, (n,), and tokens, (t,)."""

    html: str
    tree: Tree
    elements: Ints
    tokens: Ints

    def trace(self, offset: int) -> tuple[_Path, int]:
        """Return the path of the text at an offset of the HTML, the outermost element first, and its place there.

        The place is counted as browsers do, in UTF-16 code units.
        """
        token = int(np.searchsorted(self.tree.tokens.start, offset, side="right")) - 1
        at, path = int(self.tree.owner[token]), [(_TEXT, int(self.tokens[token]))]
        while at > 0:
            name, around = int(self.tree.name[at]), int(self.tree.parent[at])
            if name not in _ROOTS:
                path.append((name, int(self.elements[at])))
            if (name, self.tree.name[around]) == (_ROW, _TABLE):
                path.append((_BODY, 1))  # which a browser adds
            at = around
        before = resolve_references(self.html[int(self.tree.tokens.start[token]) : offset])
        return path[::-1], len(before.encode("utf-16-le", "surrogatepass")) // 2


def read(source: Path) -> Iterator[Record | Omission]:
    """Read the tasks of an export; pages that nobody has labelled are drafts."""
    if source.is_dir():
        raise InputError(f"{source}: is a folder; name the file of Label Studio's export 'JSON'")
    tasks: list[Any] = parse_json(read_packed(source, LARGEST), list[Any], str(source))
    for number, item in enumerate(tasks):
        try:
            task = msgspec.convert(item, Task)
        except msgspec.ValidationError as error:
            if number == 0:
                raise InputError(f"{source}: is not Label Studio's export 'JSON': {tell_error(error, Task)}") from error
            yield Omission(f"task {number + 1}", tell_error(error, Task))
            continue
        yield _make_record(task)


def _make_record(task: Task) -> Record | Omission:
    identity = f"task-{task.id}"
    key = _find_page(task.data)
    if key is None:
        return Omission(identity, f"has no HTML in its data ({name_some(list(task.data))}), perhaps a URL")
    html, url = task.data[key], task.data.get("url")
    page = Record(
        id=identity,
        html=html,
        spans=(),
        url=url if isinstance(url, str) else "",
        extra={name: value for name, value in task.data.items() if name not in (key, "url")},
    )
    done = [annotation for annotation in task.annotations if not annotation.was_cancelled]
    if not done:
        return replace(page, status="draft")
    chosen = max(done, key=lambda annotation: (annotation.ground_truth, annotation.updated_at))
    try:
        regions = _read_regions(chosen)
    except msgspec.ValidationError:
        return Omission(identity, "is not labelled as HTML: a region has no XPath")
    quotes = [region.text.replace("\\n", "\n") for region in regions if region.text is not None]
    if len(quotes) < len(regions):
        return Omission(identity, "has regions without their text, which 'saveTextResult=\"yes\"' saves")
    spans = _find_regions(html, regions, quotes)
    # A text that the page does not have in one piece is aligned, as any gold text is.
    text = "\n".join(quotes) if spans is None else None
    return replace(page, text=text, spans=spans, annotator=_name_person(chosen))


def _find_page(data: dict[str, Any]) -> str | None:
    """Find the key of the page: the longest text with a tag."""
    texts = {key: value for key, value in data.items() if isinstance(value, str) and "<" in value}
    return max(texts, key=lambda key: len(texts[key]), default=None)


def _read_regions(annotation: Annotation) -> list[Value]:
    """Read the labelled regions in the order of the page."""
    found = [result for result in annotation.result if isinstance(result, dict) and "labels" in str(result.get("type"))]
    regions = [msgspec.convert(result.get("value"), Value) for result in found]
    return sorted(regions, key=lambda region: region.offsets.start if region.offsets else 0)


def _find_regions(html: str, regions: Sequence[Value], quotes: Sequence[str]) -> Spans | None:
    """Find the quotes of regions; None if the page does not have one of them in one piece."""
    page, spans = squeeze_page(locate_text(html)), []
    places = _number_children(html)
    known: dict[str, _Alike] = {}
    for region, quote in zip(regions, map(squeeze, quotes), strict=True):
        if not quote:
            continue
        if quote not in known:
            found = list(find_places(page, quote))
            if not found:
                return None
            known[quote] = _gather((at, *places.trace(int(page.start[at]))) for at in found)
        at = known[quote].find(_read_path(region.start), region.at)
        spans.append(locate_quote(page, at, quote))
    return normalize_spans(spans, len(html))


def _gather(found: Iterable[tuple[int, _Path, int]]) -> _Alike:
    """Gather places of equal texts, each with its path and its place in the text."""
    root = _Alike()
    for at, path, inside in sorted(found, key=lambda one: (one[2], one[0])):
        known = root
        for step in (None, *path):
            known = known if step is None else known.further.setdefault(step, _Alike())
            if inside not in known.insides[-1:]:
                known.insides.append(inside)
                known.first.append(at)
    return root


def _number_children(html: str) -> _Places:
    tree = build_tree(html)
    return _Places(html, tree, _number_alike(tree.parent, tree.name), _number_alike(tree.owner, tree.tokens.kind))


def _number_alike(*keys: npt.NDArray[np.generic]) -> Ints:
    """Number each of n things, (n,), among those that have the same keys, (n,) each."""
    order = np.lexsort(keys)
    first = np.append(True, np.any([key[order][1:] != key[order][:-1] for key in keys], axis=0))
    number = np.empty(len(order), dtype=np.int64)
    number[order] = np.arange(len(order)) - np.flatnonzero(first)[np.cumsum(first) - 1] + 1
    return number


def _read_path(xpath: str) -> _Path:
    """Read an XPath such as /div[2]/p[1]/text()[1]."""
    steps = [step.rstrip("]").partition("[") for step in xpath.split("/") if step]
    return [
        (_TEXT if name == "text()" else pack_name(name.lower()), int(number) if number.isdecimal() else 1)
        for name, _, number in steps
    ]


def _name_person(annotation: Annotation) -> str | None:
    """Return the address of who labelled the page, or the number that Label Studio gave them."""
    person = annotation.completed_by
    if isinstance(person, dict):
        address = person.get("email")
        return address if isinstance(address, str) else None
    return f"user-{person}" if isinstance(person, int) else None
