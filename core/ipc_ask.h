/** The side of the process that opens a handle. */
#ifndef GI_IPC_ASK_H
#define GI_IPC_ASK_H

#include "ipc_server.h"

/** Asks the process that made a handle; waits some seconds at most.
 *  Owner:   *out_fd is the caller's, -1 on failure.
 *  Threads: any.
 *  Errors:  GI_INVALID_HANDLE if it is gone or what the handle names is; GI_OS_ERROR. */
GI_MUST_CHECK gi_status gi_ipc_ask(const struct gi_ipc_words *words,
                                   struct gi_ipc_answer *out_answer, int *out_fd);

#endif
