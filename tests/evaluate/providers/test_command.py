"""Commands as extractors: real programs, also those that misbehave."""

from __future__ import annotations

import sys

import pytest

from cetr.console import InputError
from evaluate.extractors import find_extractor

PYTHON = f"cmd:'{sys.executable}' -c "
PAGE = "<p>Gr\u00fc\u00dfe &amp; \u4e2d\u6587</p>" + "<p>x</p>" * 50_000


def test_html_goes_in_and_text_comes_out() -> None:
    """A page larger than any pipe's buffer arrives whole, while the command already writes."""
    assert find_extractor("cmd:cat").extract(PAGE).count("x") == 50_000


@pytest.mark.parametrize(
    ("output", "text"),
    [
        ("a < b & c", "a < b & c"),
        ("<p>a &lt; b</p><script>no</script><p>c</p>", "a < b\nc"),
        ("\\n <!DOCTYPE html><title>t</title>u", "t\nu"),
        ("<3 you &amp; me", "<3 you &amp; me"),
        ("", ""),
    ],
)
def test_output_is_html_when_it_begins_with_markup(output: str, text: str) -> None:
    """HTML becomes text as every extractor's does; other output is taken as it is."""
    assert find_extractor(f"cmd:printf '{output}'").extract("") == text


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("import sys; print('bad page', file=sys.stderr); sys.exit(3)", "ended with exit code 3: bad page"),
        ("import os; os.kill(os.getpid(), 11)", "ended with exit code -11"),
        ("import sys\nwhile True: sys.stdout.write('x' * 65536)", "its answer has more than 4000000 bytes"),
        ("import sys\nfor i in range(10**6): sys.stderr.write('x' * 99)\nsys.exit('the last line')", "the last line"),
    ],
)
def test_a_command_that_fails_raises(code: str, message: str) -> None:
    """A non-zero exit, a crash, output without end and a flood on stderr are failures that say what happened."""
    with pytest.raises(InputError, match=message):
        find_extractor(PYTHON + '"' + code + '"').extract("<p>a")


def test_a_missing_program_is_known_before_the_run() -> None:
    """The name is wrong, not the pages."""
    with pytest.raises(InputError, match="no such program: 'no-such-program'"):
        find_extractor("cmd:no-such-program --fast")
    with pytest.raises(InputError, match="No closing quotation"):
        find_extractor("cmd:sh -c 'cat")


def test_shells_make_pipes() -> None:
    """With a shell of its own a command may be a pipeline."""
    assert find_extractor("cmd:sh -c 'cat | tr a b'").extract("aaa") == "bbb"
