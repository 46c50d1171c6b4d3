#include "allocation.h"

#include <stdlib.h>
#include <string.h>

#include "map_changes.h"
#include "memory_object.h"
#include "own_addresses.h"
#include "range_map.h"
#include "recorded_epoch.h"
#include "unlaunched.h"
#include "base/counters.h"
#include "base/process.h"
#include "base/current.h"
#include "queue/context_state.h"
#include "queue/device_state.h"

static pthread_rwlock_t map_lock = PTHREAD_RWLOCK_INITIALIZER;
static struct gi_range_map map;
static struct gi_allocation_rest *published;     /* all allocations on the map */

/* ---- life of what no command names --------------------------------------------------------- */

static void outlive_on(struct gi_device *device, void *allocation)
{
    if (atomic_load(&device->touching_anything) > 0)
        device->outlive(device, allocation);
}

void gi_allocation_outlive(struct gi_allocation *allocation)
{
    if (allocation->kind == GI_POINTER_DEVICE)
        outlive_on(allocation->device, allocation);
    else
        gi_device_for_each_open(outlive_on, allocation);     /* they all reach host memory */
}

/* ---- making --------------------------------------------------------------------------------- */

atomic_bool gi_some_end_calls;

gi_status gi_allocation_make(const struct gi_allocation_type *type, struct gi_device *device,
                             struct gi_allocation **out_allocation)
{
    struct gi_allocation *allocation = gi_lines_alloc(sizeof *allocation);
    struct gi_allocation_rest *rest = malloc(type->size);

    *out_allocation = NULL;
    if (allocation == NULL || rest == NULL) {
        free(rest);
        gi_lines_free(allocation, sizeof *allocation);
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to keep track of an allocation");
    }
    *rest = (struct gi_allocation_rest){ .type = type, .allocation = allocation,
                                         .ends_calls = type->kind == GI_POINTER_MANAGED };
    memset(rest + 1, 0, type->size - sizeof *rest);      /* calloc bypasses malloc's thread
                                                            cache */
    *allocation = (struct gi_allocation){
        .refs = 1, .kind = type->kind, .device = device, .rest = rest
    };
    *out_allocation = allocation;
    return GI_OK;
}

void gi_allocation_place(struct gi_allocation *allocation, struct gi_memory *memory,
                         uint64_t offset_bytes, uint64_t size_bytes)
{
    allocation->memory = memory;
    allocation->offset_bytes = offset_bytes;
    allocation->size_bytes = size_bytes;
    allocation->device_address = memory->device_address + offset_bytes;
    if (memory->host_address != NULL)
        allocation->host_address = (uint64_t)(uintptr_t)memory->host_address + offset_bytes;
}

void gi_allocation_release_memory(struct gi_allocation *allocation)
{
    gi_memory_object_unref(allocation->memory);
}

void gi_allocation_ref(struct gi_allocation *allocation)
{
    atomic_fetch_add_explicit(&allocation->refs, 1, memory_order_relaxed);
}

void gi_allocation_unref(struct gi_allocation *allocation)
{
    struct gi_allocation_rest *rest;

    if (atomic_fetch_sub_explicit(&allocation->refs, 1, memory_order_acq_rel) != 1)
        return;
    rest = allocation->rest;
    rest->type->release(allocation);
    gi_secret_forget(&rest->secret);
    free(rest);
    gi_lines_free(allocation, sizeof *allocation);
}

/* ---- the map -------------------------------------------------------------------------------- */

static gi_status add_range(struct gi_allocation *allocation, uint64_t begin)
{
    gi_status status = gi_range_map_add(&map, begin, begin + allocation->size_bytes, allocation);

    if (status == GI_INVALID_VALUE)
        return gi_fail(GI_INTERNAL, "address 0x%llx is in use by another allocation",
                       (unsigned long long)begin);
    return status;
}

static bool remove_range(struct gi_allocation *allocation, uint64_t begin)
{
    return gi_range_map_remove(&map, begin, allocation);
}

static bool has_own_host_address(const struct gi_allocation *allocation)
{
    return allocation->host_address != 0 &&
           allocation->host_address != allocation->device_address;
}

static void link_published(struct gi_allocation_rest *rest)
{
    rest->previous = NULL;
    rest->next = published;
    if (published != NULL)
        published->previous = rest;
    published = rest;
}

