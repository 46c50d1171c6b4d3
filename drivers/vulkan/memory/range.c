#include "range.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/log.h"
#include "sparse.h"
#include "vulkan/device/device.h"
#include "vulkan/loader/result.h"

/* ---- addresses ----------------------------------------------------------------------------- */

static void *givk_map_nothing(uint64_t at, uint64_t size_bytes, int flags)
{
    return mmap((void *)(uintptr_t)at, size_bytes, PROT_NONE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | flags, -1, 0);
}

/** Finds free addresses: the wanted ones, else any that are aligned. NULL if there are none. */
static char *givk_find_addresses(uint64_t size_bytes, uint64_t alignment_bytes, uint64_t wanted)
{
    uint64_t all, skipped;
    char *begin;

    if (wanted != 0 && wanted % alignment_bytes == 0) {
        begin = givk_map_nothing(wanted, size_bytes, MAP_FIXED_NOREPLACE);
        if (begin != MAP_FAILED && (uint64_t)(uintptr_t)begin == wanted)
            return begin;
        if (begin != MAP_FAILED)         /* an old kernel that treats the address as a hint */
            munmap(begin, size_bytes);
    }
    if (__builtin_add_overflow(size_bytes, alignment_bytes, &all))
        return NULL;
    begin = givk_map_nothing(0, all, 0);
    if (begin == MAP_FAILED)
        return NULL;
    skipped = (0 - (uint64_t)(uintptr_t)begin) & (alignment_bytes - 1);
    if (skipped != 0)
        munmap(begin, skipped);
    munmap(begin + skipped + size_bytes, alignment_bytes - skipped);
    return begin + skipped;
}

/* ---- making a range ------------------------------------------------------------------------ */

static VkResult givk_import_window(struct givk_device *dev, struct givk_memory *range,
                                   uint64_t offset, uint64_t size_bytes, uint32_t allowed_mask,
                                   VkDeviceMemory *out)
{
    VkImportMemoryHostPointerInfoEXT import = {
        .sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT,
        .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT,
        .pHostPointer = (char *)range->base.host_address + offset,
    };
    VkMemoryAllocateFlagsInfo flags = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
        .pNext = &import,
        .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT,
    };
    VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .pNext = &flags,
        .allocationSize = size_bytes,
    };

    if (!givk_plan_memory_type(dev->facts, dev->plan, GIVK_USE_WRAP, allowed_mask,
                               &info.memoryTypeIndex))
        return VK_ERROR_FEATURE_NOT_PRESENT;
    return dev->vk.AllocateMemory(dev->handle, &info, NULL, out);
}

/** Imports a window's addresses and makes its buffer, and checks that the device has the host's
 *  address for it. */
static VkResult givk_make_window(struct givk_device *dev, struct givk_memory *range, uint32_t index,
                                 uint32_t allowed_mask)
{
    struct givk_window *window = &range->windows[index];
    uint64_t offset = index * GIVK_WINDOW_STEP;
    uint64_t size_bytes = range->base.size_bytes - offset;
    VkBufferDeviceAddressInfo where = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
    };
    VkResult result;

    if (size_bytes > 2 * GIVK_WINDOW_STEP)
        size_bytes = 2 * GIVK_WINDOW_STEP;
    result = givk_memory_create_buffer(dev, size_bytes,
                                       VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT,
                                       &window->buffer);
    range->window_count = index + 1;
    if (result == VK_SUCCESS)
        result = givk_import_window(dev, range, offset, size_bytes, allowed_mask, &window->memory);
    if (result == VK_SUCCESS)
        result = dev->vk.BindBufferMemory(dev->handle, window->buffer, window->memory, 0);
    where.buffer = window->buffer;
    if (result == VK_SUCCESS &&
        dev->vk.GetBufferDeviceAddress(dev->handle, &where) != range->base.device_address + offset)
        return VK_ERROR_FEATURE_NOT_PRESENT;
    return result;
}

/** Windows overlap by half, so a part that begins in one and is no longer than half of it lies in
 *  it. */
static VkResult givk_make_windows(struct givk_device *dev, struct givk_memory *range,
                                  uint32_t allowed_mask)
{
    uint64_t count = (range->base.size_bytes - 1) / GIVK_WINDOW_STEP + 1;
    VkResult result = VK_SUCCESS;

    if (count > UINT32_MAX)
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    range->windows = calloc(count, sizeof(*range->windows));
    if (range->windows == NULL)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    for (uint32_t i = 0; i < count && result == VK_SUCCESS; i++)
        result = givk_make_window(dev, range, i, allowed_mask);
    return result;
}

static VkResult givk_make_range(struct givk_device *dev, struct givk_memory *range)
{
    VkMemoryHostPointerPropertiesEXT properties = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_HOST_POINTER_PROPERTIES_EXT,
    };
    VkResult result = dev->vk.GetMemoryHostPointerPropertiesEXT(
        dev->handle, VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT,
        range->base.host_address, &properties);

    return result == VK_SUCCESS ? givk_make_windows(dev, range, properties.memoryTypeBits) : result;
}

