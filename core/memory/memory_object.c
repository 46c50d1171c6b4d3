#include "memory_object.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/lines.h"
#include "base/log.h"
#include "own_addresses.h"
#include "base/uncancelled.h"
#include "base/vector.h"
#include "contract/calls.h"

static atomic_uint_fast64_t exported_count;

/* How often an object is made again if its addresses collide with others. The earlier tries are
 * kept until then, so the driver cannot return the same addresses. Two devices of one driver return
 * the same addresses in the same order. So it takes as many tries as the other device has
 * objects. */
#define COLLISION_TRIES 1000

/* The core's part of a memory object, and then the driver's struct, which begins with memory. */
struct object {
    atomic_uint refs;
    atomic_bool may_have_alias;          /* another object may be the same memory */
    atomic_bool may_repeat;              /* of a range: two of its places may be the same memory */
    struct gi_own_ranges own_ranges;
    _Alignas(max_align_t) struct gi_memory memory;
};

static struct object *object_of(struct gi_memory *memory)
{
    return (struct object *)((char *)memory - offsetof(struct object, memory));
}

static size_t object_bytes(const struct gi_memory_ops *ops)
{
    return offsetof(struct object, memory) + ops->size;
}

/* Some drivers return the lowest free address, and so return a taken one again for each new object.
 * A small object of the library, a plug, then stays there until the process ends. It is freed early
 * if host memory is to be wrapped there. */
#define PLUG_BYTES (UINT64_C(2) << 20)           /* the largest plug */
#define PLUGS_BYTES (UINT64_C(64) << 20)         /* all plugs together */
#define PLUG_FAILURES 8

struct request {
    const struct gi_os_handle *borrowed;     /* to import it; else NULL */
    void *host;                              /* to wrap it; both NULL: allocate */
    uint64_t size_bytes;
    enum gi_memory_kind kind;
    uint64_t range_alignment_bytes;          /* to make a range; else 0 */
    uint64_t wanted_address;                 /* of the range; 0: any */
    bool dedicated;
    bool for_image;
    bool exportable;
    bool wants_exactly;                      /* of an import */
};

/* The host's pages that contain the device's addresses. */
static void find_pages(const struct gi_memory *memory, uint64_t *out_begin, size_t *out_length)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    uint64_t end = memory->device_address + memory->size_bytes;

    *out_begin = memory->device_address & ~(page - 1);
    *out_length = (size_t)(((end + page - 1) & ~(page - 1)) - *out_begin);
}

/* Whether host and device addresses are the same, or the device's are beyond the host's range. */
static bool needs_no_reservation(const struct gi_memory *memory)
{
    return (uint64_t)(uintptr_t)memory->host_address == memory->device_address ||
           memory->device_address + memory->size_bytes > UINT64_C(1) << 47;
}

