#include "memory.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>

#include "device.h"
#include "base/log.h"
#include "tiling.h"

/* How often an address that is free for the host is looked for before the device takes any. */
enum { GIAMD_ADDRESS_TRIES = 8 };

#define GIAMD_ACCESS (AMDGPU_VM_PAGE_READABLE | AMDGPU_VM_PAGE_WRITEABLE)

struct giamd_memory *giamd_memory_from(struct gi_memory *base)
{
    assert(base->ops == &giamd_memory_ops);
    return (struct giamd_memory *)base;
}

static struct giamd_device *giamd_memory_device(const struct giamd_memory *mem)
{
    return giamd_device_from(mem->base.device);
}

static uint64_t giamd_whole_pages(uint64_t bytes)
{
    return (bytes + GIAMD_PAGE_BYTES - 1) & ~(uint64_t)(GIAMD_PAGE_BYTES - 1);
}

/* ---- addresses ----------------------------------------------------------------------------- */

/** Takes the device's addresses from wanted on, or any if it is 0; an errno. */
static int giamd_take_range(struct giamd_device *dev, struct giamd_memory *mem, uint64_t wanted,
                            uint64_t alignment)
{
    return giamd_error(dev->calls->va_range_alloc(dev->handle, amdgpu_gpu_va_range_general,
                                                  mem->mapped_bytes, alignment, wanted,
                                                  &mem->address, &mem->range, 0));
}

/** Takes addresses that neither the host has in use now, nor another card has here: a pointer says
 *  by itself whose it is. The host's places that turned out to be taken by the device are held back
 *  until one is found. */
static int giamd_take_free_range(struct giamd_device *dev, struct giamd_memory *mem,
                                 uint64_t alignment)
{
    size_t length = mem->mapped_bytes + alignment;
    void *held[GIAMD_ADDRESS_TRIES];
    int count = 0, error = ENOMEM;

    while (error != 0 && count < GIAMD_ADDRESS_TRIES) {
        void *place = mmap(NULL, length, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                           -1, 0);
        if (place == MAP_FAILED)
            break;
        held[count++] = place;
        error = giamd_take_range(dev, mem, ((uint64_t)(uintptr_t)place + alignment - 1) &
                                 ~(alignment - 1), alignment);
    }
    while (count > 0)
        munmap(held[--count], length);
    return error;
}

/** Gives the object its addresses: where the host has it, if it is told, else anywhere. Tiled
 *  images want a multiple of their block, which no address of the host's need be.
 *  only_there: nowhere else. */
static gi_status giamd_place(struct giamd_memory *mem, void *host, bool only_there)
{
    struct giamd_device *dev = giamd_memory_device(mem);
    const struct giamd_plan *plan = &dev->listed->plan;
    uint64_t alignment = mem->mapped_bytes >= plan->large_bytes ? plan->fragment_bytes :
                                                                 GIAMD_PAGE_BYTES;
    int error = ENOMEM;

    if (mem->is_tiled && alignment < GIAMD_SURFACE_ALIGNMENT)
        alignment = GIAMD_SURFACE_ALIGNMENT;
    if (host != NULL && plan->host_addresses)
        error = giamd_take_range(dev, mem, (uint64_t)(uintptr_t)host, GIAMD_PAGE_BYTES);
    if (error != 0 && only_there && plan->host_addresses)
        return gi_fail(GI_OUT_OF_MEMORY, "memory: the addresses of the host's %" PRIu64 " bytes at "
                       "%p are taken on %s", mem->mapped_bytes, host, dev->listed->info.name);
    if (error != 0 && plan->host_addresses)
        error = giamd_take_free_range(dev, mem, alignment);
    if (error != 0)
        error = giamd_take_range(dev, mem, 0, alignment);
    if (error != 0)
        return giamd_device_fail(dev, error, "memory: taking addresses");
    error = giamd_plain_error(dev->calls->bo_va_op_raw(dev->handle, mem->object, 0,
                                                       mem->mapped_bytes, mem->address,
                                                       GIAMD_ACCESS, AMDGPU_VA_OP_MAP));
    if (error == 0) {
        mem->base.device_address = mem->address;
        return GI_OK;
    }
    dev->calls->va_range_free(mem->range);
    mem->range = NULL;
    mem->address = 0;
    return giamd_device_fail(dev, error, "memory: mapping it for the device");
}

