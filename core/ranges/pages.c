#include "pages.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/process.h"
#include "base/uncancelled.h"
#include "memory/memory_object.h"
#include "queue/device_state.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct gi_pages *first_ended;     /* their handles have ended; the lock guards both */
static struct gi_old_import *first_old_ended;    /* nothing is mapped of them */

enum { PINNED = 1, FABRIC = 8 };        /* an allocation type; a handle type */

void gi_pages_lock(void)
{
    pthread_mutex_lock(&lock);
}

void gi_pages_unlock(void)
{
    struct gi_old_import *old = first_old_ended;
    struct gi_pages *ended = first_ended;

    first_old_ended = NULL;
    first_ended = NULL;
    pthread_mutex_unlock(&lock);
    while (old != NULL) {
        struct gi_old_import *next = old->next;

        gi_memory_object_unref(old->memory);
        free(old);
        old = next;
    }
    while (ended != NULL) {
        struct gi_pages *next = ended->next_ended;

        gi_object_unref(&ended->object);
        ended = next;
    }
}

/* ---- requests of programs ------------------------------------------------------------------- */

static gi_status check_location(const struct gi_pages_properties *properties)
{
    switch (properties->location_type) {
    case GI_LOCATION_DEVICE:
        return GI_OK;
    case GI_LOCATION_HOST:
    case GI_LOCATION_HOST_NUMA:
    case GI_LOCATION_HOST_NUMA_CURRENT:
        return gi_fail(GI_NOT_SUPPORTED, "memory pages: location type is %d, the host's memory; "
                       "pages are of devices here, type 1", properties->location_type);
    default:
        return gi_fail(GI_INVALID_VALUE, "memory pages: location type is %d; 1 is a device",
                       properties->location_type);
    }
}

static gi_status no_handle_type(int handle_types)
{
    return gi_fail(handle_types == FABRIC ? GI_NOT_SUPPORTED : GI_INVALID_VALUE,
                   "memory pages: handle type is %d; 1 (a file descriptor) and 0 (none) are what "
                   "there is", handle_types);
}

static gi_status find_device_info(const struct gi_pages_properties *properties,
                                  const struct gi_device_info **out_info)
{
    gi_status status = check_location(properties);

    return status == GI_OK ? gi_device_info(properties->location_id, out_info) : status;
}

static gi_status check_ranges(const struct gi_device_info *info)
{
    if (info->range_granularity_bytes != 0)
        return GI_OK;
    return gi_fail(GI_NOT_SUPPORTED, "%s has no virtual memory management%s%s", info->name,
                   info->why_no_ranges[0] != '\0' ? ": " : "", info->why_no_ranges);
}

gi_status gi_pages_check(const struct gi_pages_properties *properties)
{
    const struct gi_device_info *info;
    gi_status status;

    if (properties->type != PINNED)
        return gi_fail(properties->type == 2 ? GI_NOT_SUPPORTED : GI_INVALID_VALUE,
                       "memory pages: allocation type is %d; 1 (pinned) is what there is",
                       properties->type);
    if (properties->handle_types != 0 && properties->handle_types != GI_PAGES_FD)
        return no_handle_type(properties->handle_types);
    status = find_device_info(properties, &info);
    if (status != GI_OK)
        return status;
    if (properties->usage != 0)
        return gi_fail(GI_NOT_SUPPORTED, "memory pages: usage is 0x%x; sparse arrays and pools of "
                       "tiles do not exist here, and 0 would be right", properties->usage);
    if (properties->rdma)
        return gi_fail(GI_NOT_SUPPORTED, "memory pages: no device here has direct remote access");
    status = check_ranges(info);
    if (status == GI_OK && properties->handle_types != 0 && !info->tells_import_size)
        status = gi_fail(GI_NOT_SUPPORTED, "memory pages: handle type is %d; %s cannot share pages",
                         properties->handle_types, info->name);
    return status;
}

gi_status gi_pages_granularity(const struct gi_pages_properties *properties, uint64_t *out_bytes)
{
    const struct gi_device_info *info;
    gi_status status = gi_pages_check(properties);

    *out_bytes = 0;
    if (status == GI_OK)
        status = gi_device_info(properties->location_id, &info);
    if (status == GI_OK)
        *out_bytes = info->range_granularity_bytes;
    return status;
}

/* ---- making --------------------------------------------------------------------------------- */

static struct gi_pages *pages_from(struct gi_object *object)
{
    return (struct gi_pages *)object;
}

