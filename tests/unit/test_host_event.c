/* The page of an event that processes share: numbers, places, who recorded, what is no event. */
#include "queue/host_event.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test_cases.h"

static bool is_done(const struct gi_host_event *event, uint64_t number)
{
    return gi_host_event_state(event, number) == GI_HOST_EVENT_DONE;
}

static void mark(const struct gi_host_event *event, uint64_t number)
{
    struct gi_host_semaphore place = gi_host_event_place(event, number);

    assert_int_equal(gi_host_semaphore_signal(&place, number), 0);
}

TEST_CASE(both_sides_see_the_same)
{
    struct gi_host_event made, mapped;

    assert_int_equal(gi_host_event_create(&made), 0);
    assert_int_equal(gi_host_event_import(&mapped, made.fd), 0);
    assert_int_equal(mapped.fd, -1);
    assert_int_equal(gi_host_event_newest(&mapped), 0);
    assert_true(gi_host_event_take(&made, 0));
    assert_int_equal(gi_host_event_newest(&mapped), 1);
    assert_false(gi_host_event_take(&mapped, 0));        /* somebody was faster */
    assert_true(gi_host_event_take(&mapped, 1));
    mark(&mapped, 2);                                    /* overtakes */
    assert_true(is_done(&made, 2));
    assert_false(is_done(&made, 1));
    gi_host_event_finish(&made);
    mark(&mapped, 1);                                    /* it lives on in its other holders */
    assert_true(is_done(&mapped, 1));
    gi_host_event_finish(&mapped);
    gi_host_event_finish(&mapped);                       /* harmless */
}

TEST_CASE(places_are_used_again)
{
    struct gi_host_event event;

    assert_int_equal(gi_host_event_create(&event), 0);
    for (uint64_t number = 1; number <= 3 * GI_HOST_EVENT_PLACES; number++) {
        assert_true(gi_host_event_take(&event, number - 1));
        assert_false(is_done(&event, number));
        mark(&event, number);
        assert_true(is_done(&event, number));
    }
    gi_host_event_finish(&event);
}

static void *take_many(void *event)
{
    for (int taken = 0; taken < 1000;)
        taken += gi_host_event_take(event, gi_host_event_newest(event));
    return NULL;
}

TEST_CASE(a_number_is_taken_once)
{
    struct gi_host_event event;
    pthread_t threads[4];

    assert_int_equal(gi_host_event_create(&event), 0);
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, take_many, &event), 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(gi_host_event_newest(&event), 4000);
    gi_host_event_finish(&event);
}

TEST_CASE(who_recorded_is_told)
{
    struct gi_host_event event;
    pid_t child;
    int status;

    assert_int_equal(gi_host_event_create(&event), 0);
    assert_int_equal(gi_host_event_recorder(&event, 1), 0);
    assert_int_equal(gi_host_event_look(&event, 1), GI_HOST_EVENT_PENDING);
    assert_true(gi_host_event_take(&event, 0));
    assert_int_equal(gi_host_event_recorder(&event, 1), getpid());
    assert_int_equal(gi_host_event_look(&event, 1), GI_HOST_EVENT_PENDING);
    child = fork();
    if (child == 0)
        _exit(gi_host_event_take(&event, 1) ? 0 : 1);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(gi_host_event_recorder(&event, 2), child);
    gi_host_event_finish(&event);
}

/* Each record fails by itself, once and for all; a place that is used again begins anew. */
TEST_CASE(a_failed_record_is_not_done)
{
    struct gi_host_event event;
    uint64_t again = 2 + GI_HOST_EVENT_PLACES;

    assert_int_equal(gi_host_event_create(&event), 0);
    for (uint64_t number = 1; number <= 3; number++)
        assert_true(gi_host_event_take(&event, number - 1));
    mark(&event, 3);
    gi_host_event_fail(&event, 2);
    gi_host_event_fail(&event, 3);                       /* too late: it is done */
    assert_int_equal(gi_host_event_state(&event, 1), GI_HOST_EVENT_PENDING);
    assert_int_equal(gi_host_event_state(&event, 2), GI_HOST_EVENT_FAILED);
    assert_int_equal(gi_host_event_state(&event, 3), GI_HOST_EVENT_DONE);
    assert_int_equal(gi_host_event_wait(&event, 1, 0), -ETIMEDOUT);
    assert_int_equal(gi_host_event_wait(&event, 2, INT64_MAX), 0);
    for (uint64_t number = 4; number <= again; number++)
        assert_true(gi_host_event_take(&event, number - 1));
    assert_int_equal(gi_host_event_state(&event, again), GI_HOST_EVENT_PENDING);
    mark(&event, again);
    assert_int_equal(gi_host_event_state(&event, again), GI_HOST_EVENT_DONE);
    assert_int_equal(gi_host_event_state(&event, 2), GI_HOST_EVENT_FAILED);
    gi_host_event_finish(&event);
}