gi_status givk_range_reserve(struct gi_memory *base, uint64_t size_bytes, uint64_t alignment_bytes,
                             uint64_t wanted_address)
{
    struct givk_memory *range = givk_memory_from(base);
    struct givk_device *dev = givk_device_from(base->device);
    VkResult result;

    if (dev->plan->ranges == GIVK_RANGES_SPARSE)
        return givk_sparse_reserve(dev, range, size_bytes, alignment_bytes);
    if (dev->plan->ranges != GIVK_RANGES_HOST || dev->vk.GetMemoryHostPointerPropertiesEXT == NULL)
        return gi_fail(GI_NOT_SUPPORTED, "reserving: %s", dev->facts->info.why_no_ranges);
    base->host_address = givk_find_addresses(size_bytes, alignment_bytes, wanted_address);
    if (base->host_address == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "reserving: the process has no %" PRIu64 " free addresses "
                       "that are aligned to %" PRIu64, size_bytes, alignment_bytes);
    base->device_address = (uint64_t)(uintptr_t)base->host_address;
    base->size_bytes = size_bytes;
    base->size_is_known = true;
    range->is_range = true;
    result = givk_make_range(dev, range);
    if (result == VK_SUCCESS) {
        range->buffer = VK_NULL_HANDLE;
        range->address = base->device_address;
        return GI_OK;
    }
    givk_range_finish(dev, range);
    return gi_fail(result == VK_ERROR_FEATURE_NOT_PRESENT ? GI_NOT_SUPPORTED : givk_status(result),
                   "reserving: %" PRIu64 " addresses on %s: the driver returned %s", size_bytes,
                   dev->facts->info.name, givk_result_name(result));
}

void givk_range_finish(struct givk_device *dev, struct givk_memory *mem)
{
    if (mem->pages != NULL)
        munmap(mem->pages, mem->base.size_bytes);
    mem->pages = NULL;
    if (!mem->is_range)
        return;
    for (uint32_t i = 0; i < mem->window_count; i++) {
        dev->vk.DestroyBuffer(dev->handle, mem->windows[i].buffer, NULL);
        dev->vk.FreeMemory(dev->handle, mem->windows[i].memory, NULL);
    }
    free(mem->windows);
    munmap(mem->base.host_address, mem->base.size_bytes);
    mem->windows = NULL;
    mem->window_count = 0;
    mem->base.host_address = NULL;
    mem->is_range = false;
}

/* ---- pages --------------------------------------------------------------------------------- */

gi_status givk_range_allocate_pages(struct givk_device *dev, struct givk_memory *mem,
                                    uint64_t size_bytes)
{
    uint64_t most = dev->facts->info.memory_bytes;
    uint64_t used = atomic_fetch_add(&dev->allocated_bytes, size_bytes);
    void *pages = MAP_FAILED;

    if (size_bytes <= most && used <= most - size_bytes)
        pages = mmap(NULL, size_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) {
        atomic_fetch_sub(&dev->allocated_bytes, size_bytes);
        return gi_fail(GI_OUT_OF_MEMORY, "pages: %" PRIu64 " bytes are asked for, and %s has %"
                       PRIu64 " of %" PRIu64 " left", size_bytes, dev->facts->info.name,
                       used < most ? most - used : 0, most);
    }
    mem->pages = pages;
    mem->counted_bytes = size_bytes;
    mem->base.size_bytes = size_bytes;
    mem->base.size_is_known = true;
    return GI_OK;
}

/** The shared mapping of pages. */
static char *givk_pages_of(struct gi_memory *pages)
{
    struct givk_memory *mem = givk_memory_from(pages);

    return mem->pages != NULL ? mem->pages : pages->host_address;
}

static char *givk_place_of(struct gi_memory *range, const struct gi_range_place *place)
{
    return (char *)range->host_address + place->offset_bytes;
}

/** Takes pages away. If even that fails, the process has no room for one mapping more; then the
 *  part keeps what it has, and a later place replaces that. */
static void givk_take_away(struct gi_memory *range, const struct gi_range_place *places,
                           size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *at = givk_place_of(range, &places[i]);

        if (givk_map_nothing((uint64_t)(uintptr_t)at, places[i].size_bytes, MAP_FIXED) ==
            MAP_FAILED)
            gi_log(GI_LOG_ERROR, "%p: %" PRIu64 " bytes cannot be unmapped: %s", (void *)at,
                   places[i].size_bytes, strerror(errno));
    }
}

/** With an old size of 0 mremap maps shared memory a second time. */
static int givk_put(struct gi_memory *range, const struct gi_range_place *place)
{
    char *pages = givk_pages_of(place->pages), *at = givk_place_of(range, place);

    if (pages == NULL)
        return EINVAL;
    if (mremap(pages + place->pages_offset_bytes, 0, place->size_bytes,
               MREMAP_MAYMOVE | MREMAP_FIXED, at) == MAP_FAILED)
        return errno;
    return place->read_only && mprotect(at, place->size_bytes, PROT_READ) != 0 ? errno : 0;
}

gi_status givk_range_place(struct gi_memory *range, const struct gi_range_place *places,
                           size_t count)
{
    struct givk_memory *mem = givk_memory_from(range);
    int error = 0;

    if (!mem->is_range)
        return givk_sparse_place(givk_device_from(range->device), mem, places, count);
    for (size_t i = 0; i < count && error == 0; i++) {
        if (places[i].pages == NULL)
            givk_take_away(range, &places[i], 1);
        else
            error = givk_put(range, &places[i]);
    }
    if (error == 0)
        return GI_OK;
    givk_take_away(range, places, count);
    if (error == ENOMEM)
        return gi_fail(GI_OUT_OF_MEMORY, "mapping: the process has too many mappings already "
                       "(vm.max_map_count), or no memory");
    return gi_fail(GI_NOT_SUPPORTED, "mapping: the system cannot map the pages a second time: %s",
                   strerror(error));
}
