"""Find an extractor by the name or specification that a person writes.

A registered name (``cetr``, with options ``cetr@k=2,radius=1``), a Python function (``module:function``, with options
too), or a prefix and what it needs: ``cmd:``, ``http:``, ``proxy:``, ``saved:``, ``learned:``. The option ``output``
declares what type of text comes out. ``NAME=`` before any of these names it. After a plus follows what it is given of
the page's site (`evaluate.protocols`). See docs/extractors.md.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial, wraps
from importlib import import_module
from importlib.metadata import PackageNotFoundError, entry_points, version
from pathlib import Path
from typing import Literal

from cetr.console import (
    GROUP,
    InputError,
    choose_registered,
    keeping,
    list_facts,
    load_registered,
    parse_options,
    read_file,
    suggest_name,
)
from cetr.document import Spans
from evaluate.modules import hash_code, load_function
from evaluate.outputs import OutputType, check_type, declare
from evaluate.protocols.naming import ALONE, Protocol, split_protocol

PEERS = "evaluate.providers.peers"


Extract = Callable[..., "Spans | str"]
"""An extractor: takes the page's HTML and returns spans over it, or text (perhaps an `Output`). See
docs/extractors.md.
"""

Timing = Literal["all", "wall", "none"]
"""Which times of an extractor can be measured: also processor time; not for one that runs elsewhere; or none at all."""


@dataclass(frozen=True)
class Extractor:
    """A named extractor. Every worker process looks it up again.

    ``wants`` are the facts about a page that it takes as keywords beside the HTML: 'layout' (parsed, or None), 'url',
    'document' (its name in the test package), and 'site' (other pages, if the ``protocol`` gives these). ``version`` is
    recorded in results: distribution and version, or a hash of the extractor's code or data. ``model`` is the file of
    its model, if it has one of its own. ``cold`` means that its first call is slower than the others.
    """

    name: str
    extract: Extract
    wants: frozenset[str]
    version: str = ""
    timing: Timing = "all"
    cold: bool = True
    protocol: Protocol = ALONE
    model: str = ""

    def is_replaced(self) -> bool:
        """Whether the file of its model has changed, or gone, since the extractor was found."""
        with suppress(OSError, InputError):
            return bool(self.model) and not self.version.endswith(_hash_model(Path(self.model)))
        return True


PREFIXES = {
    "cmd": "evaluate.providers.command:make_command_extractor",
    "http": "evaluate.providers.service:make_service_extractor",
    "https": "evaluate.providers.service:make_service_extractor",
    "proxy": "evaluate.providers.proxy:make_proxy_extractor",
    "saved": "evaluate.providers.saved:make_saved_extractor",
}
"""The prefix of a name, and the function that makes the extractor from the rest."""


_HASHES = {"cmd": "evaluate.providers.command:hash_files", "saved": "evaluate.providers.saved:hash_outputs"}
"""By prefix, what notices that an extractor has changed."""

_TIMING: dict[str, Timing] = {"http": "wall", "https": "wall", "proxy": "wall", "saved": "none"}
_NAMED = re.compile(r"([\w.+-][\w.+ -]*)=(.+)", re.DOTALL)


def split_name(text: str) -> tuple[str, str]:
    """Split ``NAME=SPEC`` into name and spec, each with the protocol. Without a name, the spec is both.

    Raises `InputError` for a name that has a protocol itself, because results would tell that one.
    """
    base, _ = split_protocol(text)
    match = _NAMED.fullmatch(base)
    if match and split_protocol(match[1])[1] != ALONE:
        raise InputError(f"{text}: the part after the plus belongs at the end, not to the name '{match[1]}'")
    protocol = text[len(base) :]
    return (match[1] + protocol, match[2] + protocol) if match else (text, text)


def split_prefix(spec: str) -> tuple[str, str, str]:
    """Split ``PREFIX@OPTIONS:REST``; prefix and options are empty if no prefix is known."""
    head, mark, rest = spec.partition(":")
    prefix, _, options = head.partition("@")
    return (prefix, options, rest) if mark and prefix in (*PREFIXES, "learned") else ("", "", spec)


def find_extractor(text: str) -> Extractor:
    """Find the extractor that a text names. Raises `InputError` that lists the existing names and options."""
    name, spec = split_name(text)
    base, protocol = split_protocol(spec)
    found = _find_alone(name, base)
    if protocol.site and "site" not in found.wants:
        raise InputError(f"{name}: '{base}' takes one page alone; it has no keyword 'site' for other pages")
    return replace(found, protocol=protocol)


def _find_alone(name: str, spec: str) -> Extractor:
    prefix, options, rest = split_prefix(spec)
    if not prefix:
        rest, _, options = spec.partition("@")
    split = [option for option in options.split(",") if option]
    if prefix == "learned":
        return _find_registered(name, "learned", [f"model={rest}", *split])
    if prefix:
        kind = _take_type(name, split)
        if split:
            raise InputError(f"{name}: '{split[0]}' is not an option of {prefix}: (available: output)")
        # An ordinary address is taken whole: http://HOST/.
        function: Extract = _load(PREFIXES[prefix])(f"{prefix}:{rest}" if rest.startswith("//") else rest)
        made_by = str(_load(_HASHES[prefix])(rest)) if prefix in _HASHES else ""
        facts, timing = list_facts(function), _TIMING.get(prefix, "all")
        return Extractor(name, _declare(function, kind), facts, made_by, timing, cold=False)
    if ":" not in rest:
        return _find_registered(name, rest, split)
    function = load_function(rest)
    kind = _take_type(name, split)
    return Extractor(name, _declare(_apply(name, function, split), kind), list_facts(function), hash_code(function))


def _take_type(name: str, options: list[str]) -> OutputType | None:
    """Take the type that the option ``output`` declares out of the options; None if there is none."""
    for option in options:
        key, mark, value = option.partition("=")
        if mark and key == "output":
            options.remove(option)
            try:
                return check_type(value)
            except InputError as error:
                raise InputError(f"{name}: {error}") from error
    return None


def _declare(function: Extract, kind: OutputType | None) -> Extract:
    """Wrap a function so that its text is declared to have a type."""
    if kind is None:
        return function

    @wraps(function)
    def extract(*args: object, **kwargs: object) -> Spans | str:
        found = function(*args, **kwargs)
        return declare(found, kind) if isinstance(found, str) else found

    return extract


def _find_registered(name: str, base: str, options: list[str]) -> Extractor:
    found = entry_points(group=GROUP, name=base)
    if not found:
        names = sorted(entry_points(group=GROUP).names)
        others = ", ".join(f"{prefix}:" for prefix in PREFIXES)
        function_of = (
            f"; for a function of a module write '{Path(base.removesuffix('.py')).name}:FUNCTION'"
            if "." in base
            else ""
        )
        meant, known = suggest_name(base, names) or function_of, ", ".join(names)
        raise InputError(f"no extractor named '{base}'{meant} (available: {known}, module:function, {others})")
    entry = choose_registered(found)
    function: Extract = load_registered(entry)
    source = f"{entry.dist.name} {entry.dist.version}" if entry.dist else ""
    made_by = _find_peer_version(base) if entry.module == PEERS else source
    kind = _take_type(name, options)
    applied = _apply(name, function, options)
    model = applied.keywords.get("model") if isinstance(applied, partial) else None
    if not (isinstance(model, str) and Path(model).is_file()):
        return Extractor(name, _declare(applied, kind), list_facts(function), made_by)
    made_by += f", model {_hash_model(Path(model))}"
    return Extractor(name, _declare(applied, kind), list_facts(function), made_by, model=model)


@keeping
def _hash_model(file: Path) -> str:
    return hashlib.sha256(read_file(file)).hexdigest()[:12]


def _find_peer_version(base: str) -> str:
    """Find distribution and version of the library that a peer calls; its name is the distribution's."""
    try:
        return f"{base} {version(base)}"
    except PackageNotFoundError as error:
        raise InputError(str(_load(f"{PEERS}:install_hint")(base))) from error


def _load(path: str) -> Callable[..., Extract]:
    """Load an attribute of a module that is imported only now."""
    module, _, attribute = path.partition(":")
    loaded: Callable[..., Extract] = getattr(import_module(module), attribute)
    return loaded


def _apply(name: str, function: Extract, options: list[str]) -> Extract:
    keywords = parse_options(name, function, options)
    return partial(function, **keywords) if keywords else function
