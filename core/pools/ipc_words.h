/** The identity of an object of another process. */
#ifndef GI_IPC_WORDS_H
#define GI_IPC_WORDS_H

#include "base/secret.h"

/** The content of a handle, which is also the request that a process sends. */
struct gi_ipc_words {
    uint32_t magic;
    uint32_t kind;
    uint64_t socket;             /* the number in the socket's name */
    struct gi_secret secret;     /* secret of the object */
    uint64_t address;            /* address of memory, in the exporting process; for a binding, its
                                    offset in the object */
    uint64_t id;                 /* id of the allocation there; for an event or a multicast object,
                                    its handle there */
    uint32_t process;            /* for messages only */
    uint32_t zero[3];
};

#endif
