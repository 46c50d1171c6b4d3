/** Copies of a thread to shared memory, by functions. They end before the function does, as devices
 *  below compute capability 8.0 carry them out: to wait is to do nothing. A part of
 *  cuda_pipeline.h. */
#ifndef GPUINTEROP_CUDA_PIPELINE_PRIMITIVES_H
#define GPUINTEROP_CUDA_PIPELINE_PRIMITIVES_H

#include "cuda_awbarrier_primitives.h"

#ifdef GPUINTEROP_DEVICE_CODE

/** 4, 8 or 16 bytes, the last zfill of which become zero. */
GPUINTEROP_FN void __pipeline_memcpy_async(void *dst_shared, const void *src_global,
                                           size_t size_and_align, size_t zfill = 0)
{
    if ((size_and_align != 4 && size_and_align != 8 && size_and_align != 16)
        || zfill > size_and_align)
        __trap();
    if (zfill == 0 && size_and_align == 4) {
        *(unsigned int *)dst_shared = *(const unsigned int *)src_global;
    } else if (zfill == 0 && size_and_align == 8) {
        *(uint2 *)dst_shared = *(const uint2 *)src_global;
    } else if (zfill == 0) {
        *(uint4 *)dst_shared = *(const uint4 *)src_global;
    } else {
        for (size_t i = 0; i < size_and_align; i++)
            ((unsigned char *)dst_shared)[i] =
                i < size_and_align - zfill ? ((const unsigned char *)src_global)[i] : 0;
    }
}

/** The copies since the last call are a batch. */
GPUINTEROP_FN void __pipeline_commit() {}

/** Waits for all batches but so many of the last. */
GPUINTEROP_FN void __pipeline_wait_prior(size_t) {}

/** The barrier's phase ends behind the copies so far, which have ended. */
GPUINTEROP_FN void __pipeline_arrive_on(__mbarrier_t *) {}

#endif

#endif
