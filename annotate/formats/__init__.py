"""Import and export: the gold standards of others become test packages, and test packages become theirs.

`records` is what every reader yields and every writer takes, `table` names the formats, `importing` makes documents
of records; each format is a module of its own.
"""

from __future__ import annotations
