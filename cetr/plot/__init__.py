"""Figures of the tag-ratio histogram."""

PICTURES = ("histogram", "smoothed", "slope", "derivative", "scatter")
"""What of a line model can be drawn."""
