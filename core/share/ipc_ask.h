/** The side of the process that opens a handle. */
#ifndef GI_IPC_ASK_H
#define GI_IPC_ASK_H

#include "ipc_server.h"

/** Asks the process that made a handle; waits GI_IPC_ASK_NS (ipc_time.h) at most in all.
 *  Owner:   *out_fd is the caller's, -1 on failure.
 *  Threads: any.
 *  Errors:  GI_INVALID_HANDLE if it is gone or what the handle names is; GI_OS_ERROR. */
GI_MUST_CHECK gi_status gi_ipc_ask(const struct gi_ipc_words *words,
                                   struct gi_ipc_answer *out_answer, int *out_fd);

/** Maps the memory that was answered, as a buffer of imported memory.
 *  Owner:   uses up the fd; the mapping is the caller's.
 *  Threads: any.
 *  Errors:  GI_MAP_FAILED if it is not the device's; GI_INVALID_HANDLE for nonsense, and as
 *           gi_external_memory_import. */
GI_MUST_CHECK gi_status gi_ipc_map(struct gi_device *device, const struct gi_ipc_answer *answer,
                                   int fd, uint64_t *out_pointer);

#endif
