#include "copy.h"

#include "allocation.h"
#include "counters.h"
#include "device_state.h"
#include "log.h"
#include "order.h"
#include "peer.h"
#include "process.h"
#include "segment.h"
#include "staging.h"
#include "transfer.h"

/* ---- checks --------------------------------------------------------------------------------- */

static bool device_reaches(const struct gi_end *end)
{
    return end->allocation != NULL;
}

static gi_status check_direction(const struct gi_end *dst, const struct gi_end *src, int kind)
{
    bool dst_must = kind == GI_COPY_HOST_TO_DEVICE || kind == GI_COPY_DEVICE_TO_DEVICE;
    bool src_must = kind == GI_COPY_DEVICE_TO_HOST || kind == GI_COPY_DEVICE_TO_DEVICE;

    if (dst_must && !device_reaches(dst))
        return gi_fail(GI_INVALID_VALUE,
                       "copy: kind %d says that dst is device memory, but 0x%llx is in no "
                       "allocation of this library", kind, (unsigned long long)dst->pointer);
    if (src_must && !device_reaches(src))
        return gi_fail(GI_INVALID_VALUE,
                       "copy: kind %d says that src is device memory, but 0x%llx is in no "
                       "allocation of this library", kind, (unsigned long long)src->pointer);
    return GI_OK;
}

typedef gi_status (*resolve_fn)(struct gi_end *out_end, uint64_t pointer, uint64_t size_bytes,
                                const char *what);

static gi_status resolve_end(struct gi_end *out_end, const struct gi_box_end *end,
                             const struct gi_box *box, resolve_fn resolve_range, const char *what)
{
    struct gi_strides strides = { end->row_bytes, end->slice_bytes };
    uint64_t span_bytes;
    gi_status status = gi_box_check(box, &strides, what, &span_bytes);

    if (status == GI_OK)
        status = resolve_range(out_end, end->pointer, span_bytes, what);
    if (status == GI_OK)
        out_end->strides = strides;
    return status;
}

/* The two ends of a copy, and its box in the simplest form. */
struct ends {
    struct gi_end dst, src;
    struct gi_box box;
};

static void release(struct ends *ends)
{
    gi_end_release(&ends->dst);
    gi_end_release(&ends->src);
}

static gi_status resolve(struct ends *ends, const struct gi_box_end *dst,
                         const struct gi_box_end *src, const struct gi_box *box, int kind)
{
    gi_status status;

    *ends = (struct ends){ .box = *box };
    if (kind < GI_COPY_HOST_TO_HOST || kind > GI_COPY_INFER)
        return gi_fail(GI_INVALID_COPY_DIRECTION, "copy: kind %d is none of 0 to 4", kind);
    status = resolve_end(&ends->dst, dst, box, gi_end_resolve_target, "copy: dst");
    if (status == GI_OK)
        status = resolve_end(&ends->src, src, box, gi_end_resolve, "copy: src");
    if (status == GI_OK)
        status = check_direction(&ends->dst, &ends->src, kind);
    if (status == GI_OK)
        gi_box_simplify(&ends->box, &ends->dst.strides, &ends->src.strides);
    else
        release(ends);
    return status;
}

static bool is_device(const struct gi_end *end)
{
    return end->allocation != NULL && end->allocation->kind == GI_POINTER_DEVICE;
}

/* Memory whose copies the device does, in order with its other work. */
static bool is_for_device(const struct gi_end *end)
{
    return is_device(end) ||
           (end->allocation != NULL && end->allocation->kind == GI_POINTER_MANAGED);
}

static bool is_pageable(const struct gi_end *end)
{
    return end->allocation == NULL;
}

/* Whether the host may do the copy itself: it sees both ends. */
static bool host_can_copy(const struct ends *ends)
{
    return ends->dst.host != NULL && ends->src.host != NULL;
}

static void copy_now(const struct ends *ends)
{
    gi_box_move(ends->dst.host, &ends->dst.strides, ends->src.host, &ends->src.strides,
                &ends->box);
}

static bool is_idle(struct gi_stream *stream)
{
    uint64_t newest = gi_stream_newest(stream);

    return gi_stream_poll(stream, newest) == GI_OK;
}

/* The one device whose memory the ends are, other if both are pageable; NULL if they are two
 * devices'. */
static struct gi_device *home_of(const struct ends *ends, struct gi_device *other)
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

