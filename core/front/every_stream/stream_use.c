/** Calls that enqueue work in a stream, wait for it and query it. */
#include "stream/stream.h"

#include <stdlib.h>

#include "front.h"
#include "handles.h"
#include "ops/host_function.h"

gpuError_t gpuStreamQuery(gpuStream_t stream)
{
    FRONT_TRY(front_begin_in(stream));
    return front_error(gi_stream_query(front_from_stream(stream)));
}

gpuError_t gpuStreamSynchronize(gpuStream_t stream)
{
    FRONT_TRY(front_begin_in(stream));
    return front_error(gi_stream_synchronize(front_from_stream(stream)));
}

gpuError_t gpuStreamWaitEvent(gpuStream_t stream, gpuEvent_t event, unsigned int flags)
{
    FRONT_TRY(front_begin_in(stream));
    if (event != NULL && flags == gpuEventWaitExternal)
        return gi_stream_captures(front_from_stream(stream))
                   ? front_error(gi_stream_wait_event_external(front_from_stream(stream),
                                                               front_from_event(event)))
                   : front_outside_capture(__func__);
    FRONT_REQUIRE(flags == gpuEventWaitDefault || flags == gpuEventWaitExternal,
                  "%s: flags is 0x%x, it must be 0", __func__, flags);
    return front_error(gi_stream_wait_event(front_from_stream(stream),
                                            front_from_event(event)));
}

/** The arguments of a callback; freed after the call. */
struct host_call {
    gpuStreamCallback_t callback;
    gpuStream_t stream;
    void *user_data;
};

static void run_host_call(void *argument, gi_status status)
{
    struct host_call call = *(struct host_call *)argument;

    free(argument);
    call.callback(call.stream, front_error_of(status), call.user_data);
}

/** It is enqueued as "always": a callback is told of a failed stream. */
static gi_status enqueue_host_call(const struct host_call *call)
{
    struct host_call *copy = malloc(sizeof *copy);
    gi_status st;

    if (!copy)
        return gi_fail(GI_OUT_OF_MEMORY, "no memory for a host call");
    *copy = *call;
    st = gi_stream_host_call(front_from_stream(call->stream), run_host_call, copy, true);
    if (st != GI_OK)
        free(copy);
    return st;
}

gpuError_t gpuStreamAddCallback(gpuStream_t stream, gpuStreamCallback_t callback,
                                void *user_data, unsigned int flags)
{
    struct host_call call = { .callback = callback, .stream = FRONT_STREAM(stream),
                              .user_data = user_data };

    FRONT_NOT_NULL(callback);
    FRONT_REQUIRE(flags == 0, "%s: flags is 0x%x, it must be 0", __func__, flags);
    FRONT_TRY(front_begin_in(stream));
    return front_error(enqueue_host_call(&call));
}

gpuError_t gpuLaunchHostFunc(gpuStream_t stream, gpuHostFn_t function, void *user_data)
{
    FRONT_NOT_NULL(function);
    FRONT_TRY(front_begin_in(stream));
    return front_error(gi_stream_host_function(front_from_stream(stream), function, user_data));
}
