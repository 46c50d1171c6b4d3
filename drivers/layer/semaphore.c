/* Creation, import and export of semaphores, and their payloads. */
#include "semaphore.h"

#include "devices.h"
#include "entries.h"

#include <stdlib.h>
#include <unistd.h>

#define OPAQUE_FD VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT

struct gilayer_semaphore {
    struct gilayer_semaphore *next;
    VkSemaphore handle;
    bool timeline;
    bool temporary_in_driver;       /* the driver has a temporary payload of another handle type */
    struct gilayer_payload *permanent;
    struct gilayer_payload *temporary;  /* until the next wait is submitted; binary only */
};

/* ---- payloads ---- */

static struct gilayer_payload *payload_create(bool timeline, uint64_t value)
{
    struct gilayer_payload *payload = calloc(1, sizeof(*payload));

    if (payload == NULL)
        return NULL;
    if (gi_host_semaphore_create(&payload->host, timeline, value) != 0) {
        free(payload);
        return NULL;
    }
    atomic_store(&payload->references, 1);
    return payload;
}

/* Borrows fd. */
static struct gilayer_payload *payload_import(int fd)
{
    struct gilayer_payload *payload = calloc(1, sizeof(*payload));

    if (payload == NULL)
        return NULL;
    if (gi_host_semaphore_import_keep_fd(&payload->host, fd) != 0) {
        free(payload);
        return NULL;
    }
    atomic_store(&payload->references, 1);
    return payload;
}

static struct gilayer_payload *payload_get(struct gilayer_payload *payload)
{
    if (payload != NULL)
        atomic_fetch_add(&payload->references, 1);
    return payload;
}

void gilayer_payload_put(struct gilayer_payload *payload)
{
    if (payload == NULL || atomic_fetch_sub(&payload->references, 1) != 1)
        return;
    gi_host_semaphore_finish(&payload->host);
    free(payload);
}

/* ---- the device's table; its lock is held ---- */

static size_t bucket_of(VkSemaphore handle)
{
    uint64_t bits = (uint64_t)(uintptr_t)handle;
    return (size_t)((bits * UINT64_C(0x9e3779b97f4a7c15)) >> 56) % GILAYER_BUCKETS;
}

static struct gilayer_semaphore *find_semaphore(const struct gilayer_device *device,
                                                VkSemaphore handle)
{
    struct gilayer_semaphore *at = device->semaphores[bucket_of(handle)];

    while (at != NULL && at->handle != handle)
        at = at->next;
    return at;
}

static struct gilayer_semaphore *take_out(struct gilayer_device *device, VkSemaphore handle)
{
    struct gilayer_semaphore **at = &device->semaphores[bucket_of(handle)];

    while (*at != NULL && (*at)->handle != handle)
        at = &(*at)->next;
    struct gilayer_semaphore *found = *at;
    if (found != NULL)
        *at = found->next;
    return found;
}

/* Replaces one of a semaphore's two payloads. */
static void put_payload(struct gilayer_device *device, struct gilayer_payload **place,
                        struct gilayer_payload *payload)
{
    if (*place == NULL && payload != NULL)
        atomic_fetch_add(&device->shared_count, 1);
    if (*place != NULL && payload == NULL)
        atomic_fetch_sub(&device->shared_count, 1);
    gilayer_payload_put(*place);
    *place = payload;
}

static struct gilayer_payload *current(const struct gilayer_semaphore *s)
{
    if (s->temporary_in_driver)
        return NULL;
    return s->temporary != NULL ? s->temporary : s->permanent;
}

bool gilayer_semaphore_is_shared(const struct gilayer_device *device, VkSemaphore semaphore)
{
    const struct gilayer_semaphore *s = find_semaphore(device, semaphore);
    return s != NULL && (s->permanent != NULL || s->temporary != NULL);
}

struct gilayer_target gilayer_semaphore_look(struct gilayer_device *device, VkSemaphore semaphore)
{
    const struct gilayer_semaphore *s = find_semaphore(device, semaphore);

    if (s == NULL)
        return (struct gilayer_target){ NULL, false };
    return (struct gilayer_target){ payload_get(current(s)), s->timeline };
}

struct gilayer_target gilayer_semaphore_take(struct gilayer_device *device, VkSemaphore semaphore)
{
    struct gilayer_semaphore *s = find_semaphore(device, semaphore);
    struct gilayer_target target = gilayer_semaphore_look(device, semaphore);

