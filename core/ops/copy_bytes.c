#include "copy_bytes.h"

#include "queue/device_state.h"
#include "memory/own_memory.h"
#include "stream/capture.h"

static gi_status check_direction(const char *name, const char *what, uint64_t begin, uint64_t size,
                                 uint64_t limit)
{
    if (begin <= limit && size <= limit - begin)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "%s: %llu %s from %llu on leave the array, which has %llu",
                   name, (unsigned long long)size, what, (unsigned long long)begin,
                   (unsigned long long)limit);
}

static gi_status check_room(const struct gi_copy *box, const struct gi_copy_side *side,
                            const struct gi_array_layout *layout)
{
    gi_status st;

    if (!gi_copy_is_of_array(side))
        return GI_OK;
    st = check_direction(side->name, "bytes of a row", side->x, box->width, layout->row_bytes);
    if (st == GI_OK)
        st = check_direction(side->name, "rows", side->y, box->height, layout->rows);
    if (st == GI_OK)
        st = check_direction(side->name, "slices", side->z, box->depth, layout->slices);
    return st;
}

static bool is_cut(const struct gi_copy *box, const struct gi_copy_side *side,
                   const struct gi_array_layout *layout)
{
    return gi_copy_is_of_array(side) &&
           (side->x % layout->texel_bytes != 0 || box->width % layout->texel_bytes != 0);
}

/* ---- texels that are cut -------------------------------------------------------------------- */

/* The whole texels around the bytes of an array, in the library's own memory. */
struct around {
    struct gi_allocation *memory;        /* referenced; NULL: none */
    struct gi_copy_side bytes;           /* the requested bytes of the texels, in the memory */
    struct gi_copy fetch;                /* of the texels, from the array to the memory */
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

static gi_status take_around(struct gi_copy_call *call, const struct gi_copy *box,
                             const struct gi_copy_side *side, uint64_t step, struct around *out)
{
    uint64_t skip = side->x % step, width = (skip + box->width + step - 1) / step * step;
    gi_status st;

    *out = (struct around){
        .bytes = { .name = side->name, .declared = GI_DECLARED_DEVICE, .pitch = width,
                   .slice_bytes = width * box->height },
        .fetch = { .measure = GI_COPY_BOX, .src = *side, .width = width, .height = box->height,
                   .depth = box->depth, .kind = GI_COPY_DEVICE_TO_DEVICE },
    };
    st = call->stream != NULL
             ? gi_capture_check(call->stream, "a copy that begins or ends within a texel") : GI_OK;
    if (st == GI_OK)
        st = take_memory(width * box->height * box->depth, &out->memory);
    if (st != GI_OK)
        return st;
    out->bytes.pointer = out->memory == NULL ? 0 : out->memory->device_address;
    out->fetch.dst = out->bytes;
    out->fetch.src.x -= skip;
    out->bytes.pointer += skip;
    return gi_copy_call_box(call, &out->fetch);
}

/* Puts the texels back into the array. */
static gi_status put_back(struct gi_copy_call *call, const struct around *around)
{
    struct gi_copy back = around->fetch;

    back.dst = around->fetch.src;
    back.src = around->fetch.dst;
    return gi_copy_call_box(call, &back);
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

static gi_status copy_into_cut(struct gi_copy_call *call, const struct gi_copy *box,
                               const struct gi_array_layout *dst)
{
    struct gi_copy into = *box;
    struct around around;
    gi_status st = take_around(call, box, &box->dst, dst->texel_bytes, &around);

    into.dst = around.bytes;
    if (st == GI_OK)
        st = gi_copy_call_box(call, &into);
    if (st == GI_OK)
        st = put_back(call, &around);
    drop_around(&around);
    return st;
}

static gi_status copy_to(struct gi_copy_call *call, const struct gi_copy *box,
                         const struct gi_array_layout *dst)
{
    return is_cut(box, &box->dst, dst) ? copy_into_cut(call, box, dst)
                                       : gi_copy_call_box(call, box);
}

static gi_status copy_from_cut(struct gi_copy_call *call, const struct gi_copy *box,
                               const struct gi_array_layout *dst,
                               const struct gi_array_layout *src)
{
    struct gi_copy from = *box;
    struct around around;
    gi_status st = take_around(call, box, &box->src, src->texel_bytes, &around);

    from.src = around.bytes;
    if (st == GI_OK)
        st = copy_to(call, &from, dst);
    drop_around(&around);
    return st;
}

gi_status gi_copy_bytes(struct gi_copy_call *call, const struct gi_copy *box,
                        const struct gi_array_layout *dst, const struct gi_array_layout *src)
{
    bool differ = gi_copy_is_of_array(&box->dst) && gi_copy_is_of_array(&box->src) &&
                  dst->texel_bytes != src->texel_bytes;
    gi_status st = check_room(box, &box->dst, dst);

    if (st == GI_OK)
        st = check_room(box, &box->src, src);
    if (st != GI_OK)
        return st;
    return differ || is_cut(box, &box->src, src) ? copy_from_cut(call, box, dst, src)
                                                 : copy_to(call, box, dst);
}
