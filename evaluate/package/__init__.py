"""The test package: a folder of pages with their main content, written by this room alone.

`meta` is the format of one document's metadata, `fragments` makes and checks the marked spans, `journal` is the
history of decisions, `store` reads the folder, `writing` writes it, `committing` makes each write atomic, `files` says
what is in the folder, and `names` makes the names of documents.
"""

from __future__ import annotations

from evaluate.package.committing import UnwritableError, check_writable
from evaluate.package.files import refuse_link
from evaluate.package.fragments import check_fragments, make_fragments
from evaluate.package.journal import Decision, read_journal
from evaluate.package.meta import (
    NO_CONTENT,
    Approval,
    Captured,
    Fragment,
    Meta,
    PackageError,
    PackageInfo,
    RangeSelector,
    Source,
    Statement,
    Status,
)
from evaluate.package.names import make_name
from evaluate.package.store import (
    Document,
    Package,
    explain_unfinished,
    html_hash,
    list_finished,
    read_document,
    read_info,
    read_meta,
    read_package,
    read_text,
)
from evaluate.package.writing import (
    ConflictError,
    attach_files,
    create_package,
    discard_document,
    is_vacant,
    rewrite_document,
    write_document,
    write_info,
)

__all__ = [
    "NO_CONTENT",
    "Approval",
    "Captured",
    "ConflictError",
    "Decision",
    "Document",
    "Fragment",
    "Meta",
    "Package",
    "PackageError",
    "PackageInfo",
    "RangeSelector",
    "Source",
    "Statement",
    "Status",
    "UnwritableError",
    "attach_files",
    "check_fragments",
    "check_writable",
    "create_package",
    "discard_document",
    "explain_unfinished",
    "html_hash",
    "is_vacant",
    "list_finished",
    "make_fragments",
    "make_name",
    "read_document",
    "read_info",
    "read_journal",
    "read_meta",
    "read_package",
    "read_text",
    "refuse_link",
    "rewrite_document",
    "write_document",
    "write_info",
]
