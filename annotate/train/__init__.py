"""Train an extractor on test packages."""
