/** Tests that need a device of one interface. */
#ifndef KERNELS_THERE_H
#define KERNELS_THERE_H

#include <stdbool.h>
#include <stdio.h>

#include "names.h"

/** The exit status that meson takes for "skipped". */
#define SKIPPED 77

/** Whether there is a device; else it says that the test is skipped. */
static inline bool device_is_there(void)
{
    int count;
    bool is_there = gpuGetDeviceCount(&count) == gpuSuccess;

    if (!is_there)
        printf("skipped: no device\n");
    return is_there;
}

#endif
