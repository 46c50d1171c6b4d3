#include "share/external_memory.h"

#include "front.h"
#include "handles.h"

_Static_assert((int)gpuExternalMemoryHandleTypeOpaqueFd == GI_EXTERNAL_MEMORY_OPAQUE_FD
               && (int)gpuExternalMemoryHandleTypeNvSciBuf == GI_EXTERNAL_MEMORY_NVSCIBUF
               && gpuExternalMemoryDedicated == 1, "types and flags are passed on");

gpuError_t gpuImportExternalMemory(gpuExternalMemory_t *memory,
                                   const gpuExternalMemoryHandleDesc *descriptor)
{
    struct gi_external_memory_request request;
    gi_handle handle;

    FRONT_NOT_NULL(memory);
    FRONT_NOT_NULL(descriptor);
    FRONT_TRY(front_begin());
    FRONT_UNSAFE();
    FRONT_REQUIRE((int)descriptor->type >= gpuExternalMemoryHandleTypeOpaqueFd
                  && (int)descriptor->type <= FRONT_LAST_EXTERNAL_MEMORY,
                  "%s: type is %d, not one of the enum's", __func__, (int)descriptor->type);
    request = (struct gi_external_memory_request){
        .type = (int)descriptor->type,
        .fd = descriptor->handle.fd,
        .size_bytes = descriptor->size,
        .flags = descriptor->flags,
    };
    FRONT_TRY(gi_external_memory_import(&request, &handle));
    *memory = front_to_memory(handle);
    return gpuSuccess;
}

gpuError_t gpuExternalMemoryGetMappedBuffer(
    gpuAddress_t *pointer, gpuExternalMemory_t memory,
    const gpuExternalMemoryBufferDesc *descriptor)
{
    struct gi_external_buffer_request request;
    uint64_t address;

    FRONT_NOT_NULL(pointer);
    FRONT_NOT_NULL(memory);
    FRONT_NOT_NULL(descriptor);
    FRONT_TRY(front_begin());
    request = (struct gi_external_buffer_request){
        .offset_bytes = descriptor->offset,
        .size_bytes = descriptor->size,
        .flags = descriptor->flags,
    };
    FRONT_TRY(gi_external_memory_map_buffer(front_from_memory(memory), &request, &address));
    *pointer = front_to_address(address);
    return gpuSuccess;
}

gpuError_t gpuDestroyExternalMemory(gpuExternalMemory_t memory)
{
    FRONT_NOT_NULL(memory);
    FRONT_TRY(front_begin());
    return front_error(gi_external_memory_destroy(front_from_memory(memory)));
}