/* ---- objects ------------------------------------------------------------------------------- */

void giamd_memory_release(struct giamd_memory *mem)
{
    struct giamd_device *dev = giamd_memory_device(mem);

    if (mem->is_mapped)
        dev->calls->bo_cpu_unmap(mem->object);
    if (mem->range != NULL) {
        dev->calls->bo_va_op_raw(dev->handle, mem->object, 0, mem->mapped_bytes, mem->address, 0,
                                 AMDGPU_VA_OP_UNMAP);
        dev->calls->va_range_free(mem->range);
    }
    if (mem->object != NULL)
        dev->calls->bo_free(mem->object);
    mem->is_mapped = false;
    mem->range = NULL;
    mem->object = NULL;
    mem->base.host_address = NULL;
    mem->base.device_address = 0;
    mem->address = 0;
}

/** Maps the object for the host; *out_host is where. */
static gi_status giamd_map(struct giamd_memory *mem, void **out_host)
{
    struct giamd_device *dev = giamd_memory_device(mem);
    int error = giamd_plain_error(dev->calls->bo_cpu_map(mem->object, out_host));

    if (error != 0)
        return giamd_device_fail(dev, error, "memory: mapping it for the host");
    mem->is_mapped = true;
    return GI_OK;
}

/** What batches call the object. */
static gi_status giamd_name(struct giamd_memory *mem)
{
    struct giamd_device *dev = giamd_memory_device(mem);
    int answer = dev->calls->bo_export(mem->object, amdgpu_bo_handle_type_kms,
                                       &mem->kernel_handle);

    return answer == 0 ? GI_OK : giamd_device_fail(dev, giamd_error(answer), "memory: its handle");
}

/* What an object is made as. */
struct giamd_use {
    uint32_t heaps;
    uint64_t flags;
    bool map;
    bool keep_address;           /* nowhere but where the host has it: managed memory */
};

/** Fills an object that is all zero but for its device; on failure it is all zero again. */
static gi_status giamd_make(struct giamd_memory *mem, uint64_t size_bytes,
                            const struct giamd_use *use)
{
    struct giamd_device *dev = giamd_memory_device(mem);
    const struct giamd_plan *plan = &dev->listed->plan;
    struct amdgpu_bo_alloc_request request = {
        .alloc_size = giamd_whole_pages(size_bytes),
        .phys_alignment = GIAMD_PAGE_BYTES,
        .preferred_heap = use->heaps,
        .flags = use->flags | AMDGPU_GEM_CREATE_EXPLICIT_SYNC,
    };
    void *host = NULL;
    int error;
    gi_status st;

    if (request.alloc_size >= plan->large_bytes)
        request.phys_alignment = plan->fragment_bytes;
    error = giamd_plain_error(dev->calls->bo_alloc(dev->handle, &request, &mem->object));
    if (error != 0) {
        mem->object = NULL;
        return gi_fail(giamd_status(error), "memory: %" PRIu64 " bytes on %s: the kernel answered "
                       "%s", size_bytes, dev->listed->info.name, strerror(error));
    }
    mem->mapped_bytes = request.alloc_size;
    mem->must_be_listed = (use->flags & AMDGPU_GEM_CREATE_VM_ALWAYS_VALID) == 0;
    st = giamd_name(mem);
    if (st == GI_OK && use->map)
        st = giamd_map(mem, &host);
    if (st == GI_OK)
        st = giamd_place(mem, host, false);
    if (st != GI_OK) {
        giamd_memory_release(mem);
        return st;
    }
    if (!use->keep_address || mem->base.device_address == (uint64_t)(uintptr_t)host)
        mem->base.host_address = host;
    mem->base.size_bytes = size_bytes;
    mem->base.size_is_known = true;
    return GI_OK;
}

