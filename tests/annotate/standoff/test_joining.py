"""Gold that was published without its page comes back on other copies and versions of it."""

from hypothesis import given
from hypothesis import strategies as st

from annotate.standoff.joining import Joined, join_lines
from annotate.standoff.lines import open_windows, read_lines
from annotate.standoff.placing import place_lines
from cetr.document import derive_text, locate_words, mark_inside, normalize_spans
from tests.documents import find_spans
from tests.markup import MARKUP, SPANS

ARTICLE = (
    "<ul><li>Home</li><li>News</li></ul><h1>On foxes</h1><p>The quick brown fox jumps over the lazy dog.</p>"
    "<p>Nobody has ever seen a fox as quick as this one.</p><p>12 comments</p><p>Home</p>"
)
SPANS_OF_ARTICLE = find_spans(
    ARTICLE,
    "On foxes</h1><p>The quick brown fox jumps over the lazy dog.</p><p>Nobody has ever seen a fox as quick as this"
    " one.",
)
LINES = read_lines(ARTICLE, SPANS_OF_ARTICLE, ())


def join(html):
    """The marked text of a version of the article, and what is said of it."""
    joined = join_lines(html, LINES)
    return derive_text(html, joined.spans), (joined.state, joined.gold, joined.lost, joined.new)


@given(MARKUP, SPANS, SPANS)
def test_the_same_page_gets_the_same_words(html, spans, optional):
    """Whatever the page and the marks, each word of the very page is again what it was."""
    spans, optional = (normalize_spans(some, len(html)) for some in (spans, optional))
    joined = join_lines(html, read_lines(html, spans, optional))
    start = locate_words(html).start
    for found, wanted in ((joined.spans, spans), (joined.optional, optional)):
        assert mark_inside(start, found).tolist() == mark_inside(start, wanted).tolist()
    assert (joined.state, joined.lost, joined.new) == ("same text", 0, 0)


def test_other_markup_does_not_matter():
    """A page with the same text in other elements, and with other boilerplate, has all of its gold."""
    html = ARTICLE.replace("<p>", "<div class=x>").replace("</p>", "</div>").replace("<ul>", "<p>Sign in now</p><ul>")
    assert join(html) == (derive_text(ARTICLE, SPANS_OF_ARTICLE), ("same text", 22, 0, 0))


def test_content_that_has_moved_is_found():
    """Lines of five words and more are found anywhere, and short ones beside them."""
    first, second = "<p>The quick brown fox jumps over the lazy dog.</p>", "<p>Nobody has ever seen a fox as quick"
    html = ARTICLE.replace(first, "").replace(second, f"{first}<p>Photo: A. Nonymous</p>{second}")
    text, facts = join(html)
    assert text == "On foxes\nThe quick brown fox jumps over the lazy dog.\nPhoto: A. Nonymous\nNobody has ever" + (
        " seen a fox as quick as this one."
    )
    assert facts == ("changed", 22, 0, 3)


def test_a_changed_paragraph_is_proposed():
    """New text between two lines of content takes the place of the lost one; the page has changed."""
    html = ARTICLE.replace("quick brown fox jumps", "old fox sleeps")
    text, facts = join(html)
    assert text.split("\n")[1] == "The old fox sleeps over the lazy dog."
    assert facts == ("changed", 22, 9, 8)


def test_new_text_after_the_content_is_noticed():
    """A paragraph that was added at the end is not marked, but the page has changed; a few words more are a counter."""
    more = "<p>Update: the fox has been seen again, this time by two people.</p>"
    assert join(ARTICLE.replace("<p>12 comments", f"{more}<p>12 comments"))[1] == ("changed", 22, 0, 2)
    assert join(ARTICLE.replace("12 comments", "13 more comments"))[1] == ("same text", 22, 0, 0)


def test_repeated_lines_are_told_apart_by_their_places():
    """Of equal lines, those that were content are content, even if the page begins otherwise."""
    item = "<p>Reply</p><p>Some words of post number {}.</p>"
    html = "<p>Reply</p>" + "".join(map(item.format, "abc"))
    spans = find_spans(html, "Reply</p><p>Some", "Some words of post number a.", "Some words of post number c.")
    lines = read_lines(html, spans, ())
    version = f"<h1>Reply</h1><p>New here</p>{html}"
    joined = join_lines(version, lines)
    assert derive_text(version, joined.spans) == ("Reply\nSome words of post number a.\nSome words of post number c.")
    assert version[: joined.spans[0][0]].count("Reply") == 2
    assert joined.state == "same text"


