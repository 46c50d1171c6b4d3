/** The identity of an object of another process. */
#ifndef GI_IPC_WORDS_H
#define GI_IPC_WORDS_H

#include "base/secret.h"

/** The content of a handle, which is also the request that a process sends. Words of memory have as
 *  few digits as they can: GStreamer writes each of the 16 in hexadecimal without zeros in front,
 *  into room for 65 digits (an address below 2^60 needs them all). */
struct gi_ipc_words {
    uint32_t magic;
    uint32_t kind;
    uint32_t socket;             /* the number in the socket's name */
    struct gi_secret secret;     /* secret of the object */
    uint64_t address;            /* address of memory, in the exporting process; for a binding, its
                                    offset in the object */
    uint64_t id;                 /* the handle of an event or a multicast object there; 0 for
                                    memory, which its secret identifies */
    uint32_t process;            /* for messages only */
    uint32_t zero[5];
};

#endif
