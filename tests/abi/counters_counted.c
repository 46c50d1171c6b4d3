/** Counters that were given values: no two are alike, and no two bytes of one. */
#include "base/counters.h"
#include "counters.h"

/* By the number of the member. */
static const enum gi_counter of_member[] = {
    GI_COUNT_HELD_WAITS, GI_COUNT_HOST_SIGNALS, GI_COUNT_STAGED_COPIES, GI_COUNT_BLOCKING_ENQUEUES,
    GI_COUNT_BATCHES, GI_COUNT_COMMANDS, GI_COUNT_BARRIERS, GI_COUNT_MULTICAST_COPIES,
    GI_COUNT_HOST_DECISIONS, GI_COUNT_MAPS_IN_PLACE, GI_COUNT_MAPS_ON_DEVICE,
    GI_COUNT_MAPS_BY_PIXELS, GI_COUNT_MAPS_BY_HOST,
};

uint64_t expected_counter(size_t member)
{
    uint64_t value = UINT64_C(0x8070605040302010) + member * UINT64_C(0x0101010101010101);

    if (gi_counter_value(of_member[member]) == 0)
        gi_count(of_member[member], value);
    return value;
}
