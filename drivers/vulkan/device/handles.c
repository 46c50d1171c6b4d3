#include "handles.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "device.h"
#include "vulkan/sync/semaphore.h"

enum { GIVK_SAMPLE_BYTES = 4096 };

static void givk_look_at(struct gi_os_handle *owned, struct givk_fd_kind *out_kind)
{
    givk_fd_kind_of(owned->fd, out_kind);
    close(owned->fd);
}

/** Tests whether the driver closes a descriptor that it refuses: imports a file of zeros, which it
 *  must refuse. */
static bool givk_closes_what_it_refuses(struct givk_device *dev, uint32_t type_index)
{
    int file = memfd_create("gpuinterop-refused", MFD_CLOEXEC);
    VkImportMemoryFdInfoKHR import = {
        .sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR,
        .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    const VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .pNext = &import,
        .allocationSize = GIVK_SAMPLE_BYTES,
        .memoryTypeIndex = type_index,
    };
    VkDeviceMemory handle = VK_NULL_HANDLE;
    bool closes = false;

    if (file < 0)
        return false;
    import.fd = fcntl(file, F_DUPFD_CLOEXEC, 3);
    if (import.fd >= 0 && ftruncate(file, GIVK_SAMPLE_BYTES) == 0) {
        VkResult result = dev->vk.AllocateMemory(dev->handle, &info, NULL, &handle);

        closes = result == VK_ERROR_INVALID_EXTERNAL_HANDLE && !givk_fd_is_same(file, import.fd);
        if (result == VK_SUCCESS)
            dev->vk.FreeMemory(dev->handle, handle, NULL);
        else if (!closes)
            givk_fd_close_duplicate(file, import.fd);
    } else if (import.fd >= 0) {
        close(import.fd);
    }
    close(file);
    return closes;
}

static gi_status givk_learn_memory(struct givk_device *dev)
{
    const struct gi_memory_ops *ops = &givk_memory_ops;
    struct givk_memory mem = { .base = { .device = &dev->base, .ops = ops } };
    struct gi_os_handle handle;
    gi_status st;

    if (!dev->facts->memory_opaque_fd.export)
        return GI_OK;
    st = ops->allocate_exportable(&mem.base, GIVK_SAMPLE_BYTES, GI_OS_HANDLE_OPAQUE_FD);
    if (st != GI_OK)
        return st;
    st = ops->export(&mem.base, GI_OS_HANDLE_OPAQUE_FD, &handle);
    if (st == GI_OK) {
        givk_memory_file_learn(&dev->handles.memory_file, handle.fd, mem.base.host_address);
        givk_look_at(&handle, &dev->handles.memory);
        if (dev->handles.memory_file.has_head)
            dev->handles.refusal_closes = givk_closes_what_it_refuses(dev, mem.type_index);
    }
    ops->finish(&mem.base);
    return st;
}

static gi_status givk_learn_semaphore(struct givk_device *dev, enum gi_semaphore_kind kind,
                                      const struct givk_external *can,
                                      struct givk_fd_kind *out_kind)
{
    const struct gi_semaphore_ops *ops = &givk_semaphore_ops;
    struct givk_semaphore sem = { .base = { .device = &dev->base, .ops = ops, .kind = kind } };
    struct gi_os_handle handle;
    gi_status st;

    if (!can->export)
        return GI_OK;
    st = ops->create(&sem.base, 0);
    if (st != GI_OK)
        return st;
    st = ops->export(&sem.base, GI_OS_HANDLE_OPAQUE_FD, &handle);
    if (st == GI_OK)
        givk_look_at(&handle, out_kind);
    ops->finish(&sem.base);
    return st;
}

gi_status givk_handles_learn(struct givk_device *dev)
{
    gi_status st = givk_learn_memory(dev);

    if (st == GI_OK)
        st = givk_learn_semaphore(dev, GI_SEMAPHORE_BINARY, &dev->facts->binary_opaque_fd,
                                  &dev->handles.binary);
    if (st == GI_OK)
        st = givk_learn_semaphore(dev, GI_SEMAPHORE_TIMELINE, &dev->facts->timeline_opaque_fd,
                                  &dev->handles.timeline);
    return st;
}
