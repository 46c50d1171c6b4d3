/** The thread that hands out file descriptors to other processes, and how they ask it.
 *
 *  A process that has exported something listens on a socket with an abstract name. A handle holds
 *  that name and a secret of the exported object, so that only who was given its handle can ask for
 *  it. Both sides check that the other is the same user's. What a handle names is looked up when
 *  somebody asks, and is found only while it lives. */
#ifndef GI_IPC_SERVER_H
#define GI_IPC_SERVER_H

#include <sys/socket.h>
#include <sys/un.h>

#include "ipc.h"
#include "base/secret.h"

#define GI_IPC_MAGIC UINT32_C(0x43504947)

enum gi_ipc_kind {
    GI_IPC_MEMORY = 1,
    GI_IPC_EVENT = 2,
    GI_IPC_POOL = 3,             /* nobody asks for it: pool_share.c */
    GI_IPC_POOL_POINTER = 4
};

/** What a handle's bytes are, and what a peer sends to ask. */
struct gi_ipc_words {
    uint32_t magic;
    uint32_t kind;
    uint64_t socket;             /* the number in its name */
    struct gi_secret secret;     /* of the object */
    uint64_t address;            /* of memory, in the exporting process */
    uint64_t id;                 /* of the allocation there; an event's handle there */
    uint32_t process;            /* for sentences only */
    uint32_t zero[3];
};

_Static_assert(sizeof(struct gi_ipc_words) == sizeof(struct gi_ipc_handle), "they are the same");

enum gi_ipc_answer_code { GI_IPC_YES = 1, GI_IPC_GONE = 2, GI_IPC_FAILED = 3 };

/** What is answered; with GI_IPC_YES an fd comes along. */
struct gi_ipc_answer {
    uint32_t magic;
    uint32_t code;
    uint64_t object_bytes;       /* of the memory object that the fd is */
    uint64_t offset_bytes, size_bytes;           /* of the allocation in it */
    uint64_t pool;               /* that it is of: its handle there; else 0 */
    uint8_t device_uuid[16], driver_uuid[16];
};

/** Fills in the words that are this process's, and starts the thread if it does not run yet.
 *  Threads: any.
 *  Errors:  GI_OS_ERROR. */
GI_MUST_CHECK gi_status gi_ipc_server_start(struct gi_ipc_words *out_words);

/** What a handle says, if it is one of a kind and another process's.
 *  Threads: any.
 *  Errors:  GI_INVALID_VALUE, GI_WRONG_PROCESS. */
GI_MUST_CHECK gi_status gi_ipc_check_handle(const struct gi_ipc_handle *handle,
                                            enum gi_ipc_kind kind, struct gi_ipc_words *out_words);

/** Whether a handle was made by this process.
 *  Threads: any. */
bool gi_ipc_server_is_own(const struct gi_ipc_words *words);

/** The address of a process's socket by its number.
 *  Threads: any. */
socklen_t gi_ipc_socket_name(struct sockaddr_un *out_name, uint64_t number);

/** Whether who is at the other end of a socket is this process's user.
 *  Threads: any. */
bool gi_ipc_is_own_user(int socket);

#endif
