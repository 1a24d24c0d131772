"""Extraction as a command: from pages of any source to content in any form."""
