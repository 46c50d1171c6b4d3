/* The memory of one translation. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "test_cases.h"
#include "base/arena.h"

TEST_CASE(test_cleared)
{
    struct gi_arena arena;

    /* The second arena may have the memory of the first. */
    for (int turn = 0; turn < 2; turn++) {
        gi_arena_init(&arena, 16 << 20);
        for (size_t bytes = 1; bytes < 1 << 20; bytes = bytes * 3 + 1) {
            uint8_t *place = gi_arena_alloc(&arena, bytes, 1);

            assert_non_null(place);
            assert_int_equal((uintptr_t)place % 16, 0);
            for (size_t i = 0; i < bytes; i++)
                assert_int_equal(place[i], 0);
            memset(place, 0xff, bytes);
        }
        gi_arena_finish(&arena);
    }
}

TEST_CASE(test_limit)
{
    struct gi_arena arena;
    size_t taken = 0;

    for (size_t limit = 1000; limit < 1 << 20; limit = limit * 2 + 77) {
        gi_arena_init(&arena, limit);
        for (taken = 0; gi_arena_take(&arena, 1, 100); taken += 100)
            assert_true(arena.used_bytes <= limit);
        assert_true(taken <= limit);
        assert_null(gi_arena_alloc(&arena, SIZE_MAX / 2, 16));
        assert_non_null(strstr(gi_last_error_detail(), "host memory"));
        gi_arena_finish(&arena);
    }
}

/* An array keeps what it has, in its place or in another one. */
TEST_CASE(test_growth)
{
    struct gi_arena arena;
    void *items = NULL;
    uint32_t room = 0, *other = NULL;

    gi_arena_init(&arena, 64 << 20);
    for (uint32_t count = 0; count < 300000; count++) {
        void *before = items;

        assert_int_equal(gi_arena_reserve(&arena, &items, count, &room, count + 1,
                                          sizeof(uint32_t)), GI_OK);
        assert_true(room > count);
        if (count == 9) {
            assert_ptr_equal(items, before);
            other = gi_arena_alloc(&arena, 1, sizeof(*other));
            assert_non_null(other);
        }
        if (count == 16)
            assert_ptr_not_equal(items, before);
        ((uint32_t *)items)[count] = count ^ 0x5a5a5a5a;
    }
    for (uint32_t i = 0; i < 300000; i++)
        assert_int_equal(((uint32_t *)items)[i], i ^ 0x5a5a5a5a);
    assert_int_equal(*other, 0);
    gi_arena_finish(&arena);
}
