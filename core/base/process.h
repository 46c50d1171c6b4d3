/** The life of the process: forks and exit. */
#ifndef GI_PROCESS_H
#define GI_PROCESS_H

#include <stdatomic.h>

#include "status.h"

/** Marks the process as one that uses the library: a child that it forks from now on is told so,
 *  and at its exit the library's threads are stopped first.
 *  Threads: any; once is enough. */
void gi_process_begin(void);

/** How many reasons there are in the process to look closer: a fork, threads in host functions. For
 *  gi_process_check alone, which every call begins with. */
extern atomic_uint gi_process_reasons;

/** gi_process_check where there is a reason. */
GI_MUST_CHECK GI_COLD gi_status gi_process_check_thread(void);

/** Whether the calling thread may use the library now.
 *  Errors: GI_NOT_INITIALIZED in a forked child of a process that used the library: its devices,
 *          threads and locks are not there; GI_NOT_PERMITTED inside a host function, which would
 *          wait for itself. */
GI_MUST_CHECK static inline gi_status gi_process_check(void)
{
    return atomic_load_explicit(&gi_process_reasons, memory_order_relaxed) == 0 ?
           GI_OK : gi_process_check_thread();
}

/** The calling thread is about to run a host function of the program, or has run it. */
void gi_process_enter_host_function(void);
void gi_process_leave_host_function(void);

/** True in a forked child of a process that used the library. */
bool gi_process_is_forked(void);

/** Registers what stops a thread of the library at exit; run in reverse order of registration.
 *  Threads: any. */
void gi_process_at_exit(void (*stop)(void *argument), void *argument);

/** Registers who sees to the exit, once, and calls gi_process_stop_threads in the end; the same
 *  function each time.
 *  Threads: any. */
void gi_process_leave_by(void (*leave)(void));

/** Runs what gi_process_at_exit registered. */
void gi_process_stop_threads(void);

/** True once that has begun: what is still enqueued stays as it is. */
bool gi_process_is_leaving(void);

/** Takes back a registration; false if there is none (any more: the process is exiting).
 *  Threads: any. */
bool gi_process_not_at_exit(void (*stop)(void *argument), void *argument);

#endif
