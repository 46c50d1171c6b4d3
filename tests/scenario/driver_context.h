/** For tests of which each has a context of its own: how one begins and ends. */
#ifndef SCENARIO_DRIVER_CONTEXT_H
#define SCENARIO_DRIVER_CONTEXT_H

#include "driver.h"

static CUcontext context;

static int begin(void **state)
{
    (void)state;
    OK(cuInit(0));
    OK(cuCtxCreate(&context, NULL, 0, 0));
    return 0;
}

static int end(void **state)
{
    (void)state;
    OK(cuCtxDestroy(context));
    return 0;
}

#endif
