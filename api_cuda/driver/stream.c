#include "driver.h"

#include <stdlib.h>

#include "front.h"
#include "ops/host_function.h"
#include "stream/stream.h"

_Static_assert((int)CU_STREAM_NON_BLOCKING == GI_STREAM_NON_BLOCKING, "stream flags are passed on");

static CUresult create(const char *caller, CUstream *stream, unsigned int flags, int priority)
{
    gi_handle handle;

    CU_TRY(gicu_begin());
    CU_REQUIRE(stream != NULL, "%s: stream is NULL", caller);
    CU_REQUIRE((flags & ~(unsigned int)CU_STREAM_NON_BLOCKING) == 0,
               "%s: flags is 0x%x, 0 and 1 (non-blocking) exist", caller, flags);
    CU_TRY(gi_stream_create(flags, front_priority(priority), &handle));
    *stream = gicu_pointer(handle);
    return CUDA_SUCCESS;
}

CUresult cuStreamCreate(CUstream *stream, unsigned int flags)
{
    return create(__func__, stream, flags, 0);
}

CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned int flags, int priority)
{
    return create(__func__, stream, flags, priority);
}

CUresult cuStreamDestroy_v2(CUstream stream)
{
    CU_TRY(gicu_begin());
    return gicu_error(gi_stream_destroy(gicu_handle(stream)));
}

CUresult cuStreamQuery(CUstream stream)
{
    CU_TRY(gicu_begin());
    return gicu_error(gi_stream_query(gicu_handle(stream)));
}

CUresult cuStreamSynchronize(CUstream stream)
{
    CU_TRY(gicu_begin());
    return gicu_error(gi_stream_synchronize(gicu_handle(stream)));
}

/** Whether a flag of streams that are captured is set; no stream captures yet. */
static gi_status check_external(const char *caller, unsigned int flags)
{
    if (flags == CU_EVENT_WAIT_EXTERNAL)
        return gi_fail(GI_NOT_PERMITTED, "%s: flags is 1 (external), which is for streams that are "
                       "captured", caller);
    return flags == 0 ? GI_OK : gi_fail(GI_INVALID_VALUE, "%s: flags is 0x%x, it must be 0",
                                        caller, flags);
}

CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags)
{
    CU_TRY(gicu_begin());
    CU_TRY(check_external(__func__, flags));
    return gicu_error(gi_stream_wait_event(gicu_handle(stream), gicu_handle(event)));
}

/** The arguments of a host call; freed after the call. */
struct host_call {
    CUstreamCallback callback;           /* one of the two is set */
    CUhostFn function;
    CUstream stream;
    void *user_data;
};

static void run_host_call(void *argument, gi_status status)
{
    struct host_call call = *(struct host_call *)argument;

    free(argument);
    if (call.callback != NULL)
        call.callback(call.stream, gicu_error_of(status), call.user_data);
    else if (status == GI_OK)
        call.function(call.user_data);
}

/** Enqueued as "always", so that the arguments are freed if the stream fails. */
static gi_status enqueue_host_call(const struct host_call *call)
{
    struct host_call *copy = malloc(sizeof *copy);
    gi_status status;

    if (copy == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no memory for a host call");
    *copy = *call;
    status = gi_stream_host_call(gicu_handle(call->stream), run_host_call, copy, true);
    if (status != GI_OK)
        free(copy);
    return status;
}

CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback callback, void *user_data,
                             unsigned int flags)
{
    struct host_call call = { .callback = callback, .stream = stream, .user_data = user_data };

    CU_TRY(gicu_begin());
    CU_NOT_NULL(callback);
    CU_REQUIRE(flags == 0, "%s: flags is 0x%x, it must be 0", __func__, flags);
    return gicu_error(enqueue_host_call(&call));
}

CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void *user_data)
{
    struct host_call call = { .function = function, .stream = stream, .user_data = user_data };

    CU_TRY(gicu_begin());
    CU_NOT_NULL(function);
    return gicu_error(enqueue_host_call(&call));
}

CUresult cuStreamGetFlags(CUstream stream, unsigned int *flags)
{
    uint32_t known;

    CU_TRY(gicu_begin());
    CU_NOT_NULL(flags);
    CU_TRY(gi_stream_get_flags(gicu_handle(stream), &known));
    *flags = known;
    return CUDA_SUCCESS;
}

CUresult cuStreamGetPriority(CUstream stream, int *priority)
{
    int known;

    CU_TRY(gicu_begin());
    CU_NOT_NULL(priority);
    CU_TRY(gi_stream_get_priority(gicu_handle(stream), &known));
    *priority = front_priority(known);
    return CUDA_SUCCESS;
}

CUresult cuStreamGetId(CUstream stream, unsigned long long *id)
{
    uint64_t known;

    CU_TRY(gicu_begin());
    CU_NOT_NULL(id);
    CU_TRY(gi_stream_get_id(gicu_handle(stream), &known));
    *id = known;
    return CUDA_SUCCESS;
}

CUresult cuStreamGetDevice(CUstream stream, CUdevice *device)
{
    int ordinal;

    CU_TRY(gicu_begin());
    CU_NOT_NULL(device);
    CU_TRY(gi_stream_get_device(gicu_handle(stream), &ordinal));
    *device = gi_visible_from_core(&gicu_interface, ordinal);
    return CUDA_SUCCESS;
}

/** The context that a stream belongs to; a default stream belongs to the current one. */
CUresult cuStreamGetCtx(CUstream stream, CUcontext *context)
{
    gi_handle owner;
    int ordinal;

    CU_TRY(gicu_begin());
    CU_NOT_NULL(context);
    CU_TRY(gi_stream_get_device(gicu_handle(stream), &ordinal));
    owner = gi_handle_owner(gicu_handle(stream));
    if (stream == NULL || stream == CU_STREAM_LEGACY || stream == CU_STREAM_PER_THREAD)
        owner = gi_context_current();
    CU_TRY(gi_context_of_owner(owner, ordinal, &owner));
    *context = gicu_pointer(owner);
    return CUDA_SUCCESS;
}
