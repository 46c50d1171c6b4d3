#include "copy_batch.h"

#include "allocation.h"
#include "counters.h"
#include "log.h"
#include "stream.h"

static gi_status check_end(const struct gi_box_end *end, const struct gi_box *box, size_t index,
                           bool is_target, bool *out_is_pageable)
{
    struct gi_strides strides = { end->row_bytes, end->slice_bytes };
    const char *what = is_target ? "copy batch: dst" : "copy batch: src";
    struct gi_end resolved;
    uint64_t span_bytes;
    gi_status status = gi_box_check(box, &strides, what, &span_bytes);

    *out_is_pageable = false;
    if (status == GI_OK && is_target)
        status = gi_end_resolve_target(&resolved, end->pointer, span_bytes, what);
    else if (status == GI_OK)
        status = gi_end_resolve(&resolved, end->pointer, span_bytes, what);
    if (status != GI_OK) {
        gi_log(GI_LOG_INFO, "it was copy %zu of a batch", index);
        return status;
    }
    *out_is_pageable = resolved.allocation == NULL;
    gi_end_release(&resolved);
    return GI_OK;
}

/* Whether all can be enqueued, and whether the stream has to be waited for first. */
static gi_status check(const struct gi_batch_copy *copies, size_t count, bool *out_must_wait)
{
    *out_must_wait = false;
    for (size_t i = 0; i < count; i++) {
        const struct gi_batch_copy *copy = &copies[i];
        bool dst_is_pageable, src_is_pageable = false;
        gi_status status;

        if (copy->order < GI_SOURCE_IN_STREAM || copy->order > GI_SOURCE_ANY)
            return gi_fail(GI_INVALID_VALUE, "copy %zu of the batch: srcAccessOrder is %d, none of "
                           "1 to 3", i, copy->order);
        if (gi_box_is_empty(&copy->box))
            return gi_fail(GI_INVALID_VALUE, "copy %zu of the batch: there are no bytes in it", i);
        status = check_end(&copy->dst, &copy->box, i, true, &dst_is_pageable);
        if (status == GI_OK)
            status = check_end(&copy->src, &copy->box, i, false, &src_is_pageable);
        if (status != GI_OK)
            return status;
        *out_must_wait |= src_is_pageable && copy->order == GI_SOURCE_IN_STREAM;
    }
    return GI_OK;
}

/* The host reads pageable sources now, so what the stream does before must be over. */
static gi_status wait_for(gi_handle stream)
{
    if (gi_stream_query(stream) == GI_OK)
        return GI_OK;
    gi_count(GI_COUNT_BLOCKING_ENQUEUES, 1);
    gi_log(GI_LOG_INFO, "a batch of copies waits for its stream, as a pageable source is to be "
           "read in the stream's order");
    return gi_stream_synchronize(stream);
}

gi_status gi_copy_batch(const struct gi_batch_copy *copies, size_t count, gi_handle stream)
{
    uint32_t flags;
    bool must_wait;
    gi_status status = gi_stream_get_flags(stream, &flags);

    if (status != GI_OK)
        return status;
    if (stream == GI_STREAM_NULL || stream == GI_STREAM_LEGACY)
        return gi_fail(GI_INVALID_VALUE, "stream is the legacy default stream, which takes no "
                       "batches of copies");
    status = check(copies, count, &must_wait);
    if (status == GI_OK && must_wait)
        status = wait_for(stream);
    for (size_t i = 0; i < count && status == GI_OK; i++)
        status = gi_copy_box_async(&copies[i].dst, &copies[i].src, &copies[i].box, GI_COPY_INFER,
                                   stream);
    return status;
}
