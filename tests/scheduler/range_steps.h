/** Ranges of virtual memory management in steps of the fake's granularity. */
#ifndef RANGE_STEPS_H
#define RANGE_STEPS_H

#include "harness.h"
#include "ranges/pages.h"
#include "ranges/range.h"

enum { STEP = 65536 };

static const struct gi_pages_properties plain = { .type = 1, .location_type = 1 };
static const struct gi_pages_properties shared = { .type = 1, .handle_types = 1,
                                                   .location_type = 1 };

static inline uint64_t reserve(uint64_t steps)
{
    uint64_t address;

    OK(gi_range_reserve(steps * STEP, 0, 0, &address));
    return address;
}

static inline gi_handle create(uint64_t steps)
{
    gi_handle pages;

    OK(gi_pages_create(&plain, steps * STEP, &pages));
    return pages;
}

static inline gi_status set_access(uint64_t address, uint64_t steps, int access)
{
    struct gi_range_location location = { .type = 1, .access = access };

    return gi_range_set_access(address, steps * STEP, &location, 1);
}

static inline int access_at(uint64_t address)
{
    struct gi_range_location location = { .type = 1, .access = -1 };

    OK(gi_range_get_access(address, &location));
    return location.access;
}

/* Maps new pages, which only the mapping keeps. */
static inline void map_new(uint64_t address, uint64_t steps)
{
    gi_handle pages = create(steps);

    OK(gi_range_map(address, steps * STEP, 0, pages));
    OK(gi_pages_release(pages));
    OK(set_access(address, steps, GI_ACCESS_READ_WRITE));
}

/* Ends a test: unmaps the first steps, and frees the range. */
static inline void end_range(uint64_t address, uint64_t mapped, uint64_t steps)
{
    if (mapped > 0)
        OK(gi_range_unmap(address, mapped * STEP));
    OK(gi_range_free(address, steps * STEP));
    sched_expect_nothing_left();
}

#endif
