#include "register.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

#include "memory/allocation.h"
#include "memory/memory_object.h"
#include "memory/own_addresses.h"
#include "base/process.h"
#include "stream/settle.h"

/* Since Linux 5.14; older headers lack it. */
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_READ 22
#define MADV_POPULATE_WRITE 23
#endif

#define ALL_REGISTER_FLAGS \
    (GI_REGISTER_PORTABLE | GI_REGISTER_MAPPED | GI_REGISTER_IO | GI_REGISTER_READ_ONLY)

/* ---- checks --------------------------------------------------------------------------------- */

static gi_status check_arguments(uint64_t pointer, uint64_t size_bytes, uint32_t flags)
{
    if (pointer == 0)
        return gi_fail(GI_INVALID_VALUE, "host memory: the pointer is NULL");
    if (size_bytes == 0)
        return gi_fail(GI_INVALID_VALUE, "host memory: the size is 0");
    if (pointer + size_bytes < pointer || pointer + size_bytes > UINT64_C(1) << 57)
        return gi_fail(GI_INVALID_VALUE, "host memory: 0x%llx + %llu bytes is past what a process "
                       "can address", (unsigned long long)pointer, (unsigned long long)size_bytes);
    if ((flags & ~(uint32_t)ALL_REGISTER_FLAGS) != 0)
        return gi_fail(GI_INVALID_VALUE, "host memory: flags is 0x%x; only 1, 2, 4 and 8 exist",
                       flags);
    if ((flags & GI_REGISTER_IO) != 0)
        return gi_fail(GI_INVALID_VALUE, "host memory: flags has 4, memory of another device, "
                       "which no driver here reaches");
    return GI_OK;
}

static gi_status check_untaken(uint64_t pointer, uint64_t size_bytes)
{
    struct gi_allocation *there = gi_allocation_in(pointer, size_bytes);
    gi_status status = GI_OK;

    if (there == NULL && gi_own_addresses_meet(pointer, size_bytes))
        return gi_fail(GI_INVALID_VALUE, "host memory: %llu bytes at 0x%llx overlap memory of the "
                       "library's own that was freed", (unsigned long long)size_bytes,
                       (unsigned long long)pointer);
    if (there == NULL)
        return GI_OK;
    if (there->kind == GI_POINTER_REGISTERED)
        status = gi_fail(GI_ALREADY_REGISTERED, "host memory: %llu bytes at 0x%llx overlap %llu "
                         "at 0x%llx, which are registered already",
                         (unsigned long long)size_bytes, (unsigned long long)pointer,
                         (unsigned long long)there->size_bytes,
                         (unsigned long long)there->host_address);
    else
        status = gi_fail(GI_INVALID_VALUE, "host memory: %llu bytes at 0x%llx overlap memory of "
                         "the library's own", (unsigned long long)size_bytes,
                         (unsigned long long)pointer);
    gi_allocation_unref(there);
    return status;
}

/* Whether the kernel knows the advice. Otherwise it answers EINVAL for valid memory, too. */
static bool kernel_populates(void)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    void *probe = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    bool works;

    if (probe == MAP_FAILED)
        return false;
    works = madvise(probe, page, MADV_POPULATE_WRITE) == 0;
    munmap(probe, page);
    return works;
}

/* Whether all pages are mapped; does not check write access. */
static bool is_mapped(uint64_t begin, uint64_t end)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), step = page * 4096;
    unsigned char present[4096];

    for (; begin < end; begin += step) {
        uint64_t length = end - begin < step ? end - begin : step;

        if (mincore((void *)(uintptr_t)begin, (size_t)length, present) != 0)
            return false;
    }
    return true;
}

/* Checks that the whole range is mapped and, unless it is read-only, writable. Makes its pages
 * present. */
static gi_status check_memory(uint64_t begin, uint64_t end, bool is_read_only)
{
    int advice = is_read_only ? MADV_POPULATE_READ : MADV_POPULATE_WRITE;
    int error = 0;

    if (madvise((void *)(uintptr_t)begin, (size_t)(end - begin), advice) != 0)
        error = errno;
    if (error == EINVAL && !kernel_populates())
        error = is_mapped(begin, end) ? 0 : ENOMEM;
    if (error == 0)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "host memory: 0x%llx to 0x%llx is not all memory that this "
                   "process may read%s", (unsigned long long)begin, (unsigned long long)end,
                   is_read_only ? "" : " and write");
}

/* ---- register ------------------------------------------------------------------------------- */

static const struct gi_allocation_type registered_type = {
    .size = sizeof(struct gi_allocation_rest),
    .kind = GI_POINTER_REGISTERED,
    .words = "host memory that was registered, not allocated",
    .freed_by = GI_FREED_BY_NEITHER,
    .has_host_pointer = true,
    .release = gi_allocation_release_memory,
};

