#include "external_memory.h"

#include <stddef.h>
#include <unistd.h>

#include "memory/allocation.h"
#include "arrays/array_state.h"
#include "queue/device_state.h"
#include "memory/memory_object.h"
#include "base/log.h"
#include "base/uncancelled.h"

/* The struct of the allocation, and the object of its handle. Commands may use the allocation for
 * longer than the object lives. */
struct gi_external_memory {
    struct gi_allocation_rest rest;      /* first */
    struct gi_object object;             /* referenced by its handle and by each mapping */
    struct gi_mappings mappings;
    bool is_dedicated;
};

static struct gi_external_memory *memory_from(struct gi_object *object)
{
    return (struct gi_external_memory *)((char *)object -
                                         offsetof(struct gi_external_memory, object));
}

static struct gi_external_memory *memory_of(struct gi_allocation *allocation)
{
    return (struct gi_external_memory *)allocation->rest;
}

static void release_imported(struct gi_allocation *allocation)
{
    gi_mappings_finish(&memory_of(allocation)->mappings);
    gi_memory_object_unref(allocation->memory);
}

static void mappings_removed(struct gi_allocation *allocation, size_t count)
{
    struct gi_object *object = &memory_of(allocation)->object;

    while (count-- > 0)
        gi_object_unref(object);         /* the last reference may free the allocation */
}

static const struct gi_allocation_type imported_type = {
    .size = sizeof(struct gi_external_memory),
    .kind = GI_POINTER_DEVICE,
    .words = "device memory, which the device's free frees",
    .freed_by = GI_FREED_BY_DEVICE_FREE,
    .free_waits = GI_FREE_WAITS_FOR_DEVICE,
    .release = release_imported,
    .parts_removed = mappings_removed,
};

static const char *type_name(int type)
{
    switch ((enum gi_external_memory_type)type) {
    case GI_EXTERNAL_MEMORY_OPAQUE_FD: return "opaque fd";
    case GI_EXTERNAL_MEMORY_OPAQUE_WIN32: return "opaque Win32 handle";
    case GI_EXTERNAL_MEMORY_OPAQUE_WIN32_KMT: return "opaque Win32 KMT handle";
    case GI_EXTERNAL_MEMORY_D3D12_HEAP: return "D3D12 heap";
    case GI_EXTERNAL_MEMORY_D3D12_RESOURCE: return "D3D12 resource";
    case GI_EXTERNAL_MEMORY_D3D11_RESOURCE: return "D3D11 resource";
    case GI_EXTERNAL_MEMORY_D3D11_RESOURCE_KMT: return "D3D11 KMT resource";
    case GI_EXTERNAL_MEMORY_NVSCIBUF: return "NvSciBuf object";
    case GI_EXTERNAL_MEMORY_DMA_BUF_FD: return "dma-buf fd";
    }
    return NULL;
}

/* For these types, which Linux lacks, the vendors' libraries report an invalid value instead of
 * "not supported". This was measured on Linux. */
static bool is_invalid_here(int type)
{
    return type == GI_EXTERNAL_MEMORY_D3D12_RESOURCE || type == GI_EXTERNAL_MEMORY_D3D11_RESOURCE ||
           type == GI_EXTERNAL_MEMORY_D3D11_RESOURCE_KMT;
}

static gi_status check_request(const struct gi_external_memory_request *request)
{
    if (type_name(request->type) == NULL)
        return gi_fail(GI_INVALID_VALUE, "external memory: handle type %d is not one of 1 to 9",
                       request->type);
    if (request->type != GI_EXTERNAL_MEMORY_OPAQUE_FD &&
        request->type != GI_EXTERNAL_MEMORY_DMA_BUF_FD)
        return gi_fail(is_invalid_here(request->type) ? GI_INVALID_VALUE : GI_NOT_SUPPORTED,
                       "external memory: handle type %d (%s) does not exist on this system; an "
                       "opaque fd is type 1", request->type, type_name(request->type));
    if (request->size_bytes == 0)
        return gi_fail(GI_INVALID_VALUE, "external memory: size is 0");
    if ((request->flags & ~1u) != 0)
        return gi_fail(GI_INVALID_VALUE,
                       "external memory: flags is 0x%x; only 1 (dedicated) exists", request->flags);
    if (request->fd < 0)     /* the driver checks everything else with one look */
        return gi_fail(GI_IMPORT_FAILED, "external memory: fd %d is no fd", request->fd);
    return GI_OK;
}

/* The last reference is gone: no handle and no mapping is left. */
static void finish_memory(struct gi_object *object)
{
    struct gi_external_memory *memory = memory_from(object);

    gi_allocation_unpublish(memory->rest.allocation);
    gi_allocation_unref(memory->rest.allocation);
}

/* Makes an allocation of the object. On failure the object is freed. */
static gi_status describe_memory(struct gi_device *device, struct gi_memory *object,
                                 bool is_dedicated, struct gi_external_memory **out_memory)
{
    struct gi_external_memory *memory;
    struct gi_allocation *allocation;
    gi_status status = gi_allocation_make(&imported_type, device, &allocation);

    if (status != GI_OK) {
        gi_memory_object_unref(object);
        return status;
    }
    gi_allocation_place(allocation, object, 0, object->size_bytes);
    memory = memory_of(allocation);
    memory->object.device = device;
    memory->is_dedicated = is_dedicated;
    memory->rest.parts = &memory->mappings;
    gi_mappings_init(&memory->mappings, object->size_bytes, &allocation->has_holes);
    *out_memory = memory;
    return GI_OK;
}

