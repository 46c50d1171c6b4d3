/** Waits for words of memory, whose entry points have different arguments.
 *
 *  Threads: any. */
#ifndef GI_FRONT_WAIT_VALUE_H
#define GI_FRONT_WAIT_VALUE_H

#include "front.h"
#include "front_driver_names.h"

/** A whole call that waits for a word.
 *  Units:  size_bytes is 4 or 8. */
gpuError_t front_wait_value(const char *caller, gpuStream_t stream, gpuDeviceptr_t pointer,
                            uint32_t size_bytes, uint64_t value, uint64_t mask, unsigned int flags);

#endif
