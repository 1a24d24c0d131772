"""Documents of any shape, and small ones, for the tests of the package."""

from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import strategies as st
from msgspec.structs import replace as replace_fields

from cetr.document import normalize_spans
from evaluate.package import (
    Captured,
    Meta,
    PackageInfo,
    RangeSelector,
    Source,
    create_package,
    html_hash,
    make_fragments,
)

TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=40)
LINES = st.one_of(
    TEXTS, st.sampled_from(["<p>a b</p>\r\n", "&amp;", "<b>x</b>\n", "\u4e2d\u6587 ", "<script>1</script>"])
)
PAGES = st.lists(LINES, max_size=12).map("".join)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
TIMES = st.datetimes(datetime(1990, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))


@st.composite
def documents(draw):
    """An HTML document with metadata of any shape over it."""
    html = draw(PAGES)
    place = st.tuples(*[st.integers(0, len(html))] * 2).map(sorted)
    spans, optional = (normalize_spans(draw(st.lists(place, max_size=4)), len(html)) for _ in range(2))
    selectors = st.builds(RangeSelector, start=TEXTS, start_offset=st.integers(0, 99), end=TEXTS, end_offset=st.just(1))
    fragments = [
        replace_fields(fragment, xpath=None if number else draw(selectors))
        for number, fragment in enumerate(make_fragments(html, spans))
    ]
    meta = Meta(
        url=draw(TEXTS),
        language=draw(st.none() | st.sampled_from(["en", "zh-Hans", "ar"])),
        fragmented=draw(st.booleans()),
        multiple_articles=draw(st.booleans()),
        title=draw(st.none() | TEXTS),
        page_type=draw(st.none() | TEXTS),
        status=draw(st.sampled_from(["draft", "gold", "reviewed", "rejected"])),
        captured=draw(
            st.none() | st.builds(Captured, time=TIMES, tool=TEXTS, viewport=st.none() | st.just((1280, 800)))
        ),
        annotator=draw(st.none() | TEXTS),
        html_sha256=html_hash(html),
        source=draw(st.none() | st.builds(Source, status=st.none() | st.integers(100, 599), charset=st.none() | TEXTS)),
        fragments=tuple(fragments),
        optional=optional,
        coverage=draw(st.none() | st.floats(0, 1)),
        note=draw(TEXTS),
        extra=draw(st.dictionaries(TEXTS, JSON, max_size=3)),
    )
    return html, meta


@contextmanager
def temporary_package():
    """A package in a folder of its own, for tests that hypothesis runs many times."""
    with TemporaryDirectory() as folder:
        yield create_package(Path(folder) / "pack", PackageInfo(name="p")).folder


def make_meta(html="<p>One</p>", **facts):
    """Metadata of a small document."""
    return Meta(url="https://e.org/", html_sha256=html_hash(html), **facts)
