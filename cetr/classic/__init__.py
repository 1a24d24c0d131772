"""The classical extractors that the papers compare against."""
