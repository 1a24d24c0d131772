"""Types of the compiled loop of the trees."""

import numpy as np
import numpy.typing as npt

INTERFACE: int
_Floats = npt.NDArray[np.float32]
_Indices = npt.NDArray[np.int32]

def find_leaves(
    features: _Floats, feature: _Indices, threshold: _Floats, value: _Floats, depth: int, found: _Floats
) -> None: ...
