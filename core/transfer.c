#include "transfer.h"

#include "order.h"
#include "segment.h"

static struct gi_place place_of(const struct gi_end *end)
{
    return (struct gi_place){ end->allocation->memory, end->offset_bytes, end->strides };
}

struct gi_end gi_end_in(struct gi_allocation *allocation, uint64_t offset_bytes)
{
    struct gi_end end = { .allocation = allocation,
                          .offset_bytes = allocation->offset_bytes + offset_bytes };

    if (allocation->host_address != 0)
        end.host = (void *)(uintptr_t)(allocation->host_address + offset_bytes);
    return end;
}

struct gi_end gi_end_packed(struct gi_allocation *allocation, const struct gi_box *box)
{
    struct gi_end end = gi_end_in(allocation, 0);

    end.strides.row_bytes = box->width_bytes;
    end.strides.slice_bytes = box->width_bytes * box->height;
    return end;
}

struct gi_end gi_end_at(const struct gi_end *end, const struct gi_box_part *part)
{
    uint64_t offset_bytes = gi_box_offset(&end->strides, part->x_bytes, part->y, part->z);
    struct gi_end moved = *end;

    moved.offset_bytes += offset_bytes;
    if (moved.host != NULL)
        moved.host = (char *)moved.host + offset_bytes;
    return moved;
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
    return gi_fail(GI_INTERNAL, "memory of device %d is used in a stream of device %d",
                   end->allocation->device->ordinal, stream->device->ordinal);
}

static bool overlap(const struct gi_end *dst, const struct gi_end *src, const struct gi_box *box)
{
    return dst->allocation->memory == src->allocation->memory &&
           gi_box_meets(box, dst->offset_bytes, &dst->strides, src->offset_bytes, &src->strides);
}

static bool are_the_same(const struct gi_end *dst, const struct gi_end *src)
{
    return dst->offset_bytes == src->offset_bytes &&
           dst->strides.row_bytes == src->strides.row_bytes &&
           dst->strides.slice_bytes == src->strides.slice_bytes;
}

static gi_status copy_apart(struct gi_stream *stream, const struct gi_end *dst,
                            const struct gi_end *src, const struct gi_box *box)
{
    struct gi_command command = {
        .kind = GI_COMMAND_COPY,
        .dst = place_of(dst),
        .src = place_of(src),
        .box = *box,
    };

    return enqueue(stream, &command, dst->allocation, src->allocation);
}

/* Overlapping ends: by way of memory of our own, which the commands keep until they are done. */
static gi_status copy_overlapping(struct gi_stream *stream, const struct gi_end *dst,
                                  const struct gi_end *src, const struct gi_box *box)
{
    struct gi_allocation *between;
    struct gi_end end;
    gi_status status;

    if (are_the_same(dst, src))
        return GI_OK;
    status = gi_allocation_new(stream->device, GI_MEMORY_DEVICE, gi_box_bytes(box), &between);
    if (status != GI_OK)
        return status;
    end = gi_end_packed(between, box);
    status = copy_apart(stream, &end, src, box);
    if (status == GI_OK)
        status = copy_apart(stream, dst, &end, box);
    gi_allocation_unref(between);
    return status;
}

gi_status gi_transfer_copy(struct gi_stream *stream, const struct gi_end *dst,
                           const struct gi_end *src, const struct gi_box *box)
{
    gi_status status = check_device(stream, dst);

    if (status == GI_OK)
        status = check_device(stream, src);
    if (status != GI_OK)
        return status;
    return overlap(dst, src, box) ? copy_overlapping(stream, dst, src, box)
                                  : copy_apart(stream, dst, src, box);
}

gi_status gi_transfer_fill(struct gi_stream *stream, const struct gi_end *dst, uint32_t pattern,
                           uint32_t pattern_bytes, const struct gi_box *box)
{
    struct gi_command command = {
        .kind = GI_COMMAND_FILL,
        .box = *box,
        .pattern = pattern,
        .pattern_bytes = pattern_bytes,
    };
    gi_status status = check_device(stream, dst);

    if (status != GI_OK)
        return status;
    command.dst = place_of(dst);
    return enqueue(stream, &command, dst->allocation, NULL);
}
