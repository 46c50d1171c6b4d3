#include "multicast_copy.h"

#include <stdlib.h>

#include "base/counters.h"
#include "base/vector.h"
#include "copy_route.h"
#include "ranges/multicast.h"
#include "ranges/range_ask.h"
#include "stream/scheduler.h"
#include "transfer.h"
#include "wiring.h"

/* Memory of one member that stands for some addresses. */
struct site {
    uint64_t begin, end;
    struct gi_allocation *memory;        /* referenced */
    uint64_t offset_bytes;               /* in the allocation */
};

struct sites {
    struct site *items;
    size_t count, capacity;
};

/* ---- finding the members -------------------------------------------------------------------- */

static const struct gi_binding *find_in(const struct gi_binding *list, uint32_t member,
                                        uint64_t offset_bytes)
{
    while (list != NULL && (list->member != member || offset_bytes < list->offset_bytes ||
                            offset_bytes - list->offset_bytes >= list->size_bytes))
        list = list->next;
    return list;
}

static gi_status nothing_bound(const struct gi_multicast *object, uint32_t member,
                               uint64_t offset_bytes)
{
    char name[96];

    gi_multicast_name_member(object, member, name, sizeof name);
    return gi_fail(GI_INVALID_VALUE, "multicast: %s has nothing bound at offset %llu of the object",
                   name, (unsigned long long)offset_bytes);
}

static gi_status add_site(struct sites *sites, const struct gi_binding *binding,
                          uint64_t offset_bytes, uint64_t address, uint64_t size_bytes)
{
    uint64_t skipped = offset_bytes - binding->offset_bytes;

    if (!gi_grow((void **)&sites->items, &sites->capacity, sites->count + 1, sizeof(struct site)))
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for a copy to a multicast address");
    gi_allocation_ref(binding->memory);
    sites->items[sites->count++] = (struct site){ address, address + size_bytes, binding->memory,
                                                  binding->memory_offset_bytes + skipped };
    return GI_OK;
}

/* Adds what one member has bound at a piece of the object. */
static gi_status add_member(struct sites *sites, const struct gi_multicast *object,
                            uint32_t member, const struct gi_range_piece *piece, uint64_t address)
{
    uint64_t at = piece->offset_bytes, end = at + piece->size_bytes;
    gi_status status = GI_OK;

    while (at < end && status == GI_OK) {
        const struct gi_binding *binding = find_in(object->bindings, member, at);
        uint64_t until;

        if (binding == NULL)
            binding = find_in(object->others, member, at);
        if (binding == NULL)
            return nothing_bound(object, member, at);
        until = binding->offset_bytes + binding->size_bytes;
        until = until < end ? until : end;
        status = add_site(sites, binding, at, address + (at - piece->offset_bytes), until - at);
        at = until;
    }
    return status;
}

static gi_status add_piece(struct sites *sites, const struct gi_range_piece *piece,
                           uint64_t address)
{
    const struct gi_multicast *object = gi_multicast_of(piece->pages);
    gi_status status = GI_OK;

    if (object == NULL)                  /* the run of the copy keeps what is mapped there */
        return gi_fail(GI_INTERNAL, "multicast: 0x%llx is of no object",
                       (unsigned long long)address);
    for (uint32_t i = 0; i < object->team.properties.device_count && status == GI_OK; i++)
        status = add_member(sites, object, i, piece, address);
    return status;
}

/* Looks for what other processes have bound. The lock is released meanwhile; the pieces stay
 * mapped, as the copy refers to their run. */
static gi_status open_others(const struct gi_range_piece *pieces, size_t count)
{
    gi_status status = GI_OK;

    gi_pages_unlock();
    for (size_t i = 0; i < count && status == GI_OK; i++) {
        struct gi_multicast *object = gi_multicast_of(pieces[i].pages);

        if (object != NULL)
            status = gi_wiring.open_bindings(object);
    }
    gi_pages_lock();
    return status;
}

static gi_status find_sites(uint64_t address, uint64_t size_bytes, struct sites *sites)
{
    struct gi_range_piece *pieces;
    size_t count;
    gi_status status;

    gi_pages_lock();
    status = gi_range_pieces("multicast", address, size_bytes, &pieces, &count);
    if (status == GI_OK)
        status = open_others(pieces, count);
    for (size_t i = 0; i < count && status == GI_OK; i++) {
        status = add_piece(sites, &pieces[i], address);
        address += pieces[i].size_bytes;
    }
    gi_pages_unlock();
    free(pieces);
    return status;
}

static void forget(struct sites *sites)
{
    for (size_t i = 0; i < sites->count; i++)
        gi_allocation_unref(sites->items[i].memory);
    free(sites->items);
}

/* ---- cutting -------------------------------------------------------------------------------- */

/* The work at each site: a copy or a fill of the part of a box that lies in it. */
struct work {
    struct gi_stream *stream;
    const struct gi_operation_copy *copy;        /* or NULL */
    const struct gi_operation_fill *fill;        /* or NULL */
    const struct gi_operand *dst;
    uint64_t address;                            /* of the whole box */
    const struct site *site;
};

