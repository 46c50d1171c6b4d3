/** Threads that are in a driver, or in memory that a driver has mapped, and the end of the process.
 *
 *  Some drivers take everything down in their exit handlers. A thread that is inside then crashes,
 *  and so does each later call. So an exit handler of ours closes the drivers right before. It
 *  waits until those inside have left, and from then on nobody can enter.
 *  A signal handler that leaves a part by siglongjmp leaves its thread counted as inside. The exit
 *  then waits for that thread as long as it waits at all. A handler that calls exit can wait for
 *  itself in that way, if it has interrupted the few instructions that count its thread.
 *  Threads: any. */
#ifndef GI_IN_DRIVER_H
#define GI_IN_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "status.h"

/** Begins a part of the code that is inside. Parts may nest.
 *  Errors: GI_DEVICE_LOST once the drivers are closed; then nothing has begun. */
GI_MUST_CHECK gi_status gi_driver_enter(void);

/** Ends what gi_driver_enter began. */
void gi_driver_leave(void);

/** Returns GI_DEVICE_LOST with the sentence of a process whose drivers are closed. */
GI_COLD gi_status gi_driver_closed_failure(void);

/** Copies bytes to or from memory that a driver has mapped, as memcpy does: inside.
 *  Errors: GI_DEVICE_LOST once the drivers are closed; nothing is copied. */
GI_MUST_CHECK gi_status gi_driver_copy(void *dst, const void *src, size_t size_bytes);

/** Whether the calling thread is inside. For tests. */
bool gi_driver_is_entered(void);

/** Closes the drivers. Waits until no other thread is inside.
 *  Returns: false if some still were at the deadline.
 *  Threads: one at a time. */
bool gi_driver_close_all(int64_t abs_deadline_ns);

#endif
