/* Memory of the fake: a memfd, mapped. What an fd is can be told by its name, in any process. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "internal.h"

#define OPAQUE_NAME "gifake-memory"
#define DMA_BUF_NAME "gifake-dma-buf"

enum { ADDRESS_ALIGNMENT = 64 * 1024 };

/* ---- fds ---------------------------------------------------------------------------------- */

int gifake_memfd(const char *name, uint64_t size_bytes)
{
    int fd = memfd_create(name, MFD_CLOEXEC);
    if (fd < 0)
        return -1;
    if (ftruncate(fd, (off_t)size_bytes) != 0) {
        int error = errno;
        close(fd);
        errno = error;
        return -1;
    }
    return fd;
}

gi_status gifake_check_memfd(const char *what, int fd, const char *name)
{
    char path[64], target[128] = "", wanted[64];

    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    ssize_t length = fd < 0 ? -1 : readlink(path, target, sizeof target - 1);
    if (length < 0)
        return gi_fail(GI_IMPORT_FAILED, "%s import: fd %d is not open", what, fd);
    target[length] = '\0';
    snprintf(wanted, sizeof wanted, "/memfd:%s (deleted)", name);
    if (strcmp(target, wanted) != 0)
        return gi_fail(GI_IMPORT_FAILED, "%s import: fd %d is %s, not a %s", what, fd, target,
                       name);
    return GI_OK;
}

/* ---- making ------------------------------------------------------------------------------- */

struct gifake_memory *gifake_memory_from(struct gi_memory *mem)
{
    if (mem->ops != &gifake_memory_ops)
        gifake_violation("memory: it belongs to another driver");
    return (struct gifake_memory *)mem;
}

void gifake_withhold_addresses(uint32_t device, bool on)
{
    gifake_lock();
    gifake_site(device)->has_no_address = on;
    gifake_unlock();
}

void gifake_take_host_addresses(unsigned count)
{
    gifake_lock();
    gifake_site(0)->taken_host_addresses = count;
    gifake_unlock();
}

/** The lowest address that was given back and fits, else a new one. */
static uint64_t take_address(struct gifake_site *site, uint64_t mapped_bytes,
                             uint64_t alignment_bytes)
{
    size_t lowest = site->hole_count;

    for (size_t i = 0; i < site->hole_count; i++) {
        if (site->holes[i].mapped_bytes == mapped_bytes &&
            site->holes[i].address % alignment_bytes == 0 &&
            (lowest == site->hole_count || site->holes[i].address < site->holes[lowest].address))
            lowest = i;
    }
    if (lowest < site->hole_count) {
        uint64_t address = site->holes[lowest].address;
        site->holes[lowest] = site->holes[--site->hole_count];
        return address;
    }
    site->next_address = (site->next_address + alignment_bytes - 1) & ~(alignment_bytes - 1);
    site->next_address += (mapped_bytes / ADDRESS_ALIGNMENT + 2) * ADDRESS_ALIGNMENT;
    return site->next_address - (mapped_bytes / ADDRESS_ALIGNMENT + 2) * ADDRESS_ALIGNMENT;
}

static void give_back_address(struct gifake_site *site, const struct gifake_memory *mem)
{
    struct gifake_memory **link = &site->with_own_address;

    if (!mem->has_own_address)
        return;
    while (*link != mem)
        link = &(*link)->next_with_address;
    *link = mem->next_with_address;
    if (site->config.reuses_addresses && site->hole_count < GIFAKE_HOLES)
        site->holes[site->hole_count++] = (struct gifake_hole){ mem->base.device_address,
                                                                mem->mapped_bytes };
}

static bool has_one_address(const struct gifake_site *site, const struct gifake_memory *mem,
                            enum gi_memory_kind kind)
{
    return site->config.addresses == GIFAKE_ADDRESSES_SHARED || kind == GI_MEMORY_MANAGED ||
           (kind == GI_MEMORY_HOST && site->config.info.host_memory_keeps_address &&
            !mem->is_wrapped) ||
           (mem->is_wrapped && site->config.wraps_at_host_address);
}

/* As if other memory of the process was at the object's address. */
static bool takes_host_address(struct gifake_site *site, const struct gifake_memory *mem,
                               enum gi_memory_kind kind)
{
    if (site->taken_host_addresses == 0 || mem->is_wrapped ||
        (kind != GI_MEMORY_MANAGED && kind != GI_MEMORY_HOST))
        return false;
    site->taken_host_addresses--;
    return true;
}

