"""``python -m evaluate``."""

import sys

from evaluate.cli import main

sys.exit(main())
