"""Measurements, each a program: ``python -m benchmarks.NAME --help``."""
