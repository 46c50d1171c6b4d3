/** The calls that allocate and free in stream order. Each is one operation.
 *  Threads: any. */
#ifndef GI_POOL_CALL_H
#define GI_POOL_CALL_H

#include "base/handle.h"

/** Allocates in stream order: later work of the stream may use the memory. pool 0 is the current
 *  pool of the stream's device. size 0 gives pointer 0. Does not wait for the device.
 *  Errors: GI_OUT_OF_MEMORY, GI_INVALID_HANDLE. */
GI_MUST_CHECK gi_status gi_memory_alloc_async(uint64_t size_bytes, gi_handle pool,
                                              gi_handle stream, uint64_t *out_pointer);

/** Frees in stream order: earlier work of the stream may still use the memory. pointer is
 *  exactly an allocation's pointer, or 0. Memory of gi_memory_alloc is accepted, too.
 *  Errors: GI_INVALID_VALUE, GI_INVALID_HANDLE, GI_NOT_SUPPORTED for managed memory; then
 *          nothing is freed. */
GI_MUST_CHECK gi_status gi_memory_free_async(uint64_t pointer, gi_handle stream);

#endif