    if (s != NULL) {
        s->temporary_in_driver = false;
        put_payload(device, &s->temporary, NULL);
    }
    return target;
}

static void destroy(struct gilayer_device *device, struct gilayer_semaphore *s)
{
    put_payload(device, &s->temporary, NULL);
    put_payload(device, &s->permanent, NULL);
    free(s);
}

void gilayer_semaphores_finish(struct gilayer_device *device)
{
    for (size_t i = 0; i < GILAYER_BUCKETS; i++) {
        while (device->semaphores[i] != NULL)
            destroy(device, take_out(device, device->semaphores[i]->handle));
    }
}

/* ---- creation ---- */

/* Creates the semaphore in the driver without the handle type that the driver lacks. The
 * program's structs are read-only, so the chain is built anew. It contains only the type and
 * export structs. */
static VkResult create_in_driver(const struct gilayer_device *device,
                                 const VkSemaphoreCreateInfo *info,
                                 const VkExportSemaphoreCreateInfo *export,
                                 const VkSemaphoreTypeCreateInfo *type,
                                 const VkAllocationCallbacks *allocator, VkSemaphore *out)
{
    VkSemaphoreCreateInfo clean = *info;
    VkSemaphoreTypeCreateInfo clean_type;
    VkExportSemaphoreCreateInfo clean_export = *export;

    clean.pNext = NULL;
    if (type != NULL) {
        clean_type = *type;
        clean_type.pNext = clean.pNext;
        clean.pNext = &clean_type;
    }
    clean_export.handleTypes &= ~(VkExternalSemaphoreHandleTypeFlags)OPAQUE_FD;
    if (clean_export.handleTypes != 0) {
        clean_export.pNext = clean.pNext;
        clean.pNext = &clean_export;
    }
    return device->next.CreateSemaphore(device->handle, &clean, allocator, out);
}

static void add_to_table(struct gilayer_device *device, struct gilayer_semaphore *s)
{
    pthread_mutex_lock(&device->lock);
    struct gilayer_semaphore **bucket = &device->semaphores[bucket_of(s->handle)];
    s->next = *bucket;
    *bucket = s;
    pthread_mutex_unlock(&device->lock);
}

GILAYER_ENTRY gilayer_CreateSemaphore(VkDevice handle, const VkSemaphoreCreateInfo *info,
                                      const VkAllocationCallbacks *allocator, VkSemaphore *out)
{
    struct gilayer_device *device = gilayer_device_of(handle);
    const VkSemaphoreTypeCreateInfo *type =
        gilayer_find_struct(info->pNext, VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO);
    const VkExportSemaphoreCreateInfo *export =
        gilayer_find_struct(info->pNext, VK_STRUCTURE_TYPE_EXPORT_SEMAPHORE_CREATE_INFO);
    bool shared = device->active && export != NULL && (export->handleTypes & OPAQUE_FD) != 0;
    VkResult result = VK_ERROR_OUT_OF_HOST_MEMORY;

    if (!device->active)
        return device->next.CreateSemaphore(handle, info, allocator, out);
    struct gilayer_semaphore *s = calloc(1, sizeof(*s));
    if (s == NULL)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    s->timeline = type != NULL && type->semaphoreType == VK_SEMAPHORE_TYPE_TIMELINE;
    if (shared) {
        put_payload(device, &s->permanent,
                    payload_create(s->timeline, s->timeline ? type->initialValue : 0));
        if (s->permanent == NULL)
            goto destroy;
    }
    result = shared ? create_in_driver(device, info, export, type, allocator, out)
                    : device->next.CreateSemaphore(handle, info, allocator, out);
    if (result != VK_SUCCESS)
        goto destroy;
    s->handle = *out;
    add_to_table(device, s);
    return VK_SUCCESS;

destroy:
    destroy(device, s);
    return result;
}

GILAYER_VOID_ENTRY gilayer_DestroySemaphore(VkDevice handle, VkSemaphore semaphore,
                                            const VkAllocationCallbacks *allocator)
{
    struct gilayer_device *device = gilayer_device_of(handle);

    if (device->active && semaphore != VK_NULL_HANDLE) {
        pthread_mutex_lock(&device->lock);
        struct gilayer_semaphore *s = take_out(device, semaphore);
        if (s != NULL)
            destroy(device, s);
        pthread_mutex_unlock(&device->lock);
    }
    device->next.DestroySemaphore(handle, semaphore, allocator);
}

