/** The time limits of a request for a handle's object.
 *  Threads: any. */
#ifndef GI_IPC_TIME_H
#define GI_IPC_TIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/time.h>

/** The limit for the whole exchange with the process that made a handle. That process answers at
 *  once, in its own thread, unless it is stopped or hostile. */
#define GI_IPC_ASK_NS INT64_C(2000000000)

/** How long no peer is accepted after peers of other users came, and when no fd is left. */
#define GI_IPC_FOREIGN_PAUSE_NS INT64_C(20000000)
#define GI_IPC_FULL_PAUSE_NS INT64_C(100000000)

/** How many peers are accepted at once. */
#define GI_IPC_BACKLOG 64u

/** The time until the deadline as a socket's timeout. It is never 0, which would mean no timeout.
 *  False if no time is left. */
static inline bool gi_ipc_time_left(int64_t deadline_ns, int64_t now_ns, struct timeval *out)
{
    int64_t left_us = (deadline_ns - now_ns) / 1000;

    *out = (struct timeval){ .tv_sec = left_us / 1000000, .tv_usec = left_us % 1000000 };
    return left_us > 0;
}

/** How long to accept no peer after a round in which `foreign` peers belonged to other users. */
static inline int64_t gi_ipc_pause_ns(size_t foreign, bool is_full)
{
    if (is_full)
        return GI_IPC_FULL_PAUSE_NS;
    return foreign > 0 ? GI_IPC_FOREIGN_PAUSE_NS : 0;
}

#endif
