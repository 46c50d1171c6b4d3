#include "copy.h"

#include "copy_ends.h"
#include "device_state.h"
#include "peer.h"
#include "scheduler.h"
#include "transfer.h"

/* ---- ends ----------------------------------------------------------------------------------- */

static gi_status resolve(struct gi_ends *ends, const struct gi_box_end *dst,
                         const struct gi_box_end *src, const struct gi_box *box, int kind)
{
    gi_status status;

    *ends = (struct gi_ends){ .box = *box };
    status = gi_ends_check_kind(kind);
    if (status != GI_OK)
        return status;
    status = gi_end_resolve_box(&ends->dst, dst, box, gi_kind_says(kind, true), true, "copy: dst");
    if (status == GI_OK)
        status = gi_end_resolve_box(&ends->src, src, box, gi_kind_says(kind, false), false,
                                    "copy: src");
    if (status == GI_OK)
        gi_box_simplify(&ends->box, &ends->dst.strides, &ends->src.strides);
    else
        gi_ends_release(ends);
    return status;
}

/* ---- copies --------------------------------------------------------------------------------- */

gi_status gi_copy_box(const struct gi_box_end *dst, const struct gi_box_end *src,
                      const struct gi_box *box, int kind)
{
    struct gi_device *device;
    struct gi_ends ends;
    gi_status status = gi_device_current(&device);

    if (status != GI_OK || gi_box_is_empty(box))
        return status;
    status = resolve(&ends, dst, src, box, kind);
    if (status != GI_OK)
        return status;
    status = gi_ends_copy(device, &ends);
    gi_ends_release(&ends);
    return status;
}

gi_status gi_copy(uint64_t dst, uint64_t src, uint64_t size_bytes, int kind)
{
    struct gi_box box = gi_box_linear(size_bytes);

    return gi_copy_box(&(struct gi_box_end){ .pointer = dst },
                       &(struct gi_box_end){ .pointer = src }, &box, kind);
}

static gi_status copy_in_handle(gi_handle handle, bool is_synchronous,
                                const struct gi_box_end *dst, const struct gi_box_end *src,
                                const struct gi_box *box, int kind)
{
    struct gi_stream *stream;
    struct gi_ends ends;
    gi_status status = gi_stream_acquire(handle, &stream);

    if (status != GI_OK)
        return status;
    if (!gi_box_is_empty(box)) {
        status = resolve(&ends, dst, src, box, kind);
        if (status == GI_OK) {
            status = is_synchronous ? gi_ends_copy_and_wait(stream, &ends)
                                    : gi_ends_copy_in(stream, &ends);
            gi_ends_release(&ends);
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
    if ((dst->pointer + dst->skip_bytes) % pattern_bytes != 0 ||
        box->width_bytes % pattern_bytes != 0 ||
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
        status = gi_end_resolve_box(dst, to, box, GI_SAID_DEVICE, true, "fill: dst");
    return status;
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
    if (status == GI_OK && is_synchronous && !gi_end_is_device(&dst))
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
