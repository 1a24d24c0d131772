"""``annotate publish`` and ``annotate restore``: gold without its pages, and a package of it and pages of one's own.

A page is described by digests of its `lines`, with their labels. `placing` finds the lines in another copy or version
of the page, and `joining` makes gold of them. `published` is the format of the files, `publishing` writes them, `pages`
reads the pages of whoever restores the gold, and `restoring` makes the package.
"""
