# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False, cdivision=True
# cython: show_performance_hints=False
"""Compare tags and read their attributes: the loops of `cetr.learned.scanning`.

Arrays belong to the caller. Cython checks each access to them, and `get` and `find` those to a tag.
"""

from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcmp, memcpy, strlen

from cetr.compiled.text cimport Text, find, get, is_space

include "interface.pxi"


# Bits of what an attribute's value is used for.
cdef enum:
    SPELLED = 1
    IS_CLASS = 2
    IS_STYLE = 4
    IS_HIDDEN = 8
    IS_ARIA_HIDDEN = 16

cdef enum:
    LETTERS = 8
    SPACE = 32
    LESS = 60


cdef struct Attribute:
    # Where an attribute is read to its end, where its value begins and ends, its use, and the salt of its names.
    Py_ssize_t stop
    Py_ssize_t begin
    Py_ssize_t end
    int use
    uint64_t salt


cdef struct Hashing:
    # The base of the polynomial, what it is multiplied by, and the limits of a value.
    uint64_t base
    uint64_t spread
    Py_ssize_t longest
    Py_ssize_t most_names


cdef class Output:
    """Where terms go: the arrays of their tags and hashes, of one size, and how many there are."""

    cdef int64_t[::1] owner
    cdef uint64_t[::1] hashes
    cdef Py_ssize_t size
    cdef int64_t tag

    cdef void add(self, uint64_t hashed) except *:
        self.owner[self.size] = self.tag
        self.hashes[self.size] = hashed
        self.size += 1


cdef inline Text _take(const unsigned char[::1] code, Py_ssize_t start, Py_ssize_t end) except *:
    if not 0 <= start <= end <= len(code):
        raise IndexError("a tag is outside the document")
    cdef Text tag = Text(NULL, end - start)
    if tag.size:
        tag.data = &code[start]
    return tag


def hash_tags(
    const unsigned char[::1] code not None,
    const int64_t[::1] start not None,
    const int64_t[::1] end not None,
    uint64_t[::1] hashes not None,
):
    """Hash tags, ``code[start:end]``, and return whether all are ASCII."""
    cdef Py_ssize_t i, at
    cdef Text tag
    cdef uint64_t hashed, word, joined = 0
    for i in range(len(start)):
        tag = _take(code, start[i], end[i])
        hashed, at = tag.size, 0
        while at < tag.size:
            word = 0
            memcpy(&word, tag.data + at, min(8, tag.size - at))
            joined |= word
            hashed = (hashed ^ word) * <uint64_t> 0x9E3779B97F4A7C15
            hashed ^= hashed >> 32
            at += 8
        hashes[i] = hashed
    return joined & <uint64_t> 0x8080808080808080 == 0


def are_same(
    const unsigned char[::1] code not None,
    const int64_t[::1] start not None,
    const int64_t[::1] end not None,
    const int64_t[::1] other not None,
):
    """Return whether each tag, ``code[start:end]``, is written as the one at the index ``other``."""
    cdef Py_ssize_t i
    cdef Text one, two
    for i in range(len(start)):
        one, two = _take(code, start[i], end[i]), _take(code, start[other[i]], end[other[i]])
        if one.size != two.size or (one.size and memcmp(one.data, two.data, one.size) != 0):
            return False
    return True


def gather_attributes(
    const unsigned char[::1] code not None,
    const int64_t[::1] start not None,
    const int64_t[::1] end not None,
    const uint64_t[::1] name not None,
    tuple salts not None,
    tuple hashing not None,
    int64_t[::1] owner not None,
    uint64_t[::1] hashes not None,
    uint64_t[::1] style not None,
    unsigned char[::1] hidden not None,
):
    """Write the n terms of tags and return n, or -1 if a value to be spelled is not ASCII.

    ``code[start:end]`` are the tags, narrowed, ``name`` their packed names. ``salts`` are those of classes, identifiers
    and other attributes, ``hashing`` is the base and the spread of hashes, the longest value, and the most names in one.
    ``style`` gets the hash of the first two classes, 0 where there is none.
    """
    cdef uint64_t of_class = salts[0], of_id = salts[1], of_other = salts[2]
    cdef Hashing rules = Hashing(hashing[0], hashing[1], hashing[2], hashing[3])
    cdef Output output = Output()
    cdef Py_ssize_t i, at
    cdef Text tag
    cdef Attribute found
    output.owner, output.hashes, output.size = owner, hashes, 0
    for i in range(len(start)):
        tag = _take(code, start[i], end[i])
        output.tag = i
        style[i], hidden[i] = 0, 0
        at = 0
        while at < tag.size:
            if not (is_space(tag.data[at]) or tag.data[at] == b'"' or tag.data[at] == b"'"):
                at += 1
                continue
            found = _read_attribute(tag, at + 1, of_class, of_id, of_other)
            if not found.use:
                at += 1
                continue
            at = found.stop
            if found.use & SPELLED:
                if not _is_ascii(tag, found.begin, found.end):
                    return -1
                if found.use & IS_CLASS:
                    style[i] = _hash_style(tag, found, rules)
                found.end = min(found.end, found.begin + rules.longest)
                _add_names(tag, found, rules, output)
                _add_words(tag, found, rules, output)
            elif _hides(tag, found):
                hidden[i] = 1
        _add_tag(name[i], hidden[i], rules, output)
    return output.size


