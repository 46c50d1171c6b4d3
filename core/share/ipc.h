/** Memory of this process for others, by handles that programs send each other as they like. */
#ifndef GI_IPC_H
#define GI_IPC_H

#include "base/handle.h"

/** A handle as programs send it: bytes to be copied; what it means is in ipc_server.h. */
struct gi_ipc_handle {
    uint8_t bytes[64];
};

/** Makes a handle of the device memory that pointer lies in; the same memory has always the same
 *  handle. It is worth something for as long as the memory is allocated and the process lives.
 *  Errors: GI_INVALID_VALUE for what is no memory of gi_memory_alloc, GI_NOT_SUPPORTED where the
 *          device cannot share it, GI_OS_ERROR. */
GI_MUST_CHECK gi_status gi_ipc_memory_export(uint64_t pointer, struct gi_ipc_handle *out_handle);

/** Opens memory of another process on the current device; the same memory gives the same pointer,
 *  to be closed as often as it was opened.
 *  Errors: GI_INVALID_VALUE for flags that are not 1 and bytes that are no handle;
 *          GI_WRONG_PROCESS for the process's own; GI_INVALID_HANDLE if its process has ended or
 *          has freed the memory; GI_MAP_FAILED if it is another device's. */
GI_MUST_CHECK gi_status gi_ipc_memory_open(const struct gi_ipc_handle *handle, uint32_t flags,
                                           uint64_t *out_pointer);

/** Gives it back, once the work is done that was enqueued on its device before.
 *  Errors: GI_INVALID_VALUE for a pointer that is not from gi_ipc_memory_open, or was closed. */
GI_MUST_CHECK gi_status gi_ipc_memory_close(uint64_t pointer);

#endif
