"""What the reviewer knows and decides, as pure functions: no screen, no files, no clock."""
