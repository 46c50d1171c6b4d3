#include "copy_bytes.h"

#include "queue/device_state.h"
#include "memory/own_memory.h"

static gi_status check_direction(const char *name, const char *what, uint64_t begin, uint64_t size,
                                 uint64_t limit)
{
    if (begin <= limit && size <= limit - begin)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "%s: %llu %s from %llu on leave the array, which has %llu",
                   name, (unsigned long long)size, what, (unsigned long long)begin,
                   (unsigned long long)limit);
}

static gi_status check_room(const struct gi_copy_operand *operand, const struct gi_box *box)
{
    gi_status st;

    if (operand->array == 0)
        return GI_OK;
    st = check_direction(operand->name, "bytes of a row", operand->x_bytes, box->width_bytes,
                         operand->layout.row_bytes);
    if (st == GI_OK)
        st = check_direction(operand->name, "rows", operand->y, box->height, operand->layout.rows);
    if (st == GI_OK)
        st = check_direction(operand->name, "slices", operand->z, box->depth,
                             operand->layout.slices);
    return st;
}

static bool is_cut(const struct gi_copy_operand *operand, const struct gi_box *box)
{
    return operand->array != 0 && (operand->x_bytes % operand->layout.texel_bytes != 0 ||
                                   box->width_bytes % operand->layout.texel_bytes != 0);
}

/* ---- texels that are cut -------------------------------------------------------------------- */

/* The whole texels around the bytes of an array, in the library's own memory. */
struct around {
    struct gi_allocation *memory;        /* referenced; NULL: none */
    struct gi_copy_operand texels;           /* in the array */
    struct gi_copy_operand copy;             /* in the memory */
    struct gi_copy_operand bytes;            /* the requested bytes of the texels, in the memory */
    struct gi_box box;                   /* of the texels */
};

/* Allocates memory with a pointer. A reset in another thread may end the pointer. The reference
 * then still keeps its address from other allocations. */
static gi_status take_memory(uint64_t size_bytes, struct gi_allocation **out_memory)
{
    struct gi_allocation *memory;
    struct gi_device *device;
    gi_status st = gi_device_current(&device);

    if (st != GI_OK || size_bytes == 0)
        return st;
    st = gi_allocation_new(device, GI_MEMORY_DEVICE, size_bytes, &memory);
    if (st != GI_OK)
        return st;
    gi_allocation_ref(memory);
    st = gi_allocation_publish(memory);
    if (st != GI_OK) {
        gi_allocation_unref(memory);
        gi_allocation_unref(memory);
        return st;
    }
    *out_memory = memory;
    return GI_OK;
}

static gi_status take_around(struct gi_copy_call *call, const struct gi_copy_operand *operand,
                             const struct gi_box *box, struct around *out)
{
    uint64_t step = operand->layout.texel_bytes;
    uint64_t skip = operand->x_bytes % step;
    struct gi_box_operand *copy = &out->copy.memory;
    gi_status st;

    *out = (struct around){ .texels = *operand, .copy = { .name = operand->name }, .box = *box };
    out->texels.x_bytes -= skip;
    out->box.width_bytes = (skip + box->width_bytes + step - 1) / step * step;
    copy->declared = GI_DECLARED_DEVICE;
    copy->row_bytes = out->box.width_bytes;
    copy->slice_bytes = copy->row_bytes * box->height;
    st = take_memory(gi_box_bytes(&out->box), &out->memory);
    if (st != GI_OK)
        return st;
    copy->pointer = out->memory == NULL ? 0 : out->memory->device_address;
    out->bytes = out->copy;
    out->bytes.memory.pointer += skip;
    return gi_copy_call_box(call, &out->copy, &out->texels, &out->box, GI_COPY_DEVICE_TO_DEVICE);
}

/* The work keeps the memory until it is done. A reset may have freed it already. */
static void drop_around(const struct around *around)
{
    if (around->memory == NULL)
        return;
    if (gi_allocation_unpublish(around->memory))
        gi_allocation_unref(around->memory);
    gi_allocation_unref(around->memory);
}

static gi_status copy_into_cut(struct gi_copy_call *call, const struct gi_copy_operand *dst,
                               const struct gi_copy_operand *src, const struct gi_box *box,
                               int kind)
{
    struct around around;
    gi_status st = take_around(call, dst, box, &around);

    if (st == GI_OK)
        st = gi_copy_call_box(call, &around.bytes, src, box, kind);
    if (st == GI_OK)
        st = gi_copy_call_box(call, &around.texels, &around.copy, &around.box,
                              GI_COPY_DEVICE_TO_DEVICE);
    drop_around(&around);
    return st;
}

static gi_status copy_to(struct gi_copy_call *call, const struct gi_copy_operand *dst,
                         const struct gi_copy_operand *src, const struct gi_box *box, int kind)
{
    return is_cut(dst, box) ? copy_into_cut(call, dst, src, box, kind)
                            : gi_copy_call_box(call, dst, src, box, kind);
}

gi_status gi_copy_bytes(struct gi_copy_call *call, const struct gi_copy_operand *dst,
                        const struct gi_copy_operand *src, const struct gi_box *box, int kind)
{
    bool differ = dst->array != 0 && src->array != 0 &&
                  dst->layout.texel_bytes != src->layout.texel_bytes;
    struct around around;
    gi_status st = check_room(dst, box);

    if (st == GI_OK)
        st = check_room(src, box);
    if (st != GI_OK || !(differ || is_cut(src, box)))
        return st == GI_OK ? copy_to(call, dst, src, box, kind) : st;
    st = take_around(call, src, box, &around);
    if (st == GI_OK)
        st = copy_to(call, dst, &around.bytes, box, kind);
    drop_around(&around);
    return st;
}
