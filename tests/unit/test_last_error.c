/** The last error of a thread, for two libraries of one interface and one of another. */
#include <stddef.h>
#include <stdint.h>

#include <pthread.h>

#include "test_cases.h"
#include "base/last_error.h"

static const struct gi_interface first = { .number = 0, .visible_variable = "FIRST_DEVICES" };
static const struct gi_interface same = { .number = 0, .visible_variable = "FIRST_DEVICES" };
static const struct gi_interface other = { .number = 1, .visible_variable = "OTHER_DEVICES" };

TEST_CASE(it_is_told_until_it_is_taken)
{
    assert_int_equal(gi_last_error_peek(&first), 0);
    gi_last_error_set(&first, 11, false);
    gi_last_error_set(&first, 12, false);
    assert_int_equal(gi_last_error_peek(&first), 12);
    assert_int_equal(gi_last_error_peek(&same), 12);
    assert_int_equal(gi_last_error_peek(&other), 0);
    assert_int_equal(gi_last_error_take(&same), 12);
    assert_int_equal(gi_last_error_take(&first), 0);
}

TEST_CASE(a_reset_leaves_other_errors)
{
    gi_last_error_set(&first, 11, false);
    gi_last_error_reset(&first);
    assert_int_equal(gi_last_error_take(&first), 11);
}

TEST_CASE(that_of_a_lost_device_stays)
{
    gi_last_error_set(&first, 11, true);
    gi_last_error_set(&same, 12, false);
    gi_last_error_set(&same, 13, true);
    assert_int_equal(gi_last_error_take(&first), 11);
    assert_int_equal(gi_last_error_take(&same), 11);
    assert_int_equal(gi_last_error_peek(&first), 11);
    gi_last_error_reset(&other);
    assert_int_equal(gi_last_error_peek(&first), 11);
    gi_last_error_reset(&same);
    assert_int_equal(gi_last_error_peek(&first), 0);
    gi_last_error_set(&first, 12, false);
    assert_int_equal(gi_last_error_take(&first), 12);
    assert_int_equal(gi_last_error_take(&first), 0);
}

static void *peek(void *out_code)
{
    *(int *)out_code = gi_last_error_peek(&first);
    return NULL;
}

TEST_CASE(each_thread_has_its_own)
{
    pthread_t thread;
    int code = -1;

    gi_last_error_set(&first, 11, false);
    assert_int_equal(pthread_create(&thread, NULL, peek, &code), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(code, 0);
    assert_int_equal(gi_last_error_take(&first), 11);
}
