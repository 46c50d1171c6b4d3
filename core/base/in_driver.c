#include "in_driver.h"

#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "clock.h"
#include "uncancelled.h"

enum { STRIPES = 16, LINE_BYTES = 64 };

#define PAUSE_NS 200000

/* How many threads are inside: the sum. Threads that enter together mostly use several lines. */
static struct stripe {
    _Alignas(LINE_BYTES) atomic_int inside;
} stripes[STRIPES];

static atomic_uint threads;              /* that have entered once */
static atomic_bool is_closed;

static _Thread_local struct mark {
    struct stripe *stripe;               /* NULL: the thread has never entered */
    unsigned depth;
} own;

gi_status gi_driver_closed_failure(void)
{
    return gi_fail(GI_DEVICE_LOST, "the process is ending, and its drivers are closed");
}

static GI_COLD gi_status refuse_entry(struct mark *mark)
{
    atomic_fetch_sub(&mark->stripe->inside, 1);
    return gi_driver_closed_failure();
}

gi_status gi_driver_enter(void)
{
    struct mark *mark = &own;

    if (mark->depth == 0) {
        if (mark->stripe == NULL)
            mark->stripe = &stripes[atomic_fetch_add(&threads, 1) % STRIPES];
        atomic_fetch_add(&mark->stripe->inside, 1);  /* first: the closer sees it, or is seen */
        if (atomic_load(&is_closed))
            return refuse_entry(mark);
    }
    mark->depth++;
    return GI_OK;
}

void gi_driver_leave(void)
{
    struct mark *mark = &own;

    if (--mark->depth == 0)
        atomic_fetch_sub_explicit(&mark->stripe->inside, 1, memory_order_release);
}

gi_status gi_driver_copy(void *dst, const void *src, size_t size_bytes)
{
    gi_status status = gi_driver_enter();

    if (status != GI_OK)
        return status;
    memcpy(dst, src, size_bytes);
    gi_driver_leave();
    return GI_OK;
}

bool gi_driver_is_entered(void)
{
    return own.depth > 0;
}

static int count_inside(void)
{
    int count = 0;

    for (int i = 0; i < STRIPES; i++)
        count += atomic_load(&stripes[i].inside);
    return count;
}

bool gi_driver_close_all(int64_t abs_deadline_ns)
{
    GI_UNCANCELLED;
    int mine = own.depth > 0;            /* a signal handler may have called exit */
    struct timespec pause = { .tv_nsec = PAUSE_NS };

    atomic_store(&is_closed, true);
    while (count_inside() > mine) {
        if (gi_now_ns() >= abs_deadline_ns)
            return false;
        nanosleep(&pause, NULL);
    }
    return true;
}
