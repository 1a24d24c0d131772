"""The trained model and its file: an .npz archive of plain arrays. Opening it executes nothing."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import cast

import numpy as np
import numpy.typing as npt

from cetr.console import InputError, check_schema, write_file
from cetr.document import Floats, Ints
from cetr.learned.archives import Array, Arrays, read_arrays
from cetr.learned.columns import Matrix
from cetr.learned.network import Network
from cetr.learned.paths import ROLES, PathWeights, Vocabulary
from cetr.learned.templates import Postings, Templates
from cetr.learned.trees import Trees

SCHEMA = 4
"""Version of the model file. It rises whenever features or arrays change, because old weights are then meaningless."""

_BLANK = re.compile(r"[\0-\t\v-\x20]")
"""What no term contains; a line break parts the terms."""

LARGEST_FILE = 50_000_000
DEEPEST_TREE, MOST_TREES = 12, 1000
"""The greatest depth of trees. They are completed when they are used, which takes 2**depth nodes for each."""
MOST_TEMPLATES = 10_000
"""The most pages whose templates a model knows."""
LARGEST_NUMBER = 1e6
"""The greatest weight or bias; these are log-odds, or shares of log-odds."""
LARGEST_THRESHOLD = 1e30
"""The greatest threshold; thresholds are only compared with features."""


@dataclass(frozen=True)
class Adaptation:
    """A correction of a model, learned from your own pages: log-odds = scale * model + bias + terms."""

    paths: PathWeights
    scale: float
    bias: float


@dataclass(frozen=True, eq=False)
class Model:
    """A trained extractor.

    ``columns`` are the names of the features in order, the first ``first_columns`` of them for the first network.
    ``bias`` is added to the log-odds before blocks are chosen, ``comment_bias`` to those of blocks in parts called
    comments. ``templates`` are those of training pages that several sites share. ``about`` says what it was trained on,
    when and how: plain JSON values.
    """

    paths: PathWeights
    columns: tuple[str, ...]
    first_columns: int
    first: Network
    second: Trees
    bias: float
    comment_bias: float
    adaptation: Adaptation | None
    templates: Templates | None
    about: Mapping[str, object]


def _pack_paths(prefix: str, paths: PathWeights) -> dict[str, npt.NDArray[np.generic]]:
    terms = "\n".join(sorted(paths.terms, key=lambda term: paths.terms[term]))
    return {
        f"{prefix}.terms": np.frombuffer(terms.encode("utf-8"), dtype=np.uint8),
        f"{prefix}.weights": paths.weights.astype(np.float32),
    }


def _unpack_paths(prefix: str, arrays: Arrays) -> PathWeights:
    text = _take(arrays, f"{prefix}.terms", "bytes").tobytes().decode("utf-8")
    terms = Vocabulary((term, i) for i, term in enumerate(text.split("\n") if text else ()))
    if "" in terms or _BLANK.search(text):
        raise ValueError(f"{prefix}.terms: one is empty or has a blank in it")
    weights = _take_numbers(arrays, f"{prefix}.weights")
    if weights.shape != (ROLES, len(terms)):
        raise ValueError(f"{prefix}.weights has shape {weights.shape}, not {(ROLES, len(terms))}")
    return PathWeights(terms, weights)


def _pack_templates(templates: Templates) -> dict[str, npt.NDArray[np.generic]]:
    paths = templates.paths
    weight, gold = paths.values.astype(np.float16)
    columns = {"code": paths.codes, "page": paths.page.astype(np.uint16), "weight": weight, "gold": gold}
    return {f"templates.{name}": column for name, column in columns.items()}


def _unpack_templates(arrays: Arrays) -> Templates:
    code, page = cast(Ints, _take(arrays, "templates.code", "whole numbers")), _take_indices(arrays, "templates.page")
    shares = {name: _take_numbers(arrays, name) for name in ("templates.weight", "templates.gold")}
    if any(column.shape != page.shape for column in (code, *shares.values())):
        raise ValueError("the templates' tables differ in length")
    if len(code) and ((code[1:] < code[:-1]).any() or code[0] < 0 or code[-1] > np.iinfo(np.uint32).max):
        raise ValueError("templates.code: is not in order, or not of 32 bits")
    if page.max(initial=0) >= MOST_TEMPLATES:
        raise ValueError(f"templates.page: {page.max() + 1} pages, more than {MOST_TEMPLATES}")
    for name, share in shares.items():
        if ((share < 0) | (share > 1)).any():
            raise ValueError(f"{name}: is not a share")
    paths = Postings(code.astype(np.uint32), page, np.array(list(shares.values()), dtype=np.float32))
    return Templates(paths, np.bincount(page))


def _take(arrays: Arrays, name: str, what: str) -> Array:
    """Take an array that must contain ``bytes``, ``whole numbers`` or ``numbers``; a cast would accept anything."""
    if name not in arrays:
        raise ValueError(f"{name} is missing")
    array = arrays[name]
    kinds, size = {"bytes": ("u", 1), "whole numbers": ("iu", 8), "numbers": ("f", 8)}[what]
    if array.dtype.kind not in kinds or array.dtype.itemsize > size:
        raise ValueError(f"{name} holds {array.dtype!s:.40}, not {what}")
    return array


def _take_numbers(arrays: Arrays, name: str, most: float = LARGEST_NUMBER, *, endless: bool = False) -> Floats:
    """Take an array of numbers up to ``most``, or infinite ones, that single precision can hold."""
    with np.errstate(invalid="ignore"):  # some kinds of what is no number complain when they are copied
        array = _take(arrays, name, "numbers").astype(np.float64)
    if not ((np.abs(array) <= most) | (endless & (array == np.inf))).all():
        raise ValueError(f"{name}: one is not a number, or too large")
    return array


def _take_indices(arrays: Arrays, name: str) -> npt.NDArray[np.int32]:
    """Take a row of whole numbers from 0 on that 32 bits can hold."""
    array = cast(Ints, _take(arrays, name, "whole numbers"))
    if array.ndim != 1 or ((array < 0) | (array > np.iinfo(np.int32).max)).any():
        raise ValueError(f"{name}: is not a row of indices")
    return array.astype(np.int32)


def _take_one(array: Array, name: str) -> float:
    if array.shape != ():
        raise ValueError(f"{name} has shape {array.shape}, not ()")
    return cast(float, array.item())


def _shrink(array: Matrix) -> npt.NDArray[np.floating]:
    """Convert the array to half precision if that loses nothing, as with a network's weights, which training rounds."""
    with np.errstate(over="ignore"):
        half = array.astype(np.float16)
    return half if np.array_equal(half, array) else array


