#include "copy.h"

#include <string.h>

#include "allocation.h"
#include "counters.h"
#include "device_state.h"
#include "log.h"
#include "order.h"
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

static gi_status resolve(struct gi_end *dst, struct gi_end *src, uint64_t dst_pointer,
                         uint64_t src_pointer, uint64_t size_bytes, int kind)
{
    gi_status status;

    if (kind < GI_COPY_HOST_TO_HOST || kind > GI_COPY_INFER)
        return gi_fail(GI_INVALID_COPY_DIRECTION, "copy: kind %d is none of 0 to 4", kind);
    status = gi_end_resolve(dst, dst_pointer, size_bytes, "copy: dst");
    if (status != GI_OK)
        return status;
    status = gi_end_resolve(src, src_pointer, size_bytes, "copy: src");
    if (status == GI_OK) {
        status = check_direction(dst, src, kind);
        if (status != GI_OK)
            gi_end_release(src);
    }
    if (status != GI_OK)
        gi_end_release(dst);
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

/* Host memory that belongs to another device is to this one what any host memory is. */
static void see_from(const struct gi_device *device, struct gi_end *end)
{
    if (end->allocation != NULL && end->host != NULL &&
        end->allocation->kind != GI_POINTER_DEVICE && end->allocation->device != device)
        gi_end_release(end);
}

/* Whether the host may do the copy itself: it sees both ends. */
static bool host_can_copy(const struct gi_end *dst, const struct gi_end *src)
{
    return dst->host != NULL && src->host != NULL;
}

static bool is_idle(struct gi_stream *stream)
{
    uint64_t newest = gi_stream_newest(stream);

    return gi_stream_poll(stream, newest) == GI_OK;
}

/* ---- synchronous ---------------------------------------------------------------------------- */

static gi_status copy_between(struct gi_device *device, const struct gi_end *dst,
                              const struct gi_end *src, uint64_t size_bytes)
{
    struct gi_stream *legacy = device->legacy;
    gi_status status;

    if (is_device(dst) && is_device(src))
        return gi_transfer_copy(legacy, dst, src, size_bytes);
    if (host_can_copy(dst, src)) {
        status = gi_device_wait_idle(device, true);
        if (status == GI_OK)
            memmove(dst->host, src->host, (size_t)size_bytes);
        return status;
    }
    if (is_pageable(src))
        status = gi_staging_write(legacy, dst, src->host, size_bytes);
    else if (is_pageable(dst))
        return gi_staging_read(legacy, dst->host, src, size_bytes);
    else
        status = gi_transfer_copy(legacy, dst, src, size_bytes);
    return status == GI_OK ? gi_stream_wait(legacy, gi_stream_newest(legacy)) : status;
}

/* The device that does a synchronous copy: the one whose memory it is, current or not. */
static struct gi_device *home_of(const struct gi_end *dst, const struct gi_end *src,
                                 struct gi_device *current)
{
    if (is_device(dst))
        return dst->allocation->device;
    return is_device(src) ? src->allocation->device : current;
}

gi_status gi_copy(uint64_t dst_pointer, uint64_t src_pointer, uint64_t size_bytes, int kind)
{
    struct gi_device *device;
    struct gi_end dst, src;
    gi_status status = gi_device_current(&device);

    if (status != GI_OK || size_bytes == 0)
        return status;
    status = resolve(&dst, &src, dst_pointer, src_pointer, size_bytes, kind);
    if (status != GI_OK)
        return status;
    device = home_of(&dst, &src, device);
    see_from(device, &dst);
    see_from(device, &src);
    status = copy_between(device, &dst, &src, size_bytes);
    gi_end_release(&dst);
    gi_end_release(&src);
    return status;
}

/* ---- asynchronous --------------------------------------------------------------------------- */

/* Ordered like a command of the stream, done when this returns. */
static gi_status copy_on_host(struct gi_stream *stream, const struct gi_end *dst,
                              const struct gi_end *src, uint64_t size_bytes)
{
    gi_status status = gi_stream_apply_order(stream);

    if (status != GI_OK)
        return status;
    if (!is_idle(stream)) {
        gi_count(GI_COUNT_BLOCKING_ENQUEUES, 1);
        gi_log(GI_LOG_INFO, "stream %llu: a copy of %llu bytes waits for the stream, as its other "
               "end is host memory", (unsigned long long)stream->id,
               (unsigned long long)size_bytes);
        status = gi_stream_wait(stream, gi_stream_newest(stream));
    }
    if (status == GI_OK)
        memmove(dst->host, src->host, (size_t)size_bytes);
    return status;
}

static gi_status copy_async(struct gi_stream *stream, const struct gi_end *dst,
                            const struct gi_end *src, uint64_t size_bytes)
{
    gi_status status;

    if (!is_pageable(dst) && !is_pageable(src) && (is_for_device(dst) || is_for_device(src)))
        return gi_transfer_copy(stream, dst, src, size_bytes);
    if (!is_for_device(dst) && !is_for_device(src))  /* between host memories: done at once */
        return copy_on_host(stream, dst, src, size_bytes);
    if (is_pageable(dst))                        /* to pageable memory: done at once */
        return host_can_copy(dst, src) ? copy_on_host(stream, dst, src, size_bytes)
                                       : gi_staging_read(stream, dst->host, src, size_bytes);
    status = gi_stream_apply_order(stream);
    if (status != GI_OK)
        return status;
    if (host_can_copy(dst, src) && is_idle(stream)) {
        memmove(dst->host, src->host, (size_t)size_bytes);
        return GI_OK;
    }
    return gi_staging_write(stream, dst, src->host, size_bytes);
}

gi_status gi_copy_async(uint64_t dst_pointer, uint64_t src_pointer, uint64_t size_bytes, int kind,
                        gi_handle handle)
{
    struct gi_stream *stream;
    struct gi_end dst, src;
    gi_status status = gi_stream_acquire(handle, &stream);

    if (status != GI_OK)
        return status;
    if (size_bytes == 0)
        goto release_stream;
    status = resolve(&dst, &src, dst_pointer, src_pointer, size_bytes, kind);
    if (status != GI_OK)
        goto release_stream;
    see_from(stream->device, &dst);
    see_from(stream->device, &src);
    status = copy_async(stream, &dst, &src, size_bytes);
    gi_end_release(&dst);
    gi_end_release(&src);
release_stream:
    gi_stream_release(stream);
    return status;
}

/* ---- fills ---------------------------------------------------------------------------------- */

static gi_status resolve_fill(struct gi_end *dst, uint64_t pointer, uint32_t pattern_bytes,
                              uint64_t count)
{
    gi_status status;

    if (pattern_bytes != 1 && pattern_bytes != 2 && pattern_bytes != 4)
        return gi_fail(GI_INVALID_VALUE, "fill: a pattern of %u bytes; 1, 2 and 4 exist",
                       pattern_bytes);
    if (count > UINT64_MAX / pattern_bytes || pointer % pattern_bytes != 0)
        return gi_fail(GI_INVALID_VALUE, "fill: %llu elements of %u bytes at 0x%llx",
                       (unsigned long long)count, pattern_bytes, (unsigned long long)pointer);
    status = gi_end_resolve(dst, pointer, count * pattern_bytes, "fill: dst");
    if (status != GI_OK)
        return status;
    if (!device_reaches(dst))
        return gi_fail(GI_INVALID_VALUE, "fill: 0x%llx is in no allocation of this library",
                       (unsigned long long)pointer);
    return GI_OK;
}

/* In stream, or where that is NULL in the legacy stream of the memory's own device; then it also
 * waits, if it is host memory. */
static gi_status fill_in(struct gi_stream *stream, uint64_t pointer, uint32_t pattern,
                         uint32_t pattern_bytes, uint64_t count)
{
    bool is_synchronous = stream == NULL;
    struct gi_end dst;
    gi_status status;

    if (count == 0)
        return GI_OK;
    status = resolve_fill(&dst, pointer, pattern_bytes, count);
    if (status != GI_OK)
        return status;
    if (is_synchronous)
        stream = dst.allocation->device->legacy;
    status = gi_transfer_fill(stream, &dst, pattern, pattern_bytes, count * pattern_bytes);
    if (status == GI_OK && is_synchronous && !is_device(&dst))
        status = gi_stream_wait(stream, gi_stream_newest(stream));
    gi_end_release(&dst);
    return status;
}

gi_status gi_fill(uint64_t dst, uint32_t pattern, uint32_t pattern_bytes, uint64_t count)
{
    struct gi_device *current;
    gi_status status = gi_device_current(&current);

    return status == GI_OK ? fill_in(NULL, dst, pattern, pattern_bytes, count) : status;
}

gi_status gi_fill_async(uint64_t dst, uint32_t pattern, uint32_t pattern_bytes, uint64_t count,
                        gi_handle handle)
{
    struct gi_stream *stream;
    gi_status status = gi_stream_acquire(handle, &stream);

    if (status != GI_OK)
        return status;
    status = fill_in(stream, dst, pattern, pattern_bytes, count);
    gi_stream_release(stream);
    return status;
}
