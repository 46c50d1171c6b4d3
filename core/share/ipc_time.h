/** How long the two sides of a handle's question wait for each other. */
#ifndef GI_IPC_TIME_H
#define GI_IPC_TIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/time.h>

/** The whole conversation with the process that made a handle: it answers in a thread of its own,
 *  at once, unless it is stopped or hostile. */
#define GI_IPC_ASK_NS INT64_C(2000000000)

/** How long nobody is let in after other users' processes have come, and when no fd is left. */
#define GI_IPC_FOREIGN_PAUSE_NS INT64_C(20000000)
#define GI_IPC_FULL_PAUSE_NS INT64_C(100000000)

/** How many are let in at once. */
#define GI_IPC_BACKLOG 64u

/** What is left until the deadline, as a socket's timeout: never 0, which would be no timeout.
 *  False if nothing is left. */
static inline bool gi_ipc_time_left(int64_t deadline_ns, int64_t now_ns, struct timeval *out)
{
    int64_t left_us = (deadline_ns - now_ns) / 1000;

    *out = (struct timeval){ .tv_sec = left_us / 1000000, .tv_usec = left_us % 1000000 };
    return left_us > 0;
}

/** How long to let nobody in after a round that let in some, of them some of other users'. */
static inline int64_t gi_ipc_pause_ns(size_t foreign, bool is_full)
{
    if (is_full)
        return GI_IPC_FULL_PAUSE_NS;
    return foreign > 0 ? GI_IPC_FOREIGN_PAUSE_NS : 0;
}

#endif
