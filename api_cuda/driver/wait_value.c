/** Waits for words of memory. Compiled once for each kind of default stream. */
#include "driver_stream/wait_value.h"

CUresult cuStreamWaitValue32(CUstream stream, CUdeviceptr pointer, cuuint32_t value,
                             unsigned int flags)
{
    return front_wait_value(__func__, stream, pointer, 4, value, UINT32_MAX, flags);
}

CUresult cuStreamWaitValue64(CUstream stream, CUdeviceptr pointer, cuuint64_t value,
                             unsigned int flags)
{
    return front_wait_value(__func__, stream, pointer, 8, value, UINT64_MAX, flags);
}
