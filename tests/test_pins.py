"""What is pinned is what is required, and what the page on licences says is what the packages say."""

from __future__ import annotations

import re
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
OPTIONAL = PROJECT["project"]["optional-dependencies"]


def gather_requirements(*extras: str) -> list[Requirement]:
    """What pyproject.toml asks for, with some of the extras."""
    lists = [PROJECT["project"]["dependencies"], *(OPTIONAL[extra] for extra in extras)]
    found = [Requirement(line) for requirements in lists for line in requirements]
    return [requirement for requirement in found if requirement.name != "cetr-gold"]


def read_pins(name: str) -> dict[str, str]:
    """Versions by package, of one of the files of pins."""
    text = (ROOT / "pins" / name).read_text("utf-8")
    return {
        canonicalize_name(match[1]): match[2]
        for match in re.finditer(r"^([\w.-]+)(?:\[.*\])?==(\S+)", text, re.MULTILINE)
    }


@pytest.mark.parametrize(
    ("name", "extras"),
    [("dev.txt", tuple(OPTIONAL)), ("toolkit.txt", ("parquet", "pictures", "plot", "serve", "warc"))],
)
def test_everything_required_is_pinned_within_its_bounds(name: str, extras: tuple[str, ...]) -> None:
    """After a change of the dependencies ``make pins`` writes the pins again."""
    pins = read_pins(name)
    for requirement in gather_requirements(*extras):
        assert requirement.specifier.contains(pins[canonicalize_name(requirement.name)]), requirement


def test_no_next_major_version_is_installed() -> None:
    """Every dependency has an upper bound, but for regex, whose versions are dates."""
    unbounded = [
        each.name for each in gather_requirements() if not any("<" in part.operator for part in each.specifier)
    ]
    assert unbounded == ["regex"]


def test_the_pins_are_for_the_oldest_python_of_the_project() -> None:
    """A version that needs a later one is only for that one, so that ``make`` works with all of them."""
    oldest = {"python_full_version": "3.11.0", "python_version": "3.11"}
    assert PROJECT["project"]["requires-python"] == ">=3.11"
    lines = (ROOT / "pins" / "dev.txt").read_text("utf-8").replace("\\\n", " ").splitlines()
    pins = [Requirement(line.partition(" --hash")[0]) for line in lines]
    installed = {canonicalize_name(each.name): each for each in metadata.distributions()}
    newer = []
    for pin in pins:
        found = installed.get(canonicalize_name(pin.name))
        if found and pin.specifier.contains(found.version) and (pin.marker is None or pin.marker.evaluate(oldest)):
            needed = found.metadata.get("Requires-Python", "")
            newer += [] if SpecifierSet(needed).contains("3.11.0") else [f"{pin}: {needed}"]
    assert newer == []


@pytest.mark.parametrize("name", ["dev.txt", "toolkit.txt", "release.txt"])
def test_every_pin_has_hashes(name: str) -> None:
    """Each logical line is a version with at least one hash."""
    text = (ROOT / "pins" / name).read_text("utf-8").replace("\\\n", " ")
    assert [line for line in text.splitlines() if "==" not in line or "--hash=sha256:" not in line] == []


def test_the_page_on_licences_has_every_package() -> None:
    """All that can be installed with the toolkit, in the order of pyproject.toml."""
    page = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
    listed = [match[1] for match in re.finditer(r"^\| (?:`\w+` |)?\|? ?([\w-]+) \| (?!---)", page, re.MULTILINE)]
    wanted = gather_requirements(*(extra for extra in OPTIONAL if extra not in ("docs", "dev")))
    assert [name for name in listed if name not in ("package", "extra")] == [requirement.name for requirement in wanted]


def test_licences_are_those_of_the_packages() -> None:
    """Where a package names its licence by an SPDX expression, the page has the same."""
    page = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
    for requirement in gather_requirements(*(extra for extra in OPTIONAL if extra not in ("docs", "dev"))):
        try:
            expression = metadata.metadata(requirement.name).get("License-Expression")
        except metadata.PackageNotFoundError:
            continue
        if expression and "0BSD" not in expression:
            said = expression.replace(" AND ", " and ").replace(" OR ", " or ")
            assert f" {requirement.name} | {said} |" in page
