"""Files that take everything, for every command that reads files."""
