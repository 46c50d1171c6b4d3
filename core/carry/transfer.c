#include "transfer.h"

#include <string.h>

#include "stream/append.h"
#include "base/in_driver.h"
#include "arrays/image.h"
#include "memory/own_memory.h"

static struct gi_place operand_place(const struct gi_operand *operand)
{
    return (struct gi_place){ operand->allocation->memory, operand->offset_bytes,
                              operand->strides };
}

static bool is_image(const struct gi_operand *operand)
{
    return operand->texels.image != NULL;
}

static uint32_t block_bytes(const struct gi_operand *operand)
{
    return gi_format_info(operand->texels.image->shape.format)->block_bytes;
}

gi_status gi_transfer_move(const struct gi_operand *dst, const struct gi_operand *src,
                           const struct gi_box *box)
{
    gi_status status = gi_driver_enter();

    if (status != GI_OK)
        return status;
    gi_box_move(dst->host, &dst->strides, src->host, &src->strides, box);
    gi_driver_leave();
    return GI_OK;
}

struct gi_operand gi_operand_in_image(struct gi_allocation *allocation, uint32_t level, uint32_t x,
                                      uint32_t y, uint32_t z)
{
    return (struct gi_operand){ .allocation = allocation,
                            .texels = { gi_image_of(allocation), level, x, y, z } };
}

struct gi_operand gi_operand_in(struct gi_allocation *allocation, uint64_t offset_bytes)
{
    struct gi_operand operand = { .allocation = allocation,
                          .offset_bytes = allocation->offset_bytes + offset_bytes };

    if (allocation->host_address != 0)
        operand.host = (void *)(uintptr_t)(allocation->host_address + offset_bytes);
    return operand;
}

struct gi_operand gi_operand_packed(struct gi_allocation *allocation, const struct gi_box *box)
{
    struct gi_operand operand = gi_operand_in(allocation, 0);

    operand.strides.row_bytes = box->width_bytes;
    operand.strides.slice_bytes = box->width_bytes * box->height;
    return operand;
}

struct gi_operand gi_operand_at(const struct gi_operand *operand, const struct gi_box_part *part)
{
    uint64_t offset_bytes = gi_box_offset(&operand->strides, part->x_bytes, part->y, part->z);
    struct gi_operand moved = *operand;

    if (is_image(operand)) {
        moved.texels.x += (uint32_t)(part->x_bytes / block_bytes(operand));
        moved.texels.y += (uint32_t)part->y;
        moved.texels.z += (uint32_t)part->z;
        return moved;
    }
    moved.offset_bytes += offset_bytes;
    if (moved.host != NULL)
        moved.host = (char *)moved.host + offset_bytes;
    return moved;
}

static gi_status check_device(const struct gi_stream *stream, const struct gi_operand *operand)
{
    if (operand->allocation->device == stream->device)
        return GI_OK;
    return gi_fail(GI_INTERNAL, "memory of device %d is used in a stream of device %d",
                   operand->allocation->device->ordinal, stream->device->ordinal);
}

static struct gi_span span_of(const struct gi_operand *operand, const struct gi_box *box)
{
    uint64_t begin;

    if (is_image(operand))
        return gi_image_span(&operand->texels, box);
    begin = operand->allocation->memory->device_address + operand->offset_bytes;
    return (struct gi_span){ begin, begin + gi_box_span(box, &operand->strides) };
}

/* Whether two boxes in one image share a texel. */
static bool texels_meet(const struct gi_image_place *a, const struct gi_image_place *b,
                        const struct gi_box *box)
{
    uint64_t columns = box->width_bytes / gi_format_info(a->image->shape.format)->block_bytes;

    return a->level == b->level && a->x < b->x + columns && b->x < a->x + columns &&
           a->y < b->y + box->height && b->y < a->y + box->height &&
           a->z < b->z + box->depth && b->z < a->z + box->depth;
}

static bool overlap(const struct gi_operand *dst, const struct gi_operand *src,
                    const struct gi_box *box)
{
    if (is_image(dst) && dst->texels.image == src->texels.image)
        return texels_meet(&dst->texels, &src->texels, box);
    if (is_image(dst) || is_image(src)) {        /* several images may map the same imported
                                                    memory */
        struct gi_span a = span_of(dst, box), b = span_of(src, box);

        return a.begin < b.end && b.begin < a.end;
    }
    return dst->allocation->memory == src->allocation->memory &&
           gi_box_meets(box, dst->offset_bytes, &dst->strides, src->offset_bytes, &src->strides);
}

static bool are_the_same(const struct gi_operand *dst, const struct gi_operand *src)
{
    const struct gi_image_place *a = &dst->texels, *b = &src->texels;

    if (a->image != NULL || b->image != NULL)
        return a->image == b->image && a->x == b->x && a->y == b->y && a->z == b->z;
    return dst->offset_bytes == src->offset_bytes &&
           dst->strides.row_bytes == src->strides.row_bytes &&
           dst->strides.slice_bytes == src->strides.slice_bytes;
}

static enum gi_command_kind command_kind(const struct gi_operand *dst, const struct gi_operand *src)
{
    if (is_image(dst))
        return is_image(src) ? GI_COMMAND_IMAGE_COPY : GI_COMMAND_IMAGE_WRITE;
    return is_image(src) ? GI_COMMAND_IMAGE_READ : GI_COMMAND_COPY;
}

