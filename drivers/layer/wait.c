/* Host operations on semaphores and fences: values, signals and waits. */
#include "devices.h"
#include "entries.h"
#include "gate.h"
#include "publish.h"
#include "semaphore.h"
#include "thread.h"

#include <errno.h>
#include <stdlib.h>

/* ---- values and signals ---- */

static struct gilayer_payload *payload_of(struct gilayer_device *device, VkSemaphore semaphore)
{
    if (atomic_load(&device->shared_count) == 0)
        return NULL;
    pthread_mutex_lock(&device->lock);
    struct gilayer_target target = gilayer_semaphore_look(device, semaphore);
    pthread_mutex_unlock(&device->lock);
    return target.payload;
}

GILAYER_ENTRY gilayer_GetSemaphoreCounterValue(VkDevice handle, VkSemaphore semaphore,
                                               uint64_t *out_value)
{
    struct gilayer_device *device = gilayer_device_of(handle);
    struct gilayer_payload *payload = payload_of(device, semaphore);

    if (payload == NULL) {
        VkResult result = device->next.GetSemaphoreCounterValue(handle, semaphore, out_value);
        gilayer_publish_done(device);
        return result;
    }
    gilayer_publish_done(device);
    *out_value = gi_host_semaphore_value(&payload->host);
    gilayer_payload_put(payload);
    return VK_SUCCESS;
}

GILAYER_ENTRY gilayer_SignalSemaphore(VkDevice handle, const VkSemaphoreSignalInfo *info)
{
    struct gilayer_device *device = gilayer_device_of(handle);
    struct gilayer_payload *payload = payload_of(device, info->semaphore);

    if (payload == NULL)
        return device->next.SignalSemaphore(handle, info);
    int error = gi_host_semaphore_signal(&payload->host, info->value);
    gilayer_payload_put(payload);
    /* The program signalled a value that does not grow, or another process damaged the page. */
    return error == 0 ? VK_SUCCESS : VK_ERROR_UNKNOWN;
}

/* ---- waits ---- */

/* The semaphores of one wait: plain ones, which the driver waits for, and shared ones. */
struct parts {
    VkSemaphore *plain;                     /* with room for the bridge's */
    uint64_t *plain_values;
    uint32_t plain_count;
    struct gi_host_semaphore **shared;
    uint64_t *shared_values;
    struct gilayer_payload **payloads;
    uint32_t shared_count;
};

static void free_parts(struct parts *parts)
{
    for (uint32_t i = 0; i < parts->shared_count; i++)
        gilayer_payload_put(parts->payloads[i]);
    free(parts->plain);
    free(parts->plain_values);
    free(parts->shared);
    free(parts->shared_values);
    free(parts->payloads);
}

static bool part(struct gilayer_device *device, const VkSemaphoreWaitInfo *info,
                 struct parts *parts)
{
    size_t count = (size_t)info->semaphoreCount + 1;

    *parts = (struct parts){
        .plain = calloc(count, sizeof(*parts->plain)),
        .plain_values = calloc(count, sizeof(*parts->plain_values)),
        .shared = calloc(count, sizeof(*parts->shared)),
        .shared_values = calloc(count, sizeof(*parts->shared_values)),
        .payloads = calloc(count, sizeof(*parts->payloads)),
    };
    if (parts->plain == NULL || parts->plain_values == NULL || parts->shared == NULL ||
        parts->shared_values == NULL || parts->payloads == NULL)
        return false;

    pthread_mutex_lock(&device->lock);
    for (uint32_t i = 0; i < info->semaphoreCount; i++) {
        struct gilayer_target target = gilayer_semaphore_look(device, info->pSemaphores[i]);
        if (target.payload == NULL) {
            parts->plain[parts->plain_count] = info->pSemaphores[i];
            parts->plain_values[parts->plain_count++] = info->pValues[i];
            continue;
        }
        parts->payloads[parts->shared_count] = target.payload;
        parts->shared[parts->shared_count] = &target.payload->host;
        parts->shared_values[parts->shared_count++] = info->pValues[i];
    }
    pthread_mutex_unlock(&device->lock);
    return true;
}

