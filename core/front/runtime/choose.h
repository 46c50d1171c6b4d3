/** Chooses a device by a struct that describes one.
 *
 *  Threads: any. */
#ifndef GI_FRONT_CHOOSE_H
#define GI_FRONT_CHOOSE_H

#include <stddef.h>

#include "front.h"

#include "cards/choice.h"

/* Rows of a table of requested properties. */
#define FRONT_WISH_INT(type, field) { offsetof(type, field), GI_WISH_INT, 0 }
#define FRONT_WISH_SIZE(type, field) { offsetof(type, field), GI_WISH_SIZE, 0 }
#define FRONT_WISH_TEXT(type, field) \
    { offsetof(type, field), GI_WISH_TEXT, sizeof ((type *)0)->field }

/** The fields that the struct has in every interface. */
#define FRONT_COMMON_WISHES(type) \
    FRONT_WISH_TEXT(type, name), \
    FRONT_WISH_INT(type, major), \
    FRONT_WISH_INT(type, minor), \
    FRONT_WISH_SIZE(type, totalGlobalMem), \
    FRONT_WISH_SIZE(type, sharedMemPerBlock), \
    FRONT_WISH_INT(type, regsPerBlock), \
    FRONT_WISH_INT(type, warpSize), \
    FRONT_WISH_SIZE(type, memPitch), \
    FRONT_WISH_INT(type, maxThreadsPerBlock), \
    FRONT_WISH_SIZE(type, totalConstMem), \
    FRONT_WISH_INT(type, multiProcessorCount), \
    FRONT_WISH_INT(type, integrated), \
    FRONT_WISH_INT(type, canMapHostMemory), \
    FRONT_WISH_INT(type, concurrentKernels), \
    FRONT_WISH_INT(type, ECCEnabled), \
    FRONT_WISH_INT(type, l2CacheSize), \
    FRONT_WISH_INT(type, maxThreadsPerMultiProcessor), \
    FRONT_WISH_INT(type, managedMemory)

/** Answers a call that requests the device which matches wanted best. */
gpuError_t front_choose(const char *caller, const struct gi_choice *how, int *device,
                        const void *wanted);

#endif
