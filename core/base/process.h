/** The process: forks and exit.
 *  Threads: any, unless a line says otherwise. */
#ifndef GI_PROCESS_H
#define GI_PROCESS_H

#include <stdatomic.h>
#include <stdint.h>

#include "status.h"

/** Marks the process as a user of the library. Children that it forks later get an error, and its
 *  exit stops the library's threads first. One call is enough. */
void gi_process_begin(void);

/** Counts the reasons for a full check: a fork, or threads in host functions. Only for
 *  gi_process_check, which begins every call. */
extern atomic_uint gi_process_reasons;

/** The full check of gi_process_check, if there is a reason for it. */
GI_MUST_CHECK GI_COLD gi_status gi_process_check_thread(void);

/** Checks that the calling thread may use the library now.
 *  Errors: GI_NOT_INITIALIZED in a forked child of a process that used the library, as the devices,
 *          threads and locks do not exist there; GI_NOT_PERMITTED inside a host function, which
 *          would wait for itself; GI_ENDING once the exit has closed the drivers. */
GI_MUST_CHECK static inline gi_status gi_process_check(void)
{
    return atomic_load_explicit(&gi_process_reasons, memory_order_relaxed) == 0 ?
           GI_OK : gi_process_check_thread();
}

/** Brackets a host function of the program, which the calling thread runs. */
void gi_process_enter_host_function(void);
void gi_process_leave_host_function(void);

/** True in a forked child of a process that used the library. */
bool gi_process_is_forked(void);

/** Registers a function that stops a thread of the library at exit. These functions run in reverse
 *  order of registration. False, with nothing registered, once they have begun to run. A thread
 *  that uses a driver must not start then, so it is registered before it starts. */
bool gi_process_at_exit(void (*stop)(void *argument), void *argument);

/** As gi_process_at_exit, for a function that stops threads that compile in a driver. Drivers, and
 *  layers above them, make objects at their first use whose destructors are newer exit handlers
 *  than any of ours. So where the first thread of the process calls exit or returns from main,
 *  these functions run before all exit handlers. Elsewhere they run with the others. They run too
 *  where the first thread ends and the process goes on: no thread compiles ahead from then on. */
bool gi_process_first_at_exit(void (*stop)(void *argument), void *argument);

/** Registers the function that handles the exit and then calls gi_process_stop_threads. It is
 *  registered once; later calls must pass the same function. */
void gi_process_leave_by(void (*leave)(void));

/** Registers an exit handler that closes the drivers (in_driver.h) and ends all calls of the
 *  library. Called after each call of a driver that may register exit handlers: when devices are
 *  listed, and when each is opened. The newest registration runs first. So only exit handlers that
 *  the program registers after the last device was opened still use the library. The driver's
 *  handlers are older, and meet no thread. The function of gi_process_leave_by runs first. */
void gi_process_close_drivers_at_exit(void);

/** Whether that handler has begun to run. */
bool gi_process_is_ending(void);

/** The status that programs get for one of the core. While the process ends, what is lost then is
 *  GI_ENDING to them, as later calls are. */
static inline gi_status gi_process_answer(gi_status status)
{
    bool is_lost = gi_status_is_lost(status) || status == GI_AWAITED_FAILED;

    return is_lost && gi_process_is_ending() ? GI_ENDING : status;
}

/** The end of the next piece of a sleep in a call, at most the sleep's own deadline. At exit nobody
 *  wakes a sleeping thread. So it sleeps in pieces, and checks after each whether the process ends.
 *  Units: nanoseconds on the monotonic clock. */
int64_t gi_process_piece_end(int64_t abs_deadline_ns);

/** Runs the functions of gi_process_at_exit. */
void gi_process_stop_threads(void);

/** Whether that has begun. Work that is still enqueued then stays as it is. */
bool gi_process_is_leaving(void);

/** Removes a registration of either kind. False if there is none, or if the exit has taken it
 *  already. */
bool gi_process_not_at_exit(void (*stop)(void *argument), void *argument);

#endif
