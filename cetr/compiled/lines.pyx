# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False, cdivision=True
# cython: show_performance_hints=False
"""Cut kept text into lines and count it: the loops of `cetr.tagratio.scanning`.

Arrays belong to the caller. Cython checks all access to them but that by `Kept`, of which no token is asked for that is
not there, and whose text is read within its ends, whatever the places of its tokens are.
"""

from libc.stdint cimport int64_t
from libc.string cimport memcpy

from cetr.compiled.text cimport Text, find, get, is_break, is_solid

include "interface.pxi"


# As `cetr.document.Kind`.
cdef enum:
    TEXT = 0
    COMMENT = 3


cdef struct Kept:
    # Text of which ``size`` tokens are kept: ``place``, one longer, says where they begin and where the last one ends.
    Text text
    const int64_t* place
    const unsigned char* is_text
    Py_ssize_t size


cdef struct Line:
    # The characters and tags of a line, whether it has more than white space, and its first and last token.
    Py_ssize_t text
    Py_ssize_t tags
    bint filled
    Py_ssize_t first
    Py_ssize_t last


def keep_text(
    const unsigned char[::1] code not None,
    const int64_t[::1] start not None,
    const int64_t[::1] end not None,
    const unsigned char[::1] kind not None,
    const unsigned char[::1] number not None,
    const unsigned char[::1] is_counted not None,
    unsigned char[::1] kept not None,
    int64_t[::1] place not None,
    int64_t[::1] token not None,
    unsigned char[::1] is_text not None,
):
    """Copy what is kept of a document, and a line break; return the number of its tokens and of its characters."""
    cdef Py_ssize_t i, n = 0, at = 0, size
    with nogil:
        for i in range(start.shape[0]):
            if kind[i] < COMMENT and is_counted[number[i]]:
                size = end[i] - start[i]
                if size <= 0 or start[i] < 0 or end[i] > code.shape[0] or size > kept.shape[0] - at:
                    with gil:
                        raise ValueError("tokens: are not in the document")
                memcpy(&kept[at], &code[start[i]], size)
                place[n], token[n], is_text[n] = at, i, kind[i] == TEXT
                at += size
                n += 1
        place[n] = at
        kept[at] = b"\n"
    return n, at


def count_filled(const unsigned char[::1] kept not None):
    """How many lines are not empty; the last character is a line break."""
    cdef Text text = Text(&kept[0], kept.shape[0])
    cdef Py_ssize_t at, count = 0
    with nogil:
        for at in range(0, text.size - 1, 128):
            count += _count_filled(text.data + at, <int> min(128, text.size - 1 - at))
    return count


cdef inline unsigned char _count_filled(const unsigned char* data, int size) noexcept nogil:
    """Of at most 128 characters those with a line break behind them. A byte lets compilers look at many at once."""
    cdef int i
    cdef unsigned char count = 0
    for i in range(size):
        count += (data[i] != 10) & (data[i] != 13) & ((data[i + 1] == 10) | (data[i + 1] == 13))
    return count


