#include "copy_route.h"

#include "stream/append.h"
#include "stream/at_once.h"
#include "base/counters.h"
#include "base/log.h"
#include "stream/order.h"
#include "peer.h"
#include "staging.h"
#include "transfer.h"

/* ---- what the ends are ---------------------------------------------------------------------- */

static bool is_device(const struct gi_operand *end)
{
    return end->allocation != NULL && end->allocation->kind == GI_POINTER_DEVICE;
}

/* Memory whose copies the device does, in order with its other work. */
static bool is_for_device(const struct gi_operand *end)
{
    return end->allocation != NULL && (end->allocation->kind == GI_POINTER_DEVICE ||
                                       end->allocation->kind == GI_POINTER_MANAGED);
}

static bool is_pageable(const struct gi_operand *end)
{
    return end->allocation == NULL;
}

/* Whether the host may do the copy itself: it sees both ends. */
static bool host_can_copy(const struct gi_operands *ends)
{
    return ends->dst.host != NULL && ends->src.host != NULL;
}

/* The one device whose memory the ends are, other if both are pageable; NULL if they are two
 * devices'. */
static struct gi_device *home_of(const struct gi_operands *ends, struct gi_device *other)
{
    struct gi_device *dst = is_pageable(&ends->dst) ? NULL : ends->dst.allocation->device;
    struct gi_device *src = is_pageable(&ends->src) ? NULL : ends->src.allocation->device;

    if (dst != NULL && src != NULL)
        return dst == src ? dst : NULL;
    if (dst != NULL)
        return dst;
    return src != NULL ? src : other;
}

struct gi_stream *gi_copy_home_stream(const struct gi_operands *ends, struct gi_device *other)
{
    struct gi_device *home = home_of(ends, other);

    return home != NULL ? home->legacy : ends->dst.allocation->device->legacy;
}

/* ---- in the stream's order ------------------------------------------------------------------ */

static void copy_now(const struct gi_operands *ends)
{
    gi_box_move(ends->dst.host, &ends->dst.strides, ends->src.host, &ends->src.strides,
                &ends->box);
}

/* Ordered like a command of the stream, done when this returns. */
static gi_status copy_on_host(struct gi_stream *stream, const struct gi_operands *ends)
{
    gi_status status = gi_append_order(stream);
    bool may = false;

    if (status == GI_OK)
        status = gi_at_once_may_copy(stream, ends, &may);
    if (status == GI_OK && !may) {
        gi_count(GI_COUNT_BLOCKING_ENQUEUES, 1);
        gi_log(GI_LOG_INFO, "stream %llu: a copy of %llu bytes waits for the stream, as its other "
               "end is host memory", (unsigned long long)stream->id,
               (unsigned long long)gi_box_bytes(&ends->box));
        status = gi_stream_wait(stream, gi_stream_newest(stream));
    }
    if (status == GI_OK)
        copy_now(ends);
    return status;
}

/* From pageable memory, which may be changed once this returns. */
static gi_status copy_up(struct gi_stream *stream, const struct gi_operands *ends)
{
    gi_status status = gi_append_order(stream);
    bool may = false;

    if (status == GI_OK)
        status = gi_at_once_may_copy(stream, ends, &may);
    if (status != GI_OK)
        return status;
    if (!may)
        return gi_staging_write(stream, &ends->dst, &ends->src, &ends->box);
    copy_now(ends);
    return GI_OK;
}

/* Pageable ends, and memory of the stream's own device. */
static gi_status copy_near(struct gi_stream *stream, const struct gi_operands *ends)
{
    const struct gi_operand *dst = &ends->dst, *src = &ends->src;

    if (!is_for_device(dst) && !is_for_device(src))  /* between host memories: done at once */
        return copy_on_host(stream, ends);
    if (!is_pageable(dst) && !is_pageable(src))
        return gi_transfer_copy(stream, dst, src, &ends->box);
    if (is_pageable(src))
        return copy_up(stream, ends);
    return host_can_copy(ends) ? copy_on_host(stream, ends)      /* to pageable: done at once */
                               : gi_staging_read(stream, dst, src, &ends->box);
}

