"""``annotate config``: a person's own settings."""
