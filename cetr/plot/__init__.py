"""Figures of the tag-ratio histogram."""

PICTURES = ("histogram", "smoothed", "slope", "derivative", "scatter")
"""The pictures of a line model."""
