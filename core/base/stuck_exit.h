/** The end of a process with a kernel that does not end.
 *
 *  Some drivers wait in their exit handlers for all work, here for ever. Where this is expected, a
 *  thread looks after the exit. It interrupts an exit handler of a driver that takes long, and the
 *  exit goes on behind it, on the same thread: with the program's older exit handlers. After these
 *  the process has a moment to end, and then the thread ends it, with the program's status.
 *
 *  So the exit handlers that a driver may register are marked off: a handler of ours is older than
 *  each group of them, and one is newer. The code that runs at the exit takes no lock and no
 *  memory: a signal handler may have called exit. */
#ifndef GI_STUCK_EXIT_H
#define GI_STUCK_EXIT_H

#include <stdbool.h>

/** Starts the thread, which does nothing yet.
 *  Threads: any, but not in a signal handler. */
void gi_stuck_exit_prepare(void);

/** A kernel does not end, or may not: drivers may wait for it at exit. The thread looks after the
 *  exit if it was started before.
 *  Threads: any, in a signal handler too. */
void gi_stuck_exit_expect(void);

/** Registers the older handler. Called before each call of a driver that may register exit
 *  handlers.
 *  Threads: any. */
void gi_stuck_exit_before_driver(void);

/** A thread computes in a driver and does not end: the newer handler writes the program's streams
 *  and ends the process. Older exit handlers, the driver's among them, do not run.
 *  Threads: any. */
void gi_stuck_exit_end_at_driver(void);

/** The work of the newer handler: from here on the exit handlers may be a driver's.
 *  Threads: the one that exits. */
void gi_stuck_exit_at_driver(int status);

#endif
