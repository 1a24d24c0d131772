"""``python -m cetr``."""

import sys

from cetr.cli import main

sys.exit(main())
