/* Binding memory of members, and taking it away. The driver has no address for pages. So each
 * binding has a range of its own where its pages are placed once more. */
#include "multicast_bind.h"

#include <stdlib.h>
#include <string.h>

#include "base/process.h"
#include "base/uncancelled.h"
#include "contract/calls.h"
#include "memory/allocation.h"
#include "memory/memory_object.h"
#include "pools/pool_allocation.h"
#include "queue/device_state.h"
#include "range_ask.h"
#include "wiring.h"

/* ---- memory of a binding -------------------------------------------------------------------- */

struct placed {
    struct gi_allocation_rest rest;      /* first */
    struct gi_pages *pages;              /* mapped once more; NULL until then */
    struct gi_memory *pages_memory;      /* theirs, when they were mapped */
    uint64_t pages_offset_bytes;
};

static struct placed *placed_of(const struct gi_allocation *memory)
{
    return (struct placed *)memory->rest;
}

static void release_placed(struct gi_allocation *memory)
{
    const struct gi_range_place nothing = { .size_bytes = memory->size_bytes };
    struct gi_pages *pages = placed_of(memory)->pages;

    if (pages != NULL) {
        (void)!gi_call_place(memory->memory, &nothing, 1);  /* cannot fail */
        gi_pages_lock();
        gi_pages_drop_map(pages, placed_of(memory)->pages_memory);
        gi_pages_unlock();
    }
    gi_memory_object_unref(memory->memory);
}

static const struct gi_allocation_type placed_type = {
    .size = sizeof(struct placed),
    .kind = GI_POINTER_DEVICE,
    .words = "memory of a multicast object's member",
    .release = release_placed,
};

/* Places a piece of pages in a new range. The lock is held. On failure *out_memory may be set; the
 * caller drops it without the lock. */
static gi_status place(const struct gi_range_piece *piece, struct gi_allocation **out_memory)
{
    struct gi_range_place all = { .size_bytes = piece->size_bytes, .pages = piece->pages->memory,
                                  .pages_offset_bytes = piece->offset_bytes };
    struct gi_device *device = piece->pages->device;
    struct gi_memory *range;
    gi_status status = gi_memory_object_reserve(device->base, piece->size_bytes,
                                                device->base->info.range_granularity_bytes, 0,
                                                &range);

    if (status != GI_OK)
        return status;
    status = gi_allocation_make(&placed_type, device, out_memory);
    if (status != GI_OK) {
        gi_memory_object_unref(range);
        return status;
    }
    gi_allocation_place(*out_memory, range, 0, piece->size_bytes);
    status = gi_call_place(range, &all, 1);
    if (status != GI_OK)
        return status;
    placed_of(*out_memory)->pages = piece->pages;
    placed_of(*out_memory)->pages_memory = all.pages;
    placed_of(*out_memory)->pages_offset_bytes = piece->offset_bytes;
    gi_pages_add_map(piece->pages, range);
    return GI_OK;
}

struct gi_pages *gi_multicast_pages_of(const struct gi_allocation *memory,
                                       uint64_t *out_offset_bytes)
{
    if (memory->rest->type != &placed_type)
        return NULL;
    *out_offset_bytes = placed_of(memory)->pages_offset_bytes;
    return placed_of(memory)->pages;
}

/* ---- checks --------------------------------------------------------------------------------- */

/* One call. */
struct bind {
    struct gi_multicast *object;
    int ordinal;                 /* -1: the memory's device */
    uint32_t member;
    uint64_t offset_bytes, size_bytes;
    struct gi_binding *made;     /* until the object has them */
    struct gi_allocation *failed;        /* to be dropped without the lock; or NULL */
};

static gi_status check_numbers(uint64_t offset_bytes, uint64_t size_bytes)
{
    if (size_bytes != 0 && size_bytes % GI_MULTICAST_STEP == 0 &&
        offset_bytes % GI_MULTICAST_STEP == 0)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "binding: offset is %llu and size %llu; multiples of %llu "
                   "would be right", (unsigned long long)offset_bytes,
                   (unsigned long long)size_bytes, (unsigned long long)GI_MULTICAST_STEP);
}

static gi_status check_within(const struct bind *bind)
{
    uint64_t all = bind->object->pages.size_bytes;

    if (bind->offset_bytes <= all && bind->size_bytes <= all - bind->offset_bytes)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "binding: offset %llu + size %llu leave the multicast object, "
                   "which has %llu bytes", (unsigned long long)bind->offset_bytes,
                   (unsigned long long)bind->size_bytes, (unsigned long long)all);
}

