"""Extraction as a command: from pages of any source to content in any form.

A method finds the content of a page (`finding`, `content`), which takes a form (`forms`); `library` has the functions
that people import. Many pages are extracted in batches (`batches`) by several processes (`bulk`), or site by site
(`grouping`, `bysite`), and also by the workers of a cluster (`cluster`, `sitecluster`). They become rows (`rows`), or a
file each (`pagefiles`).
"""