def write_model(path: Path, model: Model) -> None:
    """Write a model file, whole or not at all; the same model gives the same bytes. Missing folders are created."""
    settings = {
        "schema": SCHEMA,
        "columns": list(model.columns),
        "first_columns": model.first_columns,
        "bias": model.bias,
        "comment_bias": model.comment_bias,
        "about": dict(model.about),
    }
    arrays = _pack_paths("paths", model.paths)
    arrays |= {f"first.{field.name}": _shrink(getattr(model.first, field.name)) for field in fields(Network)}
    arrays |= {f"second.{field.name}": np.asarray(getattr(model.second, field.name)) for field in fields(Trees)}
    if model.adaptation is not None:
        settings["adaptation"] = {"scale": model.adaptation.scale, "bias": model.adaptation.bias}
        arrays |= _pack_paths("adaptation", model.adaptation.paths)
    if model.templates is not None:
        arrays |= _pack_templates(model.templates)
    encoded = json.dumps(settings, ensure_ascii=False, sort_keys=True).encode("utf-8")
    buffer = io.BytesIO()
    np.savez_compressed(buffer, settings=np.frombuffer(encoded, dtype=np.uint8), **arrays)  # type: ignore[arg-type]
    write_file(path, buffer.getvalue())


def read_model(path: Path) -> Model:
    """Read a model file. Raises `InputError` that says why a file cannot be used; nothing in it is executed."""
    arrays = read_arrays(path, LARGEST_FILE, "a model file", "annotate train")
    try:
        settings = json.loads(arrays["settings"].tobytes())
        schema = settings["schema"]
    except (KeyError, ValueError, TypeError, RecursionError) as error:
        raise InputError(f"{path}: is not a model file of this program; 'annotate train' writes one") from error
    check_schema(schema, SCHEMA, str(path), "train it again")
    try:
        return _build(settings, arrays)
    except (KeyError, ValueError, TypeError, IndexError, OverflowError) as error:
        raise InputError(f"{path}: is a damaged model file ({error}); train it again") from error


