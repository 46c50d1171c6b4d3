#include "launch_clock.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/in_driver.h"
#include "base/ticker.h"
#include "kernel/target/target.h"
#include "memory/own_memory.h"
#include "queue/device_state.h"
#include "stream/launch_report.h"

#define INTERVAL_NS INT64_C(1000000)
#define EXACT_INTERVAL_NS INT64_C(50000)

struct clock {
    struct gi_launch_report base;
    struct gi_launch_report *inner;      /* or NULL */
    _Atomic uint64_t *word;              /* the host's view */
    bool is_exact;
    struct clock *previous, *next;
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct gi_ticker ticker;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;     /* guards the list; a leaf */
static struct clock *first;
static unsigned exact_count;

static void write_time(struct clock *clock)
{
    atomic_store_explicit(clock->word, (uint64_t)gi_now_ns(), memory_order_relaxed);
}

static void write_all(void)
{
    if (gi_driver_enter() != GI_OK)
        return;
    pthread_mutex_lock(&lock);
    for (struct clock *clock = first; clock != NULL; clock = clock->next)
        write_time(clock);
    pthread_mutex_unlock(&lock);
    gi_driver_leave();
}

static void start_ticker(void)
{
    gi_ticker_start(&ticker, "gi-clock", INTERVAL_NS, write_all);
}

/* ---- the report ------------------------------------------------------------------------------ */

static gi_status ended(struct gi_launch_report *base)
{
    struct gi_launch_report *inner = ((struct clock *)base)->inner;

    return inner != NULL ? inner->ended(inner) : GI_OK;
}

/* The lock is held. */
static void pace(void)
{
    gi_ticker_pace(&ticker, exact_count > 0 ? EXACT_INTERVAL_NS : INTERVAL_NS);
}

static void list_clock(struct clock *clock)
{
    pthread_mutex_lock(&lock);
    if (clock->is_exact && exact_count++ == 0)
        pace();
    clock->next = first;
    if (first != NULL)
        first->previous = clock;
    else
        gi_ticker_rest(&ticker, false);
    first = clock;
    pthread_mutex_unlock(&lock);
}

static void release_clock(struct gi_launch_report *base)
{
    struct clock *clock = (struct clock *)base;

    pthread_mutex_lock(&lock);
    if (clock->previous != NULL)
        clock->previous->next = clock->next;
    else
        first = clock->next;
    if (clock->next != NULL)
        clock->next->previous = clock->previous;
    if (first == NULL)
        gi_ticker_rest(&ticker, true);
    if (clock->is_exact && --exact_count == 0)
        pace();
    pthread_mutex_unlock(&lock);
    if (clock->inner != NULL)
        clock->inner->release(clock->inner);
    free(clock);
}

/* ---- making ---------------------------------------------------------------------------------- */

static gi_status make_clock(struct gi_device *device, bool is_exact, struct clock **out_clock,
                            struct gi_allocation **out_memory)
{
    /* some devices see what the host writes in managed memory alone while a kernel runs */
    enum gi_memory_kind kind = device->base->info.managed_memory ? GI_MEMORY_MANAGED
                                                                 : GI_MEMORY_HOST;
    struct clock *clock = calloc(1, sizeof *clock);
    gi_status status;

    if (clock == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "launch: no host memory for the kernel's clock");
    status = gi_allocation_new(device, kind, GI_TRANSLATE_CLOCK_BYTES, out_memory);
    if (status == GI_OK) {
        status = gi_driver_enter();
        if (status != GI_OK)
            gi_allocation_unref(*out_memory);
    }
    if (status != GI_OK) {
        *out_memory = NULL;
        free(clock);
        return status;
    }
    clock->base = (struct gi_launch_report){ ended, release_clock };
    clock->word = (_Atomic uint64_t *)(uintptr_t)(*out_memory)->host_address;
    clock->is_exact = is_exact;
    write_time(clock);
    gi_driver_leave();
    *out_clock = clock;
    return GI_OK;
}

gi_status gi_launch_clock_make(struct gi_device *device, bool is_exact,
                               struct gi_launch_report **report,
                               struct gi_allocation **out_memory)
{
    struct clock *clock = NULL;
    gi_status status;

    pthread_once(&once, start_ticker);
    if (!ticker.runs)
        return gi_fail(GI_OS_ERROR, "launch: the kernel reads a clock, and the thread that writes "
                       "it cannot start");
    status = make_clock(device, is_exact, &clock, out_memory);
    if (status != GI_OK)
        return status;
    clock->inner = *report;
    *report = &clock->base;
    list_clock(clock);
    return GI_OK;
}
