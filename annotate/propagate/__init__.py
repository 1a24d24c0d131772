"""From the finished pages of each site to proposals for all others.

`proposals` makes the proposal for a page (`proposal`), and `run` writes the proposals of a package as drafts.
`accepting` takes over the rest once a person has checked a random sample. A page that nobody has seen is never
``reviewed``.
"""
