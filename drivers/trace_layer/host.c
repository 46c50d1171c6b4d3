/* Signals and waits by threads of the program. */
#include "entries.h"
#include "semaphore.h"

/* ---- records ---- */

static void give_call(const char *name, int64_t begin_ns, uint64_t number,
                      const struct gi_trace_what *what)
{
    struct gi_trace_record record = {
        .kind = GI_TRACE_CALL, .operation = number, .begin_ns = begin_ns,
        .end_ns = gi_trace_now_ns(), .what = *what,
    };

    gi_trace_set_name(&record.what, name);
    gi_trace_add(&record);
}

void gitrace_give_call(const char *name, int64_t begin_ns, uint64_t number)
{
    give_call(name, begin_ns, number, &(struct gi_trace_what){ .kind = GI_TRACE_OTHER });
}

void gitrace_give_op(const char *name, enum gi_trace_kind kind, const struct gitrace_op *op,
                     int64_t begin_ns)
{
    give_call(name, begin_ns, 0, &(struct gi_trace_what){
        .kind = kind, .identity = op->identity, .value = op->value, .is_binary = op->is_binary });
}

/* The time at which a recorded call begins; 0: the call is not recorded. */
static int64_t call_begins(const struct gitrace_device *device)
{
    return gitrace_records(device) ? gi_trace_now_ns() : 0;
}

/* ---- semaphores ---- */

GITRACE_ENTRY gitrace_SignalSemaphore(VkDevice handle, const VkSemaphoreSignalInfo *info)
{
    struct gitrace_device *device = gitrace_device_of(handle);
    int64_t begin_ns = call_begins(device);
    struct gitrace_op op;
    bool is_known = begin_ns != 0 &&
                    gitrace_op_begin(device, info->semaphore, false, info->value, &op);
    VkResult result = device->next.SignalSemaphore(handle, info);

    if (is_known && result == VK_SUCCESS)
        gitrace_give_op("vkSignalSemaphore", GI_TRACE_SIGNAL, &op, begin_ns);
    return result;
}

/* A wait for any of several has ended for those that have their value. */
static bool has_value(const struct gitrace_device *device, const VkSemaphoreWaitInfo *info,
                      uint32_t index)
{
    uint64_t value = 0;

    if ((info->flags & VK_SEMAPHORE_WAIT_ANY_BIT) == 0 || info->semaphoreCount == 1)
        return true;
    return device->next.GetSemaphoreCounterValue(device->handle, info->pSemaphores[index],
                                                 &value) == VK_SUCCESS &&
           value >= info->pValues[index];
}

GITRACE_ENTRY gitrace_WaitSemaphores(VkDevice handle, const VkSemaphoreWaitInfo *info,
                                     uint64_t timeout_ns)
{
    struct gitrace_device *device = gitrace_device_of(handle);
    int64_t begin_ns = call_begins(device);
    VkResult result = device->next.WaitSemaphores(handle, info, timeout_ns);
    struct gitrace_op op;

    if (begin_ns == 0)
        return result;
    if (result != VK_SUCCESS)
        gitrace_give_call("vkWaitSemaphores", begin_ns, 0);
    for (uint32_t i = 0; i < info->semaphoreCount && result == VK_SUCCESS; i++) {
        if (!has_value(device, info, i) ||
            !gitrace_op_begin(device, info->pSemaphores[i], true, info->pValues[i], &op))
            continue;
        gitrace_give_op("vkWaitSemaphores", GI_TRACE_WAIT, &op, begin_ns);
        gitrace_op_finish(device, &op);
    }
    return result;
}

/* ---- other waits ---- */

GITRACE_ENTRY gitrace_WaitForFences(VkDevice handle, uint32_t count, const VkFence *fences,
                                    VkBool32 wait_all, uint64_t timeout_ns)
{
    const struct gitrace_device *device = gitrace_device_of(handle);
    int64_t begin_ns = call_begins(device);
    VkResult result = device->next.WaitForFences(handle, count, fences, wait_all, timeout_ns);

    if (begin_ns != 0)
        gitrace_give_call("vkWaitForFences", begin_ns, 0);
    return result;
}

GITRACE_ENTRY gitrace_QueueWaitIdle(VkQueue handle)
{
    const struct gitrace_device *device = gitrace_device_of(handle);
    int64_t begin_ns = call_begins(device);
    VkResult result = device->next.QueueWaitIdle(handle);

    if (begin_ns != 0)
        gitrace_give_call("vkQueueWaitIdle", begin_ns, 0);
    return result;
}

GITRACE_ENTRY gitrace_DeviceWaitIdle(VkDevice handle)
{
    const struct gitrace_device *device = gitrace_device_of(handle);
    int64_t begin_ns = call_begins(device);
    VkResult result = device->next.DeviceWaitIdle(handle);

    if (begin_ns != 0)
        gitrace_give_call("vkDeviceWaitIdle", begin_ns, 0);
    return result;
}

/* ---- images of the screen ---- */

/* The window system signals the semaphore. The record says when the image was promised. */
static void give_acquire(struct gitrace_device *device, const char *name, VkSemaphore semaphore,
                         VkResult result, int64_t begin_ns)
{
    bool has_image = result == VK_SUCCESS || result == VK_SUBOPTIMAL_KHR;
    struct gitrace_op op;

    if (begin_ns == 0)
        return;
    if (has_image && gitrace_op_begin(device, semaphore, false, 0, &op))
        gitrace_give_op(name, GI_TRACE_SIGNAL, &op, begin_ns);
    else
        gitrace_give_call(name, begin_ns, 0);
}

GITRACE_ENTRY gitrace_AcquireNextImageKHR(VkDevice handle, VkSwapchainKHR swapchain,
                                          uint64_t timeout_ns, VkSemaphore semaphore,
                                          VkFence fence, uint32_t *out_index)
{
    struct gitrace_device *device = gitrace_device_of(handle);
    int64_t begin_ns = call_begins(device);
    VkResult result = device->next.AcquireNextImageKHR(handle, swapchain, timeout_ns, semaphore,
                                                       fence, out_index);

    give_acquire(device, "vkAcquireNextImageKHR", semaphore, result, begin_ns);
    return result;
}

GITRACE_ENTRY gitrace_AcquireNextImage2KHR(VkDevice handle, const VkAcquireNextImageInfoKHR *info,
                                           uint32_t *out_index)
{
    struct gitrace_device *device = gitrace_device_of(handle);
    int64_t begin_ns = call_begins(device);
    VkResult result = device->next.AcquireNextImage2KHR(handle, info, out_index);

    give_acquire(device, "vkAcquireNextImage2KHR", info->semaphore, result, begin_ns);
    return result;
}
