#include "allocation.h"

#include <stddef.h>
#include <stdlib.h>

#include "image.h"
#include "memory_object.h"
#include "own_addresses.h"
#include "pool_cache.h"
#include "process.h"

static pthread_rwlock_t map_lock = PTHREAD_RWLOCK_INITIALIZER;
static struct gi_range_map map;
static struct gi_allocation *published;          /* all that are on the map */

_Static_assert(offsetof(struct gi_map_entry, range) == 0, "what the map finds is an entry");

static struct gi_map_entry *find_entry(uint64_t begin, uint64_t size_bytes)
{
    return (struct gi_map_entry *)gi_range_map_find(&map, begin, begin + size_bytes);
}

static gi_status add_entry(struct gi_allocation *allocation, struct gi_map_entry *entry,
                           uint64_t begin)
{
    gi_status status;

    entry->range.begin = begin;
    entry->range.end = begin + allocation->size_bytes;
    entry->allocation = allocation;
    status = gi_range_map_add(&map, &entry->range);
    if (status == GI_INVALID_VALUE)
        return gi_fail(GI_INTERNAL, "address 0x%llx is in use by another allocation",
                       (unsigned long long)begin);
    return status;
}

static bool has_own_host_address(const struct gi_allocation *allocation)
{
    return allocation->host_address != 0 &&
           allocation->host_address != allocation->device_address;
}

static void link_published(struct gi_allocation *allocation)
{
    allocation->previous = NULL;
    allocation->next = published;
    if (published != NULL)
        published->previous = allocation;
    published = allocation;
}

static bool remove_all_entries(struct gi_allocation *allocation)
{
    if (!gi_range_map_remove(&map, &allocation->at_device.range))
        return false;
    if (has_own_host_address(allocation))
        gi_range_map_remove(&map, &allocation->at_host.range);
    if (allocation->next != NULL)
        allocation->next->previous = allocation->previous;
    if (allocation->previous != NULL)
        allocation->previous->next = allocation->next;
    else
        published = allocation->next;
    return true;
}

gi_status gi_allocation_publish(struct gi_allocation *allocation)
{
    static uint64_t newest_id;           /* guarded by map_lock */
    gi_status status;

    pthread_rwlock_wrlock(&map_lock);
    allocation->id = ++newest_id;
    status = add_entry(allocation, &allocation->at_device, allocation->device_address);
    if (status == GI_OK && has_own_host_address(allocation)) {
        status = add_entry(allocation, &allocation->at_host, allocation->host_address);
        if (status != GI_OK)
            gi_range_map_remove(&map, &allocation->at_device.range);
    }
    if (status == GI_OK)
        link_published(allocation);
    pthread_rwlock_unlock(&map_lock);
    return status;
}

bool gi_allocation_unpublish(struct gi_allocation *allocation)
{
    bool removed;

    pthread_rwlock_wrlock(&map_lock);
    removed = remove_all_entries(allocation);
    pthread_rwlock_unlock(&map_lock);
    return removed;
}

/* What is to be given up of an allocation of the device, while map_lock is held for writing: the
 * map's reference, or of imported memory those of its mappings. False: nothing. */
static bool take_back(struct gi_allocation *allocation)
{
    if (allocation->importer != NULL) {
        allocation->withdrawn_mappings = gi_mappings_remove_all(&allocation->mappings);
        return allocation->withdrawn_mappings > 0;
    }
    remove_all_entries(allocation);
    return true;
}

static void give_up(struct gi_allocation *allocation)
{
    struct gi_object *importer = allocation->importer;

    if (importer == NULL) {
        if (allocation->pooled != NULL)
            gi_pooled_note_free(allocation);
        gi_allocation_unref(allocation);
        return;
    }
    for (size_t count = allocation->withdrawn_mappings; count > 0; count--)
        gi_object_unref(importer);           /* the last may end the allocation */
}

void gi_allocation_withdraw_all(const struct gi_device *device)
{
    static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;    /* the links are shared */
    struct gi_allocation *first = NULL, *next;

    pthread_mutex_lock(&one_at_a_time);
    pthread_rwlock_wrlock(&map_lock);
    for (struct gi_allocation *each = published; each != NULL; each = next) {
        next = each->next;
        if (each->device == device && take_back(each)) {
            each->next_withdrawn = first;
            first = each;
        }
    }
    pthread_rwlock_unlock(&map_lock);
    while (first != NULL) {
        next = first->next_withdrawn;
        give_up(first);
        first = next;
    }
    pthread_mutex_unlock(&one_at_a_time);
}

struct gi_allocation *gi_allocation_at(uint64_t address)
{
    return address < UINT64_MAX ? gi_allocation_in(address, 1) : NULL;
}

struct gi_allocation *gi_allocation_in(uint64_t begin, uint64_t size_bytes)
{
    struct gi_allocation *allocation = NULL;
    struct gi_map_entry *entry;

    pthread_rwlock_rdlock(&map_lock);
    entry = find_entry(begin, size_bytes);
    if (entry != NULL) {
        allocation = entry->allocation;
        gi_allocation_ref(allocation);
    }
    pthread_rwlock_unlock(&map_lock);
    return allocation;
}

void gi_allocation_ref(struct gi_allocation *allocation)
{
    atomic_fetch_add_explicit(&allocation->refs, 1, memory_order_relaxed);
}

