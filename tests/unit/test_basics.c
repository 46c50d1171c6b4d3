/* Statuses and their sentences, the clock, growing arrays. */
#include <limits.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "test_cases.h"
#include "base/clock.h"
#include "base/scratch.h"
#include "base/status.h"
#include "base/vector.h"

/* ---- statuses ------------------------------------------------------------------------------ */

TEST_CASE(every_status_has_its_own_name)
{
    for (int i = 0; i <= GI_INTERNAL; i++) {
        assert_int_equal(strncmp(gi_status_name((gi_status)i), "GI_", 3), 0);
        for (int k = 0; k < i; k++)
            assert_string_not_equal(gi_status_name((gi_status)i), gi_status_name((gi_status)k));
    }
    assert_string_equal(gi_status_name(GI_OK), "GI_OK");
    assert_string_equal(gi_status_name(GI_INTERNAL), "GI_INTERNAL");
    assert_string_equal(gi_status_name((gi_status)(GI_INTERNAL + 1)), "an unknown status");
    assert_string_equal(gi_status_name((gi_status)INT_MAX), "an unknown status");
}

static void *look_at_detail(void *expected_empty)
{
    return gi_last_error_detail()[0] == '\0' ? NULL : expected_empty;
}

TEST_CASE(each_thread_has_its_sentence)
{
    char longest[2000];
    pthread_t thread;
    void *wrong;

    assert_int_equal(gi_fail(GI_INVALID_VALUE, "fd %d is a %s", 7, "socket"), GI_INVALID_VALUE);
    assert_string_equal(gi_last_error_detail(), "fd 7 is a socket");
    assert_int_equal(pthread_create(&thread, NULL, look_at_detail, longest), 0);
    pthread_join(thread, &wrong);
    assert_null(wrong);
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    gi_fail(GI_INTERNAL, "%s", longest);
    assert_int_equal(strspn(gi_last_error_detail(), "x"), strlen(gi_last_error_detail()));
    assert_in_range(strlen(gi_last_error_detail()), 100, sizeof longest - 1);
}

/* ---- the clock ----------------------------------------------------------------------------- */

TEST_CASE(deadlines_are_clamped)
{
    int64_t before = gi_now_ns(), deadline;

    assert_true(before > 0);
    deadline = gi_deadline_ns(0);
    assert_true(deadline >= before && deadline <= gi_now_ns());
    deadline = gi_deadline_ns(1000000000);
    assert_true(deadline >= before + 1000000000 && deadline <= gi_now_ns() + 1000000000);
    assert_true(gi_deadline_ns(UINT64_MAX) == GI_FOREVER);
    assert_true(gi_deadline_ns((uint64_t)INT64_MAX) == GI_FOREVER);
    assert_true(gi_deadline_ns((uint64_t)INT64_MAX - (uint64_t)before) == GI_FOREVER);
    assert_true(gi_deadline_ns((uint64_t)INT64_MAX / 2) < GI_FOREVER);
    assert_true(gi_now_ns() >= before);
}

/* ---- arrays -------------------------------------------------------------------------------- */

TEST_CASE(arrays_grow_and_keep_what_is_there)
{
    size_t capacity = 0;
    uint32_t *items = NULL;

    for (size_t i = 0; i < 10000; i++) {
        assert_true(gi_grow((void **)&items, &capacity, i + 1, sizeof *items));
        assert_true(capacity > i);
        items[i] = (uint32_t)i;
    }
    for (size_t i = 0; i < 10000; i++)
        assert_int_equal(items[i], i);
    size_t before = capacity;
    uint32_t *same = items;
    assert_true(gi_grow((void **)&items, &capacity, 1, sizeof *items));
    assert_true(items == same && capacity == before);
    free(items);
}

TEST_CASE(sizes_that_overflow_are_refused)
{
    size_t capacity = 0;
    void *items = NULL;
    char local[64];

    assert_false(gi_grow(&items, &capacity, SIZE_MAX / 64, 64));
    assert_null(items);
    assert_int_equal(capacity, 0);
    assert_ptr_equal(gi_scratch(local, sizeof local, 8, 8), local);
    void *scratch = gi_scratch(local, sizeof local, 9, 8);
    assert_non_null(scratch);
    assert_true(scratch != local);
    gi_scratch_free(scratch, local);
    gi_scratch_free(local, local);
    assert_null(gi_scratch(local, sizeof local, SIZE_MAX / 4, 8));
}

/* No number of elements makes the search for the next capacity run for ever. */
TEST_CASE(the_largest_number_is_refused)
{
    size_t capacity = 0;
    void *items = NULL;

    assert_false(gi_grow(&items, &capacity, SIZE_MAX, 8));
    assert_null(items);
}