/* ---- sharing ---- */

/* Some programs export a semaphore that was not created for export. It is idle at that time, so its
 * value can move to a page. */
static VkResult share_late(struct gilayer_device *device, struct gilayer_semaphore *s)
{
    uint64_t value = 0;

    if (s->timeline) {
        VkResult result =
            device->next.GetSemaphoreCounterValue(device->handle, s->handle, &value);
        if (result != VK_SUCCESS)
            return result;
    }
    put_payload(device, &s->permanent, payload_create(s->timeline, value));
    return s->permanent != NULL ? VK_SUCCESS : VK_ERROR_OUT_OF_HOST_MEMORY;
}

GILAYER_ENTRY gilayer_GetSemaphoreFdKHR(VkDevice handle, const VkSemaphoreGetFdInfoKHR *info,
                                        int *out_fd)
{
    struct gilayer_device *device = gilayer_device_of(handle);
    VkResult result = VK_SUCCESS;

    if (!device->active || info->handleType != OPAQUE_FD) {
        if (device->next.GetSemaphoreFdKHR == NULL)
            return VK_ERROR_FEATURE_NOT_PRESENT;
        return device->next.GetSemaphoreFdKHR(handle, info, out_fd);
    }
    pthread_mutex_lock(&device->lock);
    struct gilayer_semaphore *s = find_semaphore(device, info->semaphore);
    if (s == NULL)
        result = VK_ERROR_UNKNOWN;
    else if (s->temporary == NULL && s->permanent == NULL)
        result = share_late(device, s);
    if (result == VK_SUCCESS) {
        struct gilayer_payload *payload = s->temporary != NULL ? s->temporary : s->permanent;
        if (gi_host_semaphore_export(&payload->host, out_fd) != 0)
            result = VK_ERROR_TOO_MANY_OBJECTS;
    }
    pthread_mutex_unlock(&device->lock);
    return result;
}

/* A temporary payload of the driver hides a shared one until the next wait. */
static VkResult import_in_driver(struct gilayer_device *device,
                                 const VkImportSemaphoreFdInfoKHR *info)
{
    if (device->next.ImportSemaphoreFdKHR == NULL)
        return VK_ERROR_INVALID_EXTERNAL_HANDLE;
    VkResult result = device->next.ImportSemaphoreFdKHR(device->handle, info);
    if (result != VK_SUCCESS || !device->active)
        return result;
    pthread_mutex_lock(&device->lock);
    struct gilayer_semaphore *s = find_semaphore(device, info->semaphore);
    if (s != NULL)
        s->temporary_in_driver = true;
    pthread_mutex_unlock(&device->lock);
    return result;
}

GILAYER_ENTRY gilayer_ImportSemaphoreFdKHR(VkDevice handle, const VkImportSemaphoreFdInfoKHR *info)
{
    struct gilayer_device *device = gilayer_device_of(handle);
    bool temporary = (info->flags & VK_SEMAPHORE_IMPORT_TEMPORARY_BIT) != 0;

    if (!device->active || info->handleType != OPAQUE_FD)
        return import_in_driver(device, info);
    if (!gi_host_semaphore_is_fd(info->fd))
        return VK_ERROR_INVALID_EXTERNAL_HANDLE;
    struct gilayer_payload *payload = payload_import(info->fd);
    if (payload == NULL)
        return VK_ERROR_OUT_OF_HOST_MEMORY;

    pthread_mutex_lock(&device->lock);
    struct gilayer_semaphore *s = find_semaphore(device, info->semaphore);
    bool fits = s != NULL && s->timeline == payload->host.timeline && !(temporary && s->timeline);
    if (fits) {
        s->temporary_in_driver = false;
        put_payload(device, temporary ? &s->temporary : &s->permanent, payload);
        if (!temporary)
            put_payload(device, &s->temporary, NULL);
    }
    pthread_mutex_unlock(&device->lock);
    if (!fits) {
        gilayer_payload_put(payload);
        return VK_ERROR_INVALID_EXTERNAL_HANDLE;
    }
    close(info->fd);
    return VK_SUCCESS;
}
