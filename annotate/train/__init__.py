"""Training an extractor from test packages: the labels pay back."""