static gi_status check_device(struct bind *bind, const struct gi_device *device)
{
    gi_status status;

    if (bind->ordinal >= 0 && bind->ordinal != device->ordinal)
        return gi_fail(GI_INVALID_VALUE, "binding: the memory is of device %d, not of device %d",
                       device->ordinal, bind->ordinal);
    status = gi_multicast_check_member(&bind->object->pages, device->ordinal);
    if (status == GI_OK)
        bind->member = bind->object->members[device->ordinal] - 1u;
    return status;
}

static gi_status check_shareable(const struct bind *bind, bool is_shareable)
{
    if (bind->object->pages.properties.handle_types == 0 || is_shareable)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "binding: the multicast object has shareable handles, but the "
                   "memory has none");
}

static gi_status check_unbound(const struct bind *bind)
{
    const struct gi_binding *each = bind->object->bindings;

    while (each != NULL && (each->member != bind->member ||
                            each->offset_bytes >= bind->offset_bytes + bind->size_bytes ||
                            bind->offset_bytes >= each->offset_bytes + each->size_bytes))
        each = each->next;
    if (each == NULL)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "binding: something is bound there already, at offset %llu + "
                   "%llu bytes", (unsigned long long)each->offset_bytes,
                   (unsigned long long)each->size_bytes);
}

/* ---- binding -------------------------------------------------------------------------------- */

/* Adds a binding behind what the call has made. Takes over the memory. */
static gi_status add_binding(struct bind *bind, struct gi_allocation *memory,
                             uint64_t memory_offset_bytes, uint64_t done_bytes, uint64_t size_bytes)
{
    struct gi_binding *binding = malloc(sizeof *binding);

    if (binding == NULL) {
        bind->failed = memory;
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to keep track of a binding");
    }
    *binding = (struct gi_binding){
        .next = bind->made, .member = bind->member,
        .offset_bytes = bind->offset_bytes + done_bytes, .size_bytes = size_bytes,
        .call_offset_bytes = bind->offset_bytes, .call_size_bytes = bind->size_bytes,
        .memory = memory, .memory_offset_bytes = memory_offset_bytes, .number = -1,
    };
    bind->made = binding;
    return GI_OK;
}

static gi_status check_piece(struct bind *bind, const struct gi_range_piece *piece)
{
    struct gi_pages *pages = piece->pages;
    gi_status status;

    if (gi_multicast_of(pages) != NULL)
        return gi_fail(GI_INVALID_VALUE, "binding: the memory is a multicast object itself");
    status = gi_pages_reach(pages, piece->offset_bytes, piece->size_bytes);
    if (status != GI_OK)
        return status;
    if (piece->offset_bytes > pages->size_bytes ||
        piece->size_bytes > pages->size_bytes - piece->offset_bytes)
        return gi_fail(GI_INVALID_VALUE, "binding: offset %llu + size %llu leave the pages, which "
                       "have %llu bytes", (unsigned long long)piece->offset_bytes,
                       (unsigned long long)piece->size_bytes,
                       (unsigned long long)pages->size_bytes);
    status = check_device(bind, pages->device);
    if (status == GI_OK &&
        (piece->offset_bytes | piece->size_bytes) %
            pages->device->base->info.range_granularity_bytes != 0)
        status = gi_fail(GI_INVALID_VALUE, "binding: the memory begins at byte %llu of its pages, "
                         "not at a multiple of %llu",
                         (unsigned long long)piece->offset_bytes,
                         (unsigned long long)pages->device->base->info.range_granularity_bytes);
    if (status == GI_OK)
        status = check_shareable(bind, pages->properties.handle_types != 0);
    return status == GI_OK ? check_unbound(bind) : status;
}

/* Binds pieces of pages, side by side. */
static gi_status bind_pieces(struct bind *bind, const struct gi_range_piece *pieces, size_t count)
{
    uint64_t done_bytes = 0;
    gi_status status = GI_OK;

    for (size_t i = 0; i < count && status == GI_OK; i++)
        status = check_piece(bind, &pieces[i]);
    for (size_t i = 0; i < count && status == GI_OK; i++) {
        struct gi_allocation *memory = NULL;

        status = place(&pieces[i], &memory);
        if (status == GI_OK)
            status = add_binding(bind, memory, 0, done_bytes, pieces[i].size_bytes);
        else
            bind->failed = memory;
        done_bytes += pieces[i].size_bytes;
    }
    return status;
}