gi_status giamd_memory_make(struct giamd_device *dev, struct giamd_memory *mem,
                            uint64_t size_bytes, bool write_only, bool must_be_listed)
{
    struct giamd_use use = {
        .heaps = AMDGPU_GEM_DOMAIN_GTT,
        .flags = AMDGPU_GEM_CREATE_CPU_ACCESS_REQUIRED |
                 (write_only ? AMDGPU_GEM_CREATE_CPU_GTT_USWC : 0) |
                 (must_be_listed ? 0 : AMDGPU_GEM_CREATE_VM_ALWAYS_VALID),
        .map = true,
    };

    memset(mem, 0, sizeof(*mem));
    mem->base.device = &dev->base;
    mem->base.ops = &giamd_memory_ops;
    return giamd_make(mem, size_bytes, &use);
}

/* ---- own memory ---------------------------------------------------------------------------- */

/** Device memory is never mapped: the host reads it over the bus, slowly. */
static struct giamd_use giamd_use_of(const struct giamd_plan *plan, enum gi_memory_kind kind)
{
    struct giamd_use use = {
        .heaps = AMDGPU_GEM_DOMAIN_GTT,
        .flags = AMDGPU_GEM_CREATE_VM_ALWAYS_VALID | AMDGPU_GEM_CREATE_CPU_ACCESS_REQUIRED,
        .map = true,
        .keep_address = kind == GI_MEMORY_MANAGED,
    };

    if (kind == GI_MEMORY_HOST || kind == GI_MEMORY_MANAGED)
        return use;
    use.heaps = AMDGPU_GEM_DOMAIN_VRAM | (plan->device_memory_in_gtt ? AMDGPU_GEM_DOMAIN_GTT : 0);
    use.flags = AMDGPU_GEM_CREATE_VM_ALWAYS_VALID | AMDGPU_GEM_CREATE_NO_CPU_ACCESS;
    use.map = false;
    return use;
}

static gi_status giamd_check_size(const struct giamd_device *dev, uint64_t size_bytes,
                                  uint64_t most_bytes)
{
    if (size_bytes == 0)
        return gi_fail(GI_INVALID_VALUE, "memory: the size is 0");
    if (size_bytes > most_bytes)
        return gi_fail(GI_OUT_OF_MEMORY, "memory: %" PRIu64 " bytes are asked for, %s gives at "
                       "most %" PRIu64 " at once", size_bytes, dev->listed->info.name, most_bytes);
    return GI_OK;
}

gi_status giamd_memory_make_scratch(struct giamd_device *dev, struct giamd_memory *mem,
                                    uint64_t size_bytes)
{
    struct giamd_use use = giamd_use_of(&dev->listed->plan, GI_MEMORY_DEVICE);

    memset(mem, 0, sizeof(*mem));
    mem->base.device = &dev->base;
    mem->base.ops = &giamd_memory_ops;
    return giamd_make(mem, size_bytes, &use);
}

static gi_status giamd_allocate(struct gi_memory *base, uint64_t size_bytes,
                                enum gi_memory_kind kind)
{
    struct giamd_memory *mem = giamd_memory_from(base);
    struct giamd_device *dev = giamd_device_from(base->device);
    const struct giamd_plan *plan = &dev->listed->plan;
    struct giamd_use use = giamd_use_of(plan, kind);
    gi_status st = giamd_check_size(dev, size_bytes, use.map ? plan->host_most_bytes :
                                                               plan->device_most_bytes);

