"""From the finished pages of each site to proposals for all others.

`proposals` says what is proposed for a page (`proposal`), `run` writes the proposals of a package as drafts;
`accepting` takes over those that are left once a drawn sample was looked at. A page that nobody looked at is never
``reviewed``.
"""
