"""The annotator's name if a command does not give it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from annotate.team.annotator import default_annotator


def test_the_environment_names_the_annotator(monkeypatch: pytest.MonkeyPatch) -> None:
    """Our own variable comes before the user of the system; an empty one says nothing."""
    monkeypatch.setenv("LOGNAME", "system")
    monkeypatch.setenv("CETR_GOLD_ANNOTATOR", "ann")
    assert default_annotator() == "ann"
    monkeypatch.setenv("CETR_GOLD_ANNOTATOR", "")
    assert default_annotator() == "system"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become a user whom the system does not know")
def test_a_user_without_a_name_is_nobody() -> None:
    """A number that no account has, as in containers, is no error."""
    code = (
        "import os, pwd; from annotate.team.annotator import default_annotator as who; os.setuid(54321); print(who())"
    )
    names = ("CETR_GOLD_ANNOTATOR", "LOGNAME", "USER", "LNAME", "USERNAME")
    environment = {name: value for name, value in os.environ.items() if name not in names}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "None\n"
