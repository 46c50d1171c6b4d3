/** Threads of the library's own. */
#ifndef GI_THREAD_H
#define GI_THREAD_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "status.h"

/** Starts a thread that takes no signals of the program's. name has at most 15 characters.
 *  Errors: GI_OS_ERROR. */
GI_MUST_CHECK gi_status gi_thread_start(pthread_t *out_thread, const char *name,
                                        void *(*run)(void *argument), void *argument);

/** Joins a thread that was told to stop, at exit; gives up after two seconds, and at once if it is
 *  the one that called exit, so that exit never hangs. */
void gi_thread_join(pthread_t thread);

/** The calling thread is the one that called exit. */
void gi_thread_note_exit(void);

/** Makes a condition whose waits have deadlines on the monotonic clock. */
void gi_condition_init(pthread_cond_t *condition);

/** Waits for the condition with the lock held; false once the deadline has passed. May return for
 *  nothing.
 *  Units: nanoseconds; GI_FOREVER waits for ever. */
bool gi_condition_wait(pthread_cond_t *condition, pthread_mutex_t *lock, int64_t abs_deadline_ns);

#endif
