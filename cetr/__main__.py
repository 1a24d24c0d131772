"""``python -m cetr``."""

from cetr.cli import main

main()
