"""Rules for a site, learned from its labelled pages: selectors that a person can read and correct.

`marked` reads which words of a page each selector matches, and which are gold. `learning` chooses selectors. `run`
groups the pages of a package and writes rules for `annotate harvest`.
"""