/* By way of the device whose memory it is. */
static gi_status copy_there(struct gi_stream *stream, struct gi_device *home,
                            const struct gi_operands *ends)
{
    struct gi_stream *there;
    gi_status status = gi_peer_begin(stream, home, &there), ended;

    if (status != GI_OK)
        return status;
    status = copy_near(there, ends);
    ended = gi_peer_end(stream, there);
    return status != GI_OK ? status : ended;
}

static gi_status copy_in(struct gi_stream *stream, const struct gi_operands *ends)
{
    struct gi_device *home = home_of(ends, stream->device);

    if (home == stream->device)
        return copy_near(stream, ends);
    if (home != NULL)
        return copy_there(stream, home, ends);
    if (!is_for_device(&ends->dst) && !is_for_device(&ends->src))
        return copy_on_host(stream, ends);           /* pinned memory of two devices */
    return gi_peer_copy(stream, &ends->dst, &ends->src, &ends->box);
}

/* ---- done when the call returns ------------------------------------------------------------- */

/* Waits for what comes before a copy by the host. */
static gi_status wait_before(struct gi_stream *stream, const struct gi_operation_copy *copy)
{
    struct gi_device *there = is_pageable(&copy->ends.src) ? stream->device
                                                           : copy->ends.src.allocation->device;
    gi_status status = GI_OK;

    if (copy->wait == GI_WAIT_DEVICE) {
        if (there != stream->device)
            status = gi_device_wait_idle(there, true);
        return status == GI_OK ? gi_device_wait_idle(stream->device, true) : status;
    }
    status = gi_append_order(stream);
    return status == GI_OK ? gi_stream_wait(stream, gi_stream_newest(stream)) : status;
}

/* Whether the host does a copy that is waited for: it sees both ends, and the stream comes after
 * all that uses them. */
static bool is_for_host(const struct gi_stream *stream, const struct gi_operation_copy *copy)
{
    return host_can_copy(&copy->ends) &&
           (copy->wait == GI_WAIT_DEVICE ||
            home_of(&copy->ends, stream->device) == stream->device);
}

static gi_status copy_and_wait(struct gi_stream *stream, const struct gi_operation_copy *copy)
{
    const struct gi_operands *ends = &copy->ends;
    bool is_near = home_of(ends, stream->device) != NULL;
    gi_status status;

    if (is_device(&ends->dst) && is_device(&ends->src) &&
        (is_near || copy->wait == GI_WAIT_STREAM))
        return copy_in(stream, ends);
    if (!is_for_host(stream, copy)) {
        status = copy_in(stream, ends);
        return status == GI_OK ? gi_stream_wait(stream, gi_stream_newest(stream)) : status;
    }
    status = wait_before(stream, copy);
    if (status == GI_OK)
        copy_now(ends);
    return status;
}

gi_status gi_copy_route(struct gi_stream *stream, const struct gi_operation_copy *copy)
{
    return copy->wait == GI_WAIT_NOT ? copy_in(stream, &copy->ends) : copy_and_wait(stream, copy);
}

/* ---- fills ---------------------------------------------------------------------------------- */

/* In the stream, or by way of the device whose memory it is. */
static gi_status fill_through(struct gi_stream *stream, const struct gi_operation_fill *fill)
{
    struct gi_device *home = fill->dst.allocation->device;
    struct gi_stream *there;
    gi_status status, ended;

    if (home == stream->device)
        return gi_transfer_fill(stream, fill);
    status = gi_peer_begin(stream, home, &there);
    if (status != GI_OK)
        return status;
    status = gi_transfer_fill(there, fill);
    ended = gi_peer_end(stream, there);
    return status != GI_OK ? status : ended;
}

gi_status gi_fill_route(struct gi_stream *stream, const struct gi_operation_fill *fill)
{
    gi_status status = fill_through(stream, fill);

    if (status != GI_OK || fill->wait == GI_WAIT_NOT || is_device(&fill->dst))
        return status;
    return gi_stream_wait(stream, gi_stream_newest(stream));
}
