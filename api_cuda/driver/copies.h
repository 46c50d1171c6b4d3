/** Copies and fills with an order, for both forms of the default stream.
 *
 *  Threads: any. */
#ifndef GICUDA_DRIVER_COPIES_H
#define GICUDA_DRIVER_COPIES_H

#include "driver.h"

#include "ops/copy.h"

/** A copy of size bytes; kind is the core's. */
CUresult gicu_copy(uint64_t destination, uint64_t source, size_t size, int kind,
                   struct gi_copy_order order);

/** A fill of count elements. */
CUresult gicu_fill(CUdeviceptr pointer, uint32_t value, uint32_t value_bytes, size_t count,
                   struct gi_copy_order order);

/** Copies that a struct describes. */
CUresult gicu_copy_rows(const char *caller, const CUDA_MEMCPY2D *copy, struct gi_copy_order order);
CUresult gicu_copy_volume(const char *caller, const CUDA_MEMCPY3D *copy,
                          struct gi_copy_order order);

static inline uint64_t gicu_number(const void *pointer)
{
    return (uint64_t)(uintptr_t)pointer;
}

static inline struct gi_copy_order gicu_in_stream(CUstream stream)
{
    return gi_in_stream(gicu_handle(stream));
}

#endif
