/* Synchronous copies and fills of multicast memory that are to be done when their call returns. */
#include "harness.h"

#include "base/current.h"
#include "device/device_settings.h"
#include "pools/memory.h"
#include "ranges/multicast_bind.h"
#include "ranges/pages.h"
#include "ranges/range.h"

#define STEP GI_MULTICAST_STEP

enum { TEAM = 2, FILLS = 50 };

static gi_handle object, pages[TEAM];
static uint64_t all, own[TEAM], device;

static uint64_t map(gi_handle what, int ordinal)
{
    struct gi_range_location location = { .type = 1, .id = ordinal,
                                          .access = GI_ACCESS_READ_WRITE };
    uint64_t address;

    OK(gi_range_reserve(STEP, 0, 0, &address));
    OK(gi_range_map(address, STEP, 0, what));
    OK(gi_range_set_access(address, STEP, &location, 1));
    return address;
}

static void begin(void)
{
    const struct gi_multicast_properties properties = {
        .device_count = TEAM, .visible_count = TEAM, .size_bytes = STEP
    };

    sched_begin_plain();
    OK(gi_multicast_create(&properties, &object));
    for (int i = 0; i < TEAM; i++) {
        const struct gi_pages_properties of_device = { .type = 1, .location_type = 1,
                                                       .location_id = i };

        OK(gi_multicast_add_device(object, i));
        OK(gi_pages_create(&of_device, STEP, &pages[i]));
        own[i] = map(pages[i], i);
    }
    for (int i = 0; i < TEAM; i++)
        OK(gi_multicast_bind_pages(object, -1, 0, pages[i], 0, STEP));
    all = map(object, 0);
    device = sched_memory(STEP);
}

static void unmap(uint64_t address)
{
    OK(gi_range_unmap(address, STEP));
    OK(gi_range_free(address, STEP));
}

static void end(void)
{
    OK(gi_memory_free(device));
    unmap(all);
    OK(gi_pages_release(object));
    for (int i = 0; i < TEAM; i++) {
        unmap(own[i]);
        OK(gi_pages_release(pages[i]));
    }
    sched_expect_nothing_left();
}

/* The call comes after this work, so a call that does not wait returns before its own is done. */
static void enqueue_much(void)
{
    for (uint32_t i = 1; i <= FILLS; i++)
        OK(gi_fill_async(device, i, 1, STEP, 0));
}

static void expect_in_all(uint8_t value)
{
    for (int i = 0; i < TEAM; i++)
        sched_expect_bytes(own[i], STEP, value);
}

/* In the thread's own default stream, which ends with the thread. */
static void *copy_in_thread(void *unused)
{
    enqueue_much();
    OK(gi_copy_linear(all, device, STEP, GI_COPY_DEVICE_TO_DEVICE, gi_in_thread()));
    expect_in_all(FILLS);
    return unused;
}

SCHED_CASE(copies_from_memory_that_ends_calls)
{
    pthread_t thread;

    begin();
    OK(gi_pointer_set_ends_calls(device, true));
    REQUIRE(pthread_create(&thread, NULL, copy_in_thread, NULL) == 0, "no thread");
    pthread_join(thread, NULL);
    end();
}

SCHED_CASE(fills_in_a_context_that_ends_calls)
{
    begin();
    gi_current_replace((struct gi_current){ .ordinal = 0 });
    OK(gi_device_set_flags(0, GI_DEVICE_SYNCHRONOUS_MEMORY, GI_DEVICE_SYNCHRONOUS_MEMORY));
    enqueue_much();
    OK(gi_fill_now(all, 99, 1, STEP));
    expect_in_all(99);
    end();
}
