/** Memory of other programs and interfaces, imported from handles of the operating system.
 *  Threads: any. */
#ifndef GI_EXTERNAL_MEMORY_H
#define GI_EXTERNAL_MEMORY_H

#include "base/handle.h"

struct gi_allocation;
struct gi_array_request;

/** Handle types, with the front ends' numbers. */
enum gi_external_memory_type {
    GI_EXTERNAL_MEMORY_OPAQUE_FD = 1,
    GI_EXTERNAL_MEMORY_OPAQUE_WIN32 = 2,
    GI_EXTERNAL_MEMORY_OPAQUE_WIN32_KMT = 3,
    GI_EXTERNAL_MEMORY_D3D12_HEAP = 4,
    GI_EXTERNAL_MEMORY_D3D12_RESOURCE = 5,
    GI_EXTERNAL_MEMORY_D3D11_RESOURCE = 6,
    GI_EXTERNAL_MEMORY_D3D11_RESOURCE_KMT = 7,
    GI_EXTERNAL_MEMORY_NVSCIBUF = 8,
    GI_EXTERNAL_MEMORY_DMA_BUF_FD = 9
};

struct gi_external_memory_request {
    int type;                    /* any value; it is checked */
    int fd;
    uint64_t size_bytes;
    uint32_t flags;              /* 1: a dedicated allocation */
};

struct gi_external_buffer_request {
    uint64_t offset_bytes, size_bytes;
    uint32_t flags;
};

/** Imports memory on the current device.
 *  Owner:  on success the fd is the library's, which closes it; on failure it is open and
 *          unchanged.
 *  Errors: GI_INVALID_VALUE; GI_NOT_SUPPORTED for types that this system lacks; GI_IMPORT_FAILED
 *          for an fd that does not match its type. */
GI_MUST_CHECK gi_status gi_external_memory_import(const struct gi_external_memory_request *request,
                                                  gi_handle *out_memory);

/** As gi_external_memory_import, on a device that need not be the current one. */
GI_MUST_CHECK gi_status gi_external_memory_import_on(
    struct gi_device *device, const struct gi_external_memory_request *request,
    gi_handle *out_memory);

/** Maps a range as a pointer. Mappings may overlap and are coherent. gi_memory_free frees one.
 *  Errors: GI_INVALID_HANDLE; GI_INVALID_VALUE for a range that leaves the object. */
GI_MUST_CHECK gi_status gi_external_memory_map_buffer(
    gi_handle memory, const struct gi_external_buffer_request *request, uint64_t *out_pointer);

/** Maps an image at offset_bytes in the memory, as its exporter made it. The image keeps the memory
 *  alive, so the memory's handle may be destroyed first.
 *  Errors: GI_STALE_HANDLE; GI_INVALID_VALUE for an image that does not lie within the memory. */
GI_MUST_CHECK gi_status gi_external_memory_map_array(gi_handle memory, uint64_t offset_bytes,
                                                     const struct gi_array_request *request,
                                                     gi_handle *out_mipmapped);

/** Ends the handle. Mapped buffers stay valid until they are freed.
 *  Errors: GI_INVALID_HANDLE. */
GI_MUST_CHECK gi_status gi_external_memory_destroy(gi_handle memory);

/** The allocation of a handle, and whether it was imported as a dedicated allocation.
 *  Owner:  the caller gives the reference back with gi_allocation_unref.
 *  Errors: GI_INVALID_HANDLE. */
GI_MUST_CHECK gi_status gi_external_memory_acquire(gi_handle memory,
                                                   struct gi_allocation **out_allocation,
                                                   bool *out_is_dedicated);

#endif
