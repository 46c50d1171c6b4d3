/* Who is inside a driver when the process closes the drivers: each case is a process, as it is for
 * good. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <pthread.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/in_driver.h"

enum { THREADS = 40 };

static atomic_int inside, left, refused;
static atomic_bool may_leave;

static void *be_inside(void *unused)
{
    bool again;

    if (gi_driver_enter() != GI_OK)
        return unused;
    atomic_fetch_add(&inside, 1);
    while (!atomic_load(&may_leave))
        sched_yield();
    again = gi_driver_enter() == GI_OK;  /* also when the drivers are closed meanwhile */
    if (again)
        gi_driver_leave();
    atomic_fetch_add(&left, again);
    gi_driver_leave();
    return unused;
}

static void *enter_until_refused(void *unused)
{
    while (gi_driver_enter() == GI_OK) {
        atomic_fetch_add(&inside, 1);
        gi_driver_leave();
    }
    atomic_fetch_add(&refused, 1);
    return unused;
}

static int those_inside_are_waited_for(void)
{
    pthread_t threads[THREADS];

    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, be_inside, NULL) != 0)
            return 1;
    while (atomic_load(&inside) < THREADS)
        sched_yield();
    if (gi_driver_close_all(0))
        return 2;
    atomic_store(&may_leave, true);
    if (!gi_driver_close_all(GI_FOREVER))
        return 3;
    if (atomic_load(&left) != THREADS)
        return 4;
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

static int nobody_enters_a_closed_one(void)
{
    if (gi_driver_enter() != GI_OK || !gi_driver_is_entered())
        return 1;
    gi_driver_leave();
    if (!gi_driver_close_all(GI_FOREVER) || gi_driver_enter() != GI_DEVICE_LOST ||
        gi_driver_is_entered())
        return 2;
    return gi_driver_close_all(0) ? 0 : 3;       /* who was refused is not inside */
}

/* As with an exit from a signal handler. */
static int who_closes_may_be_inside(void)
{
    if (gi_driver_enter() != GI_OK)
        return 1;
    return gi_driver_close_all(GI_FOREVER) ? 0 : 2;
}

static int threads_that_go_on_are_refused(void)
{
    pthread_t threads[4];

    for (int i = 0; i < 4; i++)
        if (pthread_create(&threads[i], NULL, enter_until_refused, NULL) != 0)
            return 1;
    while (atomic_load(&inside) < 1000)
        sched_yield();
    if (!gi_driver_close_all(GI_FOREVER))
        return 2;
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    return atomic_load(&refused) == 4 ? 0 : 3;
}

static void expect_of_process(int (*run)(void))
{
    pid_t child = fork();
    int ending;

    if (child == 0)
        _exit(run());
    assert_int_equal(waitpid(child, &ending, 0), child);
    assert_int_equal(ending, 0);
}

#define CASE(name) \
    static void test_##name(void **state) \
    { \
        (void)state; \
        expect_of_process(name); \
    }

CASE(those_inside_are_waited_for)
CASE(nobody_enters_a_closed_one)
CASE(who_closes_may_be_inside)
CASE(threads_that_go_on_are_refused)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_those_inside_are_waited_for),
        cmocka_unit_test(test_nobody_enters_a_closed_one),
        cmocka_unit_test(test_who_closes_may_be_inside),
        cmocka_unit_test(test_threads_that_go_on_are_refused),
    };

    return cmocka_run_group_tests_name("in_driver", tests, NULL, NULL);
}
