#include "external_memory.h"

#include "front.h"
#include "handles.h"

_Static_assert((int)hipExternalMemoryHandleTypeOpaqueFd == GI_EXTERNAL_MEMORY_OPAQUE_FD
               && (int)hipExternalMemoryHandleTypeNvSciBuf == GI_EXTERNAL_MEMORY_NVSCIBUF
               && hipExternalMemoryDedicated == 1, "types and flags are passed on");

hipError_t hipImportExternalMemory(hipExternalMemory_t *memory,
                                   const hipExternalMemoryHandleDesc *descriptor)
{
    struct gi_external_memory_request request;
    gi_handle handle;

    GIHIP_NOT_NULL(memory);
    GIHIP_NOT_NULL(descriptor);
    GIHIP_TRY(gihip_begin());
    GIHIP_REQUIRE((int)descriptor->type >= hipExternalMemoryHandleTypeOpaqueFd
                  && (int)descriptor->type <= hipExternalMemoryHandleTypeNvSciBuf,
                  "%s: type is %d, not one of the enum's", __func__, (int)descriptor->type);
    request = (struct gi_external_memory_request){
        .type = (int)descriptor->type,
        .fd = descriptor->handle.fd,
        .size_bytes = descriptor->size,
        .flags = descriptor->flags,
    };
    GIHIP_TRY(gi_external_memory_import(&request, &handle));
    *memory = gihip_to_memory(handle);
    return hipSuccess;
}

hipError_t hipExternalMemoryGetMappedBuffer(
    void **pointer, hipExternalMemory_t memory,
    const hipExternalMemoryBufferDesc *descriptor)
{
    struct gi_external_buffer_request request;
    uint64_t address;

    GIHIP_NOT_NULL(pointer);
    GIHIP_NOT_NULL(memory);
    GIHIP_NOT_NULL(descriptor);
    GIHIP_TRY(gihip_begin());
    request = (struct gi_external_buffer_request){
        .offset_bytes = descriptor->offset,
        .size_bytes = descriptor->size,
        .flags = descriptor->flags,
    };
    GIHIP_TRY(gi_external_memory_map_buffer(gihip_from_memory(memory), &request, &address));
    *pointer = gihip_to_pointer(address);
    return hipSuccess;
}

hipError_t hipDestroyExternalMemory(hipExternalMemory_t memory)
{
    GIHIP_NOT_NULL(memory);
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_external_memory_destroy(gihip_from_memory(memory)));
}
