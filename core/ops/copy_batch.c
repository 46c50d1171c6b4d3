#include "copy_batch.h"

#include "copy_operands.h"
#include "copy_form.h"
#include "base/counters.h"
#include "base/log.h"
#include "base/scratch.h"
#include "stream/scheduler.h"
#include "stream/stream.h"

#define LOCAL_COPIES 16

/* Resolves both operands of a copy as a check, and releases them. */
static gi_status check_operands(const struct gi_copy *copy, bool *out_source_is_pageable)
{
    struct gi_operation_copy operands;
    gi_status status = gi_copy_operands_resolve(&operands, copy);

    *out_source_is_pageable = false;
    if (status != GI_OK)
        return status;
    *out_source_is_pageable = operands.src.allocation == NULL;
    gi_operands_release(&operands);
    return GI_OK;
}

/* Checks whether a copy can be enqueued, and translates it. */
static gi_status check_copy(const struct gi_batch_copy *copy, size_t index,
                            struct gi_copy *out_box, bool *out_source_is_pageable)
{
    struct gi_box bytes;
    gi_status status;

    if (copy->order < GI_SOURCE_IN_STREAM || copy->order > GI_SOURCE_ANY)
        return gi_fail(GI_INVALID_VALUE, "copy %zu of the batch: srcAccessOrder is %d; "
                       "1 to 3 exist", index, copy->order);
    status = gi_copy_form_box(&copy->copy, out_box);
    if (status != GI_OK)
        return status;
    out_box->kind = GI_COPY_INFER;
    bytes = gi_copy_box_of(out_box);
    if (gi_box_is_empty(&bytes))
        return gi_fail(GI_INVALID_VALUE, "copy %zu of the batch: there are no bytes in it", index);
    return check_operands(out_box, out_source_is_pageable);
}

/* Checks whether all can be enqueued, and whether the call must first wait for the stream. */
static gi_status check_batch(const struct gi_batch_copy *copies, size_t count,
                             struct gi_copy *out_boxes, bool *out_must_wait)
{
    *out_must_wait = false;
    for (size_t i = 0; i < count; i++) {
        bool source_is_pageable = false;
        gi_status status = check_copy(&copies[i], i, &out_boxes[i], &source_is_pageable);

        if (status != GI_OK) {
            gi_log(GI_LOG_INFO, "it was copy %zu of a batch", i);
            return status;
        }
        *out_must_wait |= source_is_pageable && copies[i].order == GI_SOURCE_IN_STREAM;
    }
    return GI_OK;
}

/* The host reads pageable sources now, so earlier work of the stream must be done. */
static gi_status wait_for_stream(gi_handle handle)
{
    struct gi_stream *stream;
    gi_status status = gi_stream_acquire(handle, &stream);

    if (status != GI_OK)
        return status;
    if (gi_stream_poll(stream, gi_stream_newest(stream)) == GI_OK) {
        gi_stream_release(stream);
        return GI_OK;
    }
    gi_count(GI_COUNT_BLOCKING_ENQUEUES, 1);
    gi_log(GI_LOG_INFO, "a batch of copies waits for its stream, as a pageable source is to be "
           "read in the stream's order");
    status = gi_stream_wait(stream, gi_stream_newest(stream));
    gi_device_synchronised(stream->device);
    gi_stream_release(stream);
    return status;
}

static gi_status enqueue_copies(const struct gi_copy *boxes, size_t count, gi_handle stream)
{
    struct gi_copy_call call = gi_copy_call_of(gi_in_stream(stream));
    gi_status status = GI_OK;

    for (size_t i = 0; i < count && status == GI_OK; i++)
        status = gi_copy_call_box(&call, &boxes[i]);
    gi_copy_call_end(&call);
    return status;
}

gi_status gi_copy_batch(const struct gi_batch_copy *copies, size_t count, gi_handle stream)
{
    struct gi_copy local[LOCAL_COPIES], *boxes;
    int priority;
    bool must_wait;
    gi_status status = gi_stream_takes_batches(stream);

    if (status == GI_OK)
        status = gi_stream_get_priority(stream, &priority);
    if (status == GI_OK && gi_stream_captures(stream))
        status = gi_fail(GI_CAPTURE_UNSUPPORTED, "a batch of copies: the stream captures");
    if (status != GI_OK)
        return status;
    boxes = gi_scratch(local, sizeof local, count, sizeof local[0]);
    if (boxes == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for %zu copies", count);
    status = check_batch(copies, count, boxes, &must_wait);
    if (status == GI_OK && must_wait)
        status = wait_for_stream(stream);
    if (status == GI_OK)
        status = enqueue_copies(boxes, count, stream);
    gi_scratch_free(boxes, local);
    return status;
}