static void finish_object(struct gi_object *object)
{
    if (pages_from(object)->fd >= 0)
        close(pages_from(object)->fd);
    gi_memory_object_unref(pages_from(object)->memory);
    free(object);
}

static gi_status allocate(struct gi_device *device, uint64_t size_bytes, bool shareable,
                          struct gi_memory **out_memory)
{
    return shareable ? gi_memory_object_allocate_exportable(device->base, size_bytes, out_memory)
                     : gi_memory_object_allocate(device->base, size_bytes, GI_MEMORY_PAGES,
                                                 out_memory);
}

gi_status gi_pages_give_out(struct gi_pages *pages, void (*finish_pages)(struct gi_object *object),
                            gi_handle *out_handle)
{
    gi_status status;

    pages->users = 1;
    gi_pages_lock();             /* no other call finds the handle before it is noted */
    status = gi_handle_create(&pages->object, GI_OBJECT_PAGES, finish_pages, &pages->handle);
    *out_handle = pages->handle;
    gi_pages_unlock();
    return status;
}

/* Gives memory a handle. fd is of imported pages, else -1. On failure the memory is freed. */
static gi_status give_out(struct gi_device *device, struct gi_memory *memory, uint64_t size_bytes,
                          const struct gi_pages_properties *properties, int fd,
                          gi_handle *out_handle)
{
    struct gi_pages *pages = calloc(1, sizeof *pages);
    gi_status status;

    if (pages == NULL) {
        gi_memory_object_unref(memory);
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to keep track of memory pages");
    }
    pages->device = device;
    pages->memory = memory;
    pages->size_bytes = size_bytes;
    pages->properties = *properties;
    pages->fd = fd;
    pages->is_aliased = fd >= 0;
    pages->size_is_open = fd >= 0 && !memory->size_is_known;
    status = gi_pages_give_out(pages, finish_object, out_handle);
    if (status != GI_OK) {
        gi_memory_object_unref(memory);
        free(pages);
    }
    return status;
}

gi_status gi_pages_create(const struct gi_pages_properties *properties, uint64_t size_bytes,
                          gi_handle *out_pages)
{
    GI_UNCANCELLED;
    bool shareable = (properties->handle_types & GI_PAGES_FD) != 0;
    struct gi_device *device;
    struct gi_memory *memory;
    uint64_t step;
    gi_status status = gi_process_check();

    *out_pages = 0;
    if (status == GI_OK)
        status = gi_pages_granularity(properties, &step);
    if (status != GI_OK)
        return status;
    if (size_bytes == 0 || size_bytes % step != 0)
        return gi_fail(GI_INVALID_VALUE, "memory pages: size is %llu; a multiple of %llu would be "
                       "right", (unsigned long long)size_bytes, (unsigned long long)step);
    status = gi_device_at(properties->location_id, &device);
    if (status != GI_OK)
        return status;
    status = allocate(device, size_bytes, shareable, &memory);
    if (status == GI_OUT_OF_MEMORY) {
        device->reclaim(device);
        status = allocate(device, size_bytes, shareable, &memory);
    }
    return status == GI_OK ? give_out(device, memory, size_bytes, properties, -1, out_pages)
                           : status;
}

/* ---- counts --------------------------------------------------------------------------------- */

gi_status gi_pages_find(gi_handle handle, struct gi_pages **out_pages)
{
    struct gi_object *object;
    struct gi_pages *pages;
    gi_status status = gi_handle_acquire(handle, GI_OBJECT_PAGES, &object);

    *out_pages = NULL;
    if (status != GI_OK)
        return status;
    pages = pages_from(object);
    if (pages->users == 0)
        status = gi_fail(GI_INVALID_VALUE, "memory pages: the handle 0x%llx was released as often "
                         "as it was given out; what is mapped from it lives on",
                         (unsigned long long)handle);
    else
        *out_pages = pages;
    gi_object_unref(object);     /* the handle keeps them: only a caller with the lock ends it */
    return status;
}

static void end_if_unused(struct gi_pages *pages)
{
    struct gi_object *object;

    if (pages->users != 0 || pages->maps != 0 ||
        gi_handle_retire(pages->handle, GI_OBJECT_PAGES, &object) != GI_OK)
        return;
    pages->next_ended = first_ended;
    first_ended = pages;
}

void gi_pages_drop_user(struct gi_pages *pages)
{
    pages->users--;
    end_if_unused(pages);
}

