"""What the pages of a site share: a memory through which the other pages help to find the content of one.

A site's memory keeps a trace of each page it has seen (`traces`): hashes of its texts and of the element paths that
lead to them (`signatures`), and how much content these held, by the model's scores or by gold. A memory (`memory`) is a
bounded number of traces. Reading a file of memories (`files`) executes nothing. The evidence that a memory gives about
the blocks of a page (`evidence`) is weighed by fitted weights (`weights`) and added to what the model says about the
page alone (`pages`). If gold says nothing about the path of a block, the containers around it count (`wholes`). Inline
elements follow gold that treats them otherwise than the rest of their block (`leanings`). `Sites` does all of this for
crawlers and notebooks. See docs/site-memory.md.
"""

from __future__ import annotations

from cetr.document import find_host
from cetr.site.addresses import FIND_SITE, find_domain
from cetr.site.evidence import GOLD, RENAMED, SAME_KIND, SITE, Evidence, gather_evidence
from cetr.site.extractor import SitePage, learned, suggest_page, suggest_with
from cetr.site.files import holding, read_memories, write_memories
from cetr.site.memory import Memory, SiteMemories, merge, remember
from cetr.site.pages import Seen, SiteSuggestion, see, suggest_among, trace
from cetr.site.signatures import Signature, sign_page
from cetr.site.site import Sites
from cetr.site.traces import Trace, make_trace
from cetr.site.weights import weigh
from cetr.site.wholes import Nesting

__all__ = [
    "FIND_SITE",
    "GOLD",
    "RENAMED",
    "SAME_KIND",
    "SITE",
    "Evidence",
    "Memory",
    "Nesting",
    "Seen",
    "Signature",
    "SiteMemories",
    "SitePage",
    "SiteSuggestion",
    "Sites",
    "Trace",
    "find_domain",
    "find_host",
    "gather_evidence",
    "holding",
    "learned",
    "make_trace",
    "merge",
    "read_memories",
    "remember",
    "see",
    "sign_page",
    "suggest_among",
    "suggest_page",
    "suggest_with",
    "trace",
    "weigh",
    "write_memories",
]
