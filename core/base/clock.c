#include "clock.h"

#include <time.h>

int64_t gi_now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t gi_deadline_ns(uint64_t relative_ns)
{
    int64_t now = gi_now_ns();

    return relative_ns >= (uint64_t)(GI_FOREVER - now) ? GI_FOREVER : now + (int64_t)relative_ns;
}
