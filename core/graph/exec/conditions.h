/** The conditions of a launch: which launches follow each other because of them, and what numbers
 *  they begin with.
 *
 *  Threads: one that holds the executable's lock. */
#ifndef GI_CONDITIONS_H
#define GI_CONDITIONS_H

#include "exec_state.h"
#include "graph/condition.h"

/** Begins the enqueueing of a launch: no other launch that may look at the executable's conditions
 *  is enqueued until it ends. None for an executable without conditions, and for a body. */
void gi_conditions_enter(const struct gi_exec *exec);
void gi_conditions_leave(const struct gi_exec *exec);

/** Has the stream's next work come behind launches that look at the same conditions, and behind
 *  writes of the numbers that the conditions begin with.
 *  Threads: one that has entered.
 *  Errors:  those of gi_append_command. */
GI_MUST_CHECK gi_status gi_conditions_begin(const struct gi_exec *exec, struct gi_stream *stream);

/** Notes that the stream's newest work is the end of the launch. */
void gi_conditions_end(const struct gi_exec *exec, struct gi_stream *stream);

#endif