static VkResult from_errno(int error)
{
    if (error == 0)
        return VK_SUCCESS;
    if (error == -ETIMEDOUT)
        return VK_TIMEOUT;
    return error == -ENOMEM ? VK_ERROR_OUT_OF_HOST_MEMORY : VK_ERROR_UNKNOWN;
}

static VkResult wait_shared(const struct parts *parts, bool any, int64_t deadline_ns)
{
    return from_errno(gi_host_semaphore_wait_many(parts->shared, parts->shared_values,
                                                  parts->shared_count, any, deadline_ns));
}

static VkResult wait_plain(struct gilayer_device *device, const struct parts *parts, bool any,
                           int64_t deadline_ns)
{
    const VkSemaphoreWaitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
        .flags = any ? VK_SEMAPHORE_WAIT_ANY_BIT : 0,
        .semaphoreCount = parts->plain_count,
        .pSemaphores = parts->plain,
        .pValues = parts->plain_values,
    };
    return device->next.WaitSemaphores(device->handle, &info, gilayer_time_left(deadline_ns));
}

/* ---- any one of both sorts ---- */

/* A thread that sleeps on the shared semaphores and signals a timeline of the driver when one is
 * reached. So the caller can wait for all semaphores in the driver. A semaphore of the layer stops
 * the thread. */
struct bridge {
    struct gilayer_device *device;
    const struct parts *parts;      /* the shared lists end with the stop semaphore */
    VkSemaphore semaphore;
    int error;
};

static void *bridge_main(void *data)
{
    struct bridge *bridge = data;
    struct gilayer_device *device = bridge->device;
    const VkSemaphoreSignalInfo signal = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO,
        .semaphore = bridge->semaphore,
        .value = 1,
    };

    bridge->error = gi_host_semaphore_wait_many(
        bridge->parts->shared, bridge->parts->shared_values,
        (size_t)bridge->parts->shared_count + 1, true, INT64_MAX);
    device->next.SignalSemaphore(device->handle, &signal);
    return NULL;
}

static VkResult wait_over_bridge(struct gilayer_device *device, struct parts *parts,
                                 struct gi_host_semaphore *stop, int64_t deadline_ns)
{
    const VkSemaphoreTypeCreateInfo type = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
        .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE,
    };
    const VkSemaphoreCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO,
        .pNext = &type,
    };
    struct bridge bridge = { .device = device, .parts = parts };
    pthread_t thread;
    VkResult result =
        device->next.CreateSemaphore(device->handle, &info, NULL, &bridge.semaphore);
    if (result != VK_SUCCESS)
        return result;

    result = VK_ERROR_OUT_OF_HOST_MEMORY;
    parts->shared[parts->shared_count] = stop;
    parts->shared_values[parts->shared_count] = 1;
    if (!gilayer_thread_start(&thread, "gi-bridge", bridge_main, &bridge))
        goto destroy_semaphore;
    parts->plain[parts->plain_count] = bridge.semaphore;
    parts->plain_values[parts->plain_count++] = 1;
    result = wait_plain(device, parts, true, deadline_ns);
    gi_host_semaphore_signal(stop, 1);
    pthread_join(thread, NULL);
    if (bridge.error != 0)
        result = from_errno(bridge.error);

destroy_semaphore:
    device->next.DestroySemaphore(device->handle, bridge.semaphore, NULL);
    return result;
}

