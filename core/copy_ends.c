#include "copy_ends.h"

#include "counters.h"
#include "device_state.h"
#include "log.h"
#include "order.h"
#include "peer.h"
#include "staging.h"
#include "transfer.h"

/* ---- checks --------------------------------------------------------------------------------- */

gi_status gi_ends_check_kind(int kind)
{
    if (kind < GI_COPY_HOST_TO_HOST || kind > GI_COPY_INFER)
        return gi_fail(GI_INVALID_COPY_DIRECTION, "copy: kind %d is none of 0 to 4", kind);
    return GI_OK;
}

enum gi_said gi_kind_says(int kind, bool is_target)
{
    switch (kind) {
    case GI_COPY_HOST_TO_HOST:     return GI_SAID_HOST;
    case GI_COPY_HOST_TO_DEVICE:   return is_target ? GI_SAID_DEVICE : GI_SAID_HOST;
    case GI_COPY_DEVICE_TO_HOST:   return is_target ? GI_SAID_HOST : GI_SAID_DEVICE;
    case GI_COPY_DEVICE_TO_DEVICE: return GI_SAID_DEVICE;
    default:                       return GI_SAID_NOTHING;
    }
}

static gi_status resolve_range(struct gi_end *out_end, uint64_t pointer, uint64_t size_bytes,
                               bool is_target, const char *what)
{
    return is_target ? gi_end_resolve_target(out_end, pointer, size_bytes, what)
                     : gi_end_resolve(out_end, pointer, size_bytes, what);
}

static gi_status is_not_device(uint64_t pointer, const char *what)
{
    return gi_fail(GI_INVALID_VALUE, "%s 0x%llx has to be device memory, but is in no allocation "
                   "of this library", what, (unsigned long long)pointer);
}

/* If the pointer is in an allocation, the box has to be in the same one. If it is in none, the
 * memory is pageable, and the box is looked up by itself, as a part may be registered. */
static gi_status resolve_place(struct gi_end *out_end, const struct gi_box_end *end,
                               uint64_t span_bytes, bool must_be_device, bool is_target,
                               const char *what)
{
    uint64_t all_bytes;
    gi_status status;

    if (__builtin_add_overflow(end->skip_bytes, span_bytes, &all_bytes))
        return gi_fail(GI_INVALID_VALUE, "%s 0x%llx: a box %llu bytes behind it overflows", what,
                       (unsigned long long)end->pointer, (unsigned long long)end->skip_bytes);
    status = resolve_range(out_end, end->pointer, all_bytes, is_target, what);
    if (status != GI_OK)
        return status;
    if (must_be_device && out_end->allocation == NULL)
        return is_not_device(end->pointer, what);
    if (out_end->allocation == NULL)
        return end->skip_bytes == 0 ? GI_OK
                                    : resolve_range(out_end, end->pointer + end->skip_bytes,
                                                    span_bytes, is_target, what);
    out_end->pointer += end->skip_bytes;
    out_end->offset_bytes += end->skip_bytes;
    if (out_end->host != NULL)
        out_end->host = (char *)out_end->host + end->skip_bytes;
    return GI_OK;
}

gi_status gi_end_resolve_box(struct gi_end *out_end, const struct gi_box_end *end,
                             const struct gi_box *box, enum gi_said kind_says, bool is_target,
                             const char *what)
{
    bool must_be_device = end->said == GI_SAID_DEVICE || kind_says == GI_SAID_DEVICE;
    struct gi_strides strides = { end->row_bytes, end->slice_bytes };
    uint64_t span_bytes;
    gi_status status = gi_box_check(box, &strides, what, &span_bytes);

    if (status == GI_OK)
        status = resolve_place(out_end, end, span_bytes, must_be_device, is_target, what);
    if (status == GI_OK)
        out_end->strides = strides;
    return status;
}

void gi_ends_release(struct gi_ends *ends)
{
    gi_end_release(&ends->dst);
    gi_end_release(&ends->src);
}

/* ---- what the ends are ---------------------------------------------------------------------- */

/* Memory whose copies the device does, in order with its other work. */
static bool is_for_device(const struct gi_end *end)
{
    return gi_end_is_device(end) ||
           (end->allocation != NULL && end->allocation->kind == GI_POINTER_MANAGED);
}

static bool is_pageable(const struct gi_end *end)
{
    return end->allocation == NULL;
}

/* Whether the host may do the copy itself: it sees both ends. */
static bool host_can_copy(const struct gi_ends *ends)
{
    return ends->dst.host != NULL && ends->src.host != NULL;
}

static void copy_now(const struct gi_ends *ends)
{
    gi_box_move(ends->dst.host, &ends->dst.strides, ends->src.host, &ends->src.strides,
                &ends->box);
}

/* Whether the stream has nothing to do. What its work failed with is told here or never. */
static gi_status look_if_idle(struct gi_stream *stream, bool *out_is_idle)
{
    gi_status status = gi_stream_poll(stream, gi_stream_newest(stream));

    *out_is_idle = status == GI_OK;
    return status == GI_NOT_READY ? GI_OK : status;
}

/* The one device whose memory the ends are, other if both are pageable; NULL if they are two
 * devices'. */
