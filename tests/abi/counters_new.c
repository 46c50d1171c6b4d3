/** gpuinterop_get_counters as programs call it that are built with the header. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "counters.h"
#include "gpuinterop.h"

_Static_assert(offsetof(struct gpuinterop_counters, held_waits) == 0 &&
               offsetof(struct gpuinterop_counters, multicast_copies) == 7 * sizeof(uint64_t) &&
               offsetof(struct gpuinterop_counters, host_decisions) == 8 * sizeof(uint64_t),
               "a member has another place than in programs that were built before");

/* The bytes of a large struct that are not the canary's, after a call with this size. */
static size_t written(size_t size)
{
    unsigned char bytes[2 * sizeof(struct gpuinterop_counters)];
    size_t count = 0;

    memset(bytes, 0xA5, sizeof bytes);
    gpuinterop_get_counters_sized((struct gpuinterop_counters *)(void *)bytes, size);
    while (count < sizeof bytes && bytes[count] == 0)
        count++;
    for (size_t i = count; i < sizeof bytes; i++) {
        if (bytes[i] != 0xA5)
            return SIZE_MAX;
    }
    return count;
}

int check_new_counters(void)
{
    static const size_t sizes[] = { 0, 1, 56, 64, sizeof(struct gpuinterop_counters),
                                    sizeof(struct gpuinterop_counters) + 8,
                                    2 * sizeof(struct gpuinterop_counters) };
    void (*get)(struct gpuinterop_counters *) = gpuinterop_get_counters;
    struct gpuinterop_counters counters;
    int wrong = 0;

    memset(&counters, 0xA5, sizeof counters);
    gpuinterop_get_counters(&counters);
    wrong += counters.host_decisions != 0;
    memset(&counters, 0xA5, sizeof counters);
    get(&counters);
    wrong += counters.host_decisions != 0;
    if (wrong != 0)
        printf("host_decisions is not written\n");
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        if (written(sizes[i]) != sizes[i]) {
            printf("size %zu: another number of bytes is written\n", sizes[i]);
            wrong++;
        }
    }
    gpuinterop_get_counters(NULL);
    gpuinterop_get_counters_sized(NULL, sizeof counters);
    return wrong;
}