def _build(settings: Mapping[str, object], arrays: Arrays) -> Model:
    columns = tuple(str(c) for c in cast("list[str]", settings["columns"]))
    first_columns = int(cast(int, settings["first_columns"]))
    names = [field.name for field in fields(Network)]
    first = Network(**{name: _take_numbers(arrays, f"first.{name}").astype(np.float32) for name in names})
    _check_network(first, first_columns)
    second = Trees(
        feature=_take_indices(arrays, "second.feature"),
        threshold=_take_numbers(arrays, "second.threshold", LARGEST_THRESHOLD, endless=True).astype(np.float32),
        child=_take_indices(arrays, "second.child"),
        value=_take_numbers(arrays, "second.value").astype(np.float32),
        roots=_take_indices(arrays, "second.roots"),
        depth=int(_take_one(_take(arrays, "second.depth", "whole numbers"), "second.depth")),
        base=_take_one(_take_numbers(arrays, "second.base"), "second.base"),
    )
    _check_trees(second, len(columns))
    adaptation = None
    if "adaptation" in settings:
        stated = cast("Mapping[str, float]", settings["adaptation"])
        adaptation = Adaptation(_unpack_paths("adaptation", arrays), float(stated["scale"]), float(stated["bias"]))
    model = Model(
        paths=_unpack_paths("paths", arrays),
        columns=columns,
        first_columns=first_columns,
        first=first,
        second=second,
        bias=float(cast(float, settings["bias"])),
        comment_bias=float(cast(float, settings["comment_bias"])),
        adaptation=adaptation,
        templates=_unpack_templates(arrays) if "templates.code" in arrays else None,
        about=dict(cast("Mapping[str, object]", settings["about"])),
    )
    numbers = [model.bias, model.comment_bias]
    numbers += [] if adaptation is None else [adaptation.scale, adaptation.bias]
    if not (np.abs(numbers) < LARGEST_NUMBER).all():
        raise ValueError("a bias or a scale is not a number")
    return model


def _check_network(network: Network, columns: int) -> None:
    """Check that every table fits its neighbours."""
    if network.mean.shape != (columns,):
        raise ValueError(f"weights for {network.mean.shape} features, names for {columns}")
    members, hidden, outputs = network.second.shape
    if not members:
        raise ValueError("the ensemble has no network")
    shapes = {
        "scale": (columns,), "first": (columns, members * hidden), "first_bias": (members * hidden,),
        "second_bias": (members, 1, outputs), "last": (members, outputs, 1), "last_bias": (members, 1, 1),
    }  # fmt: skip
    for name, shape in shapes.items():
        if getattr(network, name).shape != shape:
            raise ValueError(f"first.{name} has shape {getattr(network, name).shape}, not {shape}")


def _check_trees(trees: Trees, columns: int) -> None:
    """Check that every index is in its table, that the arrays are equally long, and that every node belongs to one
    tree.
    """
    size = len(trees.feature)
    if any(table.shape != (size,) for table in (trees.threshold, trees.child, trees.value)):
        raise ValueError("the trees' tables differ in length")
    if not (0 <= trees.depth <= DEEPEST_TREE and 0 < len(trees.roots) <= MOST_TREES):
        raise ValueError(f"{len(trees.roots)} trees, {trees.depth} deep")
    last_child = trees.child + np.isfinite(trees.threshold)
    indices = (trees.feature, columns), (trees.child, size), (last_child, size), (trees.roots, size)
    if any(len(index) and index.max() >= stop for index, stop in indices):
        raise ValueError("a tree leads out of its table")
    if (depth := _measure_depth(trees)) != trees.depth:
        raise ValueError(f"the deepest leaf is {depth} deep, the trees say {trees.depth}")


def _measure_depth(trees: Trees) -> int:
    """Measure the depth of the deepest leaf. Raises `ValueError` unless every node has exactly one place in a tree."""
    size, node = len(trees.child), trees.roots
    is_leaf = np.isinf(trees.threshold)
    met = np.bincount(node, minlength=size)
    depth = 0
    while not is_leaf[node].all() and met.max() == 1:
        left = trees.child[node[~is_leaf[node]]]
        node = np.concatenate((left, left + 1))
        met += np.bincount(node, minlength=size)
        depth += 1
    if (met != 1).any() or (is_leaf != (trees.child == np.arange(size))).any():
        raise ValueError("the trees' nodes do not make up the trees")
    return depth