def test_content_that_is_lost_is_not_found_in_a_list_of_links():
    """A headline that also stands elsewhere on the page, not as content, is not taken from there when it has gone."""
    links = "".join(f"<li>Link number {i} of the many links here</li>" for i in range(9))
    html = f"<h1>Foxes are quick, say scientists</h1><p>It is so.</p><ul>{links}</ul><p>Foxes are quick, say scientists"
    lines = read_lines(html, find_spans(html, "Foxes are quick, say scientists</h1><p>It is so."), ())
    version = html.replace("<h1>Foxes are quick, say scientists", "<h1>Foxes are slow", 1)
    joined = join_lines(version, lines)
    assert (derive_text(version, joined.spans), joined.state, joined.lost) == ("It is so.", "changed", 5)


def test_a_headline_that_is_also_the_title_is_found_beneath_a_new_banner():
    """Equal lines stay in order, and text at the beginning of a page is expected there."""
    banner = " ".join(f"new{i}" for i in range(30))
    for headline in ("On foxes", "Foxes are quick, say scientists"):
        html = f"<title>{headline}</title><body><h1>{headline}</h1><p>The quick brown fox jumps over the lazy dog."
        version = html.replace("<body>", f"<body><ul><li>{banner}</ul>")
        lines = read_lines(html, ((html.index("<h1>"), len(html)),), ())
        joined = join_lines(version, lines)
        assert (joined.lost, derive_text(version, joined.spans).split("\n")[0]) == (0, headline)


@given(st.lists(st.sampled_from("ab"), max_size=60), st.lists(st.sampled_from("ab"), max_size=60))
def test_no_two_lines_share_words(before, after):
    """However often text repeats itself, each word of the page belongs to one line at most."""
    page = "".join(f"{word} " for word in before)
    lines = read_lines(page.replace("a b", "a<p>b"), (), ())
    places = place_lines(open_windows(after), lines)
    taken = [
        word for line, at in zip(lines, places.tolist(), strict=True) if at >= 0 for word in range(at, at + line.words)
    ]
    assert len(taken) == len(set(taken))


def test_a_line_is_not_found_in_the_end_of_another():
    """Of two lines that the page has only over each other, one is lost."""
    html = "<p>one two three four five</p><p>four five six seven eight</p>"
    joined = join_lines("<p>one two three four five six seven eight", read_lines(html, ((0, len(html)),), ()))
    assert (joined.state, joined.lost) == ("changed", 5)


def test_signs_around_the_words_come_back():
    """Quotation marks, and spaces before a question mark, belong to the gold as they did; a sign for links does not."""
    html = "<h1>\u00ab\u00a0Why not ?\u00a0\u00bb \u00b6</h1><p>Because.</p><p>***</p><p>Yes!</p><p>[edit]</p>"
    spans = find_spans(html, "\u00ab\u00a0Why not ?\u00a0\u00bb", "Because.</p><p>***</p><p>Yes!")
    joined = join_lines(f"<b>{html}", read_lines(html, spans, ()))
    assert [f"<b>{html}"[start:end] for start, end in joined.spans] == [html[start:end] for start, end in spans]


def test_text_that_counts_neither_way_is_joined():
    """Optional text is optional again, also inside of the content."""
    html = "<p>The fox jumps.</p><p>By Ann Author</p><p>It sleeps.</p>"
    gold, optional = (
        find_spans(html, "The fox jumps.</p><p>By Ann Author</p><p>It sleeps."),
        find_spans(html, "By Ann Author"),
    )
    joined = join_lines(f" {html}", read_lines(html, gold, optional))
    assert joined == Joined(
        tuple((a + 1, b + 1) for a, b in gold), tuple((a + 1, b + 1) for a, b in optional), "same text", 8
    )


def test_a_page_without_content_must_be_like_the_published_one():
    """Where nothing was content, nothing is, if at least half of the words are there, and little else."""
    lines = read_lines("<p>Log in to see this page</p><p>Help</p>", (), ())
    assert join_lines("<h1>New</h1><p>Log in to see this page</p>", lines).state == "same text"
    assert join_lines("<h1>On foxes</h1><p>Help</p>", lines).state == "changed"
    assert join_lines(f"<p>Log in to see this page</p><p>Help</p>{ARTICLE}", lines).state == "changed"
    assert join_lines("", lines) == Joined((), (), "changed")
    assert (join_lines(ARTICLE, ()).state, join_lines("", ()).state) == ("changed", "same text")


def test_digests_are_what_the_published_folder_says():
    """The digest of a line can be computed without cetr-gold."""
    from hashlib import blake2b

    words = ["stra\u00dfe".casefold(), "\u4e2d", "1"]
    hashes = [int.from_bytes(blake2b(word.encode(), digest_size=8).digest(), "big") for word in words]
    total = sum(h * 0x9E3779B97F4A7C15**i for i, h in enumerate(hashes)) % 2**64
    assert open_windows(["x", *words]).digest(3).tolist()[1] == total >> 24
    assert open_windows(words).digest(4).tolist() == []
