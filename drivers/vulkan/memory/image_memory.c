#include "image_memory.h"

#include <inttypes.h>
#include <unistd.h>

#include "image_make.h"
#include "vulkan/device/device.h"
#include "vulkan/loader/fd.h"
#include "vulkan/loader/result.h"

gi_status givk_memory_allocate_for_images(struct givk_device *dev, struct givk_memory *mem,
                                          uint64_t size_bytes)
{
    VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .allocationSize = size_bytes,
    };
    VkResult result;

    if (size_bytes == 0)
        return gi_fail(GI_INVALID_VALUE, "image memory: the size is 0");
    if (size_bytes > dev->facts->info.memory_bytes)
        return gi_fail(GI_OUT_OF_MEMORY, "image memory: %" PRIu64 " bytes are asked for, %s has %"
                       PRIu64, size_bytes, dev->facts->info.name, dev->facts->info.memory_bytes);
    if (!givk_plan_memory_type(dev->facts, dev->plan, GIVK_USE_IMAGE,
                               givk_image_memory_types(dev, 0), &info.memoryTypeIndex))
        return gi_fail(GI_NOT_SUPPORTED, "image memory: %s has no type of memory for images",
                       dev->facts->info.name);
    result = dev->vk.AllocateMemory(dev->handle, &info, NULL, &mem->handle);
    if (result != VK_SUCCESS) {
        mem->handle = VK_NULL_HANDLE;
        return gi_fail(givk_status(result), "image memory: %" PRIu64 " bytes on %s: the driver "
                       "returned %s", size_bytes, dev->facts->info.name,
                       givk_result_name(result));
    }
    mem->for_images = true;
    mem->type_index = info.memoryTypeIndex;
    mem->counted_bytes = size_bytes;
    atomic_fetch_add(&dev->allocated_bytes, size_bytes);
    mem->base.size_bytes = size_bytes;
    mem->base.size_is_known = true;
    return GI_OK;
}

/* ---- imported once more ---------------------------------------------------------------------- */

gi_status givk_memory_keep_handle(const struct givk_device *dev, struct givk_memory *mem, int fd,
                                  bool dedicated)
{
    bool by_dma_buf = mem->handle_type == VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT;
    const struct givk_external *images = by_dma_buf ? &dev->facts->image_dma_buf :
                                                      &dev->facts->image_opaque_fd;
    gi_status st;

    if (!images->import ||
        (!images->dedicated_only && !(dedicated && dev->plan->dedicated_imports)))
        return GI_OK;
    st = givk_fd_duplicate(fd, "memory import", &mem->again.fd);
    mem->again.is_open = st == GI_OK;
    return st;
}

void givk_memory_drop_handle(struct givk_memory *mem)
{
    if (mem->again.is_open)
        close(mem->again.fd);
    mem->again.is_open = false;
}

/* An import in progress. */
struct givk_again {
    struct givk_device *dev;
    VkImportMemoryFdInfoKHR *import;
    const VkMemoryAllocateInfo *info;
    VkDeviceMemory *out;
};

static VkResult givk_take_again(void *of, int owned_fd, bool *out_is_taken)
{
    struct givk_again *again = of;
    VkResult result;

    again->import->fd = owned_fd;
    result = again->dev->vk.AllocateMemory(again->dev->handle, again->info, NULL, again->out);
    *out_is_taken = result == VK_SUCCESS ||
                    givk_handles_refusal_closed(&again->dev->handles, result);
    if (result != VK_SUCCESS)
        *again->out = VK_NULL_HANDLE;
    return result;
}

void givk_memory_free_again(struct givk_device *dev, const struct givk_memory *mem,
                            VkDeviceMemory again)
{
    void *host = NULL;

    if (again == VK_NULL_HANDLE)
        return;
    if (mem->file_bytes != 0 &&
        dev->vk.MapMemory(dev->handle, again, 0, VK_WHOLE_SIZE, 0, &host) != VK_SUCCESS)
        host = NULL;
    if (givk_memory_file_mend(&dev->handles.memory_file, host, mem->file_bytes))
        dev->vk.FreeMemory(dev->handle, again, NULL);
}

gi_status givk_memory_import_again(struct givk_device *dev, const struct givk_memory *mem,
                                   VkImage image, const struct givk_image_needs *needs,
                                   VkDeviceMemory *out)
{
    VkMemoryDedicatedAllocateInfo alone = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO,
        .image = image,
    };
    VkImportMemoryFdInfoKHR import = {
        .sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR,
        .pNext = &alone,
        .handleType = (VkExternalMemoryHandleTypeFlagBits)mem->handle_type,
    };
    VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .pNext = &import,
        .allocationSize = needs->size_bytes,
    };
    struct givk_again again = { dev, &import, &info, out };
    uint64_t file_bytes = 0;
    VkResult result;
    gi_status st = GI_OK;

    *out = VK_NULL_HANDLE;
    if (!givk_plan_memory_type(dev->facts, dev->plan, GIVK_USE_IMAGE,
                               needs->memory_types & mem->allowed_types, &info.memoryTypeIndex))
        return gi_fail(GI_NOT_SUPPORTED, "image: %s supports memory types 0x%x for it, but "
                       "0x%x for the memory object", dev->facts->info.name, needs->memory_types,
                       mem->allowed_types);
    if (mem->file_bytes != 0)
        st = givk_memory_file_check(&dev->handles.memory_file, mem->again.fd,
                                    givk_fd_seals(mem->again.fd), dev->facts->info.name,
                                    &file_bytes);
    if (st == GI_OK)
        st = givk_memory_file_give(mem->again.fd, file_bytes != 0, givk_take_again, &again,
                                   "image", &result);
    if (st != GI_OK || result == VK_SUCCESS)
        return st;
    if (result == VK_ERROR_DEVICE_LOST || result == VK_ERROR_OUT_OF_HOST_MEMORY ||
        result == VK_ERROR_TOO_MANY_OBJECTS)
        return givk_fail(result, "image: importing its memory");
    return gi_fail(GI_IMPORT_FAILED, "image: %s does not take the object as memory of an image of "
                   "%" PRIu64 " bytes (%s)", dev->facts->info.name, needs->size_bytes,
                   givk_result_name(result));
}
