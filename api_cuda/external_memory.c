#include "external_memory.h"

#include "front.h"
#include "handles.h"

_Static_assert((int)cudaExternalMemoryHandleTypeOpaqueFd == GI_EXTERNAL_MEMORY_OPAQUE_FD
               && (int)cudaExternalMemoryHandleTypeNvSciBuf == GI_EXTERNAL_MEMORY_NVSCIBUF
               && cudaExternalMemoryDedicated == 1, "types and flags are passed on");

cudaError_t cudaImportExternalMemory(cudaExternalMemory_t *memory,
                                     const struct cudaExternalMemoryHandleDesc *descriptor)
{
    struct gi_external_memory_request request;
    gi_handle handle;

    GICUDA_NOT_NULL(memory);
    GICUDA_NOT_NULL(descriptor);
    GICUDA_TRY(gicuda_begin());
    GICUDA_REQUIRE((int)descriptor->type >= cudaExternalMemoryHandleTypeOpaqueFd
                   && (int)descriptor->type <= cudaExternalMemoryHandleTypeNvSciBuf,
                   "%s: type is %d, not one of the enum's", __func__, (int)descriptor->type);
    request = (struct gi_external_memory_request){
        .type = (int)descriptor->type,
        .fd = descriptor->handle.fd,
        .size_bytes = descriptor->size,
        .flags = descriptor->flags,
    };
    GICUDA_TRY(gi_external_memory_import(&request, &handle));
    *memory = gicuda_to_memory(handle);
    return cudaSuccess;
}

cudaError_t cudaExternalMemoryGetMappedBuffer(
    void **pointer, cudaExternalMemory_t memory,
    const struct cudaExternalMemoryBufferDesc *descriptor)
{
    struct gi_external_buffer_request request;
    uint64_t address;

    GICUDA_NOT_NULL(pointer);
    GICUDA_NOT_NULL(memory);
    GICUDA_NOT_NULL(descriptor);
    GICUDA_TRY(gicuda_begin());
    request = (struct gi_external_buffer_request){
        .offset_bytes = descriptor->offset,
        .size_bytes = descriptor->size,
        .flags = descriptor->flags,
    };
    GICUDA_TRY(gi_external_memory_map_buffer(gicuda_from_memory(memory), &request, &address));
    *pointer = gicuda_to_pointer(address);
    return cudaSuccess;
}

cudaError_t cudaDestroyExternalMemory(cudaExternalMemory_t memory)
{
    GICUDA_NOT_NULL(memory);
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_external_memory_destroy(gicuda_from_memory(memory)));
}
