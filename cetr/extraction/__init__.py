"""Extraction as a command: from pages of any source to content in any form.

The command (`command`) does what its options say (`request`). A method finds the content of a page (`finding`,
`content`), which takes a form (`forms`), and a single page is printed (`single`); `library` has the functions that
people import. Many pages are extracted in batches (`batches`) by several processes (`bulk`), or site by site
(`grouping`, `bysite`, `remarks`), and also by the workers of a cluster (`cluster`, `sitecluster`). They become rows
(`rows`), or a file each (`pagefiles`).
"""
