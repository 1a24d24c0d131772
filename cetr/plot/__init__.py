"""Figures of the tag-ratio histogram."""