cdef inline bint _matches(Text tag, Py_ssize_t at, const char* word) noexcept nogil:
    """Whether a word in small letters stands at a place, in any case."""
    cdef Py_ssize_t i = 0
    while word[i]:
        if (get(tag, at + i) | (32 if b"a" <= word[i] <= b"z" else 0)) != word[i]:
            return False
        i += 1
    return True


cdef Attribute _read_attribute(
    Text tag, Py_ssize_t at, uint64_t of_class, uint64_t of_id, uint64_t of_other
) noexcept nogil:
    """The attribute whose name begins at a place, if it is one that is used."""
    cdef Attribute found = Attribute(at, at, at, 0, 0)
    cdef const char* word = NULL
    cdef unsigned char first = get(tag, at) | 32
    found.use, found.salt = SPELLED, of_other
    if first == b"c":
        word, found.use, found.salt = b"class", SPELLED | IS_CLASS, of_class
    elif first == b"i":
        word, found.salt = b"id", of_id
        if _matches(tag, at, b"itemprop"):
            word, found.salt = b"itemprop", of_other
        elif _matches(tag, at, b"itemtype"):
            word, found.salt = b"itemtype", of_other
    elif first == b"r":
        word = b"role"
    elif first == b"d":
        word = b"data-role"
        if _matches(tag, at, b"data-testid"):
            word = b"data-testid"
        elif _matches(tag, at, b"data-component"):
            word = b"data-component"
    elif first == b"s":
        word, found.use = b"style", IS_STYLE
    elif first == b"h":
        word, found.use = b"hidden", IS_HIDDEN
    elif first == b"a":
        word, found.use = b"aria-hidden", IS_ARIA_HIDDEN
    if word == NULL or not _matches(tag, at, word):
        found.use = 0
        return found
    _read_value(tag, at + <Py_ssize_t> strlen(word), &found)
    return found


cdef void _read_value(Text tag, Py_ssize_t at, Attribute* found) noexcept nogil:
    """What follows an attribute's name. A quote that is not closed before the tag ends, or a zero, is none."""
    cdef Py_ssize_t stop = at
    cdef unsigned char quote
    while is_space(get(tag, stop)):
        stop += 1
    if get(tag, stop) == b"=":
        stop += 1
        while is_space(get(tag, stop)):
            stop += 1
        quote = get(tag, stop)
        found.begin = stop
        if quote == b'"' or quote == b"'":
            found.begin += 1
            found.end = find(tag, quote, stop + 1)
            if found.end < tag.size and find(Text(tag.data, found.end), 0, stop + 1) == found.end:
                found.stop = found.end + 1
                return
        else:
            while _is_bare(get(tag, stop)):
                stop += 1
            found.end = found.stop = stop
            if found.end > found.begin:
                return
    # Without a value, or one that cannot be read.
    found.begin = found.end = found.stop = at
    if not (is_space(get(tag, at)) or get(tag, at) == b"/" or get(tag, at) == b">"):
        found.use = 0


cdef inline bint _is_bare(unsigned char c) noexcept nogil:
    return not (c == 0 or is_space(c) or c == b">" or c == b'"' or c == b"'")


cdef inline bint _is_ascii(Text tag, Py_ssize_t begin, Py_ssize_t end) noexcept nogil:
    cdef Py_ssize_t i
    cdef unsigned char joined = 0
    for i in range(begin, end):
        joined |= tag.data[i]
    return joined < 128