static VkResult wait_for_any(struct gilayer_device *device, struct parts *parts,
                             int64_t deadline_ns)
{
    struct gi_host_semaphore stop;

    /* Most of these waits end here: one is already reached, or the timeout is 0. */
    VkResult result = wait_shared(parts, true, 0);
    if (result != VK_TIMEOUT)
        return result;
    result = wait_plain(device, parts, true, 0);
    if (result != VK_TIMEOUT || gilayer_time_left(deadline_ns) == 0)
        return result;
    int error = gi_host_semaphore_create(&stop, true, 0);
    if (error != 0)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    result = wait_over_bridge(device, parts, &stop, deadline_ns);
    gi_host_semaphore_finish(&stop);
    return result;
}

/* ---- the commands ---- */

static VkResult wait_for_parts(struct gilayer_device *device, struct parts *parts, bool any,
                               int64_t deadline_ns)
{
    VkResult result;

    if (parts->plain_count == 0)
        return wait_shared(parts, any, deadline_ns);
    if (parts->shared_count == 0)
        return wait_plain(device, parts, any, deadline_ns);
    if (any)
        return wait_for_any(device, parts, deadline_ns);
    result = wait_plain(device, parts, false, deadline_ns);
    return result == VK_SUCCESS ? wait_shared(parts, false, deadline_ns) : result;
}

GILAYER_ENTRY gilayer_WaitSemaphores(VkDevice handle, const VkSemaphoreWaitInfo *info,
                                     uint64_t timeout_ns)
{
    struct gilayer_device *device = gilayer_device_of(handle);
    int64_t deadline_ns = gilayer_deadline(timeout_ns);
    struct parts parts;
    VkResult result = VK_ERROR_OUT_OF_HOST_MEMORY;

    gilayer_publish_done(device);
    if (atomic_load(&device->shared_count) == 0) {
        result = device->next.WaitSemaphores(handle, info, timeout_ns);
    } else {
        if (part(device, info, &parts))
            result = wait_for_parts(device, &parts, (info->flags & VK_SEMAPHORE_WAIT_ANY_BIT) != 0,
                                    deadline_ns);
        free_parts(&parts);
    }
    gilayer_publish_done(device);
    return result;
}

/* ---- fences ---- */

/* Sleeps until no held batch has the fence. The driver could wait for a fence that is not submitted
 * yet. But a wait must not overlap with another thread's submit of that fence. */
static VkResult wait_until_submitted(struct gilayer_device *device, VkFence fence,
                                     int64_t deadline_ns)
{
    struct gi_host_semaphore_word word = { .address = &device->released };

    for (;;) {
        word.seen = atomic_load((_Atomic uint32_t *)&device->released);
        if (!gilayer_gate_holds_fence(device, fence))
            return VK_SUCCESS;
        if (gi_host_semaphore_sleep(&word, 1, deadline_ns) == -ETIMEDOUT)
            return VK_TIMEOUT;
    }
}

GILAYER_ENTRY gilayer_GetFenceStatus(VkDevice handle, VkFence fence)
{
    struct gilayer_device *device = gilayer_device_of(handle);

    if (gilayer_gate_holds_fence(device, fence))
        return VK_NOT_READY;
    VkResult result = device->next.GetFenceStatus(handle, fence);
    gilayer_publish_done(device);
    return result;
}

GILAYER_ENTRY gilayer_WaitForFences(VkDevice handle, uint32_t count, const VkFence *fences,
                                    VkBool32 wait_all, uint64_t timeout_ns)
{
    struct gilayer_device *device = gilayer_device_of(handle);
    int64_t deadline_ns = gilayer_deadline(timeout_ns);
    VkResult result = VK_SUCCESS;

    /* A wait for any of several fences goes to the driver at once: each fence may be the first. */
    if (wait_all || count == 1) {
        for (uint32_t i = 0; i < count && result == VK_SUCCESS; i++)
            result = wait_until_submitted(device, fences[i], deadline_ns);
    }
    if (result == VK_SUCCESS)
        result = device->next.WaitForFences(handle, count, fences, wait_all,
                                            gilayer_time_left(deadline_ns));
    gilayer_publish_done(device);
    return result;
}
