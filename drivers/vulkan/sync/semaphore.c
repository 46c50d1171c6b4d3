#include "semaphore.h"

#include <assert.h>
#include <inttypes.h>

#include "vulkan/device/device.h"
#include "vulkan/loader/fd.h"
#include "vulkan/loader/result.h"

struct givk_semaphore *givk_semaphore_from(struct gi_semaphore *base)
{
    assert(base->ops == &givk_semaphore_ops);
    return (struct givk_semaphore *)base;
}

VkResult givk_semaphore_make(struct givk_device *dev, VkSemaphoreType type, uint64_t value,
                             VkExternalSemaphoreHandleTypeFlags export_types, VkSemaphore *out)
{
    VkExportSemaphoreCreateInfo export = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_SEMAPHORE_CREATE_INFO,
        .handleTypes = export_types,
    };
    VkSemaphoreTypeCreateInfo kind = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
        .pNext = export_types != 0 ? &export : NULL,
        .semaphoreType = type,
        .initialValue = value,
    };
    VkSemaphoreCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO,
        .pNext = &kind,
    };

    return dev->vk.CreateSemaphore(dev->handle, &info, NULL, out);
}

static VkSemaphoreType givk_vulkan_kind(const struct gi_semaphore *base)
{
    return base->kind == GI_SEMAPHORE_TIMELINE ? VK_SEMAPHORE_TYPE_TIMELINE :
                                                 VK_SEMAPHORE_TYPE_BINARY;
}

static const char *givk_kind_word(const struct gi_semaphore *base)
{
    return base->kind == GI_SEMAPHORE_TIMELINE ? "timeline" : "binary";
}

static struct givk_external givk_kind_external(const struct givk_device *dev,
                                               const struct gi_semaphore *base)
{
    return base->kind == GI_SEMAPHORE_TIMELINE ? dev->facts->timeline_opaque_fd :
                                                 dev->facts->binary_opaque_fd;
}

static uint32_t givk_caps(const struct givk_device *dev, const struct gi_semaphore *base)
{
    uint32_t caps = GI_SEMAPHORE_QUEUE_WAIT | GI_SEMAPHORE_QUEUE_SIGNAL;
    bool ahead = dev->plan->binary_wait_ahead;

    if (base->kind == GI_SEMAPHORE_TIMELINE) {
        caps |= GI_SEMAPHORE_HOST_WAIT | GI_SEMAPHORE_HOST_SIGNAL;
        ahead = dev->plan->timeline_wait_ahead;
    }
    return ahead ? caps | GI_SEMAPHORE_WAIT_AHEAD : caps;
}

static gi_status givk_create(struct gi_semaphore *base, uint64_t value)
{
    struct givk_semaphore *sem = givk_semaphore_from(base);
    struct givk_device *dev = givk_device_from(base->device);
    bool timeline = base->kind == GI_SEMAPHORE_TIMELINE;
    VkResult result;

    if (!givk_kind_external(dev, base).export)
        return gi_fail(GI_NOT_SUPPORTED, "semaphore: %s cannot export a %s semaphore",
                       dev->facts->info.name, givk_kind_word(base));
    if (!timeline && value != 0)
        return gi_fail(GI_INVALID_VALUE, "semaphore: a binary one starts at 0, not %" PRIu64,
                       value);
    result = givk_semaphore_make(dev, givk_vulkan_kind(base), value,
                                 VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT, &sem->handle);
    if (result != VK_SUCCESS)
        return givk_fail(result, "semaphore: vkCreateSemaphore");
    base->caps = givk_caps(dev, base);
    return GI_OK;
}

static gi_status givk_import_refused(const struct givk_device *dev,
                                     const struct gi_semaphore *base, int fd, VkResult result)
{
    char words[GIVK_FD_WORDS];

    if (result == VK_ERROR_OUT_OF_HOST_MEMORY || result == VK_ERROR_DEVICE_LOST)
        return givk_fail(result, "semaphore import: vkImportSemaphoreFdKHR");
    return gi_fail(GI_IMPORT_FAILED, "semaphore import: fd %d is %s, which %s does not take as a "
                   "%s semaphore (%s)", fd, givk_fd_describe(fd, words), dev->facts->info.name,
                   givk_kind_word(base), givk_result_name(result));
}

