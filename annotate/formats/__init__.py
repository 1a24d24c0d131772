"""Import and export: the gold standards of others become test packages, and test packages become theirs.

`records` defines what every reader yields, `table` lists the formats, `importing` turns records into documents, and
`exporting` writes documents. Each format has a module of its own.
"""

from __future__ import annotations
