#include "copy_batch.h"

#include "copy_ends.h"
#include "counters.h"
#include "log.h"
#include "stream.h"

static gi_status check_end(const struct gi_box_end *end, const struct gi_box *box, size_t index,
                           bool is_target, bool *out_is_pageable)
{
    const char *what = is_target ? "copy batch: dst" : "copy batch: src";
    struct gi_end resolved;
    gi_status status = gi_end_resolve_box(&resolved, end, box, GI_SAID_NOTHING, is_target, what);

    *out_is_pageable = false;
    if (status != GI_OK) {
        gi_log(GI_LOG_INFO, "it was copy %zu of a batch", index);
        return status;
    }
    *out_is_pageable = resolved.allocation == NULL;
    gi_end_release(&resolved);
    return GI_OK;
}

static gi_status check_places(const struct gi_copy_places *places, size_t index,
                              bool *out_source_is_pageable)
{
    bool ignored;
    gi_status status = GI_OK;

    *out_source_is_pageable = false;
    if (places->has_array)
        status = gi_array_copy_check(&places->dst, &places->src, &places->texels, GI_COPY_INFER);
    if (status == GI_OK && places->dst.array == 0)
        status = check_end(&places->dst.memory, &places->box, index, true, &ignored);
    if (status == GI_OK && places->src.array == 0)
        status = check_end(&places->src.memory, &places->box, index, false,
                           out_source_is_pageable);
    return status;
}

/* Whether all can be enqueued, and whether the stream has to be waited for first. */
static gi_status check(const struct gi_batch_copy *copies, size_t count, bool *out_must_wait)
{
    *out_must_wait = false;
    for (size_t i = 0; i < count; i++) {
        const struct gi_batch_copy *copy = &copies[i];
        bool source_is_pageable;
        gi_status status;

        if (copy->order < GI_SOURCE_IN_STREAM || copy->order > GI_SOURCE_ANY)
            return gi_fail(GI_INVALID_VALUE, "copy %zu of the batch: srcAccessOrder is %d, none of "
                           "1 to 3", i, copy->order);
        if (gi_box_is_empty(&copy->places.box))
            return gi_fail(GI_INVALID_VALUE, "copy %zu of the batch: there are no bytes in it", i);
        status = check_places(&copy->places, i, &source_is_pageable);
        if (status != GI_OK)
            return status;
        *out_must_wait |= source_is_pageable && copy->order == GI_SOURCE_IN_STREAM;
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

static gi_status enqueue(const struct gi_copy_places *places, gi_handle stream)
{
    if (places->has_array)
        return gi_array_copy_async(&places->dst, &places->src, &places->texels, GI_COPY_INFER,
                                   stream);
    return gi_copy_box_async(&places->dst.memory, &places->src.memory, &places->box, GI_COPY_INFER,
                             stream);
}

gi_status gi_copy_batch(const struct gi_batch_copy *copies, size_t count, gi_handle stream)
{
    uint32_t flags;
    bool must_wait;
    gi_status status = gi_stream_get_flags(stream, &flags);

    if (status == GI_OK)
        status = gi_stream_takes_batches(stream);
    if (status == GI_OK)
        status = check(copies, count, &must_wait);
    if (status == GI_OK && must_wait)
        status = wait_for(stream);
    for (size_t i = 0; i < count && status == GI_OK; i++)
        status = enqueue(&copies[i].places, stream);
    return status;
}
