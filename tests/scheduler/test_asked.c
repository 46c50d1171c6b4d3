/* How often a wait asks the page of a host semaphore. The linker sends the library's questions
 * here. */
#include "harness.h"

static _Thread_local unsigned asked;     /* by this thread; the watcher's thread looks, too */

uint64_t __real_gi_host_semaphore_value(const struct gi_host_semaphore *s);
bool __real_gi_host_semaphore_try_wait(struct gi_host_semaphore *s, uint64_t value);
uint64_t __wrap_gi_host_semaphore_value(const struct gi_host_semaphore *s);
bool __wrap_gi_host_semaphore_try_wait(struct gi_host_semaphore *s, uint64_t value);

uint64_t __wrap_gi_host_semaphore_value(const struct gi_host_semaphore *s)
{
    asked++;
    return __real_gi_host_semaphore_value(s);
}

bool __wrap_gi_host_semaphore_try_wait(struct gi_host_semaphore *s, uint64_t value)
{
    asked++;
    return __real_gi_host_semaphore_try_wait(s, value);
}

static void expect_questions(bool is_timeline)
{
    enum { SIZE = 4096, ROUNDS = 20 };
    struct sched_semaphore semaphore;

    sched_semaphore_make(&semaphore, SCHED_HOST_SEMAPHORE, is_timeline, 0);
    gi_handle stream = sched_stream();
    uint64_t memory = sched_memory(SIZE);
    for (uint32_t i = 1; i <= ROUNDS; i++) {
        asked = 0;
        sched_wait(stream, &semaphore, i);
        REQUIRE(asked == 1, "the page of a wait that is not over was asked %u times", asked);
        asked = 0;
        OK(gi_fill_async(memory, i, 1, SIZE, stream));
        REQUIRE(asked == 0, "an enqueue behind the wait asked %u times", asked);
        sched_peer_signal(&semaphore, i);
        OK(gi_stream_synchronize(stream));
        sched_expect_bytes(memory, SIZE, (uint8_t)i);
        sched_peer_signal(&semaphore, 1000 + i);
        asked = 0;
        sched_wait(stream, &semaphore, i);
        REQUIRE(asked == 1, "the page of a wait that is over was asked %u times", asked);
        OK(gi_stream_query(stream));
        if (is_timeline) {
            sched_semaphore_end(&semaphore);
            sched_semaphore_make(&semaphore, SCHED_HOST_SEMAPHORE, true, 0);
        }
    }
    sched_semaphore_end(&semaphore);
    OK(gi_stream_destroy(stream));
    OK(gi_memory_free(memory));
    sched_expect_nothing_left();
}

SCHED_CASE(a_timeline_is_asked_once)
{
    sched_begin_plain();
    expect_questions(true);
}

SCHED_CASE(a_binary_one_is_asked_once)
{
    sched_begin_plain();
    expect_questions(false);
}
