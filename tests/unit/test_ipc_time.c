/* How long the two sides of a handle's question wait for each other. */
#include "share/ipc_time.h"

#include <stddef.h>

#include "test_cases.h"

static int64_t microseconds(const struct timeval *time)
{
    return (int64_t)time->tv_sec * 1000000 + time->tv_usec;
}

/* Whatever each call of a conversation takes, all of them have one deadline. */
TEST_CASE(what_is_left_comes_to_an_end)
{
    const int64_t begin = INT64_C(123456789012), deadline = begin + GI_IPC_ASK_NS;
    struct timeval left;
    int64_t now;

    for (now = begin; gi_ipc_time_left(deadline, now, &left); now += 250000000) {
        assert_int_equal(microseconds(&left), (deadline - now) / 1000);
        assert_true(left.tv_usec < 1000000);
    }
    assert_int_equal(now, deadline);
}

/* A timeout of zero would be none. */
TEST_CASE(no_time_is_no_timeout)
{
    struct timeval left;

    assert_false(gi_ipc_time_left(1000000, 1000000, &left));
    assert_false(gi_ipc_time_left(1000000, 999001, &left));
    assert_true(gi_ipc_time_left(1000000, 999000, &left));
    assert_int_equal(microseconds(&left), 1);
    assert_false(gi_ipc_time_left(1000000, INT64_MAX / 2, &left));
}

TEST_CASE(others_users_are_made_to_wait)
{
    assert_int_equal(gi_ipc_pause_ns(0, false), 0);
    assert_int_equal(gi_ipc_pause_ns(1, false), GI_IPC_FOREIGN_PAUSE_NS);
    assert_int_equal(gi_ipc_pause_ns(GI_IPC_BACKLOG, false), GI_IPC_FOREIGN_PAUSE_NS);
    assert_int_equal(gi_ipc_pause_ns(0, true), GI_IPC_FULL_PAUSE_NS);
    assert_int_equal(gi_ipc_pause_ns(1, true), GI_IPC_FULL_PAUSE_NS);
}