gi_status gi_pages_release(gi_handle handle)
{
    struct gi_pages *pages;
    gi_status status = gi_process_check();

    if (status != GI_OK)
        return status;
    gi_pages_lock();
    status = gi_pages_find(handle, &pages);
    if (status == GI_OK)
        gi_pages_drop_user(pages);
    gi_pages_unlock();
    return status;
}

static void note_alias(struct gi_pages *pages)
{
    pages->is_aliased = true;
    if (pages->place != NULL)
        gi_memory_object_note_places(pages->place);
    pages->place = NULL;
}

void gi_pages_add_map(struct gi_pages *pages, struct gi_memory *range)
{
    if (pages->hooks != NULL) {          /* no command uses the range there */
        pages->maps++;
        return;
    }
    if (pages->maps++ > 0)
        note_alias(pages);
    else
        pages->place = range;
    if (pages->is_aliased)
        gi_memory_object_note_places(range);
}

static void end_old(struct gi_old_import *old)
{
    old->next = first_old_ended;
    first_old_ended = old;
}

static void drop_map_of_old(struct gi_pages *pages, const struct gi_memory *memory)
{
    struct gi_old_import **at = &pages->olds, *old;

    while ((*at)->memory != memory)
        at = &(*at)->next;
    old = *at;
    if (--old->maps > 0)
        return;
    *at = old->next;
    end_old(old);
}

void gi_pages_drop_map(struct gi_pages *pages, const struct gi_memory *memory)
{
    if (memory != pages->memory)
        drop_map_of_old(pages, memory);
    if (--pages->maps == 0)
        pages->place = NULL;
    end_if_unused(pages);
}

/* ---- pages whose size is open ---------------------------------------------------------------- */

static unsigned maps_of_memory(const struct gi_pages *pages)
{
    unsigned maps = pages->maps;

    for (const struct gi_old_import *old = pages->olds; old != NULL; old = old->next)
        maps -= old->maps;
    return maps;
}

/* The memory is replaced by a larger import. */
static void replace(struct gi_pages *pages, struct gi_memory *larger, struct gi_old_import *old)
{
    *old = (struct gi_old_import){ pages->olds, pages->memory, maps_of_memory(pages) };
    if (old->maps > 0)
        pages->olds = old;
    else
        end_old(old);
    pages->memory = larger;
}

/* Some drivers tell no size, and an import of more bytes than there are can break their later
 * allocations. Programs map the pages as large as they are, so that is the size to import. */
gi_status gi_pages_reach(struct gi_pages *pages, uint64_t offset_bytes, uint64_t size_bytes)
{
    const struct gi_os_handle borrowed = { .kind = GI_OS_HANDLE_OPAQUE_FD, .fd = pages->fd };
    uint64_t end = offset_bytes + size_bytes;
    struct gi_old_import *old;
    struct gi_memory *larger;
    gi_status status;

    if (!pages->size_is_open || end < size_bytes || end <= pages->size_bytes ||
        (pages->refused_bytes != 0 && end >= pages->refused_bytes))
        return GI_OK;
    old = malloc(sizeof *old);
    if (old == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to import more of memory pages");
    status = gi_memory_object_import_exactly(pages->device->base, &borrowed, end, &larger);
    if (status != GI_OK) {
        free(old);
        if (status != GI_IMPORT_FAILED)
            return status;
        pages->refused_bytes = end;
        return GI_OK;
    }
    if (larger->size_bytes < end) {
        uint64_t found_bytes = larger->size_bytes;

        gi_memory_object_unref(larger);
        free(old);
        return gi_fail(GI_IMPORT_FAILED, "an import of %llu bytes has %llu",
                       (unsigned long long)end, (unsigned long long)found_bytes);
    }
    replace(pages, larger, old);
    pages->size_bytes = end;
    return GI_OK;
}

/* ---- reading and sharing -------------------------------------------------------------------- */

gi_status gi_pages_properties(gi_handle handle, struct gi_pages_properties *out_properties)
{
    struct gi_pages *pages;
    gi_status status = gi_process_check();

    if (status != GI_OK)
        return status;
    gi_pages_lock();
    status = gi_pages_find(handle, &pages);
    if (status == GI_OK)
        *out_properties = pages->properties;
    gi_pages_unlock();
    return status;
}

gi_status gi_pages_duplicate_fd(int fd, int *out_fd)
{
    int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);

    if (copy < 0)
        return gi_fail(GI_OS_ERROR, "memory pages: fd %d cannot be duplicated: %s", fd,
                       strerror(errno));
    *out_fd = copy;
    return GI_OK;
}

