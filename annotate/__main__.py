"""``python -m annotate``."""

from annotate.launch import annotate

annotate()
