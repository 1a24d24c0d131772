"""Pages of one template, and what gold of one says of another.

A page's element paths are hashed (`paths`), those of a site without the ids of sections (`sections`). Hashes lead to
the pages that have them (`postings`). Pages that share many paths have the same template, and what is gold at a path of
one is probably content at the same path of another (`gold`). A model knows templates that several sites share
(`known`); `cetr.site` learns those of one site.
"""

from __future__ import annotations

from cetr.learned.hashes import Codes, mix, shorten
from cetr.learned.templates.gold import (
    ALIKE,
    GOLD_WEIGHTS,
    LEAST_ALIKE,
    MOST_PATHS,
    ask_gold,
    compare_paths,
    sample_paths,
    to_odds,
)
from cetr.learned.templates.known import Templates, make_templates, recall
from cetr.learned.templates.paths import (
    KINDS,
    MIDDLE,
    NAMES,
    NEAR,
    find_implied,
    hash_containers,
    hash_paths,
    shorten_paths,
)
from cetr.learned.templates.postings import Postings, post
from cetr.learned.templates.sections import forget_section_ids

__all__ = [
    "ALIKE",
    "GOLD_WEIGHTS",
    "KINDS",
    "LEAST_ALIKE",
    "MIDDLE",
    "MOST_PATHS",
    "NAMES",
    "NEAR",
    "Codes",
    "Postings",
    "Templates",
    "ask_gold",
    "compare_paths",
    "find_implied",
    "forget_section_ids",
    "hash_containers",
    "hash_paths",
    "make_templates",
    "mix",
    "post",
    "recall",
    "sample_paths",
    "shorten",
    "shorten_paths",
    "to_odds",
]