/* Finds the pages, and takes a reference that keeps them without the lock. */
static gi_status begin_export(gi_handle handle, int handle_type, struct gi_pages **out_pages)
{
    gi_status status;

    gi_pages_lock();
    status = gi_pages_find(handle, out_pages);
    if (status == GI_OK && (handle_type != GI_PAGES_FD ||
                            ((*out_pages)->properties.handle_types & GI_PAGES_FD) == 0))
        status = gi_fail(GI_INVALID_VALUE, "memory pages: export: the pages were not created with "
                         "handle type %d", handle_type);
    if (status == GI_OK) {
        gi_object_ref(&(*out_pages)->object);
        note_alias(*out_pages);          /* before there is an fd to import */
    }
    gi_pages_unlock();
    return status;
}

static gi_status make_fd(struct gi_pages *pages, int *out_fd)
{
    struct gi_os_handle owned;
    gi_status status;

    if (pages->fd >= 0)
        return gi_pages_duplicate_fd(pages->fd, out_fd);
    status = gi_memory_object_export(pages->memory, &owned);
    if (status != GI_OK)
        return status;
    (void)fcntl(owned.fd, F_SETFD, FD_CLOEXEC);
    *out_fd = owned.fd;
    return GI_OK;
}

gi_status gi_pages_export_kept(struct gi_pages *pages, int *out_fd)
{
    gi_pages_lock();
    note_alias(pages);           /* before there is an fd to import */
    gi_pages_unlock();
    return make_fd(pages, out_fd);
}

gi_status gi_pages_export(gi_handle handle, int handle_type, int *out_fd)
{
    GI_UNCANCELLED;
    struct gi_pages *pages;
    gi_status status = gi_process_check();

    if (status == GI_OK)
        status = begin_export(handle, handle_type, &pages);
    if (status != GI_OK)
        return status;
    status = make_fd(pages, out_fd);
    gi_object_unref(&pages->object);
    return status;
}

static gi_status give_out_import(struct gi_device *device, struct gi_memory *memory,
                                 uint64_t size_bytes, int borrowed_fd, gi_handle *out_pages)
{
    struct gi_pages_properties properties = {
        .type = PINNED, .handle_types = GI_PAGES_FD,
        .location_type = GI_LOCATION_DEVICE, .location_id = device->ordinal
    };
    int fd = -1;
    gi_status status = gi_pages_duplicate_fd(borrowed_fd, &fd);

    if (status != GI_OK) {
        gi_memory_object_unref(memory);
        return status;
    }
    status = give_out(device, memory, size_bytes, &properties, fd, out_pages);
    if (status != GI_OK)
        close(fd);
    return status;
}

static gi_status import(struct gi_device *device, const struct gi_os_handle *borrowed,
                        gi_handle *out_pages)
{
    uint64_t step = device->base->info.range_granularity_bytes, size_bytes;
    struct gi_memory *memory;
    gi_status status = gi_memory_object_import(device->base, borrowed, 0, false, &memory);

    if (status != GI_OK)
        return status == GI_IMPORT_FAILED ? GI_INVALID_VALUE : status;
    size_bytes = memory->size_bytes / step * step;
    if (size_bytes != 0)
        return give_out_import(device, memory, size_bytes, borrowed->fd, out_pages);
    status = gi_fail(GI_INVALID_VALUE, "memory pages: import: fd %d has %llu bytes; pages of %s "
                     "have at least %llu", borrowed->fd, (unsigned long long)memory->size_bytes,
                     device->base->info.name, (unsigned long long)step);
    gi_memory_object_unref(memory);
    return status;
}

gi_status gi_pages_import(int handle_type, int fd, gi_handle *out_pages)
{
    GI_UNCANCELLED;
    struct gi_os_handle borrowed = { .kind = GI_OS_HANDLE_OPAQUE_FD, .fd = fd };
    struct gi_device *device;
    gi_status status = gi_process_check();

    *out_pages = 0;
    if (status == GI_OK && handle_type != GI_PAGES_FD)
        status = no_handle_type(handle_type);
    if (status == GI_OK && fd < 0)
        status = gi_fail(GI_INVALID_VALUE, "memory pages: import: fd %d is no fd", fd);
    if (status == GI_OK)
        status = gi_device_current(&device);
    if (status == GI_OK)
        status = check_ranges(&device->base->info);
    if (status == GI_OK && !device->base->info.tells_import_size)
        status = gi_fail(GI_NOT_SUPPORTED, "memory pages: import: the driver of %s does not find "
                         "the size of memory", device->base->info.name);
    return status == GI_OK ? import(device, &borrowed, out_pages) : status;
}
