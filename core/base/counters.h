/** Counters of fallbacks and of work done (docs/laws.md, law 11).
 *  Threads: any. */
#ifndef GI_COUNTERS_H
#define GI_COUNTERS_H

#include <stdatomic.h>
#include <stdint.h>

enum gi_counter {
    GI_COUNT_HELD_WAITS,
    GI_COUNT_HOST_SIGNALS,
    GI_COUNT_STAGED_COPIES,
    GI_COUNT_BLOCKING_ENQUEUES,
    GI_COUNT_BATCHES,
    GI_COUNT_COMMANDS,
    GI_COUNT_BARRIERS,
    GI_COUNT_MULTICAST_COPIES,   /* copies and fills of members, instead of one by a switch */
    GI_COUNT_TRANSLATIONS,       /* of kernels; a translation read from disk does not count */
    GI_COUNT_AHEAD,              /* kernels compiled before a launch asked for them */
    GI_COUNT_RESIDENCY_TESTS,    /* of residency.h */
    GI_COUNT_MATRIX_TESTS,       /* of matrix_test.h */
    GI_COUNT_BARRIER_TESTS,      /* of barrier_test.h */
    GI_COUNT_ENDED_WITH_CONTEXT,     /* objects and allocations looked at when created contexts
                                        ended */
    GI_COUNT_HOST_DECISIONS,     /* about conditional nodes of graphs; a loop has one each round */
    GI_COUNT_MAPS_IN_PLACE,      /* of resources of graphics interfaces, by their ways */
    GI_COUNT_MAPS_ON_DEVICE,
    GI_COUNT_MAPS_BY_PIXELS,
    GI_COUNT_MAPS_BY_HOST,
    GI_COUNTER_COUNT
};

extern _Atomic uint64_t gi_counters[GI_COUNTER_COUNT];

static inline void gi_count(enum gi_counter counter, uint64_t amount)
{
    atomic_fetch_add_explicit(&gi_counters[counter], amount, memory_order_relaxed);
}

static inline uint64_t gi_counter_value(enum gi_counter counter)
{
    return atomic_load_explicit(&gi_counters[counter], memory_order_relaxed);
}

#endif
