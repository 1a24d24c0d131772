"""Model files that are changed by hand."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np


def rewrite(path: Path, change: dict[str, object]) -> None:
    """Change settings or arrays of a model file."""
    with np.load(path) as archive:
        arrays = {name: archive[name] for name in archive.files}
    settings = json.loads(arrays["settings"].tobytes())
    for key, value in change.items():
        if isinstance(value, np.ndarray):
            arrays[key] = value
        else:
            settings[key] = value
    arrays["settings"] = np.frombuffer(json.dumps(settings).encode(), dtype=np.uint8)
    np.savez(path, **arrays)