static void unlink_published(struct gi_allocation_rest *rest)
{
    if (rest->next != NULL)
        rest->next->previous = rest->previous;
    if (rest->previous != NULL)
        rest->previous->next = rest->next;
    else
        published = rest->next;
}

static void unlink_from_context(struct gi_allocation_rest *rest)
{
    if (rest->link_of_context == NULL)
        return;
    *rest->link_of_context = rest->next_of_context;
    if (rest->next_of_context != NULL)
        rest->next_of_context->link_of_context = rest->link_of_context;
    rest->link_of_context = NULL;
}

static void link_to_context(struct gi_context *context, struct gi_allocation_rest *rest)
{
    rest->next_of_context = context->allocations;
    rest->link_of_context = &context->allocations;
    if (rest->next_of_context != NULL)
        rest->next_of_context->link_of_context = &rest->next_of_context;
    context->allocations = rest;
}

/* Images and variables do not: they end with their handles. */
static bool ends_with_context(const struct gi_allocation_rest *rest)
{
    return rest->ends_with != 0 &&
           (rest->parts != NULL || rest->type->kind == GI_POINTER_REGISTERED ||
            rest->type->freed_by != GI_FREED_BY_NEITHER);
}

/* Pointers do not find the memory, or a part of it, any more. */
static void tell_recordings(const struct gi_allocation *allocation)
{
    if (atomic_load(&allocation->rest->is_recorded))
        gi_recorded_epoch_rise();
}

static bool remove_ranges(struct gi_allocation *allocation)
{
    if (!remove_range(allocation, allocation->device_address))
        return false;
    if (has_own_host_address(allocation))
        remove_range(allocation, allocation->host_address);
    unlink_published(allocation->rest);
    unlink_from_context(allocation->rest);
    gi_map_changed();
    tell_recordings(allocation);
    return true;
}

/* Adds both ranges, or neither. map_lock is held for writing. */
static gi_status add_ranges(struct gi_allocation *allocation)
{
    gi_status status = add_range(allocation, allocation->device_address);

    if (status == GI_OK && has_own_host_address(allocation)) {
        status = add_range(allocation, allocation->host_address);
        if (status != GI_OK)
            remove_range(allocation, allocation->device_address);
    }
    gi_map_changed();
    return status;
}

/* Puts an allocation on the map, and into the list of its context if that is not NULL. map_lock is
 * held for writing. The end of a context retires its handle before it takes map_lock. So it finds
 * all allocations of a context that is live here. */
static gi_status publish(struct gi_allocation *allocation, struct gi_context *context)
{
    static uint64_t newest_id;           /* guarded by map_lock */
    struct gi_allocation_rest *rest = allocation->rest;
    gi_status status = GI_OK;

    rest->id = ++newest_id;
    rest->context = gi_current_context();
    rest->ends_with = rest->type->outlives_context ? 0 : rest->context;
    if (context != NULL && !gi_handle_is_live(rest->context))
        status = gi_handle_check_current();
    if (status == GI_OK)
        status = add_ranges(allocation);
    if (status == GI_OK)
        link_published(rest);
    if (status == GI_OK && context != NULL && ends_with_context(rest))
        link_to_context(context, rest);
    return status;
}

static void note_freed(const struct gi_allocation *allocation)
{
    gi_map_freed(gi_allocation_pointer(allocation), allocation->size_bytes,
                 allocation->rest->type->words);
}

gi_status gi_allocation_swap(struct gi_allocation *const *olds, size_t old_count,
                             struct gi_allocation *const *news, size_t new_count)
{
    gi_status status = GI_OK;
    size_t added = 0;

    pthread_rwlock_wrlock(&map_lock);
    for (size_t i = 0; i < old_count; i++) {
        if (remove_ranges(olds[i]))
            note_freed(olds[i]);         /* a range that is live again is found first */
    }
    while (added < new_count && status == GI_OK) {
        status = publish(news[added], NULL);
        added += status == GI_OK;
    }
    for (size_t i = 0; i < added && status != GI_OK; i++)
        remove_ranges(news[i]);
    for (size_t i = 0; i < old_count && status != GI_OK; i++) {
        if (add_ranges(olds[i]) == GI_OK)        /* the map had room for it a moment ago */
            link_published(olds[i]->rest);
    }
    pthread_rwlock_unlock(&map_lock);
    return status;
}