void gifake_give_addresses(struct gifake_memory *mem, enum gi_memory_kind kind,
                           uint64_t alignment_bytes)
{
    gifake_lock();
    struct gifake_site *site = gifake_site_of(mem->base.device);
    enum gifake_addresses addresses = site->config.addresses;
    bool is_taken = takes_host_address(site, mem, kind);
    if (kind == GI_MEMORY_IMAGE || kind == GI_MEMORY_PAGES) {    /* need none, and are never
                                                                    mapped */
        goto count;
    } else if (has_one_address(site, mem, kind) && !is_taken) {
        mem->base.device_address = (uint64_t)(uintptr_t)mem->bytes;
    } else {
        mem->base.device_address = take_address(site, mem->mapped_bytes,
                                                alignment_bytes);
        mem->has_own_address = true;
        mem->next_with_address = site->with_own_address;
        site->with_own_address = mem;
    }
    if ((kind != GI_MEMORY_DEVICE || addresses != GIFAKE_ADDRESSES_UNMAPPED) && !is_taken)
        mem->base.host_address = mem->bytes;
    if (site->has_no_address)
        mem->base.device_address = UINT64_MAX;
count:
    gifake_device_from(mem->base.device)->children++;
    gifake_alive.memories++;
    gifake_unlock();
}