/* Reserves the device's addresses in the host's address space. False: they are taken. */
static bool reserve_addresses(const struct gi_memory *memory)
{
    uint64_t begin;
    size_t length;
    void *place;

    if (needs_no_reservation(memory))
        return true;
    find_pages(memory, &begin, &length);
    place = mmap((void *)(uintptr_t)begin, length, PROT_NONE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (place == MAP_FAILED)
        return errno != EEXIST;      /* beyond the host's range, so nothing can be there */
    if ((uint64_t)(uintptr_t)place != begin) {    /* a kernel that treats the address as a hint */
        munmap(place, length);
        return false;
    }
    return true;
}

static void unreserve_addresses(const struct gi_memory *memory)
{
    uint64_t begin;
    size_t length;

    if (needs_no_reservation(memory))
        return;
    find_pages(memory, &begin, &length);
    munmap((void *)(uintptr_t)begin, length);
}

static gi_status make_memory(struct gi_device_base *base, const struct request *request,
                             struct gi_memory **out_memory)
{
    const struct gi_memory_ops *ops = base->driver->memory;
    struct object *object = gi_lines_alloc(object_bytes(ops));
    struct gi_memory *memory;
    gi_status status;

    *out_memory = NULL;
    if (object == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to keep track of an allocation");
    memory = &object->memory;
    *memory = (struct gi_memory){ .device = base, .ops = ops,
                                  .wants_exactly = request->wants_exactly,
                                  .for_image = request->for_image };
    atomic_init(&object->refs, 1);
    atomic_init(&object->may_repeat, false);
    atomic_init(&object->may_have_alias, request->borrowed != NULL || request->host != NULL);
    memset(memory + 1, 0, ops->size - sizeof *memory);       /* the driver's part */
    if (request->borrowed != NULL)
        status = gi_call_import(memory, request->borrowed, request->size_bytes, request->dedicated);
    else if (request->host != NULL)
        status = gi_call_wrap_host(memory, request->host, request->size_bytes);
    else if (request->range_alignment_bytes != 0)
        status = gi_call_reserve(memory, request->size_bytes, request->range_alignment_bytes,
                                 request->wanted_address);
    else if (request->exportable)
        status = gi_call_allocate_exportable(memory, request->size_bytes,
                                             GI_OS_HANDLE_OPAQUE_FD);
    else
        status = gi_call_allocate(memory, request->size_bytes, request->kind);
    if (status != GI_OK) {
        gi_lines_free(object, object_bytes(ops));
        return status;
    }
    *out_memory = memory;
    return GI_OK;
}

static void destroy(struct gi_memory *memory)
{
    GI_UNCANCELLED;

    if (gi_call_memory_finish(memory))
        gi_lines_free(object_of(memory), object_bytes(memory->ops));
}

/* While an object is made or released, the device may have addresses that are not the object's for
 * long: the object collided with another, or the host may use them already. A thread that makes or
 * releases an object holds the lock for reading. A thread that holds it for writing sees no address
 * of that sort. Readers do not nest. */
static pthread_rwlock_t changing = PTHREAD_RWLOCK_INITIALIZER;

static void release_memory(struct gi_memory *memory)
{
    GI_UNCANCELLED;

    gi_own_addresses_remove(memory, &object_of(memory)->own_ranges);
    pthread_rwlock_rdlock(&changing);
    unreserve_addresses(memory);
    destroy(memory);
    pthread_rwlock_unlock(&changing);
}

/* There is a driver that uses the result of a failed mmap as an address. */
static bool has_an_address(const struct gi_memory *memory, const struct request *request)
{
    if (request->kind == GI_MEMORY_IMAGE || request->kind == GI_MEMORY_PAGES)
        return true;             /* no pointer leads into it */
    return memory->device_address != 0 &&
           memory->device_address <= UINT64_MAX - memory->size_bytes;
}

/* Whether host and device must use the same address of the memory. */
static bool needs_one_address(const struct gi_device_base *base, const struct request *request)
{
    if (request->borrowed != NULL || request->host != NULL || request->exportable)
        return false;
    return request->kind == GI_MEMORY_MANAGED ||
           (request->kind == GI_MEMORY_HOST && base->info.host_memory_keeps_address);
}

/* Such memory is of no use if its address was taken in this process. */
static bool is_where_it_must_be(const struct gi_memory *memory, const struct request *request)
{
    return !needs_one_address(memory->device, request) ||
           (uint64_t)(uintptr_t)memory->host_address == memory->device_address;
}

/* ---- addresses that are taken --------------------------------------------------------------- */

static struct {
    pthread_mutex_t lock;        /* a leaf; guards the rest */
    struct gi_memory **plugs;
    size_t count, capacity;
    uint64_t bytes;
    unsigned failures;           /* consecutive plugs that got another address: drivers differ */
} taken = { .lock = PTHREAD_MUTEX_INITIALIZER };

static bool may_plug(uint64_t size_bytes)
{
    bool may;

    pthread_mutex_lock(&taken.lock);
    may = size_bytes <= PLUG_BYTES && taken.bytes + size_bytes <= PLUGS_BYTES &&
          taken.failures < PLUG_FAILURES;
    pthread_mutex_unlock(&taken.lock);
    return may;
}

static bool note_plug(struct gi_memory *plug, uint64_t address)
{
    bool noted = false;

    pthread_mutex_lock(&taken.lock);
    if (plug->device_address != address) {
        taken.failures++;
    } else if (gi_grow((void **)&taken.plugs, &taken.capacity, taken.count + 1,
                       sizeof(struct gi_memory *))) {
        taken.plugs[taken.count++] = plug;
        taken.bytes += plug->size_bytes;
        taken.failures = 0;
        noted = true;
    }
    pthread_mutex_unlock(&taken.lock);
    return noted;
}

/* Removes one plug of the device that overlaps the range from the list. NULL: there is none. */
static struct gi_memory *take_plug_in(const struct gi_device_base *base, uint64_t begin,
                                      uint64_t size_bytes)
{
    struct gi_memory *found = NULL;

    pthread_mutex_lock(&taken.lock);
    for (size_t i = 0; i < taken.count && found == NULL; i++) {
        struct gi_memory *plug = taken.plugs[i];

        if (plug->device != base || plug->device_address >= begin + size_bytes ||
            begin >= plug->device_address + plug->size_bytes)
            continue;
        found = plug;
        taken.plugs[i] = taken.plugs[--taken.count];
        taken.bytes -= plug->size_bytes;
    }
    pthread_mutex_unlock(&taken.lock);
    return found;
}

/* A driver that wraps host memory at the host's own address cannot do so where a plug lies. The
 * caller holds `changing` for writing: another thread may want the same plug gone. */
static void unplug(const struct gi_device_base *base, uint64_t begin, uint64_t size_bytes)
{
    struct gi_memory *plug;

    while ((plug = take_plug_in(base, begin, size_bytes)) != NULL)
        destroy(plug);
}

/* Destroys an object whose addresses are taken, and puts a plug there. Large objects of the library
 * are rare, so plugs are small. An import is not kept as a plug, as its memory belongs to others.
 * Some drivers put imported and exportable memory at low addresses, and all other memory far
 * above. */
static void destroy_and_plug(struct gi_memory *collided, bool is_imported)
{
    struct request request = { .size_bytes = collided->size_bytes, .kind = GI_MEMORY_DEVICE,
                               .exportable = is_imported &&
                                             collided->device->info.memory_exports };
    struct gi_device_base *base = collided->device;
    uint64_t address = collided->device_address;
    struct gi_memory *plug;

    destroy(collided);
    if (!may_plug(request.size_bytes) || make_memory(base, &request, &plug) != GI_OK)
        return;
    if (!note_plug(plug, address))
        destroy(plug);
}

/* ---- making --------------------------------------------------------------------------------- */

/* The caller holds `changing`, and is not cancelled. */
static gi_status make_locked(struct gi_device_base *base, const struct request *request,
                             struct gi_memory **out_memory)
{
    struct gi_memory **collided = NULL;
    size_t count = 0, capacity = 0;
    gi_status status;

    *out_memory = NULL;
    for (;;) {
        struct gi_memory *memory;

        status = make_memory(base, request, &memory);
        if (status != GI_OK)
            break;
        if (!has_an_address(memory, request)) {
            status = gi_fail(GI_OUT_OF_MEMORY, "%llu bytes on %s: the driver has no address for "
                             "them", (unsigned long long)request->size_bytes, base->info.name);
            destroy(memory);
            break;
        }
        if (is_where_it_must_be(memory, request) && reserve_addresses(memory)) {
            gi_own_addresses_add(memory, request->host != NULL, &object_of(memory)->own_ranges);
            *out_memory = memory;
            break;
        }
        gi_log(GI_LOG_DEBUG, "device address 0x%llx is taken in this process; trying another",
               (unsigned long long)memory->device_address);
        if (count == COLLISION_TRIES ||
            !gi_grow((void **)&collided, &capacity, count + 1, sizeof(struct gi_memory *))) {
            destroy(memory);
            status = gi_fail(GI_OUT_OF_MEMORY, "%zu memory objects in a row had addresses that are "
                             "taken in this process", count);
            break;
        }
        collided[count++] = memory;
    }
    if (count > 0)
        gi_log(GI_LOG_INFO, "%zu memory objects were made in vain, as their addresses are taken",
               count);
    while (count > 0) {
        count--;
        if (needs_one_address(base, request))
            destroy(collided[count]);    /* the host address was taken, not the device address */
        else
            destroy_and_plug(collided[count], request->borrowed != NULL);
    }
    free(collided);
    return status;
}

static gi_status make_apart(struct gi_device_base *base, const struct request *request,
                            struct gi_memory **out_memory)
{
    GI_UNCANCELLED;
    gi_status status;

    pthread_rwlock_rdlock(&changing);
    status = make_locked(base, request, out_memory);
    pthread_rwlock_unlock(&changing);
    return status;
}

/* As make_apart, alone: no other object is being made or released, and no plug is in the way. */
static gi_status make_alone(struct gi_device_base *base, const struct request *request,
                            struct gi_memory **out_memory)
{
    GI_UNCANCELLED;
    gi_status status;

    pthread_rwlock_wrlock(&changing);
    unplug(base, (uint64_t)(uintptr_t)request->host, request->size_bytes);
    status = make_locked(base, request, out_memory);
    pthread_rwlock_unlock(&changing);
    return status;
}

gi_status gi_memory_object_allocate(struct gi_device_base *base, uint64_t size_bytes,
                                    enum gi_memory_kind kind, struct gi_memory **out_memory)
{
    struct request request = { .size_bytes = size_bytes, .kind = kind };

    return make_apart(base, &request, out_memory);
}

static gi_status allocate_exportable(struct gi_device_base *base, uint64_t size_bytes,
                                     bool for_image, struct gi_memory **out_memory)
{
    struct request request = { .size_bytes = size_bytes, .kind = GI_MEMORY_DEVICE,
                               .exportable = true, .for_image = for_image };

    *out_memory = NULL;
    if (base->driver->memory->allocate_exportable == NULL || base->driver->memory->export == NULL)
        return gi_fail(GI_NOT_SUPPORTED, "driver %s of %s cannot share memory with other processes",
                       base->info.driver_name, base->info.name);
    return make_apart(base, &request, out_memory);
}

gi_status gi_memory_object_allocate_exportable(struct gi_device_base *base, uint64_t size_bytes,
                                               struct gi_memory **out_memory)
{
    return allocate_exportable(base, size_bytes, false, out_memory);
}

gi_status gi_memory_object_allocate_for_image(struct gi_device_base *base, uint64_t size_bytes,
                                              struct gi_memory **out_memory)
{
    return allocate_exportable(base, size_bytes, true, out_memory);
}

gi_status gi_memory_object_import(struct gi_device_base *base, const struct gi_os_handle *borrowed,
                                  uint64_t size_bytes, bool dedicated,
                                  struct gi_memory **out_memory)
{
    struct request request = { .borrowed = borrowed, .size_bytes = size_bytes,
                               .dedicated = dedicated };

    return make_apart(base, &request, out_memory);
}

gi_status gi_memory_object_import_exactly(struct gi_device_base *base,
                                          const struct gi_os_handle *borrowed,
                                          uint64_t size_bytes, struct gi_memory **out_memory)
{
    struct request request = { .borrowed = borrowed, .size_bytes = size_bytes,
                               .wants_exactly = true };

    return make_apart(base, &request, out_memory);
}

gi_status gi_memory_object_wrap(struct gi_device_base *base, void *host, uint64_t size_bytes,
                                struct gi_memory **out_memory)
{
    struct request request = { .host = host, .size_bytes = size_bytes };

    *out_memory = NULL;
    if (base->info.wrap_alignment_bytes == 0 || base->driver->memory->wrap_host == NULL)
        return gi_fail(GI_NOT_SUPPORTED, "%s cannot access the program's own host memory; use "
                       "memory that the library allocates", base->info.name);
    gi_status status = make_apart(base, &request, out_memory);
    return status == GI_OUT_OF_MEMORY ? make_alone(base, &request, out_memory) : status;
}

gi_status gi_memory_object_reserve(struct gi_device_base *base, uint64_t size_bytes,
                                   uint64_t alignment_bytes, uint64_t wanted_address,
                                   struct gi_memory **out_range)
{
    struct request request = { .size_bytes = size_bytes, .range_alignment_bytes = alignment_bytes,
                               .wanted_address = wanted_address };

    *out_range = NULL;
    if (base->info.range_granularity_bytes == 0 || base->driver->memory->reserve == NULL)
        return gi_fail(GI_NOT_SUPPORTED, "%s has no virtual memory management%s%s",
                       base->info.name, base->info.why_no_ranges[0] != '\0' ? ": " : "",
                       base->info.why_no_ranges);
    return make_apart(base, &request, out_range);
}

static void note_export(atomic_bool *noted)
{
    if (!atomic_exchange(noted, true))
        atomic_fetch_add(&exported_count, 1);
}

void gi_memory_object_note_alias(struct gi_memory *memory)
{
    note_export(&object_of(memory)->may_have_alias);
}

void gi_memory_object_note_places(struct gi_memory *range)
{
    note_export(&object_of(range)->may_have_alias);
    note_export(&object_of(range)->may_repeat);
}

gi_status gi_memory_object_export(struct gi_memory *memory, struct gi_os_handle *out_owned)
{
    if (memory->ops->export == NULL)
        return gi_fail(GI_NOT_SUPPORTED, "driver %s of %s cannot share memory with other processes",
                       memory->device->info.driver_name, memory->device->info.name);
    gi_memory_object_note_alias(memory);         /* before there is an fd to import */
    return gi_call_export(memory, GI_OS_HANDLE_OPAQUE_FD, out_owned);
}

static const struct object *const_object_of(const struct gi_memory *memory)
{
    return (const struct object *)((const char *)memory - offsetof(struct object, memory));
}

bool gi_memory_object_may_have_alias(const struct gi_memory *memory)
{
    return atomic_load_explicit(&const_object_of(memory)->may_have_alias, memory_order_relaxed);
}

bool gi_memory_object_may_repeat(const struct gi_memory *memory)
{
    return atomic_load_explicit(&const_object_of(memory)->may_repeat, memory_order_relaxed);
}

uint64_t gi_memory_object_exported_count(void)
{
    return atomic_load(&exported_count);
}

void gi_memory_object_ref(struct gi_memory *memory)
{
    atomic_fetch_add_explicit(&object_of(memory)->refs, 1, memory_order_relaxed);
}

void gi_memory_object_unref(struct gi_memory *memory)
{
    if (atomic_fetch_sub_explicit(&object_of(memory)->refs, 1, memory_order_acq_rel) != 1)
        return;
    release_memory(memory);
}
