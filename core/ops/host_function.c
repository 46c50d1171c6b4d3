#include "host_function.h"

#include <stdlib.h>

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
    operation.host_call = (struct gi_operation_host_call){ .fn = fn, .argument = argument,
                                                           .always = always };
    status = gi_stream_enqueue(stream, &operation);
    gi_stream_release(stream);
    return status;
}

/* A function of the program; freed after the call. */
struct plain_call {
    void (*fn)(void *argument);
    void *argument;
};

static void run_plain(void *argument, gi_status status)
{
    struct plain_call call = *(struct plain_call *)argument;

    free(argument);
    if (status == GI_OK)
        call.fn(call.argument);
}

/* It is enqueued as "always", so that its arguments are freed if the stream fails. */
static gi_status enqueue_plain(struct gi_stream *stream, struct plain_call *call)
{
    struct gi_operation operation;
    gi_status status;

    operation.kind = &gi_kind_host_call;
    operation.host_call = (struct gi_operation_host_call){
        .fn = run_plain, .argument = call, .always = true,
        .asked = call->fn, .asked_argument = call->argument
    };
    status = gi_stream_enqueue(stream, &operation);
    if (status != GI_OK || operation.host_call.was_captured)
        free(call);
    return status;
}

gi_status gi_stream_host_function(gi_handle handle, void (*fn)(void *argument), void *argument)
{
    struct gi_stream *stream;
    struct plain_call *call;
    gi_status status = gi_stream_acquire(handle, &stream);

    if (status != GI_OK)
        return status;
    call = malloc(sizeof *call);
    if (call != NULL) {
        *call = (struct plain_call){ fn, argument };
        status = enqueue_plain(stream, call);
    } else {
        status = gi_fail(GI_OUT_OF_MEMORY, "no host memory for a host function");
    }
    gi_stream_release(stream);
    return status;
}