gi_status gi_allocation_publish(struct gi_allocation *allocation)
{
    struct gi_context *context = NULL;
    gi_status status = GI_OK;

    if (gi_current_context() != 0)
        status = gi_context_acquire(gi_current_context(), &context);
    if (status == GI_OK) {
        pthread_rwlock_wrlock(&map_lock);
        status = publish(allocation, context);
        pthread_rwlock_unlock(&map_lock);
    }
    if (context != NULL)
        gi_object_unref(&context->object);
    return status;
}

gi_status gi_allocation_publish_kept(struct gi_allocation *allocation)
{
    gi_status status;

    gi_allocation_ref(allocation);
    status = gi_allocation_publish(allocation);
    if (status == GI_OK)
        return GI_OK;
    gi_allocation_unref(allocation);
    gi_allocation_unref(allocation);
    return status;
}

bool gi_allocation_unpublish(struct gi_allocation *allocation)
{
    bool removed;

    pthread_rwlock_wrlock(&map_lock);
    removed = remove_ranges(allocation);
    pthread_rwlock_unlock(&map_lock);
    if (removed) {
        note_freed(allocation);
        gi_allocation_outlive(allocation);
    }
    return removed;
}

/* ---- taking away ---------------------------------------------------------------------------- */

uint64_t gi_allocation_pointer(const struct gi_allocation *allocation)
{
    return allocation->rest->type->has_host_pointer ? allocation->host_address
                                                    : allocation->device_address;
}

bool gi_allocation_gave_out(const struct gi_allocation *allocation, uint64_t pointer)
{
    if (allocation->rest->parts != NULL)
        return gi_mappings_begin_at(allocation->rest->parts, pointer - allocation->device_address);
    return pointer == gi_allocation_pointer(allocation);
}

/* The allocation is off the map. */
static void give_up(struct gi_allocation *allocation)
{
    const struct gi_allocation_type *type = allocation->rest->type;

    if (type->unpublished != NULL)
        type->unpublished(allocation);
    gi_allocation_unref(allocation);             /* the map's reference */
}

bool gi_allocation_take_away(struct gi_allocation *allocation, uint64_t pointer)
{
    struct gi_mappings *parts = allocation->rest->parts;

    if (allocation->rest->type->freed != NULL)
        return allocation->rest->type->freed(allocation);
    if (parts == NULL) {
        if (!gi_allocation_unpublish(allocation))
            return false;
        give_up(allocation);
        return true;
    }
    if (!gi_mappings_remove(parts, pointer - allocation->device_address))
        return false;
    tell_recordings(allocation);
    allocation->rest->type->parts_removed(allocation, 1);
    return true;
}

/* Removes an allocation, or all its parts, from the map. map_lock is held for writing. False: there
 * is nothing to give up. */
static bool withdraw(struct gi_allocation_rest *rest)
{
    if (rest->parts != NULL) {
        rest->withdrawn_parts = gi_mappings_remove_all(rest->parts);
        tell_recordings(rest->allocation);
        return rest->withdrawn_parts > 0;
    }
    if (remove_ranges(rest->allocation))
        note_freed(rest->allocation);
    return true;
}

static void give_up_withdrawn(struct gi_allocation_rest *rest)
{
    if (rest->parts != NULL) {
        rest->type->parts_removed(rest->allocation, rest->withdrawn_parts);
    } else {
        gi_allocation_outlive(rest->allocation);
        give_up(rest->allocation);
    }
}

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;    /* the next_withdrawn links are
                                                                        shared */

static void give_up_all(struct gi_allocation_rest *first)
{
    while (first != NULL) {
        struct gi_allocation_rest *next = first->next_withdrawn;

        give_up_withdrawn(first);
        first = next;
    }
}

static bool ends_with_reset(const struct gi_allocation_rest *rest)
{
    return rest->ends_with == 0 && !rest->type->outlives_reset;
}

