#include "stream.h"

#include <stdlib.h>

#include "front.h"
#include "handles.h"

_Static_assert(cudaStreamNonBlocking == GI_STREAM_NON_BLOCKING, "stream flags are passed on");

static cudaError_t create(const char *caller, cudaStream_t *stream, unsigned int flags,
                          int priority)
{
    gi_handle handle;

    GICUDA_REQUIRE(stream != NULL, "%s: stream is NULL", caller);
    GICUDA_TRY(gicuda_begin());
    GICUDA_REQUIRE((flags & ~(unsigned int)cudaStreamNonBlocking) == 0,
                   "%s: flags is 0x%x, only cudaStreamNonBlocking is known", caller, flags);
    GICUDA_TRY(gi_stream_create(flags, gicuda_priority(priority), &handle));
    *stream = gicuda_to_stream(handle);
    return cudaSuccess;
}

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    return create(__func__, stream, cudaStreamDefault, 0);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags)
{
    return create(__func__, stream, flags, 0);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority)
{
    return create(__func__, stream, flags, priority);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_stream_destroy(gicuda_from_stream(stream)));
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_stream_query(gicuda_from_stream(stream)));
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_stream_synchronize(gicuda_from_stream(stream)));
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags)
{
    GICUDA_TRY(gicuda_begin());
    if (event != NULL && flags == cudaEventWaitExternal)
        return gicuda_outside_capture(__func__);
    GICUDA_REQUIRE(flags == cudaEventWaitDefault || flags == cudaEventWaitExternal,
                   "%s: flags is 0x%x, it must be 0", __func__, flags);
    return gicuda_error(gi_stream_wait_event(gicuda_from_stream(stream),
                                             gicuda_from_event(event)));
}

/** What a host call of the program needs when its turn comes; freed then. */
struct host_call {
    cudaStreamCallback_t callback;       /* one of the two is set */
    cudaHostFn_t function;
    cudaStream_t stream;
    void *user_data;
};

static void run_host_call(void *argument, gi_status status)
{
    struct host_call call = *(struct host_call *)argument;

    free(argument);
    if (call.callback)
        call.callback(call.stream, gicuda_error_of(status), call.user_data);
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
    st = gi_stream_host_call(gicuda_from_stream(call->stream), run_host_call, copy, true);
    if (st != GI_OK)
        free(copy);
    return st;
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                  void *user_data, unsigned int flags)
{
    struct host_call call = { .callback = callback, .stream = stream, .user_data = user_data };

    GICUDA_NOT_NULL(callback);
    GICUDA_REQUIRE(flags == 0, "%s: flags is 0x%x, it must be 0", __func__, flags);
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(enqueue_host_call(&call));
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *user_data)
{
    struct host_call call = { .function = function, .stream = stream, .user_data = user_data };

    GICUDA_NOT_NULL(function);
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(enqueue_host_call(&call));
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags)
{
    uint32_t known;

    GICUDA_NOT_NULL(flags);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(gi_stream_get_flags(gicuda_from_stream(stream), &known));
    *flags = known;
    return cudaSuccess;
}
