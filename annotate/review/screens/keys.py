"""The keys of the review screen; each action has a name under which the settings can change its keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path

from textual.binding import Binding
from textual.keys import Keys, key_to_character

from annotate.review.dialogs.trim import TrimDialog
from annotate.review.widgets.documents import DocumentList
from annotate.review.widgets.lines import LineView
from cetr.console import InputError

GROUPS: dict[str, tuple[Binding, ...]] = {
    "Mark": (
        Binding("space", "toggle_lines", "Toggle", id="toggle", tooltip="Mark or unmark the line or range"),
        Binding("v", "range", "Range", id="range", tooltip="Begin or end a range of lines"),
        Binding("b", "block", "Block", id="block", tooltip="Mark or unmark the whole block"),
        Binding("r", "turn_over", "Turn over", id="turn-over", tooltip="Mark or unmark the doubtful stretch"),
        Binding("asterisk", "same_kind", "Kind", id="same-kind", tooltip="Mark or unmark all lines of the same kind"),
        Binding("t", "trim", "Words", id="trim", tooltip="Mark words inside the line"),
        Binding("enter", "accept", "Take", id="accept", tooltip="Take the first prediction for the stretch or range"),
        *(
            Binding(str(i), f"choose({i})", f"Take column {i} for the stretch or range", id=f"choose-{i}")
            for i in range(1, 10)
        ),
        Binding("0", "choose(0)", "Take nothing for the stretch or range", id="choose-0"),
        Binding("A", "accept_page", "Page", id="accept-page", tooltip="Take the first prediction for the whole page"),
        Binding("equals_sign", "accept_agreed", "Take what all columns agree on", id="accept-agreed"),
        Binding("o", "optional", "Optional", id="optional", tooltip="Make optional: it counts neither way"),
        Binding("z", "undo", "Undo", id="undo", tooltip="Undo the last decision and go to its place"),
        Binding("Z", "redo", "Redo", id="redo"),
    ),
    "Finish the document": (
        Binding("a", "approve", "Approve", id="approve", tooltip="Approve and go on"),
        Binding("x", "reject", "Reject", id="reject", tooltip="Reject and go on"),
        Binding("minus", "put_off('skipped')", "Skip for now", id="skip"),
        Binding("U", "put_off('unsure')", "Unsure: put off", id="unsure"),
        Binding("f", "flag", "Flag with a note", id="flag"),
        Binding("m", "meta", "Metadata", id="meta"),
    ),
    "Go to": (
        Binding("n", "difference(1)", "Next", id="next-difference", tooltip="Next difference, then what is in doubt"),
        Binding("N", "difference(-1)", "Previous difference", id="previous-difference"),
        Binding("s", "heaviest", "Next disputed stretch, largest first", id="heaviest"),
        Binding("right_curly_bracket", "block_move(1)", "Next block", id="next-block"),
        Binding("left_curly_bracket", "block_move(-1)", "Previous block", id="previous-block"),
        Binding("slash", "search", "Search the document, or filter the list", id="search"),
        Binding("greater_than_sign", "match(1)", "Next match", id="next-match"),
        Binding("less_than_sign", "match(-1)", "Previous match", id="previous-match"),
        Binding("right_parenthesis", "finding(1)", "Next finding of the check", id="next-finding"),
        Binding("left_parenthesis", "finding(-1)", "Previous finding of the check", id="previous-finding"),
        Binding("exclamation_mark", "dismiss_finding", "Dismiss the finding, with a reason", id="dismiss-finding"),
        Binding("right_square_bracket,J", "document(1)", "Next document", id="next-document"),
        Binding("left_square_bracket,K", "document(-1)", "Previous document", id="previous-document"),
        Binding("u", "next_undecided", "Next undecided document", id="next-undecided"),
        Binding("tab", "switch", "Switch between lines and documents", id="switch"),
    ),
    "Show": (
        Binding("d", "panel('text')", "Derived text on the right", id="panel-text"),
        Binding("D", "panel('markdown')", "Markdown and the block's kind, on the right", id="panel-markdown"),
        Binding("e", "panel('prediction')", "Text of the last column on the right", id="panel-prediction"),
        Binding("i", "panel('meta')", "Metadata on the right", id="panel-meta"),
        Binding("c", "panel('findings')", "Findings of the check on the right", id="panel-findings"),
        Binding("h", "panel('guideline')", "The package's guideline on the right", id="panel-guideline"),
        Binding("P", "panel('picture')", "Screenshot with a frame around the line, on the right", id="panel-picture"),
        Binding("p", "extractors", "Extractors", id="extractors", tooltip="Choose predictions"),
        Binding("w", "browser", "Page", id="browser", tooltip="Open the saved page in the browser"),
        Binding("l", "documents", "Show or hide the documents", id="documents"),
        Binding("S", "order", "Sort the documents in another way", id="order"),
        Binding("R", "order_anew", "Sort and filter the documents again", id="order-anew"),
        Binding("full_stop", "empty", "Show or hide lines without text", id="empty-lines"),
    ),
    "Other": (
        Binding("y", "copy", "Copy the text of the line or range", id="copy"),
        Binding("Y", "copy_all", "Copy the derived text", id="copy-text"),
        Binding("escape", "leave", "End a range or a search", id="leave"),
        Binding("colon", "app.command_palette", "Commands", id="palette"),
        Binding("question_mark", "help", "Keys", id="help"),
        Binding("q", "quit", "Leave", id="quit"),
    ),
}
BINDINGS = tuple(chain.from_iterable(GROUPS.values()))

HINTS = (
    *("toggle", "accept", "next-difference", "approve", "undo", "reject", "accept-page", "same-kind", "turn-over"),
    *("block", "range", "trim", "extractors"),
)
"""The actions that the last line shows if there is room, the most important first."""

PREDICTED = frozenset({"accept", "accept-page", "next-difference", "turn-over", "extractors"})
"""Actions that are useless without a prediction."""

ALWAYS = ("help", "quit")
"""Actions that it shows at any width."""

Row = tuple[str, str, str]
"""Keys, what they do, and the name of the action."""


def all_bindings() -> Iterator[Binding]:
    """Yield every binding that has a name."""
    for bindings in _all_groups().values():
        yield from bindings


def _all_groups() -> dict[str, list[Binding]]:
    groups: dict[str, list[Binding]] = {heading: list(bindings) for heading, bindings in GROUPS.items()}
    for heading, widget in (
        ("In the lines", LineView),
        ("In the list of documents", DocumentList),
        ("Among the words of a line", TrimDialog),
    ):
        groups[heading] = [b for b in widget.BINDINGS if isinstance(b, Binding) and b.id]
    return groups


def action_names() -> frozenset[str]:
    """Return the names under which the settings can change keys."""
    return frozenset(binding.id for binding in all_bindings() if binding.id)


def check_keys(keymap: Mapping[str, str], path: Path) -> None:
    """Raise `InputError` for an unknown action, for an unknown key, and for a key of two actions."""
    for name, keys in keymap.items():
        if name not in action_names():
            raise InputError(f"{path}: keys.{name}: no such action (available: {', '.join(sorted(action_names()))})")
        for key in _split(keys):
            if not _is_key(key):
                raise InputError(f"{path}: keys.{name}: '{key}' is not a key; keys are a, ctrl+a, f2, space, full_stop")
    # What has the keyboard at the same time: the screen with its lines, the list, the words of a line.
    for group in ((*BINDINGS, *LineView.BINDINGS), DocumentList.BINDINGS, TrimDialog.BINDINGS):
        taken: dict[str, str] = {}
        named = [(b.id, keymap.get(b.id, b.key)) for b in group if isinstance(b, Binding) and b.id]
        for name, key in [(name, key) for name, keys in named for key in _split(keys)]:
            other = taken.setdefault(key, name)
            if other != name:
                mine, other = (name, other) if name in keymap else (other, name)
                raise InputError(f"{path}: keys.{mine}: '{key}' is a key of '{other}', too; give one of them another")


def _split(keys: str) -> list[str]:
    return [key.strip() for key in keys.split(",")]


_KEYS = frozenset(key.value for key in Keys)


def _is_key(name: str) -> bool:
    """Return whether Textual has a key of this name."""
    *_, key = name.rpartition("+")
    return key.isalnum() if len(key) == 1 else key in _KEYS or key_to_character(key) is not None


def describe_keys(keymap: Mapping[str, str]) -> dict[str, list[Row]]:
    """Describe the named actions of each group: their keys, as set, what they do, and their names."""
    return {
        heading: [_describe(binding, keymap) for binding in bindings if not _is_further_digit(binding.id or "")]
        for heading, bindings in _all_groups().items()
    }


def _describe(binding: Binding, keymap: Mapping[str, str]) -> Row:
    if binding.id == "choose-1":
        return "1 to 9", "Take column 1 to 9 for the stretch or range", "choose-1 to choose-9"
    name = binding.id or ""
    return show_keys(keymap.get(name, binding.key)), binding.tooltip or binding.description, name


def _is_further_digit(name: str) -> bool:
    return name.startswith("choose-") and name[-1] in "23456789"


_SIGNS = {
    "space": "Space",
    "enter": "Enter",
    "tab": "Tab",
    "escape": "Esc",
    "pagedown": "PgDn",
    "pageup": "PgUp",
    "home": "Home",
    "end": "End",
    "question_mark": "?",
    "slash": "/",
    "left_parenthesis": "(",
    "right_parenthesis": ")",
    "colon": ":",
    "full_stop": ".",
    "equals_sign": "=",
    "asterisk": "*",
    "minus": "-",
    "dollar_sign": "$",
    "exclamation_mark": "!",
    "less_than_sign": "<",
    "greater_than_sign": ">",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "left_curly_bracket": "{",
    "right_curly_bracket": "}",
}


def show_keys(keys: str) -> str:
    """Write keys as people know them, separated by spaces."""
    return " ".join(_SIGNS.get(key, key) for key in _split(keys))
