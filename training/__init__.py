"""What makes the shipped model: a pipeline from data sets to ``cetr/learned/model.npz``. See README.md."""