/* Whether memory has the alignment that commands with images need. */
static bool is_aligned(const struct gi_operand *memory, const struct gi_operand *image,
                       const struct gi_box *box)
{
    uint32_t step = block_bytes(image);

    return memory->offset_bytes % step == 0 &&
           (box->height == 1 || memory->strides.row_bytes % step == 0) &&
           (box->depth == 1 || memory->strides.slice_bytes % step == 0);
}

/* Whether one command can do the copy. */
static bool is_direct(const struct gi_operand *dst, const struct gi_operand *src,
                      const struct gi_box *box)
{
    if (overlap(dst, src, box))
        return false;
    if (is_image(dst) == is_image(src))
        return true;
    return is_image(dst) ? is_aligned(src, dst, box) : is_aligned(dst, src, box);
}

static void make_copy(const struct gi_operand *dst, const struct gi_operand *src,
                      const struct gi_box *box, struct gi_command *out)
{
    out->kind = command_kind(dst, src);
    out->barrier_before = false;
    out->box = *box;
    out->pattern = out->pattern_bytes = 0;
    if (is_image(dst))
        out->dst_image = dst->texels;
    else
        out->dst = operand_place(dst);
    if (is_image(src))
        out->src_image = src->texels;
    else
        out->src = operand_place(src);
    if (out->kind == GI_COMMAND_COPY)        /* a part of a copy with an image is not simplified
                                                yet */
        gi_box_simplify(&out->box, &out->dst.strides, &out->src.strides);
}

static gi_status copy_directly(struct gi_stream *stream, const struct gi_operand *dst,
                               const struct gi_operand *src, const struct gi_box *box)
{
    struct gi_command command;

    make_copy(dst, src, box, &command);
    return gi_append_command(stream, &command, dst->allocation, src->allocation);
}

/* Copies through the library's own memory, which the commands keep until they are done. */
static gi_status copy_indirectly(struct gi_stream *stream, const struct gi_operand *dst,
                                 const struct gi_operand *src, const struct gi_box *box)
{
    struct gi_allocation *between;
    struct gi_operand operand;
    gi_status status;

    if (are_the_same(dst, src))
        return GI_OK;
    status = gi_allocation_new(stream->device, GI_MEMORY_DEVICE, gi_box_bytes(box), &between);
    if (status != GI_OK)
        return status;
    operand = gi_operand_packed(between, box);
    status = copy_directly(stream, &operand, src, box);
    if (status == GI_OK)
        status = copy_directly(stream, dst, &operand, box);
    gi_allocation_unref(between);
    return status;
}

gi_status gi_transfer_copy(struct gi_stream *stream, const struct gi_operand *dst,
                           const struct gi_operand *src, const struct gi_box *box)
{
    gi_status status = check_device(stream, dst);

    if (status == GI_OK)
        status = check_device(stream, src);
    if (status != GI_OK)
        return status;
    return is_direct(dst, src, box) ? copy_directly(stream, dst, src, box)
                                    : copy_indirectly(stream, dst, src, box);
}

static void make_fill(const struct gi_operation_fill *fill, struct gi_command *out)
{
    out->kind = GI_COMMAND_FILL;
    out->barrier_before = false;
    out->dst = operand_place(&fill->dst);
    out->src = (struct gi_place){ .memory = NULL };
    out->box = fill->box;
    out->pattern = fill->pattern;
    out->pattern_bytes = fill->pattern_bytes;
}

gi_status gi_transfer_fill(struct gi_stream *stream, const struct gi_operation_fill *fill)
{
    struct gi_command command;
    gi_status status = check_device(stream, &fill->dst);

    if (status != GI_OK)
        return status;
    make_fill(fill, &command);
    return gi_append_command(stream, &command, fill->dst.allocation, NULL);
}

/* ---- recordings ------------------------------------------------------------------------------ */

static bool is_plain(const struct gi_operand *operand)
{
    return operand->allocation != NULL && !is_image(operand) && !operand->allocation->is_carried;
}

bool gi_transfer_copy_can_be_recorded(const struct gi_operation_copy *copy)
{
    return is_plain(&copy->dst) && is_plain(&copy->src) &&
           copy->dst.allocation->device == copy->src.allocation->device &&
           is_direct(&copy->dst, &copy->src, &copy->box);
}

bool gi_transfer_fill_can_be_recorded(const struct gi_operation_fill *fill)
{
    return is_plain(&fill->dst);
}

void gi_transfer_make_copy(const struct gi_operation_copy *copy, struct gi_made_command *out_made)
{
    make_copy(&copy->dst, &copy->src, &copy->box, &out_made->command);
    out_made->named[0] = copy->dst.allocation;
    out_made->named[1] = copy->src.allocation;
    memset(out_made->kept, 0, sizeof out_made->kept);
}

void gi_transfer_make_fill(const struct gi_operation_fill *fill, struct gi_made_command *out_made)
{
    make_fill(fill, &out_made->command);
    out_made->named[0] = fill->dst.allocation;
    out_made->named[1] = NULL;
    memset(out_made->kept, 0, sizeof out_made->kept);
}
