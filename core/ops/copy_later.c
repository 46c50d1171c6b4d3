#include "copy_later.h"

#include <stdlib.h>

#include "base/log.h"
#include "enqueue.h"
#include "stream/append.h"
#include "stream/host_call.h"
#include "stream/order.h"
#include "stream/scheduler.h"

/* Carries the copy out in a stream of its own, and waits for it. */
static gi_status carry_out(struct gi_stream *behind, struct gi_operation *copy)
{
    struct gi_stream *stream;
    gi_status status = gi_stream_new(behind->device, behind->legacy, GI_STREAM_NON_BLOCKING, 0,
                                     NULL, &stream);

    if (status != GI_OK)
        return status;
    gi_order_ignore_context(stream);
    copy->copy.wait = GI_WAIT_STREAM;
    status = gi_stream_enqueue(stream, copy);
    gi_stream_release(stream);
    return status;
}

static void run(void *argument, gi_status status)
{
    struct gi_operation *copy = argument;
    struct gi_stream *stream = gi_host_call_stream();

    if (status == GI_OK)
        status = carry_out(stream, copy);
    else
        status = GI_OK;                  /* the stream tells it */
    if (status != GI_OK && !gi_status_is_lost(status)) {
        gi_log(GI_LOG_ERROR, "stream %llu: a copy with pageable memory failed: %s",
               (unsigned long long)stream->id, gi_last_error_detail());
        gi_device_lost_callback(stream->device);
    }
    gi_operation_drop(copy);
    free(copy);
}

gi_status gi_copy_later(struct gi_stream *stream, const struct gi_operation *operation)
{
    struct gi_operation *kept = malloc(sizeof *kept);
    gi_status status;

    if (kept == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to enqueue a copy by the host");
    status = gi_operation_keep(operation, kept);
    if (status != GI_OK) {
        free(kept);
        return status;
    }
    status = gi_append_host_call(stream, &(struct gi_operation_host_call){
        .fn = run, .argument = kept, .always = true });
    if (status != GI_OK) {
        gi_operation_drop(kept);
        free(kept);
    }
    return status;
}
