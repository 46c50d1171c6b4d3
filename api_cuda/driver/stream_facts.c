/** What programs ask about a stream. Compiled once for each kind of default stream. */
#include "context/context.h"
#include "front.h"
#include "handles.h"
#include "stream/stream.h"

CUresult cuStreamGetPriority(CUstream stream, int *priority)
{
    int known;

    FRONT_TRY(front_begin_in(stream));
    FRONT_NOT_NULL(priority);
    FRONT_TRY(gi_stream_get_priority(front_from_stream(stream), &known));
    *priority = front_priority(known);
    return CUDA_SUCCESS;
}

CUresult cuStreamGetId(CUstream stream, unsigned long long *id)
{
    uint64_t known;

    FRONT_TRY(front_begin_in(stream));
    FRONT_NOT_NULL(id);
    FRONT_TRY(gi_stream_get_id(front_from_stream(stream), &known));
    *id = known;
    return CUDA_SUCCESS;
}

CUresult cuStreamGetDevice(CUstream stream, CUdevice *device)
{
    int ordinal;

    FRONT_TRY(front_begin_in(stream));
    FRONT_NOT_NULL(device);
    FRONT_TRY(gi_stream_get_device(front_from_stream(stream), &ordinal));
    *device = gi_visible_from_core(&front_interface, ordinal);
    return CUDA_SUCCESS;
}

/** The context that a stream belongs to; a default stream belongs to the current one. */
CUresult cuStreamGetCtx(CUstream stream, CUcontext *context)
{
    gi_handle owner;
    int ordinal;

    FRONT_TRY(front_begin_in(stream));
    FRONT_NOT_NULL(context);
    FRONT_TRY(gi_stream_get_device(front_from_stream(stream), &ordinal));
    owner = gi_handle_owner(front_from_stream(stream));
    if (stream == NULL || stream == CU_STREAM_LEGACY || stream == CU_STREAM_PER_THREAD)
        owner = gi_context_current();
    FRONT_TRY(gi_context_of_owner(owner, ordinal, &owner));
    *context = front_to_pointer(owner);
    return CUDA_SUCCESS;
}
