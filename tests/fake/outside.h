/** Calls of the system that fail in turn. The linker leads the calls of the core and of the fake to
 *  outside.c (--wrap).
 *  Threads: a call of any thread may be the one that fails. */
#ifndef FAKE_OUTSIDE_H
#define FAKE_OUTSIDE_H

#include <stdbool.h>

enum outside_way {
    OUTSIDE_INTERRUPTED,         /* EINTR, of calls that a signal can end */
    OUTSIDE_PARTLY,              /* reads and writes of a single byte, from the nth on */
    OUTSIDE_REFUSED              /* the error of a full disk, a full table of files, no memory */
};

/** Makes the nth call from now on fail, in the way; 0: none. */
void outside_fail_call(enum outside_way way, unsigned long nth);

/** Leaves out the calls that this thread makes from now on, for those of the test itself. */
void outside_leave_out(bool leaves_out);

/** The name of the call that failed; NULL: it has not come yet. */
const char *outside_failed(void);

#endif
