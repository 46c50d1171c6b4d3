/** Resources of graphics interfaces. This library registers none: programs import memory and
 *  semaphores instead.
 *
 *  Threads: any. */
#ifndef GICU_GRAPHICS_H
#define GICU_GRAPHICS_H

#include "front.h"

/** Answers a call with a handle, which names no resource. */
static inline CUresult gicu_refuse_resource(const char *caller, CUgraphicsResource resource)
{
    FRONT_TRY(front_begin());
    return front_error(gi_fail(GI_INVALID_HANDLE, "%s: %p is no registered resource; this library "
                               "imports memory of graphics interfaces and registers nothing",
                               caller, (void *)resource));
}

#endif
