/** The context of a stream. Compiled once for each kind of default stream. */
#define FRONT_WITHOUT_CONTEXT
#include "context/context.h"
#include "front.h"
#include "handles.h"
#include "stream/stream.h"

/** The context that a stream belongs to; a default stream belongs to the current one. */
CUresult cuStreamGetCtx(CUstream stream, CUcontext *context)
{
    gi_handle owner;
    int ordinal;

    FRONT_NOT_NULL(context);
    FRONT_TRY(front_begin_in(stream));
    FRONT_TRY(gi_stream_get_device(front_from_stream(stream), &ordinal));
    owner = gi_handle_owner(front_from_stream(stream));
    if (stream == NULL || stream == CU_STREAM_LEGACY || stream == CU_STREAM_PER_THREAD)
        owner = gi_context_current();
    FRONT_TRY(gi_context_of_owner(owner, ordinal, &owner));
    *context = front_to_pointer(owner);
    return CUDA_SUCCESS;
}

/* No stream has a green context. */
CUresult cuStreamGetCtx_v2(CUstream stream, CUcontext *context, CUgreenCtx *green_context)
{
    CUresult result = cuStreamGetCtx(stream, context);

    if (result == CUDA_SUCCESS && green_context != NULL)
        *green_context = NULL;
    return result;
}
