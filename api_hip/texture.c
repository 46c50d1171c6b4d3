#include "front.h"

hipError_t hipDeviceGetTexture1DLinearMaxWidth(hipMemPool_t *pool, int device)
{
    (void)pool;
    return front_error(gi_fail(GI_NOT_SUPPORTED, "%s of device %d: the vendor declares it with a "
                               "pool where width and format belong, and nobody defines it",
                               __func__, device));
}
