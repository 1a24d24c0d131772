# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False, cdivision=True
# cython: show_performance_hints=False
"""Cut a document into tokens: the loops of `cetr.document.scanning`.

Arrays belong to the caller. Cython checks all access to them, and `text` that to the document.
"""

from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

from cetr.compiled.text cimport Text, begins_markup, find, get, is_letter, is_space


include "interface.pxi"


cdef extern from "Python.h":
    unsigned int PyUnicode_KIND(object text)
    void* PyUnicode_DATA(object text)
    Py_UCS4 PyUnicode_READ(unsigned int kind, const void* data, Py_ssize_t index) nogil


# As `cetr.document.Kind`.
cdef enum:
    TEXT = 0
    OPEN = 1
    CLOSE = 2
    COMMENT = 3
    RAW = 4

cdef enum:
    LETTERS = 8
    WITHOUT_TEXT = 1
    WITH_LITERAL_TEXT = 3


cdef struct String:
    # A Python string, as it lies in memory.
    const void* data
    unsigned int kind
    Py_ssize_t size


cdef struct Table:
    # As `cetr.document.tagnames.NameTable`.
    const uint64_t* names
    const unsigned char* numbers
    size_t slots
    uint64_t multiplier
    uint64_t shift


cdef struct Name:
    # A tag name: packed, its number, how many letters it has, where it ends.
    uint64_t packed
    unsigned char number
    Py_ssize_t letters
    Py_ssize_t end


def narrow(str html not None, unsigned char[::1] code not None):
    """Write one byte for each code point to the beginning of ``code``, as `cetr.document.narrowing.narrow` does."""
    cdef String string = String(PyUnicode_DATA(html), PyUnicode_KIND(html), len(html))
    if code.shape[0] < string.size:
        raise ValueError("code: is shorter than the document")
    if string.size == 0:
        return
    with nogil:
        if string.kind == 1:
            memcpy(&code[0], string.data, string.size)
        elif string.kind == 2:
            _narrow(<const uint16_t*> string.data, &code[0], string.size)
        else:
            _narrow(<const uint32_t*> string.data, &code[0], string.size)


cdef fused Point:
    uint16_t
    uint32_t


cdef inline void _narrow(const Point* points, unsigned char* code, Py_ssize_t size) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(size):
        code[i] = points[i] if points[i] < 256 else 0xA0 if points[i] == 0x3000 else 255


cdef class Grammar:
    """What is known about tag names: a table of their numbers, and the elements that hold no markup.

    ``contents`` and ``sizes``, both (256,), say of such an element, by the number of its name, what it contains and how
    many letters its name has; they are 0 for all others.
    """

    cdef const uint64_t[::1] names
    cdef const unsigned char[::1] numbers, contents, sizes
    cdef uint64_t multiplier, shift, literal
    cdef unsigned char literal_number

    def __init__(
        self,
        const uint64_t[::1] names not None,
        const unsigned char[::1] numbers not None,
        uint64_t multiplier,
        uint64_t shift,
        const unsigned char[::1] contents not None,
        const unsigned char[::1] sizes not None,
        uint64_t literal,
        unsigned char literal_number,
    ):
        self.names, self.numbers, self.multiplier, self.shift = names, numbers, multiplier, shift
        self.contents, self.sizes = contents, sizes
        self.literal, self.literal_number = literal, literal_number


def scan_tokens(
    str html not None,
    const unsigned char[::1] code not None,
    Grammar grammar not None,
    int64_t[::1] bounds not None,
    unsigned char[::1] kind not None,
    uint64_t[::1] name not None,
    unsigned char[::1] number not None,
):
    """Cut a document into n tokens and return n; ``bounds`` gets one more, the end of the last."""
    cdef String string = String(PyUnicode_DATA(html), PyUnicode_KIND(html), len(html))
    cdef Text text = Text(&code[0], string.size)
    cdef Table table = Table(
        &grammar.names[0],
        &grammar.numbers[0],
        min(grammar.names.shape[0], grammar.numbers.shape[0]),
        grammar.multiplier,
        grammar.shift,
    )
    cdef const unsigned char[::1] contents = grammar.contents, sizes = grammar.sizes
    cdef Py_ssize_t n = 0, at = 0, begin = 0, less
    cdef bint is_end
    cdef Name tag
    if code.shape[0] < string.size:
        raise ValueError("code: is shorter than the document")
    with nogil:
        while True:
            less = find(text, b"<", at)
            if less == text.size:
                break
            if not begins_markup(text, less):
                at = less + 1
                continue
            if less > begin:
                bounds[n], kind[n], name[n], number[n] = begin, TEXT, 0, 0
                n += 1
            bounds[n] = less
            is_end = get(text, less + 1) == b"/"
            if not is_letter(get(text, less + 1 + is_end)):
                kind[n], name[n], number[n] = COMMENT, 0, 0
                n += 1
                at = begin = _find_comment_end(text, less)
                continue
            tag = _read_name(string, text, table, less + 1 + is_end)
            kind[n], name[n], number[n] = CLOSE if is_end else OPEN, tag.packed, tag.number
            n += 1
            at = begin = _find_tag_end(text, tag.end)
            if is_end or not _has_size(text, tag, sizes[tag.number]):
                continue
            at = _find_end_tag(string, text, table, at, tag.number, sizes[tag.number])
            if at > begin:
                bounds[n], kind[n], name[n], number[n] = begin, TEXT, 0, 0
                if contents[tag.number] == WITHOUT_TEXT:
                    kind[n] = RAW
                elif contents[tag.number] == WITH_LITERAL_TEXT:
                    name[n], number[n] = grammar.literal, grammar.literal_number
                n += 1
                begin = at
        if text.size > begin:
            bounds[n], kind[n], name[n], number[n] = begin, TEXT, 0, 0
            n += 1
        bounds[n] = text.size
    return n


