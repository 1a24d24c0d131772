"""The state and the decisions of the reviewer, as pure functions: no screen, no files, no clock."""
