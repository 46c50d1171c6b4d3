#include "array_copy.h"

#include "arrays/array_state.h"
#include "copy_operands.h"
#include "queue/device_state.h"
#include "carry/transfer.h"

/* ---- arrays --------------------------------------------------------------------------------- */

static uint64_t blocks_of(uint64_t texels, uint32_t block)
{
    return texels == 0 ? 1 : (texels + block - 1) / block;
}

gi_status gi_array_layout_of(gi_handle array, const char *name, struct gi_array_layout *out_layout)
{
    const struct gi_format_info *format;
    struct gi_array_info info;
    gi_status st;

    *out_layout = (struct gi_array_layout){ .texel_bytes = 0 };
    if (array == 0)
        return gi_fail(GI_INVALID_HANDLE, "%s is a NULL array", name);
    st = gi_array_query(array, &info);
    if (st != GI_OK)
        return st;
    format = gi_format_info(info.format);
    *out_layout = (struct gi_array_layout){
        .texel_bytes = format->block_bytes,
        .row_bytes = blocks_of(info.width, format->block_width) * format->block_bytes,
        .rows = blocks_of(info.height, format->block_height),
        .slices = info.depth == 0 ? 1 : info.depth,
        .block_width = format->block_width,
        .block_height = format->block_height,
    };
    return GI_OK;
}

/* ---- resolving ------------------------------------------------------------------------------ */

static gi_status check_direction(const char *what, const char *name, uint64_t begin, uint64_t size,
                                 uint32_t limit)
{
    if (begin <= limit && size <= limit - begin)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "%s: %s is %llu, and %llu from there on leave the array, "
                   "which has %u", what, name, (unsigned long long)begin, (unsigned long long)size,
                   limit);
}

/* Positions and extents are in texels or blocks, as the array's are. */
static gi_status check_room(const struct gi_array *array, const struct gi_copy_side *side,
                            const struct gi_box *box, uint32_t element_bytes)
{
    const struct gi_image_shape *shape = &gi_image_of(array->texels)->shape;
    gi_status status = check_direction(side->name, "x", side->x / element_bytes,
                                       box->width_bytes / element_bytes,
                                       gi_image_columns(shape, array->level));

    if (status == GI_OK)
        status = check_direction(side->name, "y", side->y, box->height,
                                 gi_image_rows(shape, array->level));
    if (status == GI_OK)
        status = check_direction(side->name, "z", side->z, box->depth,
                                 shape->dims == GI_IMAGE_3D ? gi_image_slices(shape, array->level)
                                                            : array->layers);
    return status;
}

/* Resolves an operand in an array, and returns the size of its elements. */
static gi_status resolve_array(struct gi_operand *out_operand, const struct gi_copy_side *side,
                               const struct gi_box *box, uint32_t *out_element_bytes)
{
    struct gi_array *array;
    uint32_t element_bytes;
    gi_status status;

    if (!gi_copy_is_of_array(side))
        return GI_OK;
    status = gi_array_acquire(side->array, &array);
    if (status != GI_OK)
        return status;
    element_bytes = gi_format_info(array->info.format)->block_bytes;
    status = check_room(array, side, box, element_bytes);
    if (status == GI_OK) {
        *out_element_bytes = element_bytes;
        *out_operand = gi_operand_in_image(array->texels, array->level,
                                           (uint32_t)(side->x / element_bytes), (uint32_t)side->y,
                                           (uint32_t)side->z + array->first_layer);
        gi_allocation_ref(out_operand->allocation);
    }
    gi_object_unref(&array->object);
    return status;
}

static gi_status resolve_arrays(struct gi_operation_copy *operands, const struct gi_copy *copy)
{
    uint32_t dst_bytes = 0, src_bytes = 0;
    gi_status status = resolve_array(&operands->dst, &copy->dst, &operands->box, &dst_bytes);

    if (status == GI_OK)
        status = resolve_array(&operands->src, &copy->src, &operands->box, &src_bytes);
    if (status == GI_OK && dst_bytes != 0 && src_bytes != 0 && dst_bytes != src_bytes)
        return gi_fail(GI_INVALID_VALUE, "copy: elements of dst have %u bytes, of src %u",
                       dst_bytes, src_bytes);
    return status;
}

static gi_status resolve_memory(struct gi_operand *out_operand, const struct gi_copy_side *side,
                                const struct gi_box *box, int kind, bool is_target)
{
    if (gi_copy_is_of_array(side))
        return GI_OK;
    return gi_operand_resolve_box(out_operand, side, box,
                                  gi_kind_declares(kind, is_target), is_target,
                                  is_target ? "copy: dst" : "copy: src");
}

gi_status gi_copy_operands_resolve(struct gi_operation_copy *operands, const struct gi_copy *copy)
{
    gi_status status;

    if (!gi_copy_is_of_array(&copy->dst) && !gi_copy_is_of_array(&copy->src))
        return gi_operands_resolve(operands, copy);
    *operands = (struct gi_operation_copy){ .box = gi_copy_box_of(copy) };
    status = gi_operands_check_kind(copy->kind);
    if (status != GI_OK)
        return status;
    status = resolve_arrays(operands, copy);
    if (status == GI_OK)
        status = resolve_memory(&operands->dst, &copy->dst, &operands->box, copy->kind, true);
    if (status == GI_OK)
        status = resolve_memory(&operands->src, &copy->src, &operands->box, copy->kind, false);
    if (status != GI_OK)
        gi_operands_release(operands);
    return status;
}
