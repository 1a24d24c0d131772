"""The keys of the window are a person's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotate.capture.keys import normalize_key, read_keys
from annotate.capture.settings import KEYS
from cetr.console import InputError


def test_keys_can_be_changed(tmp_path: Path) -> None:
    """A person's keys replace the default ones of the same commands."""
    file = tmp_path / "keys.toml"
    file.write_text('save = "w"\nundo = "Backspace"\nlater = "c"\n', "utf-8-sig")  # as some editors save it
    keys = read_keys(file)
    assert (keys["w"], keys["Backspace"], keys["c"]) == ("save", "undo", "later")
    assert not {"Enter", "z", "Ctrl+z", "n"} & set(keys)
    assert keys["e"] == KEYS["e"]
    file.write_text('save = "w"\nundo = "W"\n')
    with pytest.raises(InputError, match="save and undo: have the same key"):
        read_keys(file)
    file.write_text('fly = "w"\n')
    with pytest.raises(InputError, match="fly: is not a command"):
        read_keys(file)


@pytest.mark.parametrize(
    ("named", "key"),
    [
        ("W", "w"),
        ("ctrl+S", "Ctrl+s"),
        ("Shift+Alt+enter", "Alt+Shift+Enter"),
        ("F9", "F9"),
        ("+", "+"),
        ("space", " "),
        ("Shift+w", None),
        ("Fly", None),
        ("", None),
    ],
)
def test_keys_are_named_as_people_name_them(named: str, key: str | None) -> None:
    """What no key is called is refused, as is what would never come."""
    assert normalize_key(named) == key
