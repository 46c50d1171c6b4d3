/* Pieces of whole cache lines: each is the caller's alone until it is given back, whatever comes in
 * between. */
#include "base/lines.h"

#include <stddef.h>
#include <string.h>

#include "test_cases.h"
#include "random.h"

enum { PIECES = 5000, STEPS = 200000, LARGEST = 1200 };

struct piece {
    unsigned char *bytes;        /* NULL: not taken */
    size_t size_bytes;
    unsigned char pattern;
};

static void take(struct piece *piece, size_t size_bytes, unsigned char pattern)
{
    *piece = (struct piece){ gi_lines_alloc(size_bytes), size_bytes, pattern };
    assert_non_null(piece->bytes);
    assert_int_equal((uintptr_t)piece->bytes % GI_LINE_BYTES, 0);
    memset(piece->bytes, pattern, size_bytes);
}

static void give(struct piece *piece)
{
    for (size_t i = 0; i < piece->size_bytes; i++)
        assert_int_equal(piece->bytes[i], piece->pattern);
    gi_lines_free(piece->bytes, piece->size_bytes);
    piece->bytes = NULL;
}

/* A chunk for each size, at most, when all pieces are given back. */
static void expect_little_is_kept(void)
{
    assert_true(gi_lines_kept_bytes() <= 16 * 32768);
}

TEST_CASE(pieces_do_not_overlap)
{
    static struct piece pieces[PIECES];
    struct test_random random;

    test_random_begin(&random, "lines");
    for (size_t step = 0; step < STEPS; step++) {
        struct piece *piece = &pieces[test_random_below(&random, PIECES)];

        if (piece->bytes != NULL)
            give(piece);
        else
            take(piece, 1 + test_random_below(&random, LARGEST), (unsigned char)step);
    }
    for (size_t i = 0; i < PIECES; i++)
        if (pieces[i].bytes != NULL)
            give(&pieces[i]);
    expect_little_is_kept();
}

/* All are given back and taken again, in either order. */
TEST_CASE(pieces_of_one_size_come_and_go)
{
    static struct piece pieces[PIECES];

    for (size_t round = 0; round < 4; round++) {
        for (size_t i = 0; i < PIECES; i++)
            take(&pieces[i], 64, (unsigned char)(i + round));
        for (size_t i = 0; i < PIECES; i++)
            give(&pieces[round % 2 == 0 ? i : PIECES - 1 - i]);
        expect_little_is_kept();
    }
}

TEST_CASE(nothing_can_be_given_back)
{
    gi_lines_free(NULL, 64);
    gi_lines_free(NULL, LARGEST);
}