static struct gi_device *home_of(const struct gi_ends *ends, struct gi_device *other)
{
    struct gi_device *dst = is_pageable(&ends->dst) ? NULL : ends->dst.allocation->device;
    struct gi_device *src = is_pageable(&ends->src) ? NULL : ends->src.allocation->device;

    if (dst != NULL && src != NULL)
        return dst == src ? dst : NULL;
    if (dst != NULL)
        return dst;
    return src != NULL ? src : other;
}

/* ---- synchronous ---------------------------------------------------------------------------- */

static gi_status copy_between(struct gi_device *device, const struct gi_ends *ends)
{
    const struct gi_end *dst = &ends->dst, *src = &ends->src;
    struct gi_stream *legacy = device->legacy;
    gi_status status;

    if (gi_end_is_device(dst) && gi_end_is_device(src))
        return gi_transfer_copy(legacy, dst, src, &ends->box);
    if (host_can_copy(ends)) {
        status = gi_device_wait_idle(device, true);
        if (status == GI_OK)
            copy_now(ends);
        return status;
    }
    if (is_pageable(src))
        status = gi_staging_write(legacy, dst, src, &ends->box);
    else if (is_pageable(dst))
        return gi_staging_read(legacy, dst, src, &ends->box);
    else
        status = gi_transfer_copy(legacy, dst, src, &ends->box);
    return status == GI_OK ? gi_stream_wait(legacy, gi_stream_newest(legacy)) : status;
}

static gi_status copy_across(const struct gi_ends *ends)
{
    struct gi_device *there = ends->src.allocation->device;
    struct gi_stream *legacy = ends->dst.allocation->device->legacy;
    gi_status status;

    if (host_can_copy(ends)) {
        status = gi_device_wait_idle(there, true);
        if (status == GI_OK)
            status = gi_device_wait_idle(legacy->device, true);
        if (status == GI_OK)
            copy_now(ends);
        return status;
    }
    status = gi_peer_copy(legacy, &ends->dst, &ends->src, &ends->box);
    return status == GI_OK ? gi_stream_wait(legacy, gi_stream_newest(legacy)) : status;
}

gi_status gi_ends_copy(struct gi_device *current, const struct gi_ends *ends)
{
    struct gi_device *home = home_of(ends, current);

    return home != NULL ? copy_between(home, ends) : copy_across(ends);
}

/* ---- asynchronous --------------------------------------------------------------------------- */

/* Ordered like a command of the stream, done when this returns. */
static gi_status copy_on_host(struct gi_stream *stream, const struct gi_ends *ends)
{
    gi_status status = gi_stream_apply_order(stream);
    bool is_idle;

    if (status == GI_OK)
        status = look_if_idle(stream, &is_idle);
    if (status != GI_OK)
        return status;
    if (!is_idle) {
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

/* Pageable ends, and memory of the stream's own device. */
static gi_status copy_near(struct gi_stream *stream, const struct gi_ends *ends)
{
    const struct gi_end *dst = &ends->dst, *src = &ends->src;
    bool is_idle = false;
    gi_status status;

    if (!is_pageable(dst) && !is_pageable(src) && (is_for_device(dst) || is_for_device(src)))
        return gi_transfer_copy(stream, dst, src, &ends->box);
    if (!is_for_device(dst) && !is_for_device(src))  /* between host memories: done at once */
        return copy_on_host(stream, ends);
    if (is_pageable(dst))                        /* to pageable memory: done at once */
        return host_can_copy(ends) ? copy_on_host(stream, ends)
                                   : gi_staging_read(stream, dst, src, &ends->box);
    status = gi_stream_apply_order(stream);
    if (status == GI_OK && host_can_copy(ends))
        status = look_if_idle(stream, &is_idle);
    if (status != GI_OK)
        return status;
    if (!is_idle)
        return gi_staging_write(stream, dst, src, &ends->box);
    copy_now(ends);
    return GI_OK;
}

gi_status gi_ends_copy_in(struct gi_stream *stream, const struct gi_ends *ends)
{
    struct gi_device *home = home_of(ends, stream->device);
    struct gi_stream *there;
    gi_status status, ended;

    if (home == stream->device)
        return copy_near(stream, ends);
    if (home == NULL && !is_for_device(&ends->dst) && !is_for_device(&ends->src))
        return copy_on_host(stream, ends);       /* pinned memory of two devices */
    if (home == NULL)
        return gi_peer_copy(stream, &ends->dst, &ends->src, &ends->box);
    status = gi_peer_begin(stream, home, &there);
    if (status != GI_OK)
        return status;
    status = copy_near(there, ends);
    ended = gi_peer_end(stream, there);
    return status != GI_OK ? status : ended;
}

gi_status gi_ends_copy_and_wait(struct gi_stream *stream, const struct gi_ends *ends)
{
    gi_status status;

    if (gi_end_is_device(&ends->dst) && gi_end_is_device(&ends->src))
        return gi_ends_copy_in(stream, ends);
    if (!host_can_copy(ends) || home_of(ends, stream->device) != stream->device) {
        status = gi_ends_copy_in(stream, ends);
        return status == GI_OK ? gi_stream_wait(stream, gi_stream_newest(stream)) : status;
    }
    status = gi_stream_apply_order(stream);
    if (status == GI_OK)
        status = gi_stream_wait(stream, gi_stream_newest(stream));
    if (status == GI_OK)
        copy_now(ends);
    return status;
}
