"""Whole packages by hand-written rules for a site, unattended."""