void gi_allocation_withdraw_all(const struct gi_device *device)
{
    struct gi_allocation_rest *first = NULL, *next;

    pthread_mutex_lock(&one_at_a_time);
    pthread_rwlock_wrlock(&map_lock);
    for (struct gi_allocation_rest *each = published; each != NULL; each = next) {
        next = each->next;
        if (each->allocation->device == device && ends_with_reset(each) && withdraw(each)) {
            each->next_withdrawn = first;
            first = each;
        }
    }
    pthread_rwlock_unlock(&map_lock);
    give_up_all(first);
    pthread_mutex_unlock(&one_at_a_time);
}

bool gi_allocation_withdraw_context(struct gi_context *context)
{
    struct gi_allocation_rest *first = NULL, *each;
    uint64_t looked_at = 0;
    bool is_any;

    pthread_mutex_lock(&one_at_a_time);
    pthread_rwlock_wrlock(&map_lock);
    while ((each = context->allocations) != NULL) {
        unlink_from_context(each);
        looked_at++;
        if (!atomic_load(&each->is_opened) && withdraw(each)) {
            each->next_withdrawn = first;
            first = each;
        }
    }
    pthread_rwlock_unlock(&map_lock);
    is_any = first != NULL;
    give_up_all(first);
    pthread_mutex_unlock(&one_at_a_time);
    gi_count(GI_COUNT_ENDED_WITH_CONTEXT, looked_at);
    return is_any;
}

void gi_allocation_each(void (*visit)(struct gi_allocation *allocation, void *context),
                        void *context)
{
    pthread_rwlock_rdlock(&map_lock);
    for (struct gi_allocation_rest *each = published; each != NULL; each = each->next)
        visit(each->allocation, context);
    pthread_rwlock_unlock(&map_lock);
}

/* ---- finding -------------------------------------------------------------------------------- */

/* Whether the allocation ends after `begin`, by a device or host address that begins below
 * `end`. */
static bool ends_behind(const struct gi_allocation *allocation, uint64_t begin, uint64_t end)
{
    uint64_t device = allocation->device_address, host = allocation->host_address;

    return (device < end && device + allocation->size_bytes > begin) ||
           (host != 0 && host < end && host + allocation->size_bytes > begin);
}

struct gi_allocation *gi_allocation_at(uint64_t address)
{
    return address < UINT64_MAX ? gi_allocation_in(address, 1) : NULL;
}

/* A thread that takes it off the map sees the mark, or this one sees that it is off. */
bool gi_allocation_note_recorded(struct gi_allocation *allocation)
{
    struct gi_allocation *found;

    if (atomic_exchange(&allocation->rest->is_recorded, true))
        return true;
    found = gi_allocation_at(allocation->device_address);
    if (found != NULL)
        gi_allocation_unref(found);
    return found == allocation;
}

gi_status gi_allocation_none(const char *call, uint64_t pointer)
{
    return gi_fail(GI_INVALID_VALUE, "%s: pointer 0x%llx is in no allocation of this library", call,
                   (unsigned long long)pointer);
}

gi_status gi_allocation_find(const char *call, uint64_t pointer,
                             struct gi_allocation **out_allocation)
{
    *out_allocation = gi_allocation_at(pointer);
    return *out_allocation != NULL ? GI_OK : gi_allocation_none(call, pointer);
}

/* The lock is held. */
static struct gi_allocation *find_allocation(uint64_t begin, uint64_t size_bytes)
{
    struct gi_allocation *allocation = gi_range_map_last_below(&map, begin + size_bytes);

    return allocation != NULL && ends_behind(allocation, begin, begin + size_bytes) ? allocation
                                                                                    : NULL;
}

/* The description that all allocations have. */
static void describe(const struct gi_allocation *allocation, uint64_t address,
                     struct gi_pointer_info *out_info)
{
    const struct gi_allocation_rest *rest = allocation->rest;
    uint64_t offset = gi_allocation_offset(allocation, address);
    uint64_t base = gi_allocation_pointer(allocation);

