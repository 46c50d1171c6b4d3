#include "transfer.h"

#include "order.h"
#include "segment.h"

static struct gi_place place_of(const struct gi_end *end)
{
    return (struct gi_place){ end->allocation->memory, end->offset_bytes };
}

struct gi_end gi_end_in(struct gi_allocation *allocation, uint64_t offset_bytes)
{
    struct gi_end end = { .allocation = allocation,
                          .offset_bytes = allocation->offset_bytes + offset_bytes };

    if (allocation->host_address != 0)
        end.host = (void *)(uintptr_t)(allocation->host_address + offset_bytes);
    return end;
}

static gi_status enqueue(struct gi_stream *stream, const struct gi_command *command,
                         struct gi_allocation *dst, struct gi_allocation *src)
{
    struct gi_segment *segment;
    gi_status status = gi_stream_enter_ordered(stream);
    gi_status added;

    if (status != GI_OK)
        return status;
    added = gi_stream_open_segment(stream, &segment);
    if (added == GI_OK)
        added = gi_segment_add_command(segment, command, dst, src);
    status = gi_stream_leave(stream);
    return added != GI_OK ? added : status;
}

static gi_status check_device(const struct gi_stream *stream, const struct gi_end *end)
{
    if (end->allocation->device == stream->device)
        return GI_OK;
    return gi_fail(GI_NOT_SUPPORTED, "memory of device %d is used in a stream of device %d; copy "
                   "through host memory instead", end->allocation->device->ordinal,
                   stream->device->ordinal);
}

static bool overlap(const struct gi_end *dst, const struct gi_end *src, uint64_t size_bytes)
{
    return dst->allocation->memory == src->allocation->memory &&
           dst->offset_bytes < src->offset_bytes + size_bytes &&
           src->offset_bytes < dst->offset_bytes + size_bytes;
}

static gi_status copy_apart(struct gi_stream *stream, const struct gi_end *dst,
                            const struct gi_end *src, uint64_t size_bytes)
{
    struct gi_command command = {
        .kind = GI_COMMAND_COPY,
        .dst = place_of(dst),
        .src = place_of(src),
        .size_bytes = size_bytes,
    };

    return enqueue(stream, &command, dst->allocation, src->allocation);
}

/* Overlapping ends: by way of memory of our own, which the commands keep until they are done. */
static gi_status copy_overlapping(struct gi_stream *stream, const struct gi_end *dst,
                                  const struct gi_end *src, uint64_t size_bytes)
{
    struct gi_allocation *between;
    struct gi_end end;
    gi_status status;

    if (dst->offset_bytes == src->offset_bytes)
        return GI_OK;
    status = gi_allocation_new(stream->device, GI_MEMORY_DEVICE, size_bytes, &between);
    if (status != GI_OK)
        return status;
    end = gi_end_in(between, 0);
    status = copy_apart(stream, &end, src, size_bytes);
    if (status == GI_OK)
        status = copy_apart(stream, dst, &end, size_bytes);
    gi_allocation_unref(between);
    return status;
}

gi_status gi_transfer_copy(struct gi_stream *stream, const struct gi_end *dst,
                           const struct gi_end *src, uint64_t size_bytes)
{
    gi_status status = check_device(stream, dst);

    if (status == GI_OK)
        status = check_device(stream, src);
    if (status != GI_OK)
        return status;
    return overlap(dst, src, size_bytes) ? copy_overlapping(stream, dst, src, size_bytes)
                                         : copy_apart(stream, dst, src, size_bytes);
}

gi_status gi_transfer_fill(struct gi_stream *stream, const struct gi_end *dst, uint32_t pattern,
                           uint32_t pattern_bytes, uint64_t size_bytes)
{
    struct gi_command command = {
        .kind = GI_COMMAND_FILL,
        .size_bytes = size_bytes,
        .pattern = pattern,
        .pattern_bytes = pattern_bytes,
    };
    gi_status status = check_device(stream, dst);

    if (status != GI_OK)
        return status;
    command.dst = place_of(dst);
    return enqueue(stream, &command, dst->allocation, NULL);
}
