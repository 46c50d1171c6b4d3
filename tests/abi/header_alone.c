/* gpuinterop.h before any other header, in C of 1989; header_alone.cpp has it in C++. */
#include "gpuinterop.h"

#include <stdio.h>
#include <string.h>

int main(void)
{
    void (*get)(struct gpuinterop_counters *) = gpuinterop_get_counters;
    struct gpuinterop_counters called, pointed;

    memset(&called, 0xA5, sizeof called);
    memset(&pointed, 0xA5, sizeof pointed);
    gpuinterop_get_counters(&called);
    get(&pointed);
    if (called.host_decisions != 0 || pointed.host_decisions != 0)
        printf("host_decisions is not written\n");
    return called.host_decisions != 0 || pointed.host_decisions != 0;
}
