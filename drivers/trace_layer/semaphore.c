#include "semaphore.h"

#include "entries.h"
#include "queue.h"

#include <stdlib.h>

#define OPAQUE_FD VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT

struct gitrace_semaphore {
    struct gitrace_semaphore *next;
    VkSemaphore handle;
    bool is_timeline, is_gone;
    struct gi_trace_identity identity;
    struct gi_trace_identity temporary; /* until the next wait; of no kind: none */
    uint64_t signals, waits;            /* of a binary one */
    unsigned references;                /* the table's, and those of waits */
    unsigned waiters;                   /* threads that the driver lets wait for it */
};

/* ---- the device's table; its lock is held ---- */

static struct gitrace_semaphore **find_place(struct gitrace_device *device, VkSemaphore handle)
{
    uint64_t mixed = (uint64_t)(uintptr_t)handle * UINT64_C(0x9e3779b97f4a7c15);
    struct gitrace_semaphore **at = &device->semaphores[(mixed >> 56) % GITRACE_BUCKETS];

    while (*at != NULL && (*at)->handle != handle)
        at = &(*at)->next;
    return at;
}

static void put_semaphore(struct gitrace_semaphore *semaphore)
{
    if (--semaphore->references == 0)
        free(semaphore);
}

/* ---- creation ---- */

static void add_semaphore(struct gitrace_device *device, VkSemaphore handle, bool is_timeline)
{
    struct gitrace_semaphore *semaphore = calloc(1, sizeof(*semaphore));

    if (semaphore == NULL)
        return;
    semaphore->handle = handle;
    semaphore->is_timeline = is_timeline;
    semaphore->references = 1;
    semaphore->identity =
        (struct gi_trace_identity){ .kind = GI_TRACE_LOCAL, .first = gi_trace_number() };
    pthread_mutex_lock(&device->lock);
    struct gitrace_semaphore **place = find_place(device, handle);
    semaphore->next = *place;
    *place = semaphore;
    pthread_mutex_unlock(&device->lock);
}

GITRACE_ENTRY gitrace_CreateSemaphore(VkDevice handle, const VkSemaphoreCreateInfo *info,
                                      const VkAllocationCallbacks *allocator, VkSemaphore *out)
{
    struct gitrace_device *device = gitrace_device_of(handle);
    const VkSemaphoreTypeCreateInfo *type =
        gilayer_find_struct(info->pNext, VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO);
    VkResult result = device->next.CreateSemaphore(handle, info, allocator, out);

    if (result == VK_SUCCESS && !device->is_silent)
        add_semaphore(device, *out,
                      type != NULL && type->semaphoreType == VK_SEMAPHORE_TYPE_TIMELINE);
    return result;
}

/* A thread of the layer may be in a wait for it, which ends at once: the program has no pending
 * work with the semaphore. */
static void remove_semaphore(struct gitrace_device *device, VkSemaphore handle)
{
    pthread_mutex_lock(&device->lock);
    struct gitrace_semaphore **place = find_place(device, handle);
    struct gitrace_semaphore *semaphore = *place;
    if (semaphore != NULL) {
        *place = semaphore->next;
        semaphore->is_gone = true;
        while (semaphore->waiters > 0)
            pthread_cond_wait(&device->is_left, &device->lock);
        put_semaphore(semaphore);
    }
    pthread_mutex_unlock(&device->lock);
}

GITRACE_VOID_ENTRY gitrace_DestroySemaphore(VkDevice handle, VkSemaphore semaphore,
                                            const VkAllocationCallbacks *allocator)
{
    struct gitrace_device *device = gitrace_device_of(handle);

    if (semaphore != VK_NULL_HANDLE)
        remove_semaphore(device, semaphore);
    device->next.DestroySemaphore(handle, semaphore, allocator);
}

void gitrace_semaphores_finish(struct gitrace_device *device)
{
    for (size_t i = 0; i < GITRACE_BUCKETS; i++) {
        while (device->semaphores[i] != NULL) {
            struct gitrace_semaphore *semaphore = device->semaphores[i];
            device->semaphores[i] = semaphore->next;
            put_semaphore(semaphore);
        }
    }
}

/* ---- identities and names ---- */

static void set_identity(struct gitrace_device *device, VkSemaphore handle, bool is_temporary,
                         struct gi_trace_identity identity)
{
    pthread_mutex_lock(&device->lock);
    struct gitrace_semaphore *semaphore = *find_place(device, handle);
    if (semaphore != NULL) {
        identity.name = semaphore->identity.name;
        *(is_temporary ? &semaphore->temporary : &semaphore->identity) = identity;
        if (!is_temporary)
            semaphore->temporary.kind = GI_TRACE_NO_IDENTITY;
    }
    pthread_mutex_unlock(&device->lock);
}

