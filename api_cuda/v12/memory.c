/** Memory functions whose arguments differ in CUDA 12. */
#include "front.h"
#include "v12.h"

/* CUDA 13's functions read the descriptors of imports, but only the members that CUDA 12 has at
 * the same offsets. */
#define SAME_START(kind, last) \
    (offsetof(struct kind##_v12, last) == offsetof(struct kind, last) \
     && sizeof(struct kind##_v12) < sizeof(struct kind))

_Static_assert(SAME_START(cudaExternalMemoryHandleDesc, size)
               && SAME_START(cudaExternalMemoryHandleDesc, flags)
               && SAME_START(cudaExternalMemoryBufferDesc, size)
               && SAME_START(cudaExternalMemoryBufferDesc, flags)
               && SAME_START(cudaExternalMemoryMipmappedArrayDesc, numLevels)
               && SAME_START(cudaExternalSemaphoreHandleDesc, flags), "one is read for the other");

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes_v12 *attributes,
                                     const void *pointer)
{
    struct cudaPointerAttributes now;
    cudaError_t error;

    FRONT_NOT_NULL(attributes);
    error = gicuda_v13_cudaPointerGetAttributes(&now, pointer);
    if (error != cudaSuccess)
        return error;
    *attributes = (struct cudaPointerAttributes_v12){
        .type = now.type,
        .device = now.device,
        .devicePointer = now.devicePointer,
        .hostPointer = now.hostPointer,
    };
    return cudaSuccess;
}

static struct cudaMemLocation location_of(int device)
{
    return (struct cudaMemLocation){
        .type = device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice,
        .id = device == cudaCpuDeviceId ? 0 : device,
    };
}

cudaError_t cudaMemAdvise(const void *pointer, size_t size, enum cudaMemoryAdvise advice,
                          int device)
{
    return cudaMemAdvise_v2(pointer, size, advice, location_of(device));
}

cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t size, int device,
                                 cudaStream_t stream)
{
    return cudaMemPrefetchAsync_v2(pointer, size, location_of(device), 0, stream);
}

/** A failing copy cannot be named, because a failure refuses all copies together. */
static cudaError_t answer(cudaError_t error, size_t *fail_index)
{
    if (error != cudaSuccess && fail_index != NULL)
        *fail_index = SIZE_MAX;
    return error;
}

cudaError_t cudaMemcpyBatchAsync(void **destinations, void **sources, size_t *sizes, size_t count,
                                 struct cudaMemcpyAttributes *attributes,
                                 size_t *attribute_starts, size_t attribute_count,
                                 size_t *fail_index, cudaStream_t stream)
{
    cudaError_t error = gicuda_v13_cudaMemcpyBatchAsync(
        destinations, (const void *const *)sources, sizes, count, attributes, attribute_starts,
        attribute_count, stream);

    return answer(error, fail_index);
}

cudaError_t cudaMemcpy3DBatchAsync(size_t count, struct cudaMemcpy3DBatchOp *operations,
                                   size_t *fail_index, unsigned long long flags,
                                   cudaStream_t stream)
{
    cudaError_t error = gicuda_v13_cudaMemcpy3DBatchAsync(count, operations, flags, stream);

    return answer(error, fail_index);
}
