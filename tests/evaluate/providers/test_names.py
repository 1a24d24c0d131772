"""Finding extractors by name, and the list of them."""

from __future__ import annotations

import json
import re
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from click.testing import CliRunner

from cetr.console import GROUP, InputError
from cetr.document import derive_text
from cetr.methods import list_methods, load_method
from cetr.sources import find_layout
from evaluate.extractors import find_extractor
from evaluate.providers import peers
from evaluate.providers.cli import extractors
from evaluate.providers.listing import describe, list_extractors

PARAGRAPHS = [
    "The town council has decided that the old bridge over the river will be closed for the whole of the summer, and"
    " that those who have to cross it will have to take the ferry, which is to run every twenty minutes from six in the"
    " morning until midnight on all days of the week.",
    "Most of the people who live on the other side of the river were not happy with the decision when they heard of it"
    " at the meeting on Monday; some of them said that they would have liked to be asked before, because it is they who"
    " will have to pay for the longer way to work.",
    "An engineer who has looked at the bridge told the meeting that there was no other way to do it: the stones of two"
    " of the five arches had moved by more than the width of a hand in the last year, and it was only a matter of time"
    " until one of them would fall into the water.",
]
PAGE = (
    "<html><head><title>The old bridge</title></head><body><ul>"
    + "<li><a href=x>entry</a></li>" * 8
    + f"</ul><article><h1>The old bridge</h1>{''.join(f'<p>{p}</p>' for p in PARAGRAPHS)}</article></body></html>"
)


@pytest.mark.parametrize("name", sorted(peers.MODULES))
def test_every_peer_extracts_the_article_or_says_how_to_get_it(name: str) -> None:
    """Installed libraries find an easy article, and nothing on an empty page; others say how to install them."""
    try:
        extractor = find_extractor(name)
    except InputError as error:
        assert str(error) == peers.install_hint(name)
        pytest.skip(str(error))
    found = extractor.extract(PAGE)
    assert isinstance(found, str)
    assert all(paragraph in " ".join(found.split()) for paragraph in PARAGRAPHS)
    assert extractor.version.startswith(f"{name} ")
    assert extractor.extract("") == ""


def test_what_a_library_itself_lacks_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A library that is there and lacks another one is not called missing."""
    (tmp_path / "needy_of_test_names.py").write_text("import absent_of_test_names\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(peers.MODULES, "inscriptis", "needy_of_test_names")
    with pytest.raises(InputError) as raised:
        find_extractor("inscriptis").extract(PAGE)
    assert str(raised.value) == "inscriptis cannot be used: it needs 'absent_of_test_names', which is not installed"


def test_a_function_is_named_by_its_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one in the working folder; options are given as for registered names, facts by their keywords."""
    (tmp_path / "mine_of_test_names.py").write_text(
        "def first(html, *, count: int = 1, url: str = ''):\n    return ((0, count),)\n\nnothing = 1\n"
    )
    monkeypatch.chdir(tmp_path)
    extractor = find_extractor("mine_of_test_names:first@count=3")
    assert extractor.extract("abcdef", url="x") == ((0, 3),)
    assert extractor.wants == {"url"}
    with pytest.raises(InputError, match="has no function 'nothing'"):
        find_extractor("mine_of_test_names:nothing")
    installing = "install it in the environment of cetr-gold"
    with pytest.raises(InputError, match=f"'no_such_module'; {installing}, or run the command in its folder$"):
        find_extractor("no_such_module:f")
    (tmp_path / "needy_of_test_names.py").write_text("import no_such_library\n")
    with pytest.raises(InputError, match=f"^needy_of_test_names:f: no module named 'no_such_library'; {installing}$"):
        find_extractor("needy_of_test_names:f")
    (tmp_path / "broken_of_test_names.py").write_text("1 / 0\n")
    with pytest.raises(InputError, match="broken_of_test_names:f: cannot be imported: ZeroDivisionError: division"):
        find_extractor("broken_of_test_names:f")
    (tmp_path / "quitting_of_test_names.py").write_text("import sys; sys.exit('no licence')\n")
    with pytest.raises(InputError, match=r"quitting_of_test_names:f: cannot be imported: SystemExit: no licence$"):
        find_extractor("quitting_of_test_names:f")
    file = tmp_path / "mine_of_test_names.py"
    with pytest.raises(InputError, match=rf"^{file}:f: is a file, not a module; in its folder, write '{file.stem}:f'$"):
        find_extractor(f"{file}:f")
    with pytest.raises(InputError, match=rf"^\./{file.stem}:f: is a file, not a module; in its folder, write "):
        find_extractor(f"./{file.stem}:f")
    with pytest.raises(InputError, match=r"^:f: cannot be imported: ValueError: Empty module name"):
        find_extractor(":f")


def test_a_compiled_function_may_not_tell_its_options() -> None:
    """It is listed without options, and called with the page alone, by either program."""
    assert find_extractor("builtins:str").extract("<p>x") == "<p>x"
    assert (describe("s", str).options, describe("s", str).status) == ((), "")
    assert find_layout(str, Path("no-such-page.html")) == {}


def test_unknown_names_and_options_list_the_known_ones() -> None:
    """The errors say what there is."""
    known = r"no extractor named 'bt'; did you mean 'bte'\? \(available: .*bte.*module:function, cmd:"
    with pytest.raises(InputError, match=known):
        find_extractor("bt")
    with pytest.raises(InputError, match=r"for a function of a module write 'my\.code:FUNCTION'"):
        find_extractor("my.code.py")
    with pytest.raises(InputError, match=r"for a function of a module write 'my\.code:FUNCTION'"):
        find_extractor("./my.code.py")
    with pytest.raises(
        InputError,
        match=r"'windw=3' is not one of its options; did you mean 'window'\? \(available: window, slope\)",
    ):
        find_extractor("dsc@windw=3")
    with pytest.raises(InputError, match=r"^plain@k=3: 'k=3' is not one of its options; it has none$"):
        find_extractor("plain@k=3")
    with pytest.raises(InputError, match="window: 'x' is not a whole number"):
        find_extractor("dsc@window=x")
    with pytest.raises(InputError, match="learned:: no such model file: ''"):
        find_extractor("learned:")


