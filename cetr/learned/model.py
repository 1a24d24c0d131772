"""The trained model, and its file: an .npz archive of plain arrays, which executes nothing when it is opened."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import cast

import numpy as np
import numpy.typing as npt

from cetr.arrays import Floats
from cetr.errors import InputError
from cetr.files import write_file
from cetr.learned.columns import Matrix
from cetr.learned.network import Network
from cetr.learned.paths import ROLES, PathWeights, Vocabulary
from cetr.learned.trees import Trees

SCHEMA = 4
"""Version of the model file. Raised whenever features or arrays change, as old weights would mean nothing then."""

LARGEST_FILE = 50_000_000
DEEPEST_TREE, MOST_TREES = 12, 1000
"""Trees are made complete when they are used, which takes 2**depth nodes for each."""
LARGEST_NUMBER = 1e6
"""Weights and biases are log-odds, or shares of them."""


@dataclass(frozen=True)
class Adaptation:
    """What was learned from someone's own pages on top of a model: log-odds = scale * model + bias + terms."""

    paths: PathWeights
    scale: float
    bias: float


@dataclass(frozen=True)
class Model:
    """A trained extractor.

    ``columns`` are the names of the features in order, the first ``first_columns`` of them for the first network.
    ``bias`` is added to the log-odds before blocks are chosen, ``comment_bias`` to those of blocks in parts called
    comments. ``about`` says what it was trained on, when and how: plain JSON values.
    """

    paths: PathWeights
    columns: tuple[str, ...]
    first_columns: int
    first: Network
    second: Trees
    bias: float
    comment_bias: float
    adaptation: Adaptation | None
    about: Mapping[str, object]


def _pack_paths(prefix: str, paths: PathWeights) -> dict[str, npt.NDArray[np.generic]]:
    terms = "\n".join(sorted(paths.terms, key=lambda term: paths.terms[term]))
    return {
        f"{prefix}.terms": np.frombuffer(terms.encode("utf-8"), dtype=np.uint8),
        f"{prefix}.weights": paths.weights.astype(np.float32),
    }


def _unpack_paths(prefix: str, arrays: Mapping[str, npt.NDArray[np.generic]]) -> PathWeights:
    text = arrays[f"{prefix}.terms"].tobytes().decode("utf-8")
    terms = Vocabulary((term, i) for i, term in enumerate(text.split("\n") if text else ()))
    if any(min(term, default="") <= " " for term in terms):
        raise ValueError(f"{prefix}.terms: one is empty or has a blank in it")
    weights = cast(Floats, arrays[f"{prefix}.weights"].astype(np.float64))
    if not (np.abs(weights) < LARGEST_NUMBER).all():
        raise ValueError(f"{prefix}.weights: one is no number")
    if weights.shape != (ROLES, len(terms)):
        raise ValueError(f"{prefix}.weights has shape {weights.shape}, not {(ROLES, len(terms))}")
    return PathWeights(terms, weights)


def _shrink(array: Matrix) -> npt.NDArray[np.floating]:
    """The array in half precision where that loses nothing, as of a network's weights, which training rounds so."""
    with np.errstate(over="ignore"):
        half = array.astype(np.float16)
    return half if np.array_equal(half, array) else array


def write_model(path: Path, model: Model) -> None:
    """Write a model file, whole or not at all; the same model gives the same bytes. Folders above are made."""
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
    encoded = json.dumps(settings, ensure_ascii=False, sort_keys=True).encode("utf-8")
    buffer = io.BytesIO()
    np.savez_compressed(buffer, settings=np.frombuffer(encoded, dtype=np.uint8), **arrays)  # type: ignore[arg-type]
    write_file(path, buffer.getvalue())