/** Maps the object and gives it its addresses; fd stays the caller's. */
static gi_status map_object(struct gifake_memory *mem, int fd, uint64_t true_bytes,
                            uint64_t size_bytes, enum gi_memory_kind kind)
{
    void *bytes = mmap(NULL, true_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (bytes == MAP_FAILED)
        return gi_fail(GI_OUT_OF_MEMORY, "memory: mapping %llu bytes: %s",
                       (unsigned long long)true_bytes, strerror(errno));
    mem->bytes = bytes;
    mem->mapped_bytes = true_bytes;
    mem->base.size_bytes = size_bytes;
    gifake_give_addresses(mem, kind, ADDRESS_ALIGNMENT);
    return GI_OK;
}

/** Takes bytes from the device's heap. */
static gi_status charge(struct gifake_memory *mem, uint64_t size_bytes)
{
    gifake_lock();
    struct gifake_site *site = gifake_site_of(mem->base.device);
    const struct gi_device_info *info = &site->config.info;
    uint64_t free_bytes = info->memory_bytes - site->allocated_bytes;
    bool fits = size_bytes <= free_bytes && size_bytes <= info->max_allocation_bytes;
    if (fits) {
        site->allocated_bytes += size_bytes;
        mem->charged_bytes = size_bytes;
    }
    gifake_unlock();
    if (!fits)
        return gi_fail(GI_OUT_OF_MEMORY, "memory: %llu bytes asked, %llu are free",
                       (unsigned long long)size_bytes, (unsigned long long)free_bytes);
    return GI_OK;
}

static void uncharge(struct gifake_memory *mem)
{
    gifake_lock();
    gifake_site_of(mem->base.device)->allocated_bytes -= mem->charged_bytes;
    mem->charged_bytes = 0;
    gifake_unlock();
}

/** Makes an object of our own; *out_fd stays open and is the caller's. */
static gi_status make_object(struct gifake_memory *mem, const char *name, uint64_t size_bytes,
                             enum gi_memory_kind kind, int *out_fd)
{
    mem->fd = -1;
    mem->kind = kind;
    if (size_bytes == 0)
        return gifake_violation("memory.allocate: 0 bytes");
    if (kind == GI_MEMORY_PAGES && mem->base.device->info.range_granularity_bytes == 0)
        return gifake_violation("memory.allocate: the device is said to have no ranges");
    if (kind == GI_MEMORY_IMAGE && !mem->base.device->info.images)
        return gifake_violation("memory.allocate: the device is said to have no images");
    gi_status status = GI_OK;
    if (kind != GI_MEMORY_HOST)
        status = charge(mem, size_bytes);
    if (status != GI_OK)
        return status;
    int fd = gifake_memfd(name, size_bytes);
    if (fd < 0) {
        status = gi_fail(GI_OUT_OF_MEMORY, "memory: memfd of %llu bytes: %s",
                         (unsigned long long)size_bytes, strerror(errno));
        goto uncharge;
    }
    status = map_object(mem, fd, size_bytes, size_bytes, kind);
    if (status != GI_OK)
        goto close_fd;
    mem->base.size_is_known = true;
    *out_fd = fd;
    return GI_OK;

close_fd:
    close(fd);
uncharge:
    uncharge(mem);
    return status;
}

static gi_status memory_allocate(struct gi_memory *base, uint64_t size_bytes,
                                 enum gi_memory_kind kind)
{
    int fd;

    gi_status status = gifake_enter(base->device, "memory.allocate", GI_OUT_OF_MEMORY);
    if (status != GI_OK)
        return status;
    status = make_object(gifake_memory_from(base), OPAQUE_NAME, size_bytes, kind, &fd);
    if (status == GI_OK)
        close(fd);
    return status;
}

/* ---- import and export -------------------------------------------------------------------- */

/** The name of memfds of a kind; NULL if the device does not share memory that way. */
static const char *name_of(const struct gi_memory *base, enum gi_os_handle_kind kind)
{
    const struct gi_device_info *info = &base->device->info;

    switch (kind) {
    case GI_OS_HANDLE_OPAQUE_FD:    return info->memory_opaque_fd ? OPAQUE_NAME : NULL;
    case GI_OS_HANDLE_DMA_BUF_FD:   return info->memory_dma_buf ? DMA_BUF_NAME : NULL;
    case GI_OS_HANDLE_SYNC_FILE_FD: return NULL;
    }
    return NULL;
}

static gi_status memory_import(struct gi_memory *base, const struct gi_os_handle *borrowed,
                               uint64_t size_bytes, bool dedicated)
{
    struct gifake_memory *mem = gifake_memory_from(base);
    struct stat facts;

    (void)dedicated;                             /* all the same to a memfd */
    mem->fd = -1;
    mem->is_imported = true;
    gi_status status = gifake_enter(base->device, "memory.import", GI_IMPORT_FAILED);
    if (status != GI_OK)
        return status;
    if (size_bytes == 0 && !base->device->info.tells_import_size)
        return gifake_violation("memory.import: 0 bytes");
    const char *name = name_of(base, borrowed->kind);
    if (name == NULL)
        return gi_fail(GI_NOT_SUPPORTED, "memory import: the device takes no handle of kind %d",
                       (int)borrowed->kind);
    status = gifake_check_memfd("memory", borrowed->fd, name);
    if (status != GI_OK)
        return status;
    if (fstat(borrowed->fd, &facts) != 0 || facts.st_size <= 0)
        return gi_fail(GI_IMPORT_FAILED, "memory import: fd %d has no size", borrowed->fd);

    gifake_lock();
    bool size_is_known = gifake_site_of(base->device)->config.size_is_known;
    gifake_unlock();
    uint64_t true_bytes = (uint64_t)facts.st_size;
    if (size_bytes == 0)
        size_bytes = size_is_known ? true_bytes : base->device->info.range_granularity_bytes;
    if (!size_is_known && size_bytes > true_bytes)
        return gi_fail(GI_IMPORT_FAILED, "memory import: %llu bytes asked, the object has fewer",
                       (unsigned long long)size_bytes);
    status = map_object(mem, borrowed->fd, true_bytes, size_is_known ? true_bytes : size_bytes,
                        GI_MEMORY_DEVICE);
    if (status == GI_OK)
        base->size_is_known = size_is_known;
    return status;
}

static bool is_for_buffer(const struct gi_memory *base)
{
    gifake_lock();
    enum gifake_exports exports = gifake_site_of(base->device)->config.exports;
    gifake_unlock();
    return exports == GIFAKE_EXPORTS_NO_IMAGES ||
           (exports == GIFAKE_EXPORTS_FOR_BUFFERS && !base->for_image);
}

static gi_status memory_allocate_exportable(struct gi_memory *base, uint64_t size_bytes,
                                            enum gi_os_handle_kind kind)
{
    struct gifake_memory *mem = gifake_memory_from(base);

    mem->fd = -1;
    gi_status status = gifake_enter(base->device, "memory.allocate_exportable", GI_OUT_OF_MEMORY);
    if (status != GI_OK)
        return status;
    const char *name = name_of(base, kind);
    if (name == NULL)
        return gi_fail(GI_NOT_SUPPORTED, "memory export: the device has no handle of kind %d",
                       (int)kind);
    int fd;
    status = make_object(mem, name, size_bytes, GI_MEMORY_DEVICE, &fd);
    if (status != GI_OK)
        return status;
    mem->fd = fd;
    mem->fd_kind = kind;
    base->dedicated = is_for_buffer(base);
    return GI_OK;
}

static gi_status memory_export(struct gi_memory *base, enum gi_os_handle_kind kind,
                               struct gi_os_handle *out_owned)
{
    struct gifake_memory *mem = gifake_memory_from(base);

    gi_status status = gifake_enter(base->device, "memory.export", GI_OUT_OF_MEMORY);
    if (status != GI_OK)
        return status;
    if (mem->fd < 0 || kind != mem->fd_kind)
        return gi_fail(GI_NOT_SUPPORTED, "memory export: it was not made for handles of kind %d",
                       (int)kind);
    int fd = fcntl(mem->fd, F_DUPFD_CLOEXEC, 0);
    if (fd < 0)
        return gi_fail(GI_OS_ERROR, "memory export: %s", strerror(errno));
    out_owned->kind = kind;
    out_owned->fd = fd;
    return GI_OK;
}

/** Whether an object of the device has one of these addresses. */
static bool is_address_taken(const struct gi_device_base *base, uint64_t begin, uint64_t size_bytes)
{
    bool taken = false;

    gifake_lock();
    const struct gifake_memory *mem = gifake_site_of(base)->with_own_address;
    for (; mem != NULL && !taken; mem = mem->next_with_address)
        taken = mem->base.device_address < begin + size_bytes &&
                begin < mem->base.device_address + mem->mapped_bytes;
    gifake_unlock();
    return taken;
}

static gi_status memory_wrap_host(struct gi_memory *base, void *host, uint64_t size_bytes)
{
    struct gifake_memory *mem = gifake_memory_from(base);
    uint64_t alignment = base->device->info.wrap_alignment_bytes;

    mem->fd = -1;
    gi_status status = gifake_enter(base->device, "memory.wrap_host", GI_OUT_OF_MEMORY);
    if (status != GI_OK)
        return status;
    if (alignment == 0 || size_bytes == 0 || size_bytes % alignment != 0 ||
        (uint64_t)(uintptr_t)host % alignment != 0)
        return gifake_violation("memory.wrap_host: %p and %llu bytes are not aligned", host,
                                (unsigned long long)size_bytes);
    if (gifake_site_of(base->device)->config.wraps_at_host_address &&
        is_address_taken(base->device, (uint64_t)(uintptr_t)host, size_bytes))
        return gi_fail(GI_OUT_OF_MEMORY, "memory.wrap_host: the address %p is taken", host);
    mem->bytes = host;
    mem->mapped_bytes = size_bytes;
    mem->is_wrapped = true;
    base->size_bytes = size_bytes;
    base->size_is_known = true;
    gifake_give_addresses(mem, GI_MEMORY_HOST, ADDRESS_ALIGNMENT);
    return GI_OK;
}

static void memory_finish(struct gi_memory *base)
{
    struct gifake_memory *mem = gifake_memory_from(base);

    gifake_stop_if_ordered("memory.finish");
    gifake_lock();
    gifake_await_drop(base->device, &mem->uses);
    if (mem->uses != 0) {
        gifake_violation("memory.finish: %u places of batches in flight use it", mem->uses);
        gifake_unlock();
        return;
    }
    gifake_device_from(base->device)->children--;
    gifake_alive.memories--;
    gifake_is_finished(base);
    gifake_note_finish(base->device);
    give_back_address(gifake_site_of(base->device), mem);
    gifake_unlock();
    if (mem->granules != NULL)
        gifake_range_finish(mem);
    if (!mem->is_wrapped)
        munmap(mem->bytes, mem->mapped_bytes);
    if (mem->fd >= 0)
        close(mem->fd);
    uncharge(mem);
}

const struct gi_memory_ops gifake_memory_ops = {
    .size = sizeof(struct gifake_memory),
    .allocate = memory_allocate,
    .import = memory_import,
    .allocate_exportable = memory_allocate_exportable,
    .export = memory_export,
    .wrap_host = memory_wrap_host,
    .reserve = gifake_range_reserve,
    .place = gifake_range_place,
    .finish = memory_finish,
};
