#include "array_copy.h"

#include "memory/array_state.h"
#include "copy_operands.h"
#include "queue/device_state.h"
#include "transfer.h"

static gi_status check_direction(const char *what, const char *name, uint64_t begin, uint64_t size,
                                 uint32_t limit)
{
    if (begin <= limit && size <= limit - begin)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "%s: %s is %llu, and %llu from there on leave the array, "
                   "which has %u", what, name, (unsigned long long)begin, (unsigned long long)size,
                   limit);
}

static gi_status check_room(const struct gi_array *array, const struct gi_array_operand *operand,
                            const struct gi_texel_box *box, const char *what)
{
    const struct gi_image_shape *shape = &gi_image_of(array->texels)->shape;
    gi_status status = check_direction(what, "x", operand->x, box->width,
                                       gi_image_columns(shape, array->level));

    if (status == GI_OK)
        status = check_direction(what, "y", operand->y, box->height,
                                 gi_image_rows(shape, array->level));
    if (status == GI_OK)
        status = check_direction(what, "z", operand->z, box->depth,
                                 gi_image_slices(shape, array->level));
    return status;
}

/* Resolves an operand in an array, and returns the size of its elements. */
static gi_status resolve_array(struct gi_operand *out_operand,
                               const struct gi_array_operand *operand,
                               const struct gi_texel_box *box, const char *what,
                               uint32_t *out_element_bytes)
{
    struct gi_array *array;
    gi_status status;

    if (operand->array == 0)
        return GI_OK;
    status = gi_array_acquire(operand->array, &array);
    if (status != GI_OK)
        return status;
    status = check_room(array, operand, box, what);
    if (status == GI_OK) {
        *out_element_bytes = gi_format_info(array->info.format)->block_bytes;
        *out_operand = gi_operand_in_image(array->texels, array->level, (uint32_t)operand->x,
                                           (uint32_t)operand->y, (uint32_t)operand->z);
        gi_allocation_ref(out_operand->allocation);
    }
    gi_object_unref(&array->object);
    return status;
}

static gi_status resolve_arrays(struct gi_operands *operands, const struct gi_array_operand *dst,
                                const struct gi_array_operand *src, const struct gi_texel_box *box)
{
    uint32_t dst_bytes = 0, src_bytes = 0;
    gi_status status = resolve_array(&operands->dst, dst, box, "copy: dst", &dst_bytes);

    if (status == GI_OK)
        status = resolve_array(&operands->src, src, box, "copy: src", &src_bytes);
    if (status != GI_OK)
        return status;
    if (dst_bytes == 0 && src_bytes == 0)
        return gi_fail(GI_INVALID_HANDLE, "copy: neither dst nor src is an array");
    if (dst_bytes != 0 && src_bytes != 0 && dst_bytes != src_bytes)
        return gi_fail(GI_INVALID_VALUE, "copy: elements of dst have %u bytes, of src %u",
                       dst_bytes, src_bytes);
    /* The box lies in an array, so nothing overflows. */
    operands->box = (struct gi_box){ box->width * (dst_bytes != 0 ? dst_bytes : src_bytes),
                                     box->height, box->depth };
    return GI_OK;
}

gi_status gi_array_operands_resolve(struct gi_operands *operands,
                                    const struct gi_array_operand *dst,
                                    const struct gi_array_operand *src,
                                    const struct gi_texel_box *box, int kind)
{
    gi_status status = gi_operands_check_kind(kind);

    *operands = (struct gi_operands){ .box = gi_box_linear(0) };
    if (status != GI_OK)
        return status;
    status = resolve_arrays(operands, dst, src, box);
    if (status == GI_OK && dst->array == 0)
        status = gi_operand_resolve_box(&operands->dst, &dst->memory, &operands->box,
                                        gi_kind_declares(kind, true), true, "copy: dst");
    if (status == GI_OK && src->array == 0)
        status = gi_operand_resolve_box(&operands->src, &src->memory, &operands->box,
                                        gi_kind_declares(kind, false), false, "copy: src");
    if (status != GI_OK)
        gi_operands_release(operands);
    return status;
}
