/** The library's own threads.
 *  Threads: any. */
#ifndef GI_THREAD_H
#define GI_THREAD_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "status.h"

/** Starts a thread in which the program's signals are blocked. name has at most 15 characters.
 *  Errors: GI_OS_ERROR. */
GI_MUST_CHECK gi_status gi_thread_start(pthread_t *out_thread, const char *name,
                                        void *(*run)(void *argument), void *argument);

/** As gi_thread_start, for a thread that compiles kernels, for which drivers take much stack. It
 *  has the size of a usual first thread's, also where the program's limit makes others smaller. */
GI_MUST_CHECK gi_status gi_thread_start_deep(pthread_t *out_thread, const char *name,
                                             void *(*run)(void *argument), void *argument);

/** Joins a thread that is about to stop, at exit. Gives up after two seconds. Returns at once if
 *  thread is the calling one, or the one that called exit. So exit never hangs. */
void gi_thread_join(pthread_t thread);

/** Notes that the calling thread called exit. */
void gi_thread_note_exit(void);

/** Whether a thread is the calling one, or the one that called exit: it cannot be joined. */
bool gi_thread_is_exiting(pthread_t thread);

/** Initializes a lock that threads poll for a moment, before they sleep, where the system can. It
 *  is for locks that are mostly held for less time than a thread takes to wake. */
void gi_mutex_init_polled(pthread_mutex_t *lock);

/** Initializes a condition whose waits use the monotonic clock. */
void gi_condition_init(pthread_cond_t *condition);

/** Waits for the condition with the lock held. False after the deadline. Wakes may be spurious.
 *  Units: nanoseconds; GI_FOREVER waits for ever. */
bool gi_condition_wait(pthread_cond_t *condition, pthread_mutex_t *lock, int64_t abs_deadline_ns);

#endif
