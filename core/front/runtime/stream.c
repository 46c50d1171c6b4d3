#include "stream/stream.h"

#include "front.h"
#include "handles.h"

_Static_assert(gpuStreamNonBlocking == GI_STREAM_NON_BLOCKING, "stream flags are passed on");

static gpuError_t create_stream(const char *caller, gpuStream_t *stream, unsigned int flags,
                                int priority)
{
    gi_handle handle;

    FRONT_REQUIRE(stream != NULL, "%s: stream is NULL", caller);
    FRONT_TRY(front_begin());
    FRONT_REQUIRE((flags & ~(unsigned int)gpuStreamNonBlocking) == 0,
                  "%s: flags is 0x%x, 0 and 1 (non-blocking) exist", caller, flags);
    FRONT_TRY(gi_stream_create(flags, front_priority(priority), &handle));
    *stream = front_to_stream(handle);
    return gpuSuccess;
}

gpuError_t gpuStreamCreate(gpuStream_t *stream)
{
    return create_stream(__func__, stream, gpuStreamDefault, 0);
}

gpuError_t gpuStreamCreateWithFlags(gpuStream_t *stream, unsigned int flags)
{
    return create_stream(__func__, stream, flags, 0);
}

gpuError_t gpuStreamCreateWithPriority(gpuStream_t *stream, unsigned int flags, int priority)
{
    return create_stream(__func__, stream, flags, priority);
}

gpuError_t gpuStreamDestroy(gpuStream_t stream)
{
    FRONT_TRY(front_begin_object());
    return front_error(gi_stream_destroy(front_from_stream(stream)));
}