def test_options_change_what_is_extracted() -> None:
    """An option reaches the function as the type of its default."""
    everything, little = (
        find_extractor("ccb@threshold=0.0").extract(PAGE),
        find_extractor("ccb@threshold=1").extract(PAGE),
    )
    assert derive_text(PAGE, everything).count("entry") == 8
    assert little == ()


def register(folder: Path, entry: str) -> None:
    """A package that registers an extractor."""
    info = folder / "strangers-1.5.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: strangers\nVersion: 1.5\n")
    (info / "entry_points.txt").write_text(f"[evaluate.extractors]\n{entry}\n")


def test_a_name_that_two_packages_register_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which of the two would be scored would be chance."""
    register(tmp_path, "bte = builtins:str")
    monkeypatch.syspath_prepend(tmp_path)
    told = r"^bte is registered twice, as builtins:str \(strangers\) and .*; uninstall one$"
    for find in (find_extractor, load_method.__wrapped__):
        with pytest.raises(InputError, match=told):
            find("bte")
    ((status, source),) = ((item.status, item.source) for item in list_extractors() if item.name == "bte")
    assert set(source.split(", ")) == {"builtins:str", "cetr.classic.bte:bte"}
    assert dict(list_methods())["bte"] == f"[{status}]"
    assert re.search(told, f"bte {status}")


def test_an_extractor_that_two_packages_bring_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As do cetr-gold and cetr-extract, which may both be installed."""
    before, (bte,) = list_extractors(), entry_points(group=GROUP, name="bte")
    register(tmp_path, f"bte = {bte.value}")
    monkeypatch.syspath_prepend(tmp_path)
    assert find_extractor("bte").extract("") == ()
    assert list_extractors() == before
    assert len(dict(list_methods())) == len(list(list_methods()))


def test_every_registered_extractor_tells_what_it_is() -> None:
    """Each has a line about it, a source and its options; spans or text for a page, unless it needs layout."""
    listed = {item.name: item for item in list_extractors()}
    assert set(listed) >= {
        "plain",
        "nothing",
        "crunch",
        "bte",
        "dsc",
        "adsc",
        "lqf-25",
        "lqf-50",
        "lqf-75",
        "ccb",
        "accb",
    }
    assert set(listed) >= {"fe", "kfe", "lp", "mss", "cetd", "cetr", *peers.MODULES}
    for item in listed.values():
        assert item.description.endswith((".", ")")), item
        assert item.source, item
    assert listed["dsc"].options == ("window=20", "slope=0.5")


def test_layout_and_other_facts_are_no_options() -> None:
    """What evaluate passes by itself is not for people to set."""

    def visual(html: str, *, layout: object = None, depth: int = 2) -> str:
        """Do something.

        Source: a paper
        of two lines.

        More.
        """
        return ""

    assert describe("v", visual).options == ("depth=2",)
    assert describe("v", visual).status == "needs layout"
    assert describe("v", visual).source == "a paper of two lines."


def test_the_command_lists_them_in_all_formats() -> None:
    """A table with a line each; JSON with everything; all about one; an unknown one is wrong usage."""
    run = CliRunner().invoke
    table = run(extractors, []).output
    assert "\nbte " in table
    assert "magic-html" in table
    found = json.loads(run(extractors, ["--format", "json", "bte"]).output)
    assert found[0]["name"] == "bte"
    assert found[0]["source"].startswith("Finn, Kushmerick, Smyth")
    assert run(extractors, ["dsc"]).output.startswith("name:        dsc\ndescription: ")
    assert "no extractor named 'lernd'; did you mean 'learned'?" in str(run(extractors, ["lernd"]).exception)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "justext@language=Klingon",
            r"""justext: language: 'Klingon' is not one of its \d+ stop lists \(python -c "import justext.*"\)""",
        ),
        ("newspaper4k@language=xx", "newspaper4k: language: 'xx' is not one of af, ar, .*, zu"),
        ("newspaper4k@language=", "newspaper4k: language: '' is not one of af, ar, .*, zu"),
    ],
)
def test_a_language_that_a_peer_does_not_know_is_named(name: str, message: str) -> None:
    """One line says which languages there are, or how to list them."""
    if not peers.is_installed(name.partition("@")[0]):
        pytest.skip("not installed")
    with pytest.raises(InputError, match=f"^{message}$"):
        find_extractor(name).extract("<p>a")


def test_a_language_that_needs_a_package_more_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Newspaper4k cuts some languages into words with libraries that it does not bring."""
    if not peers.is_installed("newspaper4k"):
        pytest.skip("not installed")
    monkeypatch.setitem(sys.modules, "tinysegmenter", None)
    with pytest.raises(InputError, match=r"^newspaper4k: language: 'ja' needs another package \(.*tinysegmenter\)$"):
        find_extractor("newspaper4k@language=ja").extract("<p>a</p>")


def test_code_in_a_description_has_single_backticks() -> None:
    """Docstrings mark it by double ones, messages by single ones."""

    def longest(html: str) -> str:
        """The longest block of at least ``least`` characters."""
        return ""

    assert describe("longest", longest).description == "The longest block of at least `least` characters."
