"""Our k-means and EM beside those of scikit-learn and SciPy, on the lines of real pages.

    python -m benchmarks.clusterers [--data DIR] [--pages N] [--rounds N]

Each clusters (h', g') of every page once, k = 3, from one start; they take turns. Printed is the processor time of a
page in milliseconds, the least over the rounds of the mean over pages.
"""

from __future__ import annotations

import argparse
import time
import warnings
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import numpy as np
from scipy.cluster.vq import kmeans2
from sklearn.cluster import KMeans
from sklearn.mixture import GaussianMixture
from threadpoolctl import threadpool_limits

from cetr.document import Floats
from cetr.tagratio import VARIANTS, analyse
from training.datasets import DATA, read_dataset

K = 3

Label = Callable[[Floats, Floats], object]


def _label_by_scikit_learn(h: Floats, g: Floats) -> object:
    return KMeans(K, n_init=1, random_state=0).fit_predict(np.column_stack((h, g)))


def _label_by_scipy(h: Floats, g: Floats) -> object:
    return kmeans2(np.column_stack((h, g)), K, iter=100, minit="++", seed=0)[1]


def _label_by_mixture(h: Floats, g: Floats) -> object:
    return GaussianMixture(K, covariance_type="diag", random_state=0).fit_predict(np.column_stack((h, g)))


CLUSTERERS: dict[str, Label] = {
    "k-means, ours": VARIANTS["ttr-km-distance"].label,
    "k-means from the origin, ours": VARIANTS["cetr"].label,
    "k-means, scikit-learn": _label_by_scikit_learn,
    "k-means, SciPy": _label_by_scipy,
    "EM, ours": VARIANTS["ttr-em-distance"].label,
    "EM, scikit-learn": _label_by_mixture,
}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--pages", type=int, default=80)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    models = [analyse(page.html) for page in islice(read_dataset(arguments.data, "dragnet"), arguments.pages)]
    points = [(model.smoothed, model.derivative) for model in models if len(model.lines) > K]
    least = dict.fromkeys(CLUSTERERS, np.inf)
    with threadpool_limits(1):
        for _ in range(arguments.rounds):
            for name, label in CLUSTERERS.items():
                start = time.process_time()
                for h, g in points:
                    label(h, g)
                least[name] = min(least[name], (time.process_time() - start) / len(points))
    print(f"{len(points)} pages, {np.mean([len(h) for h, _ in points]):.0f} lines on average, k = {K}")
    for name, seconds in least.items():
        print(f"{name:32s}{1000 * seconds:7.2f} ms")


if __name__ == "__main__":
    main()