def scan_lines(
    const unsigned char[::1] code not None,
    const int64_t[::1] place not None,
    const int64_t[::1] token not None,
    const unsigned char[::1] is_text not None,
    const int64_t[::1] source not None,
    Py_ssize_t wrap,
    int64_t[::1] start not None,
    int64_t[::1] end not None,
    int64_t[::1] text not None,
    int64_t[::1] tags not None,
):
    """Cut kept text into n lines and return n; ``source`` are the places of all tokens in the document."""
    cdef Kept kept
    cdef Py_ssize_t at = 0, stop, line_feed = -1, carriage_return = -1, cut, following, i = 0, n = 0
    cdef Line line
    if is_text.shape[0] == 0:
        return 0
    kept = _join(code, place, is_text)
    with nogil:
        while at < kept.text.size:
            if line_feed < at:
                line_feed = find(kept.text, 10, at)
            if carriage_return < at:
                carriage_return = find(kept.text, 13, at)
            stop = min(line_feed, carriage_return)
            # Where the next cut would fall; without one, the end of the line.
            following = at + wrap if wrap > 0 and stop - at > 2 * wrap else stop
            while at < stop:
                cut = stop
                while following < stop:
                    cut = _find_cut(kept, i, following, wrap // 3)
                    following += wrap
                    if cut > at:
                        break
                if cut >= stop:
                    cut = following = stop
                line = _measure_line(kept, i, at, cut)
                i = line.last
                if line.filled:
                    start[n] = source[token[line.first]] + at - place[line.first]
                    end[n] = source[token[line.last]] + cut - place[line.last]
                    text[n], tags[n] = line.text, line.tags
                    n += 1
                at = cut
            at = stop + 1
    return n


cdef Kept _join(const unsigned char[::1] code, const int64_t[::1] place, const unsigned char[::1] is_text) except *:
    if place.shape[0] != is_text.shape[0] + 1:
        raise ValueError("place: must be one longer than is_text")
    return Kept(Text(&code[0], code.shape[0] - 1), &place[0], &is_text[0], is_text.shape[0])


cdef Py_ssize_t _find_cut(Kept kept, Py_ssize_t i, Py_ssize_t at, Py_ssize_t reach) noexcept nogil:
    """Where to cut a line near ``at``, which lies in the token ``i`` or in one behind it.

    Behind a tag, in text after the next space, or, where the text ends before, behind the tag there; if neither is
    within ``reach``, as it stands.
    """
    cdef Py_ssize_t stop, limit, space
    while i + 1 < kept.size and kept.place[i + 1] <= at:
        i += 1
    stop = kept.place[i + 1]
    if not kept.is_text[i]:
        return stop
    limit = min(at + reach, stop, kept.text.size)
    space = find(Text(kept.text.data, limit), b" ", at)
    if space < limit:
        return space + 1
    if stop > at + reach:
        return at
    return stop if i + 1 >= kept.size or kept.is_text[i + 1] else kept.place[i + 2]


cdef Line _measure_line(Kept kept, Py_ssize_t i, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
    """Measure a line from ``start`` to ``end``, which begins in a token from ``i`` on."""
    cdef Line line = Line(0, 0, False, 0, 0)
    cdef Py_ssize_t first, last
    while i + 1 < kept.size and kept.place[i + 1] <= start:
        i += 1
    line.first = i
    first = start
    while True:
        last = min(end, kept.place[i + 1])
        if kept.is_text[i]:
            line.text += _count_text(kept.text, first, last, False)
        else:
            line.tags += kept.place[i] == first
        line.filled = line.filled or _has_solid(kept.text, first, last)
        if last == end or i + 1 >= kept.size:
            break
        first = last
        i += 1
    line.last = i
    line.text -= _count_blank(kept, line.first, start, line.last, end)
    line.text = max(line.text, 0)
    return line


cdef inline Py_ssize_t _count_text(Text text, Py_ssize_t start, Py_ssize_t end, bint with_breaks) noexcept nogil:
    """How many characters count, which are not white space or follow such: in ``[start, end)``."""
    cdef Py_ssize_t i, count = 0
    cdef bint solid, before
    if not 0 <= start <= end <= text.size:
        return 0
    before = start > 0 and is_solid(text.data[start - 1])
    for i in range(start, end):
        solid = is_solid(text.data[i])
        count += (solid or before) and (with_breaks or not is_break(text.data[i]))
        before = solid
    return count


cdef inline Py_ssize_t _count_blank(
    Kept kept, Py_ssize_t first, Py_ssize_t start, Py_ssize_t last, Py_ssize_t end
) noexcept nogil:
    """How many of the first and the last character of a stretch of kept text are white space that was counted."""
    cdef Py_ssize_t count = 0
    if kept.is_text[first] and not is_solid(get(kept.text, start)):
        count += is_solid(get(kept.text, start - 1))
    if kept.is_text[last] and not is_solid(get(kept.text, end - 1)):
        count += 1
    return count


cdef inline bint _has_solid(Text text, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
    cdef Py_ssize_t i
    if 0 <= start <= end <= text.size:
        for i in range(start, end):
            if is_solid(text.data[i]):
                return True
    return False


def count_text(
    const unsigned char[::1] code not None,
    const int64_t[::1] place not None,
    const int64_t[::1] token not None,
    const unsigned char[::1] is_text not None,
    int64_t[::1] text not None,
):
    """Count the text of each token that is text, with line breaks."""
    cdef Kept kept
    cdef Py_ssize_t i, count
    if is_text.shape[0] == 0:
        return
    kept = _join(code, place, is_text)
    with nogil:
        for i in range(kept.size):
            if kept.is_text[i]:
                count = _count_text(kept.text, place[i], place[i + 1], True)
                count -= _count_blank(kept, i, place[i], i, place[i + 1])
                text[token[i]] = max(count, 0)
