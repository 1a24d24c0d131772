"""Extraction as a command: where pages come from, in which form their content goes out."""
