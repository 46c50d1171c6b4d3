/** The library's own device and host memory, and queries of any pointer.
 *
 *  Threads: any that holds no lock. */
#ifndef GI_MEMORY_H
#define GI_MEMORY_H

#include "base/status.h"
#include "memory/pointer_info.h"

enum {                           /* gi_memory_host_alloc; hints, stored and returned */
    GI_HOST_PORTABLE = 1u << 0,
    GI_HOST_MAPPED = 1u << 1,
    GI_HOST_WRITE_COMBINED = 1u << 2
};

/* More flags, which are too large for an enum. */
#define GI_HOST_NUMA_OF_CALLER (UINT32_C(1) << 29)
#define GI_HOST_COHERENT (UINT32_C(1) << 30)
#define GI_HOST_NOT_COHERENT (UINT32_C(1) << 31)

enum {                           /* gi_memory_managed_alloc: exactly one; hints */
    GI_MANAGED_GLOBAL = 1u << 0,
    GI_MANAGED_HOST = 1u << 1
};

/** Allocates device memory on the current device, aligned to 512 bytes; size 0 gives pointer 0.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_memory_alloc(uint64_t size_bytes, uint64_t *out_pointer);

/** Allocates slices of rows of device memory; each row is aligned for the device. If an extent
 *  is 0, pointer and pitch are 0. The pitch is also written if memory runs out.
 *  Units:  pitch is the distance of rows in bytes; slices are contiguous.
 *  Errors: GI_INVALID_VALUE for a row without a valid pitch; GI_OUT_OF_MEMORY, also if the size
 *          overflows. */
GI_MUST_CHECK gi_status gi_memory_alloc_rows(uint64_t width_bytes, uint64_t rows, uint64_t slices,
                                             uint64_t *out_pitch_bytes, uint64_t *out_pointer);

/** Frees device or managed memory, or unmaps a mapped buffer. pointer is exactly an allocation's
 *  pointer, or 0. Sleeps until all work enqueued before on the memory's device is done; for
 *  managed memory, on all devices. Memory from gi_memory_alloc_async is freed without a wait. A
 *  wrong argument is reported at once.
 *  Errors: GI_INVALID_VALUE. */
GI_MUST_CHECK gi_status gi_memory_free(uint64_t pointer);

/** Frees without a wait: the pointer ends at once, the memory once no work uses it.
 *  Errors: GI_INVALID_VALUE. */
GI_MUST_CHECK gi_status gi_memory_free_unsettled(uint64_t pointer);

/** Allocates host memory that devices can access.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_memory_host_alloc(uint64_t size_bytes, uint32_t flags,
                                             uint64_t *out_pointer);

/** Frees host memory, once the work of all devices is done.
 *  Errors: GI_INVALID_VALUE. */
GI_MUST_CHECK gi_status gi_memory_host_free(uint64_t pointer);

/** Allocates memory that the host and the current device access at one address. Size 0 gives
 *  pointer 0.
 *  Errors: GI_INVALID_VALUE for flags other than one GI_MANAGED_ bit; GI_NOT_SUPPORTED;
 *          GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_memory_managed_alloc(uint64_t size_bytes, uint32_t flags,
                                                uint64_t *out_pointer);

/** Describes a pointer, which may lie within an allocation. An unknown pointer gives
 *  GI_POINTER_UNKNOWN, not an error.
 *  Errors: GI_NOT_INITIALIZED in a forked child. */
GI_MUST_CHECK gi_status gi_pointer_query(uint64_t pointer, struct gi_pointer_info *out_info);

/** Says whether synchronous copies from and to the allocation that contains pointer, and
 *  synchronous fills of it, are done when their call returns, even between device memories. It is
 *  so for managed memory from the start.
 *  Errors: GI_INVALID_VALUE for a pointer that is not the library's; GI_NOT_SUPPORTED for memory
 *          that is mapped from pages. */
GI_MUST_CHECK gi_status gi_pointer_set_ends_calls(uint64_t pointer, bool ends_calls);

#endif
