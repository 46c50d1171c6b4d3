/** Memory of this process for other processes. Programs send each other its handles by any means.
 *  Threads: any. */
#ifndef GI_IPC_H
#define GI_IPC_H

#include "base/handle.h"

/** A handle as programs send it: plain bytes. ipc_server.h describes them. */
struct gi_ipc_handle {
    uint8_t bytes[64];
};

/** Makes a handle of the device memory that contains pointer. Every export of one piece of memory
 *  gives one and the same handle. The handle is valid while the memory is allocated and the process
 *  lives.
 *  Errors: GI_INVALID_VALUE for memory that is not from gi_memory_alloc, GI_NOT_SUPPORTED if the
 *          device cannot share it, GI_OS_ERROR. */
GI_MUST_CHECK gi_status gi_ipc_memory_export(uint64_t pointer, struct gi_ipc_handle *out_handle);

/** Opens memory of another process on the current device. Every open of one piece of memory gives
 *  one and the same pointer. It must be closed as often as it was opened.
 *  Errors: GI_INVALID_VALUE for flags that are not 1 and bytes that are no handle; GI_WRONG_PROCESS
 *          for the process's own handle; GI_INVALID_HANDLE if the exporting process has ended or
 *          has freed the memory; GI_MAP_FAILED if it belongs to another device. */
GI_MUST_CHECK gi_status gi_ipc_memory_open(const struct gi_ipc_handle *handle, uint32_t flags,
                                           uint64_t *out_pointer);

/** Closes opened memory, after a wait for the work that was enqueued on its device before.
 *  Errors: GI_INVALID_VALUE for a pointer that is not from gi_ipc_memory_open, or was closed. */
GI_MUST_CHECK gi_status gi_ipc_memory_close(uint64_t pointer);

#endif