    *out_info = (struct gi_pointer_info){
        .kind = allocation->kind,
        .device = allocation->device->ordinal,
        .device_pointer = allocation->device_address + offset,
        .host_pointer = allocation->host_address != 0 ? allocation->host_address + offset : 0,
        .range_base = base,
        .range_bytes = allocation->size_bytes,
        .reserved_base = base,
        .reserved_bytes = allocation->size_bytes,
        .allocation_id = rest->id,
        .context = rest->context,
        .has_context = rest->type->shared_by != GI_SHARED_BY_POOL && !rest->type->outlives_reset,
        .has_ipc_handle = rest->type->shared_by == GI_SHARED_BY_HANDLE,
        .host_flags = rest->host_flags,
        .is_read_only = allocation->is_read_only && rest->type->may_write == NULL,
        .ends_calls = rest->ends_calls,
    };
}

/* Most are described with the lock held, which costs less than a reference. */
struct gi_allocation *gi_allocation_describe(uint64_t address, struct gi_pointer_info *out_info)
{
    struct gi_allocation *allocation;

    pthread_rwlock_rdlock(&map_lock);
    allocation = address < UINT64_MAX ? find_allocation(address, 1) : NULL;
    if (allocation == NULL) {
        *out_info = (struct gi_pointer_info){ .kind = GI_POINTER_UNKNOWN };
    } else {
        describe(allocation, address, out_info);
        if (allocation->rest->parts == NULL && allocation->rest->type->describe == NULL)
            allocation = NULL;
        else
            gi_allocation_ref(allocation);
    }
    pthread_rwlock_unlock(&map_lock);
    return allocation;
}

struct gi_allocation *gi_allocation_in(uint64_t begin, uint64_t size_bytes)
{
    struct gi_allocation *allocation;

    pthread_rwlock_rdlock(&map_lock);
    allocation = find_allocation(begin, size_bytes);
    if (allocation != NULL)
        gi_allocation_ref(allocation);
    pthread_rwlock_unlock(&map_lock);
    return allocation;
}

uint64_t gi_allocation_offset(const struct gi_allocation *allocation, uint64_t address)
{
    if (address - allocation->device_address < allocation->size_bytes)
        return address - allocation->device_address;
    return address - allocation->host_address;
}

/* Systems keep these pages unmapped, so a small number that is no pointer is detected. */
#define FIRST_ADDRESS UINT64_C(65536)

/* No processor has user addresses with more bits. */
#define MOST_ADDRESS (UINT64_C(1) << 56)

static GI_COLD gi_status too_long(uint64_t room, uint64_t size_bytes, uint64_t pointer,
                                  const char *what)
{
    if (room == 0)
        return gi_fail(GI_INVALID_VALUE, "%s 0x%llx is in imported memory, but in no mapped buffer",
                       what, (unsigned long long)pointer);
    return gi_fail(GI_INVALID_VALUE,
                   "%s 0x%llx: %llu bytes are asked for, but its allocation ends after %llu", what,
                   (unsigned long long)pointer, (unsigned long long)size_bytes,
                   (unsigned long long)room);
}

gi_status gi_operand_unlaunched(uint64_t pointer, const char *what)
{
    return gi_fail(GI_INVALID_VALUE, "%s 0x%llx is memory of a graph that no launch has allocated, "
                   "or that was freed", what, (unsigned long long)pointer);
}

static gi_status check_with_holes(struct gi_operand *out_operand, struct gi_allocation *allocation,
                                  uint64_t offset, uint64_t size_bytes, const char *what)
{
    uint64_t begin, end = allocation->size_bytes, pointer = out_operand->pointer;

    if (allocation->rest->parts == NULL && !gi_may_name_unlaunched())
        return gi_operand_unlaunched(pointer, what);
    out_operand->is_unlaunched = allocation->rest->parts == NULL && !gi_prepares_node();
    if (allocation->rest->parts != NULL &&
        !gi_mappings_find(allocation->rest->parts, offset, &begin, &end))
        end = offset;
    return size_bytes <= end - offset ? GI_OK : too_long(end - offset, size_bytes, pointer, what);
}

static gi_status check_range(struct gi_operand *out_operand, struct gi_allocation *allocation,
                             uint64_t offset, uint64_t size_bytes, const char *what)
{
    uint64_t room = allocation->size_bytes - offset;

    if (atomic_load_explicit(&allocation->has_holes, memory_order_acquire))
        return check_with_holes(out_operand, allocation, offset, size_bytes, what);
    return size_bytes <= room ? GI_OK : too_long(room, size_bytes, out_operand->pointer, what);
}