static gi_status givk_import(struct gi_semaphore *base, const struct gi_os_handle *borrowed)
{
    struct givk_semaphore *sem = givk_semaphore_from(base);
    struct givk_device *dev = givk_device_from(base->device);
    VkImportSemaphoreFdInfoKHR info = {
        .sType = VK_STRUCTURE_TYPE_IMPORT_SEMAPHORE_FD_INFO_KHR,
        .handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    struct givk_fd_kind is;
    VkResult result;
    gi_status st;

    if (borrowed->kind != GI_OS_HANDLE_OPAQUE_FD)
        return gi_fail(GI_NOT_SUPPORTED, "semaphore import: only opaque descriptors are imported");
    if (!givk_kind_external(dev, base).import || dev->vk.ImportSemaphoreFdKHR == NULL)
        return gi_fail(GI_NOT_SUPPORTED, "semaphore import on %s: %s", dev->facts->info.name,
                       base->kind == GI_SEMAPHORE_TIMELINE ?
                       dev->facts->info.why_no_timeline_opaque_fd :
                       dev->facts->info.why_no_binary_opaque_fd);
    givk_fd_kind_of(borrowed->fd, &is);
    if (!givk_fd_is_kind(borrowed->fd, &is, base->kind == GI_SEMAPHORE_TIMELINE ?
                         &dev->handles.timeline : &dev->handles.binary))
        return givk_import_refused(dev, base, borrowed->fd, VK_ERROR_INVALID_EXTERNAL_HANDLE);
    result = givk_semaphore_make(dev, givk_vulkan_kind(base), 0, 0, &sem->handle);
    if (result != VK_SUCCESS)
        return givk_fail(result, "semaphore import: vkCreateSemaphore");
    st = givk_fd_duplicate(borrowed->fd, "semaphore import", &info.fd);
    if (st != GI_OK)
        goto destroy_semaphore;
    info.semaphore = sem->handle;
    result = dev->vk.ImportSemaphoreFdKHR(dev->handle, &info);
    if (result != VK_SUCCESS) {
        givk_fd_close_duplicate(borrowed->fd, info.fd);
        st = givk_import_refused(dev, base, borrowed->fd, result);
        goto destroy_semaphore;
    }
    base->caps = givk_caps(dev, base);
    return GI_OK;

destroy_semaphore:
    dev->vk.DestroySemaphore(dev->handle, sem->handle, NULL);
    sem->handle = VK_NULL_HANDLE;
    return st;
}

static gi_status givk_export(struct gi_semaphore *base, enum gi_os_handle_kind kind,
                             struct gi_os_handle *out_owned)
{
    struct givk_semaphore *sem = givk_semaphore_from(base);
    struct givk_device *dev = givk_device_from(base->device);
    VkSemaphoreGetFdInfoKHR info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_GET_FD_INFO_KHR,
        .semaphore = sem->handle,
        .handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    VkResult result;

    *out_owned = (struct gi_os_handle){ .kind = kind, .fd = -1 };
    if (kind != GI_OS_HANDLE_OPAQUE_FD || dev->vk.GetSemaphoreFdKHR == NULL)
        return gi_fail(GI_NOT_SUPPORTED, "semaphore export: only opaque descriptors are exported");
    result = dev->vk.GetSemaphoreFdKHR(dev->handle, &info, &out_owned->fd);
    if (result != VK_SUCCESS) {
        out_owned->fd = -1;
        return givk_fail(result, "semaphore export: vkGetSemaphoreFdKHR");
    }
    return GI_OK;
}

static gi_status givk_query(struct gi_semaphore *base, uint64_t *out_value)
{
    struct givk_device *dev = givk_device_from(base->device);
    VkResult result;

    *out_value = 0;
    if (base->kind != GI_SEMAPHORE_TIMELINE)
        return gi_fail(GI_NOT_SUPPORTED, "semaphore query: a binary one has no value to read");
    result = dev->vk.GetSemaphoreCounterValue(dev->handle, givk_semaphore_from(base)->handle,
                                              out_value);
    return result == VK_SUCCESS ? GI_OK :
           givk_fail(result, "semaphore query: vkGetSemaphoreCounterValue");
}

static gi_status givk_signal(struct gi_semaphore *base, uint64_t value)
{
    struct givk_device *dev = givk_device_from(base->device);
    VkSemaphoreSignalInfo info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO,
        .semaphore = givk_semaphore_from(base)->handle,
        .value = value,
    };
    uint64_t now;
    VkResult result;
    gi_status st = givk_query(base, &now);

    if (st != GI_OK)
        return st;
    if (value <= now)
        return gi_fail(GI_INVALID_VALUE, "semaphore signal: value %" PRIu64 " is not above the "
                       "current %" PRIu64, value, now);
    if (value - now > dev->facts->max_timeline_difference)
        return gi_fail(GI_INVALID_VALUE, "semaphore signal: value %" PRIu64 " is more than %" PRIu64
                       " above the current %" PRIu64, value, dev->facts->max_timeline_difference,
                       now);
    result = dev->vk.SignalSemaphore(dev->handle, &info);
    return result == VK_SUCCESS ? GI_OK : givk_fail(result, "semaphore signal: vkSignalSemaphore");
}

static void givk_finish(struct gi_semaphore *base)
{
    struct givk_device *dev = givk_device_from(base->device);

    dev->vk.DestroySemaphore(dev->handle, givk_semaphore_from(base)->handle, NULL);
}

const struct gi_semaphore_ops givk_semaphore_ops = {
    .size = sizeof(struct givk_semaphore),
    .create = givk_create,
    .import = givk_import,
    .export = givk_export,
    .query = givk_query,
    .try_consume = NULL,
    .signal = givk_signal,
    .finish = givk_finish,
};
