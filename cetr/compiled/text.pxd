"""A document as bytes, and what the loops ask about it. No question reads beyond its ends."""

from libc.string cimport memchr


cdef struct Text:
    const unsigned char* data
    Py_ssize_t size


cdef inline unsigned char get(Text text, Py_ssize_t i) noexcept nogil:
    return text.data[i] if 0 <= i < text.size else 0


cdef inline Py_ssize_t find(Text text, unsigned char wanted, Py_ssize_t at) noexcept nogil:
    """The first place from ``at`` on where a byte stands, or the end of the text."""
    cdef const unsigned char* found
    if not 0 <= at < text.size:
        return text.size
    found = <const unsigned char*> memchr(text.data + at, wanted, text.size - at)
    return text.size if found == NULL else found - text.data


cdef inline bint is_letter(unsigned char c) noexcept nogil:
    return b"a" <= (c | 32) <= b"z"


cdef inline bint is_space(unsigned char c) noexcept nogil:
    return c == 32 or 9 <= c <= 13


cdef inline bint is_break(unsigned char c) noexcept nogil:
    return c == 10 or c == 13


cdef inline bint is_solid(unsigned char c) noexcept nogil:
    """Whether a character is no white space, which NEXT LINE and NO-BREAK SPACE are."""
    return c > 32 and c != 0x85 and c != 0xA0


cdef inline bint begins_markup(Text text, Py_ssize_t less) noexcept nogil:
    cdef unsigned char c = get(text, less + 1)
    return is_letter(c) or c == b"/" or c == b"!" or c == b"?"
