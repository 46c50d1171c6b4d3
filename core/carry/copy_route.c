#include "copy_route.h"

#include "stream/append.h"
#include "stream/at_once.h"
#include "base/counters.h"
#include "base/log.h"
#include "stream/order.h"
#include "peer.h"
#include "staging.h"
#include "transfer.h"

/* ---- kinds of operands ---------------------------------------------------------------------- */

static bool is_device(const struct gi_operand *operand)
{
    return operand->allocation != NULL && operand->allocation->kind == GI_POINTER_DEVICE;
}

/* Memory whose copies the device does, in order with its other work. */
static bool is_for_device(const struct gi_operand *operand)
{
    return operand->allocation != NULL && (operand->allocation->kind == GI_POINTER_DEVICE ||
                                           operand->allocation->kind == GI_POINTER_MANAGED);
}

static bool is_pageable(const struct gi_operand *operand)
{
    return operand->allocation == NULL;
}

/* Whether the host can do the copy itself, because it can access both operands. */
static bool host_can_copy(const struct gi_operation_copy *copy)
{
    return copy->dst.host != NULL && copy->src.host != NULL;
}

/* The device of the operands; other if both are pageable; NULL if they are on two devices. */
static struct gi_device *home_of(const struct gi_operation_copy *copy, struct gi_device *other)
{
    struct gi_device *dst = is_pageable(&copy->dst) ? NULL : copy->dst.allocation->device;
    struct gi_device *src = is_pageable(&copy->src) ? NULL : copy->src.allocation->device;

    if (dst != NULL && src != NULL)
        return dst == src ? dst : NULL;
    if (dst != NULL)
        return dst;
    return src != NULL ? src : other;
}

struct gi_device *gi_copy_home(const struct gi_operation_copy *copy, struct gi_device *other)
{
    struct gi_device *home = home_of(copy, other);

    return home != NULL ? home : copy->dst.allocation->device;
}

bool gi_copy_is_for_host(const struct gi_operation_copy *copy)
{
    return is_pageable(&copy->dst) || is_pageable(&copy->src) ||
           (!is_for_device(&copy->dst) && !is_for_device(&copy->src));
}

/* ---- in the stream's order ------------------------------------------------------------------ */

static gi_status copy_now(const struct gi_operation_copy *copy)
{
    return gi_transfer_move(&copy->dst, &copy->src, &copy->box);
}

/* Copies in the stream's order; done when this returns. */
static gi_status copy_on_host(struct gi_stream *stream, const struct gi_operation_copy *copy)
{
    gi_status status = gi_append_order(stream);
    bool may = false;

    if (status == GI_OK)
        status = gi_at_once_may_copy(stream, copy, &may);
    if (status == GI_OK && !may) {
        gi_count(GI_COUNT_BLOCKING_ENQUEUES, 1);
        gi_log(GI_LOG_INFO, "stream %llu: a copy of %llu bytes waits for the stream: its other "
               "operand is host memory", (unsigned long long)stream->id,
               (unsigned long long)gi_box_bytes(&copy->box));
        status = gi_stream_wait(stream, gi_stream_newest(stream));
    }
    return status == GI_OK ? copy_now(copy) : status;
}

/* Copies from pageable memory, which may be changed once this returns. */
static gi_status copy_up(struct gi_stream *stream, const struct gi_operation_copy *copy)
{
    gi_status status = gi_append_order(stream);
    bool may = false;

    if (status == GI_OK)
        status = gi_at_once_may_copy(stream, copy, &may);
    if (status != GI_OK)
        return status;
    if (!may)
        return gi_staging_write(stream, &copy->dst, &copy->src, &copy->box);
    return copy_now(copy);
}

/* Copies if each operand is pageable or on the stream's own device. */
static gi_status copy_near(struct gi_stream *stream, const struct gi_operation_copy *copy)
{
    const struct gi_operand *dst = &copy->dst, *src = &copy->src;

    if (!is_for_device(dst) && !is_for_device(src))  /* between host memories: done at once */
        return copy_on_host(stream, copy);
    if (!is_pageable(dst) && !is_pageable(src))
        return gi_transfer_copy(stream, dst, src, &copy->box);
    if (is_pageable(src))
        return copy_up(stream, copy);
    /* To pageable memory: done at once. */
    return host_can_copy(copy) ? copy_on_host(stream, copy)
                               : gi_staging_read(stream, dst, src, &copy->box);
}