cdef bint _hides(Text tag, Attribute found) noexcept nogil:
    """Whether an attribute hides its element, as `cetr.learned.attributes.hides` says."""
    cdef Py_ssize_t i
    if found.use == IS_HIDDEN:
        return True
    if found.use == IS_ARIA_HIDDEN:
        return found.end - found.begin == 4 and memcmp(tag.data + found.begin, b"true", 4) == 0
    for i in range(found.begin, found.end):
        if _begins(tag, i, found.end, b"display:none") or _begins(tag, i, found.end, b"visibility:hidden"):
            return True
    return False


cdef bint _begins(Text tag, Py_ssize_t at, Py_ssize_t end, const char* words) noexcept nogil:
    """Whether words stand at a place, in any case, and with any spaces between their letters."""
    cdef Py_ssize_t i = 0
    cdef unsigned char c
    while words[i]:
        if at >= end:
            return False
        c = tag.data[at]
        at += 1
        if c == b" " and i:
            continue
        if b"A" <= c <= b"Z":
            c |= 32
        if c != words[i]:
            return False
        i += 1
    return True


cdef uint64_t _hash_style(Text tag, Attribute found, Hashing rules) noexcept nogil:
    """A hash of the first two classes, 0 if there is none."""
    cdef uint64_t hashed = 0, power = 1
    cdef Py_ssize_t i, words = 0
    cdef unsigned char c, before = b" "
    for i in range(found.begin, found.end):
        c = tag.data[i]
        if is_space(c) or 28 <= c <= 31:
            c = b" "
        if c != b" " and before == b" ":
            words += 1
            if words > 2:
                break
            hashed += power * SPACE
            power *= rules.base
        if c != b" ":
            hashed += power * c
            power *= rules.base
        before = c
    return hashed * rules.spread


cdef void _add_names(Text tag, Attribute found, Hashing rules, Output output) except *:
    """The first names in a value: what stands between spaces, in small letters, runs of digits as one 0."""
    cdef uint64_t hashed = 0, power = 1
    cdef Py_ssize_t i, names = 0
    cdef unsigned char c, before = b" "
    for i in range(found.begin, found.end):
        c = tag.data[i]
        if c <= b" ":
            c = b" "
            if before != b" ":
                output.add(hashed * rules.spread ^ found.salt)
                names += 1
                if names == rules.most_names:
                    return
                hashed, power = 0, 1
        else:
            c = b"0" if b"0" <= c <= b"9" else _to_small(c)
            if not c == before == b"0":
                hashed += power * c
                power *= rules.base
        before = c
    if before != b" ":
        output.add(hashed * rules.spread ^ found.salt)


cdef inline unsigned char _to_small(unsigned char c) noexcept nogil:
    return c | 32 if b"A" <= c <= b"Z" else c


cdef void _add_words(Text tag, Attribute found, Hashing rules, Output output) except *:
    """The words in a value: two or more small letters, with a single capital before, and two or more capitals."""
    cdef Py_ssize_t at = found.begin, begin, stop
    while at < found.end:
        begin = at
        while at < found.end and b"A" <= tag.data[at] <= b"Z":
            at += 1
        stop = at
        while at < found.end and b"a" <= tag.data[at] <= b"z":
            at += 1
        # Capitals before small letters are a word of their own, but for a single one.
        if stop - begin > 1:
            _add_word(tag, begin, stop, rules, output)
            begin = stop
        if at - stop > 1:
            _add_word(tag, begin, at, rules, output)
        if at == begin and at == stop:
            at += 1


cdef void _add_word(Text tag, Py_ssize_t begin, Py_ssize_t end, Hashing rules, Output output) except *:
    cdef uint64_t hashed = 0, power = 1
    cdef Py_ssize_t i
    for i in range(begin, end):
        hashed += power * (tag.data[i] | 32)
        power *= rules.base
    output.add(hashed * rules.spread)


cdef void _add_tag(uint64_t name, bint hidden, Hashing rules, Output output) except *:
    """The tag itself."""
    cdef uint64_t hashed = LESS, power = rules.base
    cdef const char* mark = b"!hidden"
    cdef int i
    cdef unsigned char c
    for i in range(LETTERS):
        c = (name >> (8 * (LETTERS - 1 - i))) & 255
        if c == 0:
            break
        hashed += power * c
        power *= rules.base
    output.add(hashed * rules.spread)
    if hidden:
        hashed, power = 0, 1
        i = 0
        while mark[i]:
            hashed += power * <unsigned char> mark[i]
            power *= rules.base
            i += 1
        output.add(hashed * rules.spread)