static void *await_first(void *event)
{
    assert_int_equal(gi_host_event_wait(event, 1, INT64_MAX), 0);
    assert_int_equal(gi_host_event_state(event, 1), GI_HOST_EVENT_FAILED);
    return NULL;
}

TEST_CASE(who_sleeps_hears_of_a_failure)
{
    struct gi_host_event event;
    pthread_t thread;

    assert_int_equal(gi_host_event_create(&event), 0);
    assert_true(gi_host_event_take(&event, 0));
    assert_int_equal(pthread_create(&thread, NULL, await_first, &event), 0);
    gi_host_event_fail(&event, 1);
    pthread_join(thread, NULL);
    gi_host_event_finish(&event);
}

/* Who ends without a word has failed, also while nobody has waited for it; what it had done stays
 * done. The number comes before the name: without that nothing is concluded. */
TEST_CASE(a_process_that_ended_has_failed)
{
    struct gi_host_event event;
    siginfo_t ended;
    pid_t child;

    assert_int_equal(gi_host_event_create(&event), 0);
    child = fork();
    if (child == 0) {
        bool taken = gi_host_event_take(&event, 0) && gi_host_event_take(&event, 1);

        mark(&event, 1);
        _exit(taken ? 0 : 1);
    }
    assert_int_equal(waitid(P_PID, (id_t)child, &ended, WEXITED | WNOWAIT), 0);
    assert_int_equal(gi_host_event_state(&event, 2), GI_HOST_EVENT_PENDING);
    assert_int_equal(gi_host_event_look(&event, 1), GI_HOST_EVENT_DONE);
    assert_int_equal(gi_host_event_wait(&event, 2, INT64_MAX), 0);
    assert_int_equal(gi_host_event_state(&event, 2), GI_HOST_EVENT_FAILED);
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_int_equal(gi_host_event_look(&event, 2 + GI_HOST_EVENT_PLACES), GI_HOST_EVENT_PENDING);
    gi_host_event_finish(&event);
}

/* Events and semaphores are told apart, and a page full of rubbish harms nobody. */
/* A hostile process puts the place of own records back, also of one whose place is used again. */
TEST_CASE(own_records_are_known_without_the_page)
{
    struct gi_host_event event;

    assert_int_equal(gi_host_event_create(&event), 0);
    for (uint64_t number = 1; number <= GI_HOST_EVENT_PLACES + 1; number++) {
        struct gi_host_semaphore place = gi_host_event_place(&event, number);

        assert_int_equal(gi_host_event_room(&event, number), GI_HOST_EVENT_FREE);
        assert_true(gi_host_event_take(&event, number - 1));
        assert_false(is_done(&event, number));
        gi_host_event_done(&event, number);
        atomic_store((_Atomic uint64_t *)place.value, 0);
        assert_true(is_done(&event, number));
    }
    assert_true(is_done(&event, 1));
    gi_host_event_finish(&event);
}

TEST_CASE(what_is_no_event)
{
    struct gi_host_semaphore semaphore;
    struct gi_host_event event, mapped;
    char *rubbish;

    assert_int_equal(gi_host_semaphore_create(&semaphore, true, 0), 0);
    assert_int_equal(gi_host_event_create(&event), 0);
    assert_int_equal(gi_host_event_import(&mapped, semaphore.fd), -EINVAL);
    assert_null(mapped.page);
    assert_false(gi_host_semaphore_is_fd(event.fd));
    assert_int_equal(gi_host_event_import(&mapped, -1), -EINVAL);
    assert_int_equal(gi_host_event_import(&mapped, STDIN_FILENO), -EINVAL);
    rubbish = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, event.fd, 0);
    assert_true(rubbish != MAP_FAILED);
    memset(rubbish, 0xff, 4096);
    (void)gi_host_event_recorder(&event, UINT64_MAX);
    assert_int_equal(gi_host_event_look(&event, UINT64_MAX), GI_HOST_EVENT_FAILED);
    assert_int_equal(gi_host_event_wait(&event, 77, INT64_MAX), 0);
    assert_int_equal(gi_host_event_import(&mapped, event.fd), -EINVAL);
    munmap(rubbish, 4096);
    gi_host_event_finish(&event);
    gi_host_semaphore_finish(&semaphore);
}