    if (st != GI_OK)
        return st;
    if (kind == GI_MEMORY_MANAGED && !plan->host_addresses)
        return gi_fail(GI_NOT_SUPPORTED, "managed memory: the addresses of %s do not reach the "
                       "host's", dev->listed->info.name);
    st = giamd_make(mem, size_bytes, &use);
    if (st == GI_OK && kind == GI_MEMORY_IMAGE) {
        mem->is_for_images = true;
        base->device_address = 0;        /* nobody is to write there but commands of images */
    }
    return st;
}

/* ---- sharing ------------------------------------------------------------------------------- */

static gi_status giamd_check_kind(enum gi_os_handle_kind kind, const char *what)
{
    if (kind == GI_OS_HANDLE_SYNC_FILE_FD)
        return gi_fail(GI_NOT_SUPPORTED, "%s: a sync file is not memory", what);
    return GI_OK;
}

/** It may not be one of those that are always there: the kernel does not export those. */
static gi_status giamd_allocate_exportable(struct gi_memory *base, uint64_t size_bytes,
                                           enum gi_os_handle_kind kind)
{
    struct giamd_device *dev = giamd_device_from(base->device);
    struct giamd_use use = giamd_use_of(&dev->listed->plan, GI_MEMORY_DEVICE);
    gi_status st = giamd_check_kind(kind, "exportable memory");

    if (st == GI_OK)
        st = giamd_check_size(dev, size_bytes, dev->listed->plan.device_most_bytes);
    use.flags = 0;
    return st == GI_OK ? giamd_make(giamd_memory_from(base), size_bytes, &use) : st;
}

/** Both kinds are dma-bufs. */
static gi_status giamd_export(struct gi_memory *base, enum gi_os_handle_kind kind,
                              struct gi_os_handle *out_owned)
{
    struct giamd_memory *mem = giamd_memory_from(base);
    struct giamd_device *dev = giamd_device_from(base->device);
    gi_status st = giamd_check_kind(kind, "memory export");
    uint32_t fd = 0;
    int answer;

    *out_owned = (struct gi_os_handle){ .kind = kind, .fd = -1 };
    if (st != GI_OK)
        return st;
    if (!mem->must_be_listed)
        return gi_fail(GI_NOT_SUPPORTED, "memory export: it was not made to be shared");
    answer = dev->calls->bo_export(mem->object, amdgpu_bo_handle_type_dma_buf_fd, &fd);
    if (answer != 0)
        return giamd_device_fail(dev, giamd_error(answer), "memory export");
    out_owned->fd = (int)fd;
    return GI_OK;
}

/** Host memory that another program shared is mapped where the host may read it fast; for
 *  everything else the device copies. */
static bool giamd_is_worth_a_map(const struct amdgpu_bo_info *info)
{
    return info->preferred_heap == AMDGPU_GEM_DOMAIN_GTT &&
           (info->alloc_flags & AMDGPU_GEM_CREATE_CPU_ACCESS_REQUIRED) != 0 &&
           (info->alloc_flags & AMDGPU_GEM_CREATE_CPU_GTT_USWC) == 0;
}

/** Finds out what was imported, and gives it its places; *out_host is the host's, or NULL. */
static gi_status giamd_place_imported(struct giamd_memory *mem, void **out_host)
{
    struct giamd_device *dev = giamd_memory_device(mem);
    struct amdgpu_bo_info info;
    bool is_known;
    gi_status st = giamd_name(mem);

    *out_host = NULL;
    if (st != GI_OK)
        return st;
    memset(&info, 0, sizeof(info));
    is_known = dev->calls->bo_query_info(mem->object, &info) == 0;
    mem->is_tiled = is_known && giamd_tiling_mode(&dev->listed->plan.sdma,
                                                  info.metadata.tiling_info) != 0;
    if (is_known && !mem->is_tiled && giamd_is_worth_a_map(&info))
        st = giamd_map(mem, out_host);
    return st == GI_OK ? giamd_place(mem, *out_host, false) : st;
}

