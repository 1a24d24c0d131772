"""A page with its gold, a package of such pages, and files written and read."""

from annotate.formats.importing import import_records
from annotate.formats.records import Omission, Record
from annotate.formats.table import find_reader
from evaluate.package import PackageInfo, create_package

PAGE = (
    "<!DOCTYPE html>\n<html lang='en'><head><title>Foxes &amp; dogs</title></head><body>\n"
    "<ul><li><a href=/>Home</a></li><li>News</li></ul>\n<h1>On foxes</h1>\n"
    "<p>The quick &eacute;cru fox, \u201cFred\u201d, jumps.</p>\n<div class=ad>Buy now! The quick fox.</div>\n"
    "<ul><li>First item</li><li>Second item</li></ul><pre>a  =  1\nb = 2</pre>\n<p>Imprint</p></body></html>\n"
)


GOLD = "On foxes\nThe quick \u00e9cru fox, \u201cFred\u201d, jumps.\nFirst item\nSecond item"


SPANS = (
    (PAGE.index("On foxes"), PAGE.index("</p>")),
    (PAGE.index("First item"), PAGE.index("</li></ul><pre>")),
)


def write_files(folder, files):
    """Write text or bytes to paths below a folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    return folder


def read_all(form, source):
    """All records by their ids, and all omissions by theirs."""
    found = list(find_reader(form)(source))
    records = {r.id: r for r in found if isinstance(r, Record)}
    omissions = {o.id: o.reason for o in found if isinstance(o, Omission)}
    assert len(records) + len(omissions) == len(found)
    return records, omissions


def make_package(folder):
    """A package with a full document, one without gold, and a draft."""
    create_package(folder, PackageInfo(name="p"))
    records = [
        Record(id="full", html=PAGE, spans=SPANS, text=GOLD, url="https://e.org/a", language="en", extra={"k": [1]}),
        Record(id="none", html=PAGE.replace("foxes", "wolves"), spans=(), text="", url="https://e.org/b"),
        Record(id="draft", html=PAGE + "<p>", spans=SPANS, status="draft"),
    ]
    import_records(records, folder, source="test")
    return folder
