/** gpuinterop_get_counters as programs call it that are built with the header. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "counters.h"
#include "gpuinterop.h"

_Static_assert(offsetof(struct gpuinterop_counters, held_waits) == 0 &&
               offsetof(struct gpuinterop_counters, multicast_copies) == 7 * sizeof(uint64_t) &&
               offsetof(struct gpuinterop_counters, host_decisions) == 8 * sizeof(uint64_t) &&
               offsetof(struct gpuinterop_counters, maps_by_host) == 12 * sizeof(uint64_t),
               "a member has another place than in programs that were built before");
_Static_assert(sizeof(struct gpuinterop_counters) == 13 * sizeof(uint64_t),
               "expected has no value for a member");

enum { MEMBERS = sizeof(struct gpuinterop_counters) / sizeof(uint64_t), CANARY = 0xA5 };

static struct gpuinterop_counters expected(void)
{
    const uint64_t values[MEMBERS] = {
        expected_counter(0), expected_counter(1), expected_counter(2), expected_counter(3),
        expected_counter(4), expected_counter(5), expected_counter(6), expected_counter(7),
        expected_counter(8), expected_counter(9), expected_counter(10), expected_counter(11),
        expected_counter(12) };

    return (struct gpuinterop_counters){
        .held_waits = values[0], .host_signals = values[1], .staged_copies = values[2],
        .blocking_enqueues = values[3], .batches = values[4], .commands = values[5],
        .barriers = values[6], .multicast_copies = values[7], .host_decisions = values[8],
        .maps_in_place = values[9], .maps_on_device = values[10], .maps_by_pixels = values[11],
        .maps_by_host = values[12] };
}

/* A call with this size: its bytes beyond the members become zero, those behind it stay. */
static int sized_call(const struct gpuinterop_counters *all, size_t size)
{
    unsigned char bytes[2 * sizeof *all + 8], wanted[sizeof bytes];

    memset(bytes, CANARY, sizeof bytes);
    gpuinterop_get_counters_sized((struct gpuinterop_counters *)(void *)bytes, size);
    memset(wanted, 0, sizeof wanted);
    memcpy(wanted, all, sizeof *all);
    memset(wanted + size, CANARY, sizeof wanted - size);
    for (size_t i = 0; i < sizeof bytes; i++) {
        if (bytes[i] != wanted[i]) {
            printf("size %zu: byte %zu is 0x%02x, not 0x%02x\n", size, i, bytes[i], wanted[i]);
            return 1;
        }
    }
    return 0;
}

int check_new_counters(void)
{
    static const size_t sizes[] = { 0, 1, 56, 60, 64, 72, sizeof(struct gpuinterop_counters),
                                    sizeof(struct gpuinterop_counters) + 3,
                                    sizeof(struct gpuinterop_counters) + 8,
                                    2 * sizeof(struct gpuinterop_counters) };
    void (*get)(struct gpuinterop_counters *) = gpuinterop_get_counters;
    const struct gpuinterop_counters all = expected();
    struct gpuinterop_counters counters;
    int wrong = 0;

    memset(&counters, CANARY, sizeof counters);
    gpuinterop_get_counters(&counters);
    wrong += memcmp(&counters, &all, sizeof all) != 0;
    memset(&counters, CANARY, sizeof counters);
    get(&counters);
    wrong += memcmp(&counters, &all, sizeof all) != 0;
    if (wrong != 0)
        printf("a member is not written\n");
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        wrong += sized_call(&all, sizes[i]);
    gpuinterop_get_counters(NULL);
    gpuinterop_get_counters_sized(NULL, sizeof counters);
    return wrong;
}
