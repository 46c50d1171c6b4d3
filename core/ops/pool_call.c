#include "pool_call.h"

#include "enqueue.h"
#include "carry/kinds.h"
#include "pools/pool_state.h"
#include "stream/capture.h"

/* ---- allocating ------------------------------------------------------------------------------ */

static gi_status alloc_from(struct gi_stream *stream, struct gi_pool *pool, uint64_t size_bytes,
                            uint64_t *out_pointer)
{
    struct gi_operation operation;
    gi_status status;

    if (pool->is_imported)
        return gi_fail(GI_INVALID_VALUE, "allocation in stream order: the pool is another "
                       "process's, which alone allocates from it");
    if (size_bytes == 0)
        return GI_OK;
    if (!gi_stream_is_captured(stream)) {
        status = gi_capture_forbids("an allocation in stream order");
        if (status != GI_OK)
            return status;
    }
    operation.kind = &gi_kind_pool_alloc;
    operation.pool_alloc = (struct gi_operation_pool_alloc){ pool, size_bytes, 0 };
    status = gi_stream_enqueue(stream, &operation);
    *out_pointer = operation.pool_alloc.pointer;
    return status;
}

static gi_status alloc_in(struct gi_stream *stream, gi_handle pool_handle, uint64_t size_bytes,
                          uint64_t *out_pointer)
{
    struct gi_pool *pool;
    gi_status status;

    if (gi_device_is_lost(stream->device))
        return gi_device_lost_failure(stream->device);
    status = gi_pool_acquire(pool_handle, stream->device, &pool);
    if (status != GI_OK)
        return status;
    status = alloc_from(stream, pool, size_bytes, out_pointer);
    gi_pool_release(pool);
    return status;
}

gi_status gi_memory_alloc_async(uint64_t size_bytes, gi_handle pool, gi_handle stream_handle,
                                uint64_t *out_pointer)
{
    struct gi_stream *stream;
    gi_status status = gi_stream_acquire(stream_handle, &stream);

    *out_pointer = 0;
    if (status != GI_OK)
        return status;
    status = alloc_in(stream, pool, size_bytes, out_pointer);
    gi_stream_release(stream);
    return status;
}

/* ---- freeing --------------------------------------------------------------------------------- */

static gi_status check_free(const struct gi_allocation *allocation, uint64_t pointer)
{
    if (allocation->kind == GI_POINTER_MANAGED)
        return gi_fail(GI_NOT_SUPPORTED, "free in stream order: 0x%llx is managed memory, which "
                       "is freed at once", (unsigned long long)pointer);
    if (allocation->kind != GI_POINTER_DEVICE)
        return gi_fail(GI_INVALID_VALUE, "free in stream order: 0x%llx is not device memory",
                       (unsigned long long)pointer);
    if (atomic_load(&allocation->rest->is_opened))
        return gi_fail(GI_INVALID_VALUE, "free in stream order: 0x%llx is memory of another "
                       "process, which closing its handle gives back",
                       (unsigned long long)pointer);
    if (allocation->rest->parts == NULL && pointer != allocation->device_address)
        return gi_fail(GI_INVALID_VALUE, "free in stream order: 0x%llx is inside an allocation "
                       "that begins at 0x%llx", (unsigned long long)pointer,
                       (unsigned long long)allocation->device_address);
    return GI_OK;
}

static gi_status free_in(struct gi_stream *stream, uint64_t pointer)
{
    struct gi_operation operation;
    struct gi_allocation *allocation;
    gi_status status = gi_allocation_find("free in stream order", pointer, &allocation);

    if (status != GI_OK)
        return status;
    status = check_free(allocation, pointer);
    operation.kind = &gi_kind_pool_free;
    operation.pool_free = (struct gi_operation_pool_free){ allocation, pointer };
    if (status == GI_OK && !gi_stream_is_captured(stream))
        status = gi_capture_forbids("a free in stream order");
    if (status == GI_OK)
        status = gi_stream_enqueue(stream, &operation);
    gi_allocation_unref(allocation);
    return status;
}

gi_status gi_memory_free_async(uint64_t pointer, gi_handle stream_handle)
{
    struct gi_stream *stream;
    gi_status status = gi_stream_acquire(stream_handle, &stream);

    if (status != GI_OK)
        return status;
    if (pointer != 0)
        status = free_in(stream, pointer);
    gi_stream_release(stream);
    return status;
}
