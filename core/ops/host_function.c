#include "host_function.h"

#include "enqueue.h"
#include "carry/kinds.h"

gi_status gi_stream_host_call(gi_handle handle, gi_host_fn fn, void *argument, bool always)
{
    struct gi_operation operation;
    struct gi_stream *stream;
    gi_status status;

    if (fn == NULL)
        return gi_fail(GI_INVALID_VALUE, "host function: fn is NULL");
    status = gi_stream_acquire(handle, &stream);
    if (status != GI_OK)
        return status;
    operation.kind = &gi_kind_host_call;
    operation.host_call = (struct gi_operation_host_call){ fn, argument, always };
    status = gi_stream_enqueue(stream, &operation);
    gi_stream_release(stream);
    return status;
}