cdef Name _read_name(String string, Text text, Table table, Py_ssize_t at) noexcept nogil:
    """The tag name that begins at a place, packed as `cetr.document.pack_name` does it."""
    cdef Name name = Name(0, 0, 0, at)
    cdef int shift = 8 * LETTERS
    cdef unsigned char c
    cdef Py_UCS4 point
    cdef size_t slot
    while name.end < text.size:
        c = get(text, name.end)
        if is_space(c) or c == b"/" or c == b">":
            break
        if b"A" <= c <= b"Z":
            c |= 32
        elif c == 0:
            c = b"?"
        elif c >= 128:
            # Two letters beyond ASCII have one of ASCII in lower case, the first of them with a dot above it.
            point = PyUnicode_READ(string.kind, string.data, name.end) if c == 255 else 255
            if point == 0x130 and shift > 0:
                shift -= 8
                name.packed |= <uint64_t> b"i" << shift
            c = b"k" if point == 0x212A else b"?"
        if shift > 0:
            shift -= 8
            name.packed |= <uint64_t> c << shift
        name.end += 1
    name.letters = name.end - at
    slot = (name.packed * table.multiplier) >> table.shift
    if slot < table.slots and table.names[slot] == name.packed:
        name.number = table.numbers[slot]
    return name


cdef inline bint _has_size(Text text, Name name, unsigned char size) noexcept nogil:
    """Whether a name whose number says that eight letters are right has the right ``size``, and not 0 or more."""
    if name.letters != size:
        return False
    return size <= LETTERS or (get(text, name.end - 1) | 32) == b"t"  # plaintext


cdef Py_ssize_t _find_comment_end(Text text, Py_ssize_t less) noexcept nogil:
    """Where the comment ends that begins with the '<' at ``less``."""
    cdef Py_ssize_t first = less + 4, greater, last
    if not (get(text, less + 1) == b"!" and get(text, less + 2) == b"-" and get(text, less + 3) == b"-"):
        return min(find(text, b">", less) + 1, text.size)
    if get(text, first) == b">":
        return first + 1
    if get(text, first) == b"-" and get(text, first + 1) == b">":
        return first + 2
    greater = find(text, b">", first)
    while greater < text.size:
        last = greater - 2 if get(text, greater - 1) == b"!" else greater - 1
        if last > first and get(text, last) == b"-" and get(text, last - 1) == b"-":
            return greater + 1
        greater = find(text, b">", greater + 1)
    return text.size


cdef Py_ssize_t _find_tag_end(Text text, Py_ssize_t at) noexcept nogil:
    """Where the tag ends whose name ends at ``at``: a quote counts only after an equals sign, and if it is closed."""
    cdef bint is_value = False
    cdef unsigned char c
    cdef Py_ssize_t quote
    while at < text.size:
        c = text.data[at]
        if c == b">":
            return at + 1
        if c == b"=":
            is_value = True
        elif is_value and not is_space(c):
            is_value = False
            if c == b'"' or c == b"'":
                quote = find(text, c, at + 1)
                if quote < text.size:
                    at = quote
        at += 1
    return text.size


cdef Py_ssize_t _find_end_tag(
    String string, Text text, Table table, Py_ssize_t at, unsigned char number, unsigned char size
) noexcept nogil:
    """Where the end tag of an element without markup begins."""
    cdef Name name
    if size > LETTERS:  # plaintext has none
        return text.size
    at = find(text, b"<", at)
    while at < text.size:
        if get(text, at + 1) == b"/" and is_letter(get(text, at + 2)):
            name = _read_name(string, text, table, at + 2)
            if name.number == number and name.letters == size:
                break
        at = find(text, b"<", at + 1)
    return at
