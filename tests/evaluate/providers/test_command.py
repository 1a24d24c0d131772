"""Commands as extractors: real programs, also those that misbehave."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cetr.console import InputError
from evaluate.asking import check_prediction
from evaluate.extractors import find_extractor
from evaluate.outputs import Output, read_as_text
from evaluate.providers.command import find_reason

PYTHON = f"cmd:'{sys.executable}' -c "
PAGE = "<p>Gr\u00fc\u00dfe &amp; \u4e2d\u6587</p>" + "<p>x</p>" * 50_000


def test_html_goes_in_and_text_comes_out() -> None:
    """A page larger than any pipe's buffer arrives whole, while the command already writes."""
    assert find_extractor("cmd:cat").extract(PAGE).count("x") == 50_000


@pytest.mark.parametrize(
    ("name", "output", "text", "noted"),
    [
        ("cmd", "a < b & c", "a < b & c", False),
        ("cmd", "<p>a &lt; b</p>", "<p>a &lt; b</p>", True),
        ("cmd@output=html", "<p>a &lt; b</p><script>no</script><p>c</p>", "a < b\nc", False),
        ("cmd@output=markdown", "# A [title](http://a.b/)", "A title", False),
        ("cmd@output=text", "\\n <!DOCTYPE html><title>t</title>u", "\n <!DOCTYPE html><title>t</title>u", False),
        ("cmd", "<3 you &amp; me", "<3 you &amp; me", False),
        ("cmd", "", "", False),
    ],
)
def test_output_is_what_it_is_declared_to_be(name: str, output: str, text: str, noted: bool) -> None:
    """Nothing is guessed: undeclared output that looks like HTML is text, with a note."""
    found = check_prediction(find_extractor(f"{name}:printf '{output}'").extract(""), "")
    assert isinstance(found, Output)
    assert (read_as_text(found), "declare it with the option output=html" in found.note) == (text, noted)


def test_bytes_that_are_no_text_are_told() -> None:
    """They become U+FFFD, and a note says how often."""
    found = find_extractor("cmd:printf 'caf\\351 \\303\\251 \\377'").extract("")
    assert isinstance(found, Output)
    assert (str(found), found.note) == ("caf\ufffd \u00e9 \ufffd", "not UTF-8 in 2 places, which became U+FFFD")


def test_other_types_and_options_are_refused() -> None:
    """A type that there is not, and an option that commands do not have."""
    with pytest.raises(InputError, match="cmd@output=pdf:cat: output: 'pdf' is not one of text, markdown, html"):
        find_extractor("cmd@output=pdf:cat")
    with pytest.raises(InputError, match="'fast=1' is not an option of cmd:"):
        find_extractor("cmd@fast=1:cat")


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("import sys; print('bad page', file=sys.stderr); sys.exit(3)", "ended with exit code 3: bad page"),
        ("import os; os.kill(os.getpid(), 11)", "was ended by SIGSEGV"),
        ("import sys\nwhile True: sys.stdout.write('x' * 65536)", "its answer has more than 4000000 bytes"),
        ("import sys\nfor i in range(10**6): sys.stderr.write('x' * 99)\nsys.exit('the last line')", "the last line"),
    ],
)
def test_a_command_that_fails_raises(code: str, message: str) -> None:
    """A non-zero exit, a crash, output without end and a flood on stderr are failures that say what happened."""
    with pytest.raises(InputError, match=message):
        find_extractor(PYTHON + '"' + code + '"').extract("<p>a")


@pytest.mark.parametrize(
    ("complaints", "reason"),
    [
        ("a warning\nno input\n\n", "no input"),
        ("", ""),
        (
            "/ex.js:7\n throw e\n ^\n\nError: bad page\n    at main (/ex.js:7:2)\n\nNode.js v20.20.2\n",
            "Error: bad page",
        ),
        (
            "Error: Cannot find module './a'\nRequire stack:\n- /ex.js\n    at b (c:1) {\n  code: 'X'\n}\nNode.js v20",
            "Error: Cannot find module './a'",
        ),
        ("\n/ex.js:1\nthrow 'x'\n^\nx\n\nNode.js v20.20.2", "x"),
        (
            "panic: index out of range [5]\n\ngoroutine 1 [running]:\nmain.main()\n\t/x.go:8 +0x1d\nexit status 2\n",
            "panic: index out of range [5]",
        ),
        (
            'Exception in thread "main" java.lang.IllegalStateException: bad page\n\tat X.main(X.java:1)\n',
            'Exception in thread "main" java.lang.IllegalStateException: bad page',
        ),
        (
            "thread 'main' panicked at src/main.rs:2:5:\nbad page\nnote: run with `RUST_BACKTRACE=1`\n",
            "bad page",
        ),
        ("Traceback (most recent call last):\n  File 'x'\nValueError: bad page\n", "ValueError: bad page"),
        (
            "terminate called after throwing an instance of 'std::runtime_error'\n  what():  bad page\n",
            "what():  bad page",
        ),
        ("  indented", "indented"),
    ],
)
def test_the_reason_is_not_the_stack(complaints: str, reason: str) -> None:
    """Of what a program writes as it ends, the message is shown, whatever its language puts below it."""
    assert find_reason(complaints) == reason


def test_a_missing_program_is_known_before_the_run() -> None:
    """The name is wrong, not the pages."""
    with pytest.raises(InputError, match="no such program: 'no-such-program'"):
        find_extractor("cmd:no-such-program --fast")
    with pytest.raises(InputError, match="No closing quotation"):
        find_extractor("cmd:sh -c 'cat")
    with pytest.raises(InputError, match=r"^cmd:: names no program$"):
        find_extractor("cmd:")


def test_a_script_that_cannot_be_run_so_is_no_missing_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message says what to do, also about one in the working folder, where systems do not look for programs."""
    script = tmp_path / "extract.py"
    script.write_text("print()")
    with pytest.raises(InputError, match=f"'{script}' is not executable: run 'chmod \\+x' on it, or write its inter"):
        find_extractor(f"cmd:{script} --fast")
    script.chmod(0o700)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=r"'extract.py'; for the file in this folder write './extract.py'$"):
        find_extractor("cmd:extract.py --fast")


def test_shells_make_pipes() -> None:
    """With a shell of its own a command may be a pipeline."""
    assert find_extractor("cmd:sh -c 'cat | tr a b'").extract("aaa") == "bbb"


def test_changed_files_of_a_command_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that it names, as far as they are files; a program that is found elsewhere and options are not."""
    monkeypatch.chdir(tmp_path)
    Path("script.py").write_text("one")
    Path("rules.txt").write_text("two")
    names = ("cmd:cat", "cmd:cat -n " + "long" * 100, "cmd:cat script.py", "cmd@output=html:cat ./script.py rules.txt")
    before = [find_extractor(name).version for name in names]
    assert before == ["", "", "files fe8d7a873dc4", "files 11914c19a28a"]
    Path("script.py").write_text("1")
    after = [find_extractor(name).version for name in names]
    assert [one == other for one, other in zip(before, after, strict=True)] == [True, True, False, False]
