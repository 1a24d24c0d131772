"""Finding the two sides of a comparison, and seeing that they are comparable."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from cetr.console import InputError, count_of, name_some
from evaluate.results.finding import Found, find_results
from evaluate.results.grouping import add_facts, read_facts
from evaluate.results.predictions import PredictedTexts
from evaluate.results.rows import Row


@dataclass(frozen=True)
class Side:
    """The results of one extractor: its name, the file of its rows and these rows by package and document.

    ``texts`` are what it extracted, where that is not in a file beside the rows; ``machines`` those that it ran on,
    ``jobs`` how many pages at once, ``html`` which HTML it got, and ``packages`` the folders of the packages, as far as
    these are known.
    """

    extractor: str
    path: Path
    rows: Mapping[tuple[str, str], Row]
    texts: Mapping[tuple[str, str], str] | None = None
    machines: tuple[str, ...] = ()
    jobs: tuple[int, ...] = ()
    html: str = ""
    packages: Mapping[str, Path] = field(default_factory=dict)

    def open_texts(self) -> Callable[[tuple[str, str]], str | None]:
        """What was extracted from a document: nothing if that failed, None if it is not known."""
        read = PredictedTexts(self.path).read if self.texts is None else self.texts.get
        return lambda key: "" if self.rows[key].failed else read(key)

    @property
    def measures(self) -> list[str]:
        """The measures of the rows, in their order."""
        return list(next(iter(self.rows.values())).scores)


@dataclass(frozen=True)
class LeftOut:
    """The documents that are not compared: those of one side only, and those whose gold differs."""

    only_old: tuple[str, ...] = ()
    only_new: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()

    def __str__(self) -> str:
        kinds = (("only in OLD", self.only_old), ("only in NEW", self.only_new), ("gold changed", self.changed))
        return "; ".join(
            f"{count_of(len(names), 'document')} {why} ({name_some(names)})" for why, names in kinds if names
        )


@dataclass(frozen=True)
class Pairs:
    """The pairs to compare, and the names of the extractors that only one side has."""

    pairs: tuple[tuple[Side, Side], ...]
    only_old: tuple[str, ...] = ()
    only_new: tuple[str, ...] = ()

    @property
    def lost_measures(self) -> list[str]:
        """The measures that only the old side has."""
        return list(dict.fromkeys(m for old, new in self.pairs for m in old.measures if m not in new.measures))

    @property
    def won_measures(self) -> list[str]:
        """The measures that only the new side has."""
        return list(dict.fromkeys(m for old, new in self.pairs for m in new.measures if m not in old.measures))


def pair_sides(old: Path, new: Path) -> Pairs:
    """Pair the extractors that both sides have, or the only ones of each side, whatever their names."""
    ours, theirs = ({found.extractor: found for found in find_results(path)} for path in (old, new))
    shared = [name for name in ours if name in theirs]
    if shared:
        return Pairs(
            tuple((read_side(ours[name]), read_side(theirs[name])) for name in shared),
            tuple(name for name in ours if name not in theirs),
            tuple(name for name in theirs if name not in ours),
        )
    if len(ours) == len(theirs) == 1:
        (one,), (other,) = ours.values(), theirs.values()
        return Pairs(((read_side(one), read_side(other)),))
    raise InputError(
        f"{new}: has no extractor of {old} ({', '.join(ours)}) but {', '.join(theirs)}; name two files, "
        f"such as {next(iter(ours.values())).path}"
    )


def refuse_lacking(sides: Pairs, old: Path, new: Path) -> None:
    """Raise `InputError` if the new results lack extractors or measures of the old ones, which limits are to cover."""
    first = sides.pairs[0][0]
    if sides.only_old:
        lacking = ", ".join(sides.only_old)
        raise InputError(
            f"{new}: lacks {lacking} of {old}, so no limit covers that; name what both have, such as {first.path}"
        )
    if sides.lost_measures:
        lacking, wanted = ", ".join(sides.lost_measures), ",".join(first.measures)
        raise InputError(
            f"{new}: lacks the figures of {lacking} of {old}, so no limit covers them; run it with --measures {wanted}"
        )


def list_uncompared(sides: Pairs, old: Path, new: Path) -> list[str]:
    """List what only one side has, in sentences."""
    found = (
        ("not compared:", old, sides.only_old),
        ("not compared:", new, sides.only_new),
        ("not compared by", old, sides.lost_measures),
        ("not compared by", new, sides.won_measures),
    )
    return [f"{what} {', '.join(names)}, only in {folder}" for what, folder, names in found if names]


def add_to_sides(sides: Sequence[tuple[Side, Side]], fields: Iterable[str]) -> list[tuple[Side, Side]]:
    """Add facts that the results do not hold to the old side of each pair, read from the packages, each page once."""
    folders = {
        package: folder for pair in sides for side in reversed(pair) for package, folder in side.packages.items()
    }
    facts = read_facts((row for old, _ in sides for row in old.rows.values()), fields, folders)
    return [(replace(old, rows={r.key: r for r in add_facts(old.rows.values(), facts)}), new) for old, new in sides]


def read_side(found: Found) -> Side:
    """Read the rows of one results file."""
    rows = {row.key: row for row in found.read()}
    if found.run is None:
        return Side(found.extractor, found.path, rows)
    named = tuple(f"{machine.cpu}, {count_of(machine.cores, 'core')}" for machine in found.run.machines)
    return Side(
        found.extractor,
        found.path,
        rows,
        machines=named,
        jobs=found.run.jobs,
        html=found.run.html,
        packages=found.packages,
    )


def keep_common(old: Side, new: Side) -> tuple[Side, Side, LeftOut]:
    """Keep the documents that both sides have with the same gold, and say what is left out. Refuses sides without
    any.
    """
    same = [key for key, row in old.rows.items() if key in new.rows and new.rows[key].gold == row.gold]
    left_out = LeftOut(
        tuple("/".join(key) for key in old.rows if key not in new.rows),
        tuple("/".join(key) for key in new.rows if key not in old.rows),
        tuple("/".join(key) for key, row in old.rows.items() if key in new.rows and new.rows[key].gold != row.gold),
    )
    if not same:
        raise InputError(f"{new.path}: has no document in common with {old.path}: {left_out}")
    one, other = (replace(side, rows={key: side.rows[key] for key in same}) for side in (old, new))
    return one, other, left_out


def check_comparable(old: Side, new: Side, advice: str = "") -> list[str]:
    """Return the measures that both have, in the new order. Refuses different documents or gold, and says which.

    ``advice`` says what to do about different documents.
    """
    differences = []
    for one, other in ((old, new), (new, old)):
        lacking = ["/".join(key) for key in one.rows if key not in other.rows]
        if lacking:
            differences.append(
                f"{other.path}: lacks {count_of(len(lacking), 'document')} of {one.path}: {name_some(lacking)}"
            )
    if differences:
        raise InputError("; ".join(differences) + advice)
    changed = ["/".join(key) for key, row in old.rows.items() if row.gold != new.rows[key].gold]
    if changed:
        which = f"{count_of(len(changed), 'document')} differs from that of {old.path}: {name_some(changed)}"
        raise InputError(
            f"{new.path}: the gold of {which}; 'evaluate rescore' scores what was extracted against the current gold"
        )
    measures = [name for name in new.measures if name in old.measures]
    if not measures:
        raise InputError(f"{new.path}: has no measure of {old.path}")
    return measures
