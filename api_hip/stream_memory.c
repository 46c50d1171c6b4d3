/** Waits for words of memory, which have a mask. */
#include "driver_stream/wait_value.h"

hipError_t hipStreamWaitValue32(hipStream_t stream, void *pointer, uint32_t value,
                                unsigned int flags, uint32_t mask)
{
    return front_wait_value(__func__, stream, pointer, 4, value, mask, flags);
}

hipError_t hipStreamWaitValue64(hipStream_t stream, void *pointer, uint64_t value,
                                unsigned int flags, uint64_t mask)
{
    return front_wait_value(__func__, stream, pointer, 8, value, mask, flags);
}