def read_model(path: Path) -> Model:
    """Read a model file. Raises `InputError` that says why a file cannot be used; nothing in it is executed."""
    try:
        if path.exists() and not path.is_file():
            raise InputError(f"{path}: no model file: it is not a file")
        if path.stat().st_size > LARGEST_FILE:
            raise InputError(f"{path}: no model file: larger than {LARGEST_FILE // 1_000_000} MB")
        data = io.BytesIO(path.read_bytes())
        with zipfile.ZipFile(data) as archive:
            if sum(member.file_size for member in archive.infolist()) > LARGEST_FILE:
                raise InputError(f"{path}: no model file: unpacked larger than {LARGEST_FILE // 1_000_000} MB")
        with np.load(data, allow_pickle=False) as opened:
            arrays = {name: np.asarray(opened[name]) for name in opened.files}
    except OSError as error:
        raise InputError(f"{path}: cannot read the model: {error.strerror}") from error
    except InputError:
        raise
    except Exception as error:  # damaged archives raise whatever their parts run into
        raise InputError(f"{path}: not a model file of this program; 'annotate train' writes one") from error
    try:
        settings = json.loads(arrays["settings"].tobytes())
        schema = settings["schema"]
    except (KeyError, ValueError, TypeError, RecursionError) as error:
        raise InputError(f"{path}: not a model file of this program; 'annotate train' writes one") from error
    if schema != SCHEMA:
        advice = "update cetr-gold" if isinstance(schema, int) and schema > SCHEMA else "train it again"
        said = f"model file of version {schema!r:.20}, this program reads version {SCHEMA}"
        raise InputError(f"{path}: {said}; {advice}")
    try:
        return _build(settings, arrays)
    except (KeyError, ValueError, TypeError, IndexError, OverflowError) as error:
        raise InputError(f"{path}: damaged model file ({error}); train it again") from error


def _build(settings: Mapping[str, object], arrays: Mapping[str, npt.NDArray[np.generic]]) -> Model:
    columns = tuple(str(c) for c in cast("list[str]", settings["columns"]))
    first_columns = int(cast(int, settings["first_columns"]))
    first = Network(**{field.name: arrays[f"first.{field.name}"].astype(np.float32) for field in fields(Network)})
    _check_network(first, first_columns)
    second = Trees(
        feature=arrays["second.feature"].astype(np.int32),
        threshold=arrays["second.threshold"].astype(np.float32),
        child=arrays["second.child"].astype(np.int32),
        value=arrays["second.value"].astype(np.float32),
        roots=arrays["second.roots"].astype(np.int32),
        depth=int(arrays["second.depth"]),
        base=float(arrays["second.base"]),
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
        about=dict(cast("Mapping[str, object]", settings["about"])),
    )
    numbers = [model.bias, model.comment_bias, second.base]
    numbers += [] if adaptation is None else [adaptation.scale, adaptation.bias]
    if not (np.abs(numbers) < LARGEST_NUMBER).all():
        raise ValueError("a bias or a scale is no number")
    return model


def _check_network(network: Network, columns: int) -> None:
    """Every table must fit its neighbours, and every weight be a number."""
    if network.mean.shape != (columns,):
        raise ValueError(f"weights for {network.mean.shape} features, names for {columns}")
    members, hidden, outputs = network.second.shape
    if not members:
        raise ValueError("an ensemble of no network")
    shapes = {
        "scale": (columns,), "first": (columns, members * hidden), "first_bias": (members * hidden,),
        "second_bias": (members, 1, outputs), "last": (members, outputs, 1), "last_bias": (members, 1, 1),
    }  # fmt: skip
    for name, shape in shapes.items():
        if getattr(network, name).shape != shape:
            raise ValueError(f"first.{name} has shape {getattr(network, name).shape}, not {shape}")
    if not all(np.isfinite(getattr(network, field.name)).all() for field in fields(Network)):
        raise ValueError("a weight is no number")


def _check_trees(trees: Trees, columns: int) -> None:
    """Every index must lie in its table, every array must be as long as the others."""
    size = len(trees.feature)
    if not len(trees.threshold) == len(trees.child) == len(trees.value) == size:
        raise ValueError("the trees' tables differ in length")
    if not (0 <= trees.depth <= DEEPEST_TREE and 0 < len(trees.roots) <= MOST_TREES):
        raise ValueError(f"{len(trees.roots)} trees, {trees.depth} deep")
    last_child = trees.child + np.isfinite(trees.threshold)
    indices = (trees.feature, columns), (trees.child, size), (last_child, size), (trees.roots, size)
    if not np.isfinite(trees.value).all() or np.isnan(trees.threshold).any():
        raise ValueError("a tree's value is no number")
    if any(len(index) and (index.min() < 0 or index.max() >= stop) for index, stop in indices):
        raise ValueError("a tree leads out of its table")
