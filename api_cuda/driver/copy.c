/** Copies whose operands can be of any kind. Compiled once for each kind of default stream. */
#include "ops/copy.h"

#include "driver/device_pointer.h"
#include "front.h"
#include "handles.h"

CUresult cuMemcpy(CUdeviceptr destination, CUdeviceptr source, size_t size)
{
    FRONT_TRY(front_begin());
    return front_error(gi_copy_linear(destination, source, size, GI_COPY_INFER,
                                      front_in_default()));
}

CUresult cuMemcpyAsync(CUdeviceptr destination, CUdeviceptr source, size_t size, CUstream stream)
{
    FRONT_TRY(front_begin_in(stream));
    return front_error(gi_copy_linear(destination, source, size, GI_COPY_INFER,
                                      gi_in_stream(front_from_stream(stream))));
}