/* The driver may know it by a number of this process alone; then it keeps the number it has. */
GITRACE_ENTRY gitrace_GetSemaphoreFdKHR(VkDevice handle, const VkSemaphoreGetFdInfoKHR *info,
                                        int *out_fd)
{
    struct gitrace_device *device = gitrace_device_of(handle);
    VkResult result = device->next.GetSemaphoreFdKHR(handle, info, out_fd);

    if (result == VK_SUCCESS && info->handleType == OPAQUE_FD) {
        struct gi_trace_identity identity = gi_trace_identity_of(*out_fd);
        if (identity.kind == GI_TRACE_INODE)
            set_identity(device, info->semaphore, false, identity);
    }
    return result;
}

GITRACE_ENTRY gitrace_ImportSemaphoreFdKHR(VkDevice handle, const VkImportSemaphoreFdInfoKHR *info)
{
    struct gitrace_device *device = gitrace_device_of(handle);
    struct gi_trace_identity identity = gi_trace_identity_of(info->fd);
    VkResult result = device->next.ImportSemaphoreFdKHR(handle, info);

    if (result == VK_SUCCESS)
        set_identity(device, info->semaphore,
                     (info->flags & VK_SEMAPHORE_IMPORT_TEMPORARY_BIT) != 0, identity);
    return result;
}

GITRACE_ENTRY gitrace_SetDebugUtilsObjectNameEXT(VkDevice handle,
                                                 const VkDebugUtilsObjectNameInfoEXT *info)
{
    struct gitrace_device *device = gitrace_device_of(handle);
    const char *text = info->pObjectName;
    const char *name = text != NULL && text[0] != '\0' && !device->is_silent ? gi_trace_text(text)
                                                                              : NULL;

    if (info->objectType == VK_OBJECT_TYPE_SEMAPHORE) {
        pthread_mutex_lock(&device->lock);
        struct gitrace_semaphore *semaphore =
            *find_place(device, (VkSemaphore)(uintptr_t)info->objectHandle);
        if (semaphore != NULL)
            semaphore->identity.name = semaphore->temporary.name = name;
        pthread_mutex_unlock(&device->lock);
    } else if (info->objectType == VK_OBJECT_TYPE_QUEUE) {
        gitrace_queue_name(device, (VkQueue)(uintptr_t)info->objectHandle, name);
    }
    return device->next.SetDebugUtilsObjectNameEXT != NULL ?
           device->next.SetDebugUtilsObjectNameEXT(handle, info) : VK_SUCCESS;
}

/* ---- signals and waits ---- */

bool gitrace_op_begin(struct gitrace_device *device, VkSemaphore handle, bool is_wait,
                      uint64_t value, struct gitrace_op *out_op)
{
    bool is_known = false;

    pthread_mutex_lock(&device->lock);
    struct gitrace_semaphore *semaphore = *find_place(device, handle);
    if (semaphore != NULL) {
        bool has_temporary = semaphore->temporary.kind != GI_TRACE_NO_IDENTITY;

        *out_op = (struct gitrace_op){
            .identity = has_temporary ? semaphore->temporary : semaphore->identity,
            .value = value, .is_binary = !semaphore->is_timeline,
        };
        if (!semaphore->is_timeline)
            out_op->value = is_wait ? ++semaphore->waits : ++semaphore->signals;
        if (is_wait)
            semaphore->temporary.kind = GI_TRACE_NO_IDENTITY;
        if (is_wait && semaphore->is_timeline) {
            out_op->semaphore = semaphore;
            semaphore->references++;
        }
        is_known = true;
    }
    pthread_mutex_unlock(&device->lock);
    return is_known;
}

void gitrace_op_finish(struct gitrace_device *device, struct gitrace_op *op)
{
    if (op->semaphore == NULL)
        return;
    pthread_mutex_lock(&device->lock);
    put_semaphore(op->semaphore);
    op->semaphore = NULL;
    pthread_mutex_unlock(&device->lock);
}

bool gitrace_op_wait(struct gitrace_device *device, const struct gitrace_op *op,
                     uint64_t timeout_ns)
{
    struct gitrace_semaphore *semaphore = op->semaphore;
    VkSemaphoreWaitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
        .semaphoreCount = 1,
        .pSemaphores = &semaphore->handle,
        .pValues = &op->value,
    };
    VkResult result;

    if (device->next.WaitSemaphores == NULL)
        return true;
    pthread_mutex_lock(&device->lock);
    if (semaphore->is_gone) {
        pthread_mutex_unlock(&device->lock);
        return true;
    }
    semaphore->waiters++;
    pthread_mutex_unlock(&device->lock);
    result = device->next.WaitSemaphores(device->handle, &info, timeout_ns);
    pthread_mutex_lock(&device->lock);
    semaphore->waiters--;
    pthread_cond_broadcast(&device->is_left);
    pthread_mutex_unlock(&device->lock);
    return result != VK_TIMEOUT;
}
