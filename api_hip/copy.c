#include "front.h"

hipError_t hipMemcpyWithStream(void *destination, const void *source, size_t size,
                               hipMemcpyKind kind, hipStream_t stream)
{
    hipError_t error = hipMemcpyAsync(destination, source, size, kind, stream);

    return error == hipSuccess ? hipStreamSynchronize(stream) : error;
}
