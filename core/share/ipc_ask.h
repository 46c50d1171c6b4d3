/** The side of the process that opens a handle.
 *  Threads: any. */
#ifndef GI_IPC_ASK_H
#define GI_IPC_ASK_H

#include "ipc_server.h"

/** Asks the process that made a handle. Waits for at most GI_IPC_ASK_NS (ipc_time.h) in total.
 *  Owner:  *out_fd is the caller's, -1 on failure.
 *  Errors: GI_INVALID_HANDLE if the process or the object no longer exists; GI_OS_ERROR. */
GI_MUST_CHECK gi_status gi_ipc_ask(const struct gi_ipc_words *words,
                                   struct gi_ipc_answer *out_answer, int *out_fd);

/** Maps the memory of an answer, as a buffer of imported memory.
 *  Owner:  uses up the fd; the mapping is the caller's.
 *  Errors: GI_MAP_FAILED if it belongs to another device; GI_INVALID_HANDLE for an invalid answer,
 *          and as gi_external_memory_import. */
GI_MUST_CHECK gi_status gi_ipc_map(struct gi_device *device, const struct gi_ipc_answer *answer,
                                   int fd, uint64_t *out_pointer);

#endif
