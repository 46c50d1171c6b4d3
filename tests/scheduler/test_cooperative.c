/* Cooperative launches have the device for themselves, one after the other. */
#include "harness.h"
#include "launch.h"
#include "launches.h"

/* Blocks of two such launches at once could each have a part of the device for ever. */
SCHED_CASE(one_follows_the_one_that_is_submitted)
{
    struct gifake_counts before, after;

    sched_begin_plain();
    gi_handle first = sched_stream(), second = sched_other_stream(first);
    gifake_pause_queue(0, sched_queue_of(first));
    OK(gifake_launch_together(first));
    gifake_counts(0, GIFAKE_ALL_QUEUES, &before);
    OK(gifake_launch_together(second));
    gifake_counts(0, GIFAKE_ALL_QUEUES, &after);
    STATUS(GI_NOT_READY, gi_stream_query(second));
    sched_let_go(first);
    OK(gi_stream_synchronize(second));
    OK(gi_stream_query(first));
    REQUIRE(after.launches <= before.launches + 1, "%lu launches were submitted",
            after.launches - before.launches);
    OK(gi_stream_destroy(first));
    OK(gi_stream_destroy(second));
    sched_expect_nothing_left();
}

SCHED_CASE(other_launches_do_not_follow)
{
    sched_begin_plain();
    gi_handle first = sched_stream(), second = sched_other_stream(first);
    gifake_pause_queue(0, sched_queue_of(first));
    OK(gifake_launch_together(first));
    OK(gifake_launch(second));
    OK(gi_stream_synchronize(second));
    STATUS(GI_NOT_READY, gi_stream_query(first));
    sched_let_go(first);
    OK(gi_stream_synchronize(first));
    OK(gi_stream_destroy(first));
    OK(gi_stream_destroy(second));
    sched_expect_nothing_left();
}

/* The first waits for what the second stream signals behind its own launch: no circle. */
SCHED_CASE(one_that_is_held_is_not_waited_for)
{
    struct sched_semaphore semaphore;

    sched_begin_plain();
    gi_handle first = sched_stream(), second = sched_other_stream(first);
    sched_semaphore_make(&semaphore, SCHED_HOST_SEMAPHORE, true, 0);
    sched_wait(first, &semaphore, 1);
    OK(gifake_launch_together(first));
    OK(gifake_launch_together(second));
    sched_signal(second, &semaphore, 1);
    OK(gi_stream_synchronize(second));
    OK(gi_stream_synchronize(first));
    OK(gi_stream_destroy(first));
    OK(gi_stream_destroy(second));
    sched_semaphore_end(&semaphore);
    sched_expect_nothing_left();
}

/* The order lasts when the stream of the launch before is destroyed. */
SCHED_CASE(the_stream_of_the_first_may_end)
{
    sched_begin_plain();
    gi_handle first = sched_stream(), second = sched_other_stream(first);
    uint32_t queue = sched_queue_of(first);
    gifake_pause_queue(0, queue);
    OK(gifake_launch_together(first));
    OK(gi_stream_destroy(first));
    OK(gifake_launch_together(second));
    STATUS(GI_NOT_READY, gi_stream_query(second));
    gifake_resume_queue(0, queue);
    OK(gi_stream_synchronize(second));
    OK(gi_stream_destroy(second));
    sched_expect_nothing_left();
}
