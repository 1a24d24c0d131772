"""The keys of the review screen; each has a name under which the settings can change it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from textual.binding import Binding

from annotate.review.dialogs.trim import TrimDialog
from annotate.review.widgets.documents import DocumentList
from annotate.review.widgets.lines import LineView

BINDINGS: tuple[Binding, ...] = (
    Binding("space", "toggle_lines", "Toggle", id="toggle", tooltip="Mark or unmark the line or range"),
    Binding("b", "block", "Block", id="block", tooltip="Mark or unmark the whole block"),
    Binding("enter", "accept", "Take prediction", id="accept", tooltip="Take the prediction for the stretch"),
    Binding("n", "difference(1)", "Next difference", id="next-difference"),
    Binding("a", "approve", "Approve", id="approve", tooltip="Approve and go on"),
    Binding("p", "extractors", "Extractors", id="extractors", tooltip="Choose predictions"),
    Binding("question_mark", "help", "Keys", id="help"),
    Binding("N", "difference(-1)", "Previous difference", id="previous-difference", show=False),
    Binding("s", "heaviest", "Largest dispute of the document", id="heaviest", show=False),
    Binding("right_curly_bracket", "block_move(1)", "Next block", id="next-block", show=False),
    Binding("left_curly_bracket", "block_move(-1)", "Previous block", id="previous-block", show=False),
    Binding("v", "range", "Begin or end a range of lines", id="range", show=False),
    Binding("A", "accept_page", "Take the prediction for the whole page", id="accept-page", show=False),
    Binding("equals_sign", "accept_agreed", "Take what all columns agree on", id="accept-agreed", show=False),
    *(
        Binding(str(i), f"choose({i})", f"Take column {i} for the stretch", id=f"choose-{i}", show=False)
        for i in range(1, 10)
    ),
    Binding("0", "choose(0)", "Take nothing for the stretch", id="choose-0", show=False),
    Binding("t", "trim", "Mark words inside the line", id="trim", show=False),
    Binding("o", "optional", "Optional: right either way", id="optional", show=False),
    Binding("z", "undo", "Undo", id="undo", show=False),
    Binding("Z", "redo", "Redo", id="redo", show=False),
    Binding("slash", "search", "Search the document, or filter the list", id="search", show=False),
    Binding("greater_than_sign", "match(1)", "Next match", id="next-match", show=False),
    Binding("less_than_sign", "match(-1)", "Previous match", id="previous-match", show=False),
    Binding("right_parenthesis", "finding(1)", "Next finding of the check", id="next-finding", show=False),
    Binding("left_parenthesis", "finding(-1)", "Previous finding of the check", id="previous-finding", show=False),
    Binding("x", "reject", "Reject the document and go on", id="reject", show=False),
    Binding("f", "flag", "Flag with a note", id="flag", show=False),
    Binding("m", "meta", "Meta data", id="meta", show=False),
    Binding("w", "browser", "Open the saved page in the browser", id="browser", show=False),
    Binding("right_square_bracket,J", "document(1)", "Next document", id="next-document", show=False),
    Binding("left_square_bracket,K", "document(-1)", "Previous document", id="previous-document", show=False),
    Binding("S", "order", "Another order of the documents", id="order", show=False),
    Binding("d", "panel('text')", "Derived text on the right", id="panel-text", show=False),
    Binding("e", "panel('prediction')", "Text of the last column on the right", id="panel-prediction", show=False),
    Binding("i", "panel('meta')", "Meta data on the right", id="panel-meta", show=False),
    Binding("c", "panel('findings')", "Findings of the check on the right", id="panel-findings", show=False),
    Binding("l", "documents", "Show or hide the documents", id="documents", show=False),
    Binding("full_stop", "empty", "Show or hide lines without text", id="empty-lines", show=False),
    Binding("y", "copy", "Copy the text of the line or range", id="copy", show=False),
    Binding("Y", "copy_all", "Copy the derived text", id="copy-text", show=False),
    Binding("tab", "switch", "Lines or documents", id="switch", show=False),
    Binding("escape", "leave", "End a range or a search", id="leave", show=False),
    Binding("colon", "app.command_palette", "Commands", id="palette", show=False),
    Binding("q", "quit", "Leave", id="quit", show=False),
)


def all_bindings() -> Iterator[Binding]:
    """Every binding that has a name."""
    for binding in (*BINDINGS, *LineView.BINDINGS, *TrimDialog.BINDINGS, *DocumentList.BINDINGS):
        if isinstance(binding, Binding) and binding.id:
            yield binding


def action_names() -> frozenset[str]:
    """The names under which the settings can change keys."""
    return frozenset(binding.id for binding in all_bindings() if binding.id)


def describe_keys(keymap: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """For each named action its keys, as they are set, what it does, and its name."""
    rows = [
        (_show_keys(keymap.get(binding.id, binding.key)), binding.tooltip or binding.description, binding.id)
        for binding in all_bindings()
        if binding.id and not _is_further_digit(binding.id)
    ]
    return [
        ("1 … 9", "Take column 1 … 9 for the stretch", "choose-1 … choose-9") if r[2] == "choose-1" else r for r in rows
    ]


def _is_further_digit(name: str) -> bool:
    return name.startswith("choose-") and name[-1] in "23456789"


_SIGNS = {
    "question_mark": "?",
    "slash": "/",
    "left_parenthesis": "(",
    "right_parenthesis": ")",
    "colon": ":",
    "full_stop": ".",
    "equals_sign": "=",
    "dollar_sign": "$",
    "less_than_sign": "<",
    "greater_than_sign": ">",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "left_curly_bracket": "{",
    "right_curly_bracket": "}",
}


def _show_keys(keys: str) -> str:
    return " ".join(_SIGNS.get(key.strip(), key.strip()) for key in keys.split(","))
