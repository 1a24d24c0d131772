# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False, cdivision=True
# cython: show_performance_hints=False
"""Count the characters of texts, and hash their words: the loop of `cetr.learned.measuring`.

Arrays belong to the caller. Cython checks each access to them.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t

include "interface.pxi"


# As in `cetr.learned.characters`.
cdef enum:
    NONE = 0
    LOWER = 1
    UPPER = 2
    DIGIT = 3
    IDEOGRAPH = 4
    MONEY = 7
    SPACE = 10
    CLASSES = 11

cdef enum:
    LAST = 65535


def measure_texts(
    const uint32_t[::1] codes not None,
    const int64_t[::1] stop not None,
    const unsigned char[::1] table not None,
    uint64_t base,
    uint64_t spread,
    int64_t[::1] visible not None,
    uint32_t[:, ::1] counts not None,
    int64_t[::1] head not None,
    int64_t[::1] end not None,
    uint32_t[:, ::1] edge not None,
    int64_t[::1] word_text not None,
    uint64_t[::1] word_hash not None,
):
    """Write what `cetr.learned.texts.Measured` says of each visible stretch; return the number of these and of words.

    ``table`` has the class of each of the first 65,536 characters. Others count as the last.
    """
    cdef Py_ssize_t text, i, at = 0, n = 0, words = 0, k, first, last, unspaced
    cdef uint32_t code
    cdef unsigned char kind
    cdef bint inside = False
    cdef uint64_t power = spread
    with nogil:
        for text in range(stop.shape[0]):
            first, last, unspaced = -1, 0, 0
            for k in range(CLASSES):
                counts[n, k] = 0
            for i in range(at, stop[text]):
                code = codes[i]
                kind = table[min(code, LAST)]
                counts[n, kind] += 1
                if kind != SPACE:
                    unspaced = i
                    if kind != NONE:
                        last = i
                        if first < 0:
                            first = i
                if kind == IDEOGRAPH or (LOWER <= kind <= DIGIT and not inside):
                    word_text[words], word_hash[words], power = n, 0, spread
                    words += 1
                if LOWER <= kind <= IDEOGRAPH:
                    if kind == UPPER:
                        code |= 32
                    word_hash[words - 1] += code * power
                    power *= base
                inside = LOWER <= kind <= DIGIT
            at = max(at, stop[text])
            for k in range(LOWER, IDEOGRAPH + 1):
                if counts[n, k]:
                    break
            else:
                if counts[n, MONEY] == 0:
                    continue
            visible[n], head[n], end[n] = text, first, unspaced + 1
            edge[n, 0], edge[n, 1], edge[n, 2] = table[min(codes[first], LAST)], table[min(codes[last], LAST)], codes[last]
            n += 1
    return n, words
