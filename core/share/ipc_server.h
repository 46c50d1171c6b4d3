/** The thread that sends file descriptors to other processes, and the messages of both sides.
 *
 *  A process that has exported something listens on an abstract socket. A handle contains the
 *  socket's number and the secret of the exported object. So only a process that received the
 *  handle can ask for the object. Each side checks that the other belongs to the same user. The
 *  object of a handle is looked up at each request, and found only while it lives.
 *
 *  Threads: any. */
#ifndef GI_IPC_SERVER_H
#define GI_IPC_SERVER_H

#include <sys/socket.h>
#include <sys/un.h>

#include "ipc.h"
#include "pools/ipc_words.h"

#define GI_IPC_MAGIC 0x4749u

struct gi_allocation;

enum gi_ipc_kind {
    GI_IPC_MEMORY = 1,
    GI_IPC_EVENT = 2,
    GI_IPC_POOL = 3,             /* no process asks for it: pool_share.c */
    GI_IPC_POOL_POINTER = 4,
    GI_IPC_BINDING = 5           /* memory of a multicast object's member */
};

_Static_assert(sizeof(struct gi_ipc_words) == sizeof(struct gi_ipc_handle), "they are the same");

enum gi_ipc_answer_code { GI_IPC_YES = 1, GI_IPC_GONE = 2, GI_IPC_FAILED = 3 };

/** The answer. With GI_IPC_YES it carries an fd. */
struct gi_ipc_answer {
    uint32_t magic;
    uint32_t code;
    uint64_t object_bytes;       /* size of the memory object that the fd is */
    uint64_t offset_bytes, size_bytes;           /* place of the allocation in it */
    uint64_t pool;               /* the handle of its pool in the exporting process; else 0 */
    uint8_t device_uuid[16], driver_uuid[16];
};

/** Fills in the words of this process, and starts the thread if it does not run yet.
 *  Errors: GI_OS_ERROR. */
GI_MUST_CHECK gi_status gi_ipc_server_start(struct gi_ipc_words *out_words);

/** Makes a handle of an allocation, which other processes can then ask for.
 *  Errors: GI_OS_ERROR. */
GI_MUST_CHECK gi_status gi_ipc_name_allocation(struct gi_allocation *allocation,
                                               enum gi_ipc_kind kind,
                                               struct gi_ipc_handle *out_handle);

/** Reads a handle; false if it is none of this kind. */
bool gi_ipc_read_handle(const void *bytes, enum gi_ipc_kind kind, struct gi_ipc_words *out_words);

/** Reads a handle, if it has this kind and comes from another process.
 *  Errors: GI_INVALID_VALUE, GI_WRONG_PROCESS. */
GI_MUST_CHECK gi_status gi_ipc_check_handle(const struct gi_ipc_handle *handle,
                                            enum gi_ipc_kind kind, struct gi_ipc_words *out_words);

/** Whether this process made a handle. */
bool gi_ipc_server_is_own(const struct gi_ipc_words *words);

/** The address of a socket by its number. */
socklen_t gi_ipc_socket_name(struct sockaddr_un *out_name, uint32_t number);

/** Whether the process at the other end of a socket belongs to this process's user. */
bool gi_ipc_is_own_user(int socket);

#endif
