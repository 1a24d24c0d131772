"""Score extractions again against the current gold, so that a corrected gold does not need a new run."""