/* Tells other processes what the call has bound, and gives it to the object. */
static gi_status publish_bindings(struct bind *bind)
{
    struct gi_multicast *object = bind->object;
    gi_status status = GI_OK;

    for (struct gi_binding *each = bind->made; each != NULL; each = each->next) {
        if (object->team.is_shared && status == GI_OK)
            status = gi_wiring.tell_binding(object, each);
    }
    while (bind->made != NULL && status == GI_OK) {
        struct gi_binding *binding = bind->made;

        bind->made = binding->next;
        binding->next = object->bindings;
        object->bindings = binding;
    }
    for (struct gi_binding *each = bind->made; each != NULL; each = each->next) {
        if (each->number >= 0)
            gi_team_page_unbind(&object->team, each->number);
    }
    return status;
}

/* Without the lock. */
static void finish_bind(struct bind *bind)
{
    while (bind->made != NULL) {
        struct gi_binding *binding = bind->made;

        bind->made = binding->next;
        gi_binding_free(binding);
    }
    if (bind->failed != NULL)
        gi_allocation_unref(bind->failed);
}

static gi_status find_object(struct bind *bind, gi_handle object)
{
    gi_status status = gi_multicast_find(object, "binding", &bind->object);

    return status == GI_OK ? check_within(bind) : status;
}

/* Begins a call that binds, of any kind. If it succeeds, the lock is held. A wrong argument is
 * reported before a wait, in which the handle may end. */
static gi_status begin_bind(struct bind *bind, gi_handle object, int ordinal,
                            uint64_t offset_bytes, uint64_t size_bytes)
{
    gi_status status = gi_process_check();

    *bind = (struct bind){ .ordinal = ordinal, .offset_bytes = offset_bytes,
                           .size_bytes = size_bytes };
    if (status == GI_OK)
        status = check_numbers(offset_bytes, size_bytes);
    if (status != GI_OK)
        return status;
    gi_pages_lock();
    status = find_object(bind, object);
    gi_pages_unlock();
    if (status == GI_OK)
        status = gi_multicast_await_team(object, "binding");
    if (status != GI_OK)
        return status;
    gi_pages_lock();
    status = find_object(bind, object);
    if (status != GI_OK)
        gi_pages_unlock();
    return status;
}

static gi_status end_bind(struct bind *bind, gi_status status)
{
    if (status == GI_OK)
        status = publish_bindings(bind);
    gi_pages_unlock();
    finish_bind(bind);
    return status;
}

gi_status gi_multicast_bind_pages(gi_handle object, int ordinal, uint64_t offset_bytes,
                                  gi_handle handle, uint64_t pages_offset_bytes,
                                  uint64_t size_bytes)
{
    GI_UNCANCELLED;
    struct gi_range_piece piece = { NULL, pages_offset_bytes, size_bytes };
    struct bind bind;
    gi_status status;

    if (pages_offset_bytes % GI_MULTICAST_STEP != 0)
        return gi_fail(GI_INVALID_VALUE, "binding: the memory's offset is %llu; a multiple of %llu "
                       "would be right", (unsigned long long)pages_offset_bytes,
                       (unsigned long long)GI_MULTICAST_STEP);
    status = begin_bind(&bind, object, ordinal, offset_bytes, size_bytes);
    if (status != GI_OK)
        return status;
    status = gi_pages_find(handle, &piece.pages);
    if (status == GI_OK)
        status = bind_pieces(&bind, &piece, 1);
    return end_bind(&bind, status);
}

/* ---- by address ----------------------------------------------------------------------------- */

static gi_status check_pool_memory(const struct gi_allocation *allocation, uint64_t address,
                                   uint64_t size_bytes)
{
    if (gi_pool_of(allocation) == NULL)
        return gi_fail(GI_INVALID_VALUE, "binding: 0x%llx is %s; memory that is mapped from pages, "
                       "and memory of pools, can be bound", (unsigned long long)address,
                       allocation->rest->type->words);
    if (size_bytes <= allocation->size_bytes - gi_allocation_offset(allocation, address))
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "binding: 0x%llx + %llu bytes leave the allocation",
                   (unsigned long long)address, (unsigned long long)size_bytes);
}