static gi_status giamd_import_refused(struct giamd_device *dev, int fd, int error)
{
    if (giamd_status(error) == GI_OUT_OF_MEMORY || giamd_status(error) == GI_DEVICE_LOST)
        return giamd_device_fail(dev, error, "memory import");
    return gi_fail(GI_IMPORT_FAILED, "memory import: the kernel does not take fd %d as memory of "
                   "%s (%s); a dma-buf would be right", fd, dev->listed->info.name,
                   strerror(error));
}

static gi_status giamd_import(struct gi_memory *base, const struct gi_os_handle *borrowed,
                              uint64_t size_bytes, bool dedicated)
{
    struct giamd_memory *mem = giamd_memory_from(base);
    struct giamd_device *dev = giamd_device_from(base->device);
    struct amdgpu_bo_import_result result = { 0 };
    void *host = NULL;
    int answer;
    gi_status st = giamd_check_kind(borrowed->kind, "memory import");

    (void)dedicated;                     /* all the same to a buffer */
    if (st != GI_OK)
        return st;
    if (size_bytes == 0)
        return gi_fail(GI_INVALID_VALUE, "memory import: the size is 0");
    answer = dev->calls->bo_import(dev->handle, amdgpu_bo_handle_type_dma_buf_fd,
                                   (uint32_t)borrowed->fd, &result);
    if (answer != 0)
        return giamd_import_refused(dev, borrowed->fd, giamd_error(answer));
    mem->object = result.buf_handle;
    mem->mapped_bytes = giamd_whole_pages(result.alloc_size);
    mem->must_be_listed = true;
    st = giamd_place_imported(mem, &host);
    if (st != GI_OK) {
        giamd_memory_release(mem);
        return st;
    }
    base->host_address = host;
    base->size_bytes = result.alloc_size;
    base->size_is_known = true;
    mem->is_imported = true;
    if (size_bytes > result.alloc_size)
        gi_log(GI_LOG_INFO, "memory import: fd %d holds %" PRIu64 " bytes, less than the %" PRIu64
               " asked for", borrowed->fd, result.alloc_size, size_bytes);
    return GI_OK;
}

/* ---- the program's own memory -------------------------------------------------------------- */

static gi_status giamd_wrap_host(struct gi_memory *base, void *host, uint64_t size_bytes)
{
    struct giamd_memory *mem = giamd_memory_from(base);
    struct giamd_device *dev = giamd_device_from(base->device);
    int error = giamd_plain_error(dev->calls->create_bo_from_user_mem(dev->handle, host,
                                                                      size_bytes, &mem->object));
    gi_status st;

    if (error != 0) {
        mem->object = NULL;
        if (giamd_status(error) == GI_OUT_OF_MEMORY || giamd_status(error) == GI_DEVICE_LOST)
            return giamd_device_fail(dev, error, "host memory");
        return gi_fail(GI_INVALID_VALUE, "host memory: the kernel does not take the %" PRIu64
                       " bytes at %p (%s); anonymous memory that may be written would be right",
                       size_bytes, host, strerror(error));
    }
    mem->mapped_bytes = size_bytes;
    mem->must_be_listed = true;
    st = giamd_name(mem);
    if (st == GI_OK)
        st = giamd_place(mem, host, true);
    if (st != GI_OK) {
        giamd_memory_release(mem);
        return st;
    }
    base->host_address = host;
    base->size_bytes = size_bytes;
    base->size_is_known = true;
    return GI_OK;
}

static void giamd_finish(struct gi_memory *base)
{
    giamd_memory_release(giamd_memory_from(base));
}

const struct gi_memory_ops giamd_memory_ops = {
    .size = sizeof(struct giamd_memory),
    .allocate = giamd_allocate,
    .import = giamd_import,
    .allocate_exportable = giamd_allocate_exportable,
    .export = giamd_export,
    .wrap_host = giamd_wrap_host,
    .finish = giamd_finish,
};