void gi_allocation_unref(struct gi_allocation *allocation)
{
    if (atomic_fetch_sub_explicit(&allocation->refs, 1, memory_order_acq_rel) != 1)
        return;
    if (allocation->image != NULL)
        gi_image_free(allocation->image);
    if (allocation->within != NULL)
        gi_allocation_unref(allocation->within);
    if (allocation->heap != NULL)
        gi_heap_give(allocation->heap, allocation->range);
    if (allocation->pooled != NULL)
        gi_pooled_unref(allocation->pooled);
    if (allocation->importer != NULL) {
        gi_mappings_finish(&allocation->mappings);
        gi_memory_object_unref(allocation->memory);
    }
    if (allocation->kind == GI_POINTER_REGISTERED)
        gi_memory_object_unref(allocation->memory);
    gi_secret_forget(&allocation->secret);
    gi_advice_finish(&allocation->advice);
    free(allocation);
}

uint64_t gi_allocation_offset(const struct gi_allocation *allocation, uint64_t address)
{
    if (address - allocation->device_address < allocation->size_bytes)
        return address - allocation->device_address;
    return address - allocation->host_address;
}

/* What systems keep unmapped, so that a small number for a pointer is found out. */
#define FIRST_ADDRESS UINT64_C(65536)

/* No processor has addresses of more bits for programs. */
#define MOST_ADDRESS (UINT64_C(1) << 56)

static gi_status check_range(struct gi_allocation *allocation, uint64_t offset,
                             uint64_t size_bytes, uint64_t pointer, const char *what)
{
    uint64_t begin, end = allocation->size_bytes;
    uint64_t room;

    if (allocation->importer != NULL &&
        !gi_mappings_find(&allocation->mappings, offset, &begin, &end))
        end = offset;
    room = end - offset;
    if (size_bytes <= room)
        return GI_OK;
    if (room == 0)
        return gi_fail(GI_INVALID_VALUE, "%s 0x%llx is in imported memory, but in no mapped buffer",
                       what, (unsigned long long)pointer);
    return gi_fail(GI_INVALID_VALUE,
                   "%s 0x%llx: %llu bytes are asked for, but its allocation ends after %llu", what,
                   (unsigned long long)pointer, (unsigned long long)size_bytes,
                   (unsigned long long)room);
}

/* A range that begins in no allocation is host memory of the program. It is refused if it overlaps
 * a memory object of the library: freed memory, an unused part of a block, or an allocation that
 * begins within the range. */
static gi_status resolve_unknown(struct gi_end *out_end, uint64_t pointer, uint64_t size_bytes,
                                 const char *what)
{
    if (pointer < FIRST_ADDRESS || size_bytes > MOST_ADDRESS ||
        pointer > MOST_ADDRESS - size_bytes)
        return gi_fail(GI_INVALID_VALUE, "%s 0x%llx is no memory: no process has the first pages, "
                       "or addresses of more than 56 bits", what, (unsigned long long)pointer);
    if (gi_own_addresses_meet(pointer, size_bytes))
        return gi_fail(GI_INVALID_VALUE, "%s 0x%llx: %llu bytes from there on meet memory of this "
                       "library, but begin in no allocation: it was freed, or lies outside", what,
                       (unsigned long long)pointer, (unsigned long long)size_bytes);
    out_end->host = (void *)(uintptr_t)pointer;
    return GI_OK;
}

static inline gi_status resolve(struct gi_end *out_end, uint64_t pointer, uint64_t size_bytes,
                                const char *what)
{
    struct gi_allocation *allocation;
    uint64_t offset;
    gi_status status = gi_process_check();

    *out_end = (struct gi_end){ .pointer = pointer };
    if (status != GI_OK)
        return status;
    if (pointer == 0)
        return gi_fail(GI_INVALID_VALUE, "%s is NULL", what);
    if (pointer + size_bytes < pointer)
        return gi_fail(GI_INVALID_VALUE, "%s 0x%llx + %llu bytes overflows", what,
                       (unsigned long long)pointer, (unsigned long long)size_bytes);
    allocation = gi_allocation_at(pointer);
    if (allocation == NULL)
        return resolve_unknown(out_end, pointer, size_bytes, what);
    __builtin_prefetch(allocation->memory);      /* the command that is made next reads it */
    offset = gi_allocation_offset(allocation, pointer);
    status = check_range(allocation, offset, size_bytes, pointer, what);
    if (status != GI_OK) {
        gi_allocation_unref(allocation);
        return status;
    }
    out_end->allocation = allocation;
    out_end->offset_bytes = allocation->offset_bytes + offset;
    if (allocation->host_address != 0)
        out_end->host = (void *)(uintptr_t)(allocation->host_address + offset);
    return GI_OK;
}

gi_status gi_end_resolve(struct gi_end *out_end, uint64_t pointer, uint64_t size_bytes,
                         const char *what)
{
    return resolve(out_end, pointer, size_bytes, what);
}

gi_status gi_end_resolve_target(struct gi_end *out_end, uint64_t pointer, uint64_t size_bytes,
                                const char *what)
{
    gi_status status = resolve(out_end, pointer, size_bytes, what);

    if (status != GI_OK || out_end->allocation == NULL || !out_end->allocation->is_read_only)
        return status;
    gi_end_release(out_end);
    return gi_fail(GI_INVALID_VALUE, "%s 0x%llx is memory that was registered as read-only", what,
                   (unsigned long long)pointer);
}

void gi_end_release(struct gi_end *end)
{
    if (end->allocation != NULL)
        gi_allocation_unref(end->allocation);
    end->allocation = NULL;
}
