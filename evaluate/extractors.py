"""Finding an extractor by the name a person gives.

A registered name (``cetr``, with options ``cetr@k=2,radius=1``), a Python function (``module:function``, with options
too), or a prefix and what it needs: ``cmd:``, ``http:``, ``proxy:``, ``saved:``, ``learned:``. See docs/extractors.md.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.metadata import PackageNotFoundError, entry_points, version
from pathlib import Path

from cetr.console import GROUP, InputError, list_facts, parse_options
from cetr.document import Spans

PEERS = "evaluate.providers.peers"


class TimedText(str):
    """Extracted text with the seconds that it took, where only the extractor can know these."""

    seconds: float

    def __new__(cls, text: str, seconds: float) -> TimedText:
        """A text and its time."""
        made = super().__new__(cls, text)
        made.seconds = seconds
        return made


Extract = Callable[..., "Spans | str"]
"""An extractor: the page's HTML in; spans over it, or text, out. See docs/extractors.md."""


@dataclass(frozen=True)
class Extractor:
    """A named extractor, found afresh in every worker process.

    ``wants`` are the facts about a page that it takes as keywords beside its HTML: 'layout' (parsed, or None), 'url',
    and 'document' (its name in the test package). ``version`` is recorded in results: distribution and version, or a
    hash of what the extractor is made of.
    """

    name: str
    extract: Extract
    wants: frozenset[str]
    version: str = ""


PREFIXES = {
    "cmd": "evaluate.providers.command:make_command_extractor",
    "http": "evaluate.providers.service:make_service_extractor",
    "https": "evaluate.providers.service:make_service_extractor",
    "proxy": "evaluate.providers.proxy:make_proxy_extractor",
    "saved": "evaluate.providers.saved:make_saved_extractor",
}
"""Prefix of a name, and what makes the extractor of what stands after it."""


def find_extractor(name: str) -> Extractor:
    """The extractor of a name. Raises `InputError` that says which names and options there are."""
    prefix, mark, rest = name.partition(":")
    if mark and prefix in PREFIXES:
        # An address written as one is whole: http://HOST/.
        function: Extract = _load(PREFIXES[prefix])(name if rest.startswith("//") else rest)
        made_by = str(_load("evaluate.providers.saved:hash_outputs")(rest)) if prefix == "saved" else ""
        return Extractor(name, function, list_facts(function), made_by)
    if mark and prefix == "learned":
        return _find_registered(name, "learned", [f"model={rest}"])
    base, _, options = name.partition("@")
    split = [option for option in options.split(",") if option]
    if ":" not in base:
        return _find_registered(name, base, split)
    function = _load("evaluate.providers.modules:load_function")(base)
    made_by = str(_load("evaluate.providers.modules:hash_code")(function))
    return Extractor(name, _apply(name, function, split), list_facts(function), made_by)


def _find_registered(name: str, base: str, options: list[str]) -> Extractor:
    found = entry_points(group=GROUP, name=base)
    if not found:
        known = ", ".join(sorted(entry_points(group=GROUP).names))
        others = ", ".join(f"{prefix}:" for prefix in PREFIXES)
        raise InputError(f"no extractor named '{base}' (there are: {known}, module:function, {others})")
    entry = next(iter(found))
    function: Extract = entry.load()
    source = f"{entry.dist.name} {entry.dist.version}" if entry.dist else ""
    made_by = _find_peer_version(base) if entry.module == PEERS else source
    applied = _apply(name, function, options)
    model = applied.keywords.get("model") if isinstance(applied, partial) else None
    if isinstance(model, str) and Path(model).is_file():
        made_by += f", model {hashlib.sha256(Path(model).read_bytes()).hexdigest()[:12]}"
    return Extractor(name, applied, list_facts(function), made_by)


def _find_peer_version(base: str) -> str:
    """Distribution and version of the library that a peer is; its name is the distribution's."""
    try:
        return f"{base} {version(base)}"
    except PackageNotFoundError as error:
        raise InputError(str(_load(f"{PEERS}:install_hint")(base))) from error


def _load(path: str) -> Callable[..., Extract]:
    """An attribute of a module that is imported only now."""
    module, _, attribute = path.partition(":")
    loaded: Callable[..., Extract] = getattr(import_module(module), attribute)
    return loaded


def _apply(name: str, function: Extract, options: list[str]) -> Extract:
    keywords = parse_options(name, function, options)
    return partial(function, **keywords) if keywords else function
