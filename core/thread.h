/** Threads of the library's own. */
#ifndef GI_THREAD_H
#define GI_THREAD_H

#include <pthread.h>

#include "status.h"

/** Starts a thread that takes no signals of the program's. name has at most 15 characters.
 *  Errors: GI_OS_ERROR. */
GI_MUST_CHECK gi_status gi_thread_start(pthread_t *out_thread, const char *name,
                                        void *(*run)(void *argument), void *argument);

/** Joins a thread that was told to stop, at exit; gives up after two seconds, and at once if it is
 *  the calling thread, so that exit never hangs. */
void gi_thread_join(pthread_t thread);

#endif