static gi_status create_memory(struct gi_device *device, struct gi_memory *object,
                               bool is_dedicated, gi_handle *out_handle)
{
    struct gi_external_memory *memory;
    gi_status status = describe_memory(device, object, is_dedicated, &memory);

    if (status != GI_OK)
        return status;
    status = gi_allocation_publish(memory->rest.allocation);
    if (status != GI_OK)
        goto free_memory;
    status = gi_handle_create(&memory->object, GI_OBJECT_EXTERNAL_MEMORY, finish_memory,
                              out_handle);
    if (status != GI_OK)
        goto unpublish;
    return GI_OK;

unpublish:
    gi_allocation_unpublish(memory->rest.allocation);
free_memory:
    gi_allocation_unref(memory->rest.allocation);
    return status;
}

static gi_status import_checked(struct gi_device *device,
                                const struct gi_external_memory_request *request,
                                gi_handle *out_memory)
{
    struct gi_os_handle borrowed = { .fd = request->fd };
    bool is_dedicated = (request->flags & 1u) != 0;
    struct gi_memory *object;
    gi_status status;

    borrowed.kind = request->type == GI_EXTERNAL_MEMORY_DMA_BUF_FD ? GI_OS_HANDLE_DMA_BUF_FD
                                                                   : GI_OS_HANDLE_OPAQUE_FD;
    status = gi_memory_object_import(device->base, &borrowed, request->size_bytes, is_dedicated,
                                     &object);
    if (status != GI_OK)
        return status;
    if (is_dedicated && object->size_is_known && request->size_bytes < object->size_bytes)
        gi_log(GI_LOG_INFO, "external memory: size is %llu, and the dedicated object has %llu "
               "bytes; all of them are imported", (unsigned long long)request->size_bytes,
               (unsigned long long)object->size_bytes);
    status = create_memory(device, object, is_dedicated, out_memory);
    if (status != GI_OK)
        return status;
    close(request->fd);          /* the import succeeded: the fd is ours from here on */
    return GI_OK;
}

gi_status gi_external_memory_import(const struct gi_external_memory_request *request,
                                    gi_handle *out_memory)
{
    GI_UNCANCELLED;
    struct gi_device *device;
    gi_status status = check_request(request);

    *out_memory = 0;
    if (status == GI_OK)
        status = gi_device_current(&device);
    return status == GI_OK ? import_checked(device, request, out_memory) : status;
}

gi_status gi_external_memory_import_on(struct gi_device *device,
                                       const struct gi_external_memory_request *request,
                                       gi_handle *out_memory)
{
    gi_status status = check_request(request);

    *out_memory = 0;
    return status == GI_OK ? import_checked(device, request, out_memory) : status;
}

gi_status gi_external_memory_destroy(gi_handle memory)
{
    return gi_handle_retire(memory, GI_OBJECT_EXTERNAL_MEMORY, NULL);
}

gi_status gi_external_memory_acquire(gi_handle handle, struct gi_allocation **out_allocation,
                                     bool *out_is_dedicated)
{
    struct gi_external_memory *memory;
    struct gi_object *object;
    gi_status status = gi_handle_acquire(handle, GI_OBJECT_EXTERNAL_MEMORY, &object);

    *out_allocation = NULL;
    *out_is_dedicated = false;
    if (status != GI_OK)
        return status;
    memory = memory_from(object);
    *out_is_dedicated = memory->is_dedicated;
    *out_allocation = memory->rest.allocation;
    gi_allocation_ref(*out_allocation);
    gi_object_unref(object);
    return GI_OK;
}

static gi_status check_buffer(const struct gi_external_memory *memory,
                              const struct gi_external_buffer_request *request)
{
    uint64_t size_bytes = memory->rest.allocation->size_bytes;

    if (request->flags != 0)
        return gi_fail(GI_INVALID_VALUE, "mapped buffer: flags is 0x%x; it must be 0",
                       request->flags);
    if (request->size_bytes == 0)
        return gi_fail(GI_INVALID_VALUE, "mapped buffer: size is 0");
    if (request->offset_bytes > size_bytes ||
        request->size_bytes > size_bytes - request->offset_bytes)
        return gi_fail(GI_INVALID_VALUE,
                       "mapped buffer: offset %llu + size %llu leaves the object, which has %llu "
                       "bytes", (unsigned long long)request->offset_bytes,
                       (unsigned long long)request->size_bytes,
                       (unsigned long long)size_bytes);
    return GI_OK;
}

gi_status gi_external_memory_map_buffer(gi_handle handle,
                                        const struct gi_external_buffer_request *request,
                                        uint64_t *out_pointer)
{
    struct gi_external_memory *memory;
    struct gi_object *object;
    uint64_t pointer;
    gi_status status;

    *out_pointer = 0;
    status = gi_handle_acquire(handle, GI_OBJECT_EXTERNAL_MEMORY, &object);
    if (status != GI_OK)
        return status;
    memory = memory_from(object);
    pointer = memory->rest.allocation->device_address + request->offset_bytes;
    status = check_buffer(memory, request);
    if (status == GI_OK)
        status = gi_mappings_add(&memory->mappings, request->offset_bytes,
                                 request->offset_bytes + request->size_bytes);
    if (status != GI_OK) {
        gi_object_unref(object);
        return status;
    }
    *out_pointer = pointer;      /* the mapping owns the reference until a reset takes it */
    return GI_OK;
}

gi_status gi_external_memory_map_array(gi_handle handle, uint64_t offset_bytes,
                                       const struct gi_array_request *request,
                                       gi_handle *out_mipmapped)
{
    struct gi_allocation *imported;
    bool is_dedicated;
    gi_status status = gi_external_memory_acquire(handle, &imported, &is_dedicated);

    *out_mipmapped = 0;
    if (status != GI_OK)
        return status;
    status = gi_array_new_within(imported, offset_bytes, is_dedicated, request, out_mipmapped);
    gi_allocation_unref(imported);
    return status;
}