/* A range that begins in no allocation is host memory of the program. It is refused if it overlaps
 * a memory object of the library. That is freed memory, an unused part of a block, or an allocation
 * that begins within the range. */
static gi_status resolve_unknown(struct gi_operand *out_operand, uint64_t pointer,
                                 uint64_t size_bytes, const char *what)
{
    if (pointer < FIRST_ADDRESS || size_bytes > MOST_ADDRESS ||
        pointer > MOST_ADDRESS - size_bytes)
        return gi_fail(GI_INVALID_VALUE, "%s 0x%llx is no memory: no process has the first pages, "
                       "or addresses of more than 56 bits", what, (unsigned long long)pointer);
    if (gi_own_addresses_meet(pointer, size_bytes))
        return gi_fail(GI_INVALID_VALUE, "%s 0x%llx: %llu bytes from there overlap memory of this "
                       "library, but begin in no allocation: it was freed, or lies outside", what,
                       (unsigned long long)pointer, (unsigned long long)size_bytes);
    out_operand->host = (void *)(uintptr_t)pointer;
    return GI_OK;
}

static inline gi_status resolve(struct gi_operand *out_operand, uint64_t pointer,
                                uint64_t size_bytes, const char *what)
{
    struct gi_allocation *allocation;
    uint64_t offset;
    gi_status status = gi_process_check();

    *out_operand = (struct gi_operand){ .pointer = pointer };
    if (status != GI_OK)
        return status;
    if (pointer == 0)
        return gi_fail(GI_INVALID_VALUE, "%s is NULL", what);
    if (pointer + size_bytes < pointer)
        return gi_fail(GI_INVALID_VALUE, "%s 0x%llx + %llu bytes overflows", what,
                       (unsigned long long)pointer, (unsigned long long)size_bytes);
    allocation = gi_allocation_at(pointer);
    if (allocation == NULL)
        return resolve_unknown(out_operand, pointer, size_bytes, what);
    __builtin_prefetch(allocation->memory);      /* the next command reads it */
    offset = gi_allocation_offset(allocation, pointer);
    status = check_range(out_operand, allocation, offset, size_bytes, what);
    if (status != GI_OK) {
        gi_allocation_unref(allocation);
        return status;
    }
    out_operand->allocation = allocation;
    out_operand->offset_bytes = allocation->offset_bytes + offset;
    if (allocation->host_address != 0)
        out_operand->host = (void *)(uintptr_t)(allocation->host_address + offset);
    return GI_OK;
}

gi_status gi_operand_resolve(struct gi_operand *out_operand, uint64_t pointer, uint64_t size_bytes,
                             const char *what)
{
    gi_status status = resolve(out_operand, pointer, size_bytes, what);

    if (status != GI_OK || out_operand->allocation == NULL ||
        !out_operand->allocation->is_carried)
        return status;
    gi_operand_release(out_operand);
    return gi_fail(GI_INVALID_VALUE, "%s 0x%llx is a multicast address, where nothing can be read; "
                   "use a member's own address", what, (unsigned long long)pointer);
}

/* Whether memory with read-only parts may be written there. */
static bool may_write(const struct gi_operand *operand, uint64_t size_bytes)
{
    const struct gi_allocation *allocation = operand->allocation;

    return allocation->rest->type->may_write != NULL &&
           allocation->rest->type->may_write(allocation,
                                             operand->offset_bytes - allocation->offset_bytes,
                                             size_bytes);
}

gi_status gi_operand_resolve_target(struct gi_operand *out_operand, uint64_t pointer,
                                    uint64_t size_bytes, const char *what)
{
    gi_status status = resolve(out_operand, pointer, size_bytes, what);

    if (status != GI_OK || out_operand->allocation == NULL ||
        !out_operand->allocation->is_read_only || may_write(out_operand, size_bytes))
        return status;
    gi_operand_release(out_operand);
    return gi_fail(GI_INVALID_VALUE, "%s 0x%llx + %llu bytes holds memory that was made read-only",
                   what, (unsigned long long)pointer, (unsigned long long)size_bytes);
}

void gi_operand_release(struct gi_operand *operand)
{
    if (operand->allocation != NULL)
        gi_allocation_unref(operand->allocation);
    operand->allocation = NULL;
}
