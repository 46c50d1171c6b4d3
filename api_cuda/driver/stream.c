#include "driver.h"

#include "front.h"
#include "stream/stream.h"

_Static_assert((int)CU_STREAM_NON_BLOCKING == GI_STREAM_NON_BLOCKING, "stream flags are passed on");

static CUresult create_stream(const char *caller, CUstream *stream, unsigned int flags,
                              int priority)
{
    gi_handle handle;

    CU_TRY(gicu_ready());
    CU_REQUIRE(stream != NULL, "%s: stream is NULL", caller);
    CU_REQUIRE((flags & ~(unsigned int)CU_STREAM_NON_BLOCKING) == 0,
               "%s: flags is 0x%x, 0 and 1 (non-blocking) exist", caller, flags);
    CU_TRY(gicu_begin());
    CU_TRY(gi_stream_create(flags, front_priority(priority), &handle));
    *stream = gicu_pointer(handle);
    return CUDA_SUCCESS;
}

CUresult cuStreamCreate(CUstream *stream, unsigned int flags)
{
    return create_stream(__func__, stream, flags, 0);
}

CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned int flags, int priority)
{
    return create_stream(__func__, stream, flags, priority);
}

CUresult cuStreamDestroy_v2(CUstream stream)
{
    CU_TRY(gicu_begin_object());
    return gicu_error(gi_stream_destroy(gicu_handle(stream)));
}
