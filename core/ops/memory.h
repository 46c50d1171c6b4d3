/** Device and host memory of the library's own, and what is known of any pointer. */
#ifndef GI_MEMORY_H
#define GI_MEMORY_H

#include "base/status.h"

enum {                           /* gi_memory_host_alloc; hints, kept and given back */
    GI_HOST_PORTABLE = 1u << 0,
    GI_HOST_MAPPED = 1u << 1,
    GI_HOST_WRITE_COMBINED = 1u << 2
};

/* The same, past what an enum holds. */
#define GI_HOST_NUMA_OF_CALLER (UINT32_C(1) << 29)
#define GI_HOST_COHERENT (UINT32_C(1) << 30)
#define GI_HOST_NOT_COHERENT (UINT32_C(1) << 31)

enum {                           /* gi_memory_managed_alloc: exactly one; hints */
    GI_MANAGED_GLOBAL = 1u << 0,
    GI_MANAGED_HOST = 1u << 1
};

enum gi_pointer_kind {
    GI_POINTER_UNKNOWN,          /* not ours: ordinary host memory, or nothing */
    GI_POINTER_HOST,             /* gi_memory_host_alloc */
    GI_POINTER_DEVICE,           /* gi_memory_alloc, or a mapped buffer */
    GI_POINTER_REGISTERED,       /* gi_memory_host_register */
    GI_POINTER_MANAGED           /* gi_memory_managed_alloc: one address for host and device */
};

struct gi_pointer_info {
    enum gi_pointer_kind kind;
    int device;                  /* ordinal */
    uint64_t device_pointer;     /* the pointer as the device sees it; 0: not reachable */
    uint64_t host_pointer;       /* as the host sees it; 0: not reachable */
    uint64_t range_base;         /* the allocation or mapping that holds it */
    uint64_t range_bytes;
    uint64_t allocation_id;      /* each of a process has its own; 0: unknown */
    uint32_t host_flags;         /* GI_HOST_, GI_REGISTER_ or GI_MANAGED_, as asked for */
};

/** Allocates device memory on the current device; 512-byte aligned; size 0 gives pointer 0.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_memory_alloc(uint64_t size_bytes, uint64_t *out_pointer);

/** Allocates slices of rows of device memory, each row aligned for the device; with no bytes at all
 *  pointer and pitch are 0. The pitch is given also where there is no memory.
 *  Units:  pitch is the bytes from row to row; slices follow each other.
 *  Errors: GI_INVALID_VALUE for a row that has no pitch; GI_OUT_OF_MEMORY, also for a product that
 *          overflows. */
GI_MUST_CHECK gi_status gi_memory_alloc_rows(uint64_t width_bytes, uint64_t rows, uint64_t slices,
                                             uint64_t *out_pitch_bytes, uint64_t *out_pointer);

/** Frees device or managed memory or unmaps a mapped buffer; pointer is exactly what was given
 *  out; 0 is accepted. Sleeps until the work is done that was enqueued on the memory's device
 *  before, or on any device if the memory is managed. Memory that was allocated in stream order is
 *  freed without a wait, and a wrong argument is reported at once.
 *  Errors: GI_INVALID_VALUE. */
GI_MUST_CHECK gi_status gi_memory_free(uint64_t pointer);

/** The same without a wait: the pointer is gone at once, the memory once no work uses it. */
GI_MUST_CHECK gi_status gi_memory_free_unsettled(uint64_t pointer);

/** Allocates host memory that devices reach. */
GI_MUST_CHECK gi_status gi_memory_host_alloc(uint64_t size_bytes, uint32_t flags,
                                             uint64_t *out_pointer);

/** Frees it likewise, once the work of all devices is done. */
GI_MUST_CHECK gi_status gi_memory_host_free(uint64_t pointer);

/** Allocates memory that the host and the current device reach at one address; for a size of 0
 *  nothing, and the pointer is 0.
 *  Errors: GI_INVALID_VALUE for flags that are not one GI_MANAGED_ bit;
 *          GI_NOT_SUPPORTED; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_memory_managed_alloc(uint64_t size_bytes, uint32_t flags,
                                                uint64_t *out_pointer);

/** What is known of a pointer; interior pointers are legal. Never fails for a pointer it does not
 *  know: the kind says so.
 *  Errors: GI_NOT_INITIALIZED in a forked child. */
GI_MUST_CHECK gi_status gi_pointer_query(uint64_t pointer, struct gi_pointer_info *out_info);

#endif