static gi_status check_texels(const struct gi_operand *src, const struct gi_box_part *part)
{
    uint32_t block_bytes;

    if (src->texels.image == NULL)
        return GI_OK;
    block_bytes = gi_format_info(src->texels.image->shape.format)->block_bytes;
    if (part->x_bytes % block_bytes == 0 && part->box.width_bytes % block_bytes == 0)
        return GI_OK;
    return gi_fail(GI_NOT_SUPPORTED, "multicast: a texel of %u bytes lies in two bindings",
                   block_bytes);
}

/* Copies or fills a part that lies in the site. */
static gi_status carry_out_part(const struct work *work, const struct gi_box_part *part)
{
    uint64_t begin = work->address + gi_box_offset(&work->dst->strides, part->x_bytes, part->y,
                                                   part->z);
    struct gi_operand dst = gi_operand_in(work->site->memory,
                                          work->site->offset_bytes + begin - work->site->begin);
    struct gi_operation_copy copy;
    struct gi_operation_fill fill;
    gi_status status;

    dst.strides = work->dst->strides;
    gi_count(GI_COUNT_MULTICAST_COPIES, 1);
    if (work->fill != NULL) {
        fill = *work->fill;
        fill.dst = dst;
        fill.box = part->box;
        fill.wait = GI_WAIT_NOT;
        fill.ends_call = false;
        gi_box_simplify(&fill.box, &fill.dst.strides, NULL);
        return gi_fill_route(work->stream, &fill);
    }
    status = check_texels(&work->copy->src, part);
    if (status != GI_OK)
        return status;
    copy = (struct gi_operation_copy){
        .dst = dst, .src = gi_operand_at(&work->copy->src, part), .box = part->box,
        .wait = GI_WAIT_NOT,
    };
    if (copy.src.texels.image == NULL)
        gi_box_simplify(&copy.box, &copy.dst.strides, &copy.src.strides);
    return gi_copy_route(work->stream, &copy);
}

/* Splits a part in two: by slices, else by rows, else at the end of the site that lies in it. */
static void split(const struct work *work, uint64_t begin, const struct gi_box_part *part,
                  struct gi_box_part *first, struct gi_box_part *second)
{
    *first = *second = *part;
    if (part->box.depth > 1) {
        first->box.depth = part->box.depth / 2;
        second->z += first->box.depth;
        second->box.depth -= first->box.depth;
    } else if (part->box.height > 1) {
        first->box.height = part->box.height / 2;
        second->y += first->box.height;
        second->box.height -= first->box.height;
    } else {
        first->box.width_bytes = (begin < work->site->begin ? work->site->begin
                                                            : work->site->end) - begin;
        second->x_bytes += first->box.width_bytes;
        second->box.width_bytes -= first->box.width_bytes;
    }
}

/* Does the work on what of a part lies in the site. The depth is at most that of halving the rows
 * and the slices. */
static gi_status cut(const struct work *work, const struct gi_box_part *part)
{
    const struct gi_strides *strides = &work->dst->strides;
    uint64_t begin = work->address + gi_box_offset(strides, part->x_bytes, part->y, part->z);
    uint64_t end = begin + gi_box_span(&part->box, strides);
    struct gi_box_part first, second;
    gi_status status;

    if (end <= work->site->begin || begin >= work->site->end)
        return GI_OK;
    if (begin >= work->site->begin && end <= work->site->end)
        return carry_out_part(work, part);
    split(work, begin, part, &first, &second);
    status = cut(work, &first);
    return status == GI_OK ? cut(work, &second) : status;
}

static gi_status do_all(struct work *work, const struct gi_box *box)
{
    const struct gi_box_part all = { .box = *box };
    struct sites sites = { .items = NULL };
    gi_status status;

    work->address = work->dst->allocation->memory->device_address + work->dst->offset_bytes;
    status = find_sites(work->address, gi_box_span(box, &work->dst->strides), &sites);
    for (size_t i = 0; i < sites.count && status == GI_OK; i++) {
        work->site = &sites.items[i];
        status = cut(work, &all);
    }
    forget(&sites);
    return status;
}

/* ---- operations ----------------------------------------------------------------------------- */

static bool is_device(const struct gi_operand *operand)
{
    return operand->allocation != NULL && operand->allocation->kind == GI_POINTER_DEVICE;
}

gi_status gi_multicast_copy(struct gi_stream *stream, const struct gi_operation_copy *copy)
{
    struct work work = { .stream = stream, .copy = copy, .dst = &copy->dst };
    gi_status status = do_all(&work, &copy->box);

    /* A default stream waits, too: the host may have a share in the copies to other devices. */
    if (status != GI_OK || copy->wait == GI_WAIT_NOT ||
        (copy->wait == GI_WAIT_STREAM && is_device(&copy->src) && !copy->ends_call))
        return status;
    return gi_stream_wait(stream, gi_stream_newest(stream));
}

gi_status gi_multicast_fill(struct gi_stream *stream, const struct gi_operation_fill *fill)
{
    struct work work = { .stream = stream, .fill = fill, .dst = &fill->dst };
    gi_status status = do_all(&work, &fill->box);

    if (status != GI_OK || fill->wait == GI_WAIT_NOT || !fill->ends_call)
        return status;
    return gi_stream_wait(stream, gi_stream_newest(stream));
}