/* Lets the device access the whole pages of [begin, end). */
static gi_status wrap(struct gi_device *device, uint64_t begin, uint64_t end, bool is_read_only,
                      struct gi_memory **out_memory)
{
    gi_status status = check_memory(begin, end, is_read_only);

    if (status == GI_OK && is_read_only && !device->base->info.wraps_read_only &&
        check_memory(begin, end, false) != GI_OK)
        status = gi_fail(GI_NOT_SUPPORTED, "host memory: 0x%llx to 0x%llx may only be read; the "
                         "driver of %s takes memory alone that may be written",
                         (unsigned long long)begin, (unsigned long long)end,
                         device->base->info.name);
    if (status == GI_OK)
        status = gi_memory_object_wrap(device->base, (void *)(uintptr_t)begin, end - begin,
                                       out_memory);
    return status;
}

static gi_status make_allocation(struct gi_device *device, uint64_t pointer, uint64_t size_bytes,
                                 bool is_read_only, struct gi_allocation **out_allocation)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    uint64_t alignment = device->base->info.wrap_alignment_bytes;
    uint64_t begin, end;
    struct gi_memory *memory;
    gi_status status;

    if (alignment < page)        /* no driver has 0; the core's own checks use pages */
        alignment = page;
    begin = pointer & ~(alignment - 1);
    end = (pointer + size_bytes + alignment - 1) & ~(alignment - 1);
    status = wrap(device, begin, end, is_read_only, &memory);
    if (status != GI_OK)
        return status;
    status = gi_allocation_make(&registered_type, device, out_allocation);
    if (status != GI_OK) {
        gi_memory_object_unref(memory);
        return status;
    }
    gi_allocation_place(*out_allocation, memory, pointer - begin, size_bytes);
    (*out_allocation)->host_address = pointer;   /* also if the driver has no host address */
    (*out_allocation)->is_read_only = is_read_only;
    return GI_OK;
}

gi_status gi_memory_host_register(uint64_t pointer, uint64_t size_bytes, uint32_t flags)
{
    struct gi_allocation *allocation;
    struct gi_device *device;
    gi_status status = check_arguments(pointer, size_bytes, flags);

    if (status == GI_OK)
        status = gi_device_current(&device);
    if (status == GI_OK)
        status = check_untaken(pointer, size_bytes);
    if (status != GI_OK)
        return status;
    status = make_allocation(device, pointer, size_bytes, (flags & GI_REGISTER_READ_ONLY) != 0,
                             &allocation);
    if (status != GI_OK)
        return status;
    allocation->rest->host_flags = flags;
    status = gi_allocation_publish(allocation);
    if (status == GI_INTERNAL)   /* another thread was first */
        status = gi_fail(GI_ALREADY_REGISTERED, "host memory: another thread registered part of "
                         "0x%llx at the same time", (unsigned long long)pointer);
    if (status != GI_OK)
        gi_allocation_unref(allocation);
    return status;
}

/* ---- unregister ----------------------------------------------------------------------------- */

static gi_status unregister(struct gi_allocation *allocation, uint64_t pointer)
{
    if (allocation->kind != GI_POINTER_REGISTERED)
        return gi_fail(GI_INVALID_VALUE, "host memory: 0x%llx was allocated by the library, not "
                       "registered", (unsigned long long)pointer);
    if (pointer != allocation->host_address)
        return gi_fail(GI_INVALID_VALUE, "host memory: 0x%llx is inside a range that was "
                       "registered at 0x%llx", (unsigned long long)pointer,
                       (unsigned long long)allocation->host_address);
    if (!gi_allocation_unpublish(allocation))
        return gi_fail(GI_NOT_REGISTERED, "host memory: 0x%llx was unregistered by another thread",
                       (unsigned long long)pointer);
    /* The program may unmap the memory next, so new work must not find it once the wait begins. */
    gi_settle_all("unregistering of", pointer);
    gi_allocation_unref(allocation);             /* the map's reference */
    return GI_OK;
}

gi_status gi_memory_host_unregister(uint64_t pointer)
{
    struct gi_allocation *allocation;
    gi_status status = gi_process_check();

    if (status != GI_OK)
        return status;
    if (pointer == 0)
        return gi_fail(GI_INVALID_VALUE, "host memory: the pointer is NULL");
    allocation = gi_allocation_at(pointer);
    if (allocation == NULL)
        return gi_fail(GI_NOT_REGISTERED, "host memory: 0x%llx is not registered",
                       (unsigned long long)pointer);
    status = unregister(allocation, pointer);
    gi_allocation_unref(allocation);
    return status;
}
