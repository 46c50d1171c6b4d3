#include "import_handle.h"

#include <fcntl.h>
#include <inttypes.h>

#include "vulkan/device/device.h"
#include "vulkan/loader/result.h"

struct givk_external givk_handle_support(const struct givk_facts *facts,
                                         enum gi_os_handle_kind kind,
                                         VkExternalMemoryHandleTypeFlagBits *out_type,
                                         const char **out_why_not)
{
    switch (kind) {
    case GI_OS_HANDLE_OPAQUE_FD:
        *out_type = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
        *out_why_not = facts->info.why_no_memory_opaque_fd;
        return facts->memory_opaque_fd;
    case GI_OS_HANDLE_DMA_BUF_FD:
        *out_type = VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT;
        *out_why_not = facts->info.why_no_memory_dma_buf;
        return facts->memory_dma_buf;
    case GI_OS_HANDLE_SYNC_FILE_FD:
        break;
    }
    *out_type = 0;
    *out_why_not = "a sync file is not memory";
    return (struct givk_external){ 0 };
}

void givk_handle_look(const struct givk_device *dev, const struct gi_os_handle *borrowed,
                      struct givk_import *import)
{
    int wanted = dev->handles.memory_file.seals;

    if (borrowed->kind == GI_OS_HANDLE_OPAQUE_FD && (wanted & F_SEAL_SHRINK) != 0) {
        import->seals = givk_fd_seals(borrowed->fd);
        if (import->seals == wanted) {
            import->is = dev->handles.memory;
            import->is.size_bytes = 0;
            return;
        }
    }
    givk_fd_kind_of(borrowed->fd, &import->is);
}

gi_status givk_handle_check_opaque(const struct givk_device *dev, struct givk_import *import)
{
    char words[GIVK_FD_WORDS];
    gi_status st;

    if (!givk_fd_is_kind(import->fd, &import->is, &dev->handles.memory))
        return gi_fail(GI_IMPORT_FAILED, "memory import: fd %d is %s, not memory that %s exported",
                       import->fd, givk_fd_describe(import->fd, words), dev->facts->info.name);
    st = givk_memory_file_check(&dev->handles.memory_file, import->fd, import->seals,
                                dev->facts->info.name, &import->file_bytes);
    if (st == GI_OK && import->file_bytes != 0)
        import->is.size_bytes = import->file_bytes - dev->handles.memory_file.head.offset_bytes;
    return st;
}

gi_status givk_handle_ask_dma_buf(struct givk_device *dev, struct givk_import *import)
{
    VkMemoryFdPropertiesKHR answer = { .sType = VK_STRUCTURE_TYPE_MEMORY_FD_PROPERTIES_KHR };
    char words[GIVK_FD_WORDS];
    VkResult result;

    if (!import->is.is_dma_buf)
        return gi_fail(GI_IMPORT_FAILED, "memory import: fd %d is %s, not a dma-buf", import->fd,
                       givk_fd_describe(import->fd, words));
    if (dev->vk.GetMemoryFdPropertiesKHR == NULL)
        return GI_OK;
    result = dev->vk.GetMemoryFdPropertiesKHR(dev->handle, import->type, import->fd, &answer);
    if (result != VK_SUCCESS)
        return gi_fail(GI_IMPORT_FAILED, "memory import: fd %d is %s, which %s does not take: %s",
                       import->fd, givk_fd_describe(import->fd, words), dev->facts->info.name,
                       givk_result_name(result));
    import->allowed_mask = answer.memoryTypeBits;
    return GI_OK;
}

gi_status givk_handle_refused(const struct givk_device *dev, int fd, uint64_t size_bytes,
                              VkResult result)
{
    char words[GIVK_FD_WORDS];

    givk_fd_describe(fd, words);
    if (result == VK_ERROR_DEVICE_LOST || result == VK_ERROR_OUT_OF_HOST_MEMORY ||
        result == VK_ERROR_TOO_MANY_OBJECTS)
        return givk_fail(result, "memory import: the driver");
    return gi_fail(GI_IMPORT_FAILED, "memory import: fd %d is %s, which %s does not take as memory "
                   "of %" PRIu64 " bytes (%s); an fd that it exported itself would be right", fd,
                   words, dev->facts->info.name, size_bytes, givk_result_name(result));
}

enum gi_os_handle_kind givk_handle_true_kind(const struct givk_device *dev,
                                             const struct gi_os_handle *borrowed,
                                             const struct givk_fd_kind *is)
{
    bool is_other = is->is_dma_buf && !dev->handles.memory.is_dma_buf;

    if (borrowed->kind == GI_OS_HANDLE_OPAQUE_FD && is_other && dev->facts->memory_dma_buf.import)
        return GI_OS_HANDLE_DMA_BUF_FD;
    return borrowed->kind;
}

gi_status givk_handle_find_size(struct givk_import *import, uint64_t *out_size_bytes)
{
    char words[GIVK_FD_WORDS];

    if (import->is.size_bytes == 0)              /* the first look may have skipped it */
        givk_fd_kind_of(import->fd, &import->is);
    *out_size_bytes = import->is.size_bytes;
    if (*out_size_bytes != 0)
        return GI_OK;
    return gi_fail(GI_IMPORT_FAILED, "memory import: fd %d is %s, and does not say its size",
                   import->fd, givk_fd_describe(import->fd, words));
}
