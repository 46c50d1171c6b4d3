#include "stream.h"

#include <stdlib.h>

#include "front.h"
#include "handles.h"

_Static_assert(hipStreamNonBlocking == GI_STREAM_NON_BLOCKING, "stream flags are passed on");

static hipError_t create(const char *caller, hipStream_t *stream, unsigned int flags,
                         int priority)
{
    gi_handle handle;

    GIHIP_REQUIRE(stream != NULL, "%s: stream is NULL", caller);
    GIHIP_TRY(gihip_begin());
    GIHIP_REQUIRE((flags & ~(unsigned int)hipStreamNonBlocking) == 0,
                  "%s: flags is 0x%x, only hipStreamNonBlocking is known", caller, flags);
    GIHIP_TRY(gi_stream_create(flags, gihip_priority(priority), &handle));
    *stream = gihip_to_stream(handle);
    return hipSuccess;
}

hipError_t hipStreamCreate(hipStream_t *stream)
{
    return create(__func__, stream, hipStreamDefault, 0);
}

hipError_t hipStreamCreateWithFlags(hipStream_t *stream, unsigned int flags)
{
    return create(__func__, stream, flags, 0);
}

hipError_t hipStreamCreateWithPriority(hipStream_t *stream, unsigned int flags, int priority)
{
    return create(__func__, stream, flags, priority);
}

hipError_t hipStreamDestroy(hipStream_t stream)
{
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_stream_destroy(gihip_from_stream(stream)));
}

hipError_t hipStreamQuery(hipStream_t stream)
{
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_stream_query(gihip_from_stream(stream)));
}

hipError_t hipStreamSynchronize(hipStream_t stream)
{
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_stream_synchronize(gihip_from_stream(stream)));
}

hipError_t hipStreamWaitEvent(hipStream_t stream, hipEvent_t event, unsigned int flags)
{
    GIHIP_TRY(gihip_begin());
    if (event != NULL && flags == hipEventWaitExternal)
        return gihip_outside_capture(__func__);
    GIHIP_REQUIRE(flags == hipEventWaitDefault || flags == hipEventWaitExternal,
                  "%s: flags is 0x%x, it must be 0", __func__, flags);
    return gihip_error(gi_stream_wait_event(gihip_from_stream(stream),
                                            gihip_from_event(event)));
}

/** What a host call of the program needs when its turn comes; freed then. */
struct host_call {
    hipStreamCallback_t callback;       /* one of the two is set */
    hipHostFn_t function;
    hipStream_t stream;
    void *user_data;
};

static void run_host_call(void *argument, gi_status status)
{
    struct host_call call = *(struct host_call *)argument;

    free(argument);
    if (call.callback)
        call.callback(call.stream, gihip_error_of(status), call.user_data);
    else if (status == GI_OK)
        call.function(call.user_data);
}

/** Both kinds are asked for as "always", so that what they need is freed when the stream has
 *  failed; a host function is then not called. */
static gi_status enqueue_host_call(const struct host_call *call)
{
    struct host_call *copy = malloc(sizeof *copy);
    gi_status st;

    if (!copy)
        return gi_fail(GI_OUT_OF_MEMORY, "no memory for a host call");
    *copy = *call;
    st = gi_stream_host_call(gihip_from_stream(call->stream), run_host_call, copy, true);
    if (st != GI_OK)
        free(copy);
    return st;
}

hipError_t hipStreamAddCallback(hipStream_t stream, hipStreamCallback_t callback,
                                void *user_data, unsigned int flags)
{
    struct host_call call = { .callback = callback, .stream = stream, .user_data = user_data };

    GIHIP_NOT_NULL(callback);
    GIHIP_REQUIRE(flags == 0, "%s: flags is 0x%x, it must be 0", __func__, flags);
    GIHIP_TRY(gihip_begin());
    return gihip_error(enqueue_host_call(&call));
}

hipError_t hipLaunchHostFunc(hipStream_t stream, hipHostFn_t function, void *user_data)
{
    struct host_call call = { .function = function, .stream = stream, .user_data = user_data };

    GIHIP_NOT_NULL(function);
    GIHIP_TRY(gihip_begin());
    return gihip_error(enqueue_host_call(&call));
}

hipError_t hipStreamGetFlags(hipStream_t stream, unsigned int *flags)
{
    uint32_t known;

    GIHIP_NOT_NULL(flags);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(gi_stream_get_flags(gihip_from_stream(stream), &known));
    *flags = known;
    return hipSuccess;
}