static gi_status copy_between(struct gi_device *device, const struct ends *ends)
{
    const struct gi_end *dst = &ends->dst, *src = &ends->src;
    struct gi_stream *legacy = device->legacy;
    gi_status status;

    if (is_device(dst) && is_device(src))
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

static gi_status copy_across(const struct ends *ends)
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

gi_status gi_copy_box(const struct gi_box_end *dst, const struct gi_box_end *src,
                      const struct gi_box *box, int kind)
{
    struct gi_device *device;
    struct ends ends;
    gi_status status = gi_device_current(&device);

    if (status != GI_OK || gi_box_is_empty(box))
        return status;
    status = resolve(&ends, dst, src, box, kind);
    if (status != GI_OK)
        return status;
    device = home_of(&ends, device);
    status = device != NULL ? copy_between(device, &ends) : copy_across(&ends);
    release(&ends);
    return status;
}

gi_status gi_copy(uint64_t dst, uint64_t src, uint64_t size_bytes, int kind)
{
    struct gi_box box = gi_box_linear(size_bytes);

    return gi_copy_box(&(struct gi_box_end){ .pointer = dst },
                       &(struct gi_box_end){ .pointer = src }, &box, kind);
}

/* ---- asynchronous --------------------------------------------------------------------------- */

/* Ordered like a command of the stream, done when this returns. */
static gi_status copy_on_host(struct gi_stream *stream, const struct ends *ends)
{
    gi_status status = gi_stream_apply_order(stream);

    if (status != GI_OK)
        return status;
    if (!is_idle(stream)) {
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
static gi_status copy_near(struct gi_stream *stream, const struct ends *ends)
{
    const struct gi_end *dst = &ends->dst, *src = &ends->src;
    gi_status status;

    if (!is_pageable(dst) && !is_pageable(src) && (is_for_device(dst) || is_for_device(src)))
        return gi_transfer_copy(stream, dst, src, &ends->box);
    if (!is_for_device(dst) && !is_for_device(src))  /* between host memories: done at once */
        return copy_on_host(stream, ends);
    if (is_pageable(dst))                        /* to pageable memory: done at once */
        return host_can_copy(ends) ? copy_on_host(stream, ends)
                                   : gi_staging_read(stream, dst, src, &ends->box);
    status = gi_stream_apply_order(stream);
    if (status != GI_OK)
        return status;
    if (host_can_copy(ends) && is_idle(stream)) {
        copy_now(ends);
        return GI_OK;
    }
    return gi_staging_write(stream, dst, src, &ends->box);
}

static gi_status copy_in(struct gi_stream *stream, const struct ends *ends)
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

/* Done when this returns, if an end is host memory. */
static gi_status copy_and_wait(struct gi_stream *stream, const struct ends *ends)
{
    gi_status status;

    if (is_device(&ends->dst) && is_device(&ends->src))
        return copy_in(stream, ends);
    if (!host_can_copy(ends) || home_of(ends, stream->device) != stream->device) {
        status = copy_in(stream, ends);
        return status == GI_OK ? gi_stream_wait(stream, gi_stream_newest(stream)) : status;
    }
    status = gi_stream_apply_order(stream);
    if (status == GI_OK)
        status = gi_stream_wait(stream, gi_stream_newest(stream));
    if (status == GI_OK)
        copy_now(ends);
    return status;
}

static gi_status copy_in_handle(gi_handle handle, bool is_synchronous,
                                const struct gi_box_end *dst, const struct gi_box_end *src,
                                const struct gi_box *box, int kind)
{
    struct gi_stream *stream;
    struct ends ends;
    gi_status status = gi_stream_acquire(handle, &stream);

    if (status != GI_OK)
        return status;
    if (!gi_box_is_empty(box)) {
        status = resolve(&ends, dst, src, box, kind);
        if (status == GI_OK) {
            status = is_synchronous ? copy_and_wait(stream, &ends) : copy_in(stream, &ends);
            release(&ends);
        }
    }
    gi_stream_release(stream);
    return status;
}

gi_status gi_copy_box_async(const struct gi_box_end *dst, const struct gi_box_end *src,
                            const struct gi_box *box, int kind, gi_handle handle)
{
    return copy_in_handle(handle, false, dst, src, box, kind);
}

gi_status gi_copy_box_per_thread(const struct gi_box_end *dst, const struct gi_box_end *src,
                                 const struct gi_box *box, int kind)
{
    return copy_in_handle(GI_STREAM_PER_THREAD, true, dst, src, box, kind);
}

gi_status gi_copy_async(uint64_t dst, uint64_t src, uint64_t size_bytes, int kind,
                        gi_handle stream)
{
    struct gi_box box = gi_box_linear(size_bytes);

    return gi_copy_box_async(&(struct gi_box_end){ .pointer = dst },
                             &(struct gi_box_end){ .pointer = src }, &box, kind, stream);
}

/* ---- fills ---------------------------------------------------------------------------------- */

static gi_status check_pattern(const struct gi_box_end *dst, uint32_t pattern_bytes,
                               const struct gi_box *box)
{
    if (pattern_bytes != 1 && pattern_bytes != 2 && pattern_bytes != 4)
        return gi_fail(GI_INVALID_VALUE, "fill: a pattern of %u bytes; 1, 2 and 4 exist",
                       pattern_bytes);
    if (dst->pointer % pattern_bytes != 0 || box->width_bytes % pattern_bytes != 0 ||
        (box->height > 1 && dst->row_bytes % pattern_bytes != 0) ||
        (box->depth > 1 && dst->slice_bytes % pattern_bytes != 0))
        return gi_fail(GI_INVALID_VALUE, "fill: elements of %u bytes at 0x%llx, in rows of %llu "
                       "bytes %llu apart", pattern_bytes, (unsigned long long)dst->pointer,
                       (unsigned long long)box->width_bytes, (unsigned long long)dst->row_bytes);
    return GI_OK;
}

static gi_status resolve_fill(struct gi_end *dst, const struct gi_box_end *to,
                              uint32_t pattern_bytes, const struct gi_box *box)
{
    gi_status status = check_pattern(to, pattern_bytes, box);

    if (status == GI_OK)
        status = resolve_end(dst, to, box, gi_end_resolve_target, "fill: dst");
    if (status != GI_OK)
        return status;
    if (!device_reaches(dst))
        return gi_fail(GI_INVALID_VALUE, "fill: 0x%llx is in no allocation of this library",
                       (unsigned long long)to->pointer);
    return GI_OK;
}

/* In the stream, or by way of the device whose memory it is. */
static gi_status fill_through(struct gi_stream *stream, const struct gi_end *dst,
                              uint32_t pattern, uint32_t pattern_bytes, const struct gi_box *box)
{
    struct gi_stream *there;
    gi_status status, ended;

    if (dst->allocation->device == stream->device)
        return gi_transfer_fill(stream, dst, pattern, pattern_bytes, box);
    status = gi_peer_begin(stream, dst->allocation->device, &there);
    if (status != GI_OK)
        return status;
    status = gi_transfer_fill(there, dst, pattern, pattern_bytes, box);
    ended = gi_peer_end(stream, there);
    return status != GI_OK ? status : ended;
}

/* In stream, or where that is NULL in the legacy stream of the memory's own device. A synchronous
 * one waits, if it is host memory. */
static gi_status fill_in(struct gi_stream *stream, bool is_synchronous,
                         const struct gi_box_end *to, uint32_t pattern, uint32_t pattern_bytes,
                         const struct gi_box *asked)
{
    struct gi_box box = *asked;
    struct gi_end dst;
    gi_status status;

    if (gi_box_is_empty(asked))
        return GI_OK;
    status = resolve_fill(&dst, to, pattern_bytes, asked);
    if (status != GI_OK)
        return status;
    gi_box_simplify(&box, &dst.strides, NULL);
    if (stream == NULL)
        stream = dst.allocation->device->legacy;
    status = fill_through(stream, &dst, pattern, pattern_bytes, &box);
    if (status == GI_OK && is_synchronous && !is_device(&dst))
        status = gi_stream_wait(stream, gi_stream_newest(stream));
    gi_end_release(&dst);
    return status;
}

gi_status gi_fill_box(const struct gi_box_end *dst, uint32_t pattern, uint32_t pattern_bytes,
                      const struct gi_box *box)
{
    struct gi_device *current;
    gi_status status = gi_device_current(&current);

    return status == GI_OK ? fill_in(NULL, true, dst, pattern, pattern_bytes, box) : status;
}

static gi_status fill_in_handle(gi_handle handle, bool is_synchronous,
                                const struct gi_box_end *dst, uint32_t pattern,
                                uint32_t pattern_bytes, const struct gi_box *box)
{
    struct gi_stream *stream;
    gi_status status = gi_stream_acquire(handle, &stream);

    if (status != GI_OK)
        return status;
    status = fill_in(stream, is_synchronous, dst, pattern, pattern_bytes, box);
    gi_stream_release(stream);
    return status;
}

gi_status gi_fill_box_async(const struct gi_box_end *dst, uint32_t pattern,
                            uint32_t pattern_bytes, const struct gi_box *box, gi_handle handle)
{
    return fill_in_handle(handle, false, dst, pattern, pattern_bytes, box);
}

gi_status gi_fill_box_per_thread(const struct gi_box_end *dst, uint32_t pattern,
                                 uint32_t pattern_bytes, const struct gi_box *box)
{
    return fill_in_handle(GI_STREAM_PER_THREAD, true, dst, pattern, pattern_bytes, box);
}

/* A row of count elements. */
static gi_status elements(uint32_t pattern_bytes, uint64_t count, struct gi_box *out_box)
{
    *out_box = gi_box_linear(0);
    if (__builtin_mul_overflow(count, pattern_bytes, &out_box->width_bytes))
        return gi_fail(GI_INVALID_VALUE, "fill: %llu elements of %u bytes",
                       (unsigned long long)count, pattern_bytes);
    return GI_OK;
}

gi_status gi_fill(uint64_t dst, uint32_t pattern, uint32_t pattern_bytes, uint64_t count)
{
    struct gi_box box;
    gi_status status = elements(pattern_bytes, count, &box);

    if (status != GI_OK)
        return status;
    return gi_fill_box(&(struct gi_box_end){ .pointer = dst }, pattern, pattern_bytes, &box);
}

gi_status gi_fill_async(uint64_t dst, uint32_t pattern, uint32_t pattern_bytes, uint64_t count,
                        gi_handle stream)
{
    struct gi_box box;
    gi_status status = elements(pattern_bytes, count, &box);

    if (status != GI_OK)
        return status;
    return gi_fill_box_async(&(struct gi_box_end){ .pointer = dst }, pattern, pattern_bytes, &box,
                             stream);
}