static gi_status bind_pool_memory(struct bind *bind, struct gi_allocation *allocation,
                                  uint64_t address)
{
    gi_status status = check_pool_memory(allocation, address, bind->size_bytes);

    if (status == GI_OK)
        status = check_device(bind, allocation->device);
    if (status == GI_OK)
        status = check_shareable(bind, gi_pool_of(allocation)->is_shareable);
    if (status == GI_OK)
        status = check_unbound(bind);
    if (status != GI_OK)
        return status;
    gi_allocation_ref(allocation);
    return add_binding(bind, allocation, gi_allocation_offset(allocation, address), 0,
                       bind->size_bytes);
}

static gi_status bind_mapped(struct bind *bind, uint64_t address)
{
    struct gi_range_piece *pieces;
    size_t count;
    gi_status status = gi_range_pieces("binding", address, bind->size_bytes, &pieces, &count);

    if (status == GI_OK)
        status = bind_pieces(bind, pieces, count);
    free(pieces);
    return status;
}

gi_status gi_multicast_bind_address(gi_handle object, int ordinal, uint64_t offset_bytes,
                                    uint64_t address, uint64_t size_bytes)
{
    GI_UNCANCELLED;
    struct gi_allocation *allocation;
    struct bind bind;
    gi_status status = begin_bind(&bind, object, ordinal, offset_bytes, size_bytes);

    if (status != GI_OK)
        return status;
    allocation = gi_range_part_at(address) == NULL ? gi_allocation_at(address) : NULL;
    if (address + size_bytes < address)
        status = gi_fail(GI_INVALID_VALUE, "binding: 0x%llx + %llu bytes overflows",
                         (unsigned long long)address, (unsigned long long)size_bytes);
    else
        status = allocation != NULL ? bind_pool_memory(&bind, allocation, address)
                                    : bind_mapped(&bind, address);
    status = end_bind(&bind, status);
    if (allocation != NULL)
        gi_allocation_unref(allocation);
    return status;
}

/* ---- unbinding ------------------------------------------------------------------------------ */

/* Moves what one call has bound to a list of its own. */
static struct gi_binding *take_bindings(struct gi_multicast *object, uint32_t member,
                                        uint64_t offset_bytes, uint64_t size_bytes)
{
    struct gi_binding **link = &object->bindings, *taken = NULL;

    while (*link != NULL) {
        struct gi_binding *each = *link;

        if (each->member != member || each->call_offset_bytes != offset_bytes ||
            each->call_size_bytes != size_bytes) {
            link = &each->next;
            continue;
        }
        *link = each->next;
        each->next = taken;
        taken = each;
        if (each->number >= 0)
            gi_team_page_unbind(&object->team, each->number);
    }
    return taken;
}

gi_status gi_multicast_unbind(gi_handle handle, int ordinal, uint64_t offset_bytes,
                              uint64_t size_bytes)
{
    GI_UNCANCELLED;
    struct bind bind = { .failed = NULL };
    gi_status status = gi_process_check();

    if (status != GI_OK)
        return status;
    gi_pages_lock();
    status = gi_multicast_find(handle, "unbinding", &bind.object);
    if (status == GI_OK)
        status = gi_multicast_check_member(&bind.object->pages, ordinal);
    if (status == GI_OK) {
        bind.made = take_bindings(bind.object, bind.object->members[ordinal] - 1u, offset_bytes,
                                  size_bytes);
        if (bind.made == NULL)
            status = gi_fail(GI_INVALID_VALUE, "unbinding: no call has bound offset %llu + %llu "
                             "bytes for device %d", (unsigned long long)offset_bytes,
                             (unsigned long long)size_bytes, ordinal);
    }
    gi_pages_unlock();
    finish_bind(&bind);
    return status;
}

/* ---- for other processes -------------------------------------------------------------------- */

gi_status gi_multicast_look_up(gi_handle handle, uint64_t offset_bytes,
                               const struct gi_secret *secret, struct gi_binding *out_binding)
{
    struct gi_multicast *object;
    const struct gi_binding *each;
    struct gi_object *base;
    gi_status status = gi_handle_acquire(handle, GI_OBJECT_PAGES, &base);

    if (status != GI_OK)
        return status;
    object = gi_multicast_of((struct gi_pages *)base);
    gi_pages_lock();
    each = object != NULL ? object->bindings : NULL;
    while (each != NULL && (each->offset_bytes != offset_bytes ||
                            !gi_secret_is(&each->memory->rest->secret, secret)))
        each = each->next;
    if (each != NULL) {
        *out_binding = *each;
        gi_allocation_ref(each->memory);
    } else {
        status = gi_fail(GI_INVALID_VALUE, "multicast: nothing like that is bound");
    }
    gi_pages_unlock();
    gi_object_unref(base);
    return status;
}