/* Copies in a stream of the memory's device. */
static gi_status copy_there(struct gi_stream *stream, struct gi_device *home,
                            const struct gi_operation_copy *copy)
{
    struct gi_stream *there;
    gi_status status = gi_peer_begin(stream, home, &there), ended;

    if (status != GI_OK)
        return status;
    status = copy_near(there, copy);
    ended = gi_peer_end(stream, there);
    return status != GI_OK ? status : ended;
}

static gi_status copy_in(struct gi_stream *stream, const struct gi_operation_copy *copy)
{
    struct gi_device *home = home_of(copy, stream->device);

    if (home == stream->device)
        return copy_near(stream, copy);
    if (home != NULL)
        return copy_there(stream, home, copy);
    if (!is_for_device(&copy->dst) && !is_for_device(&copy->src))
        return copy_on_host(stream, copy);       /* pinned memory of two devices */
    return gi_peer_copy(stream, &copy->dst, &copy->src, &copy->box);
}

/* ---- done when the call returns ------------------------------------------------------------- */

/* Waits until a legacy stream and what it orders with are idle, also for its context's waits. */
static gi_status wait_for_legacy(struct gi_stream *legacy)
{
    gi_status status = GI_OK;

    if (gi_order_context_waits(legacy) != NULL)
        status = gi_append_order(legacy);
    return status == GI_OK ? gi_order_wait_idle(legacy, true) : status;
}

/* Waits for the work that a copy by the host must follow. */
static gi_status wait_before(struct gi_stream *stream, const struct gi_operation_copy *copy)
{
    struct gi_device *there = is_pageable(&copy->src) ? stream->device
                                                      : copy->src.allocation->device;
    gi_status status = GI_OK;

    if (copy->wait == GI_WAIT_DEVICE) {
        if (there != stream->device)
            status = wait_for_legacy(there->legacy);
        return status == GI_OK ? wait_for_legacy(stream) : status;
    }
    status = gi_append_order(stream);
    return status == GI_OK ? gi_stream_wait(stream, gi_stream_newest(stream)) : status;
}

/* Whether the host does a copy for which the call waits: it can access both operands, and all
 * their users come before it in the stream's order. */
static bool is_for_host(const struct gi_stream *stream, const struct gi_operation_copy *copy)
{
    return host_can_copy(copy) &&
           (copy->wait == GI_WAIT_DEVICE ||
            home_of(copy, stream->device) == stream->device);
}

static gi_status copy_and_wait(struct gi_stream *stream, const struct gi_operation_copy *copy)
{
    bool is_near = home_of(copy, stream->device) != NULL;
    gi_status status;

    if (is_device(&copy->dst) && is_device(&copy->src) && !copy->ends_call &&
        (is_near || copy->wait == GI_WAIT_STREAM))
        return copy_in(stream, copy);
    if (!is_for_host(stream, copy)) {
        status = copy_in(stream, copy);
        return status == GI_OK ? gi_stream_wait(stream, gi_stream_newest(stream)) : status;
    }
    status = wait_before(stream, copy);
    return status == GI_OK ? copy_now(copy) : status;
}

gi_status gi_copy_route(struct gi_stream *stream, const struct gi_operation_copy *copy)
{
    return copy->wait == GI_WAIT_NOT ? copy_in(stream, copy)
                                     : copy_and_wait(stream, copy);
}

/* ---- fills ---------------------------------------------------------------------------------- */

/* Fills in the stream, or in a stream of the memory's device. */
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

    if (status != GI_OK || fill->wait == GI_WAIT_NOT ||
        (is_device(&fill->dst) && !fill->ends_call))
        return status;
    return gi_stream_wait(stream, gi_stream_newest(stream));
}
