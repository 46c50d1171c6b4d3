/** The recorder of the timeline (docs/trace.md): GPUINTEROP_TRACE, and the calls of gpuinterop.h.
 *
 *  Each thread has a ring of records, which it alone writes. A thread of the library makes lines of
 *  them and writes the file. A full ring drops records and counts them. So no call of a program
 *  waits for the file, or for another thread.
 *  Threads: any. */
#ifndef GI_TRACE_H
#define GI_TRACE_H

#include "base/status.h"
#include "flag.h"
#include "record.h"
#include "texts.h"

/** Whether the door of operations (ops/enqueue.c) has anything to do beside its work: a trace, or a
 *  line of the log. 1 until the door has found out that neither is wanted. */
extern GI_HIDDEN atomic_int gi_trace_door;

/** Whether a trace is on. */
extern GI_HIDDEN atomic_int gi_trace_state;

/** Costs two instructions while none is on. */
static inline __attribute__((always_inline)) bool gi_trace_is_on(void)
{
    return gi_flag_is_up(&gi_trace_state);
}

/** Begins the trace that the environment asks for, at the first call. A program with another user's
 *  rights ignores the variable. */
void gi_trace_begin_by_environment(void);

/** Begins a trace into a file.
 *  Errors: GI_INVALID_VALUE if one is on; GI_OS_ERROR if the file cannot be written. */
GI_MUST_CHECK gi_status gi_trace_start(const char *path);

/** Writes what was recorded, and ends the trace.
 *  Errors: GI_INVALID_VALUE if none is on; GI_OS_ERROR if it could not be written whole. */
GI_MUST_CHECK gi_status gi_trace_stop(void);

/** A place for the calling thread's next record, with undefined content; NULL: its ring is full, or
 *  there is no memory for one. The other gives the record to the writer.
 *  Threads: any, under any lock of the library. */
struct gi_trace_record *gi_trace_next(void);
void gi_trace_give(void);

/** Copies a record to a place of the calling thread, and gives it to the writer.
 *  Threads: any, under any lock. */
void gi_trace_add(const struct gi_trace_record *record);

/** As gi_trace_is_on and gi_now_ns, for other libraries. */
bool gi_trace_runs(void);
int64_t gi_trace_now_ns(void);

/** Whether graphs that are instantiated now are to launch their nodes one by one, so that each has
 *  a slice: a trace is on, and GPUINTEROP_TRACE_GRAPHS asks for it.
 *  Threads: any. */
bool gi_trace_wants_nodes(void);

/** A new number, of an operation, a launch of a graph or a semaphore. */
uint64_t gi_trace_number(void);

/** Sets the name of some work, cut if it is too long. */
void gi_trace_set_name(struct gi_trace_what *what, const char *name);

/** The identity that other processes know an fd by, or a new one of this process. */
struct gi_trace_identity gi_trace_identity_of(int fd);

#endif
