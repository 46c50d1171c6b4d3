/** The part of the timeline (trace/trace.h) that streams know: which segment an operation of a
 *  program stands in, when that segment was submitted, and when the device did it.
 *
 *  An operation is noted in each segment that it adds to. When the segment leaves its stream, each
 *  note becomes a record. */
#ifndef GI_TRACED_H
#define GI_TRACED_H

#include "stream_state.h"
#include "trace/trace.h"

struct gi_operation;

/** An operation that the calling thread enqueues. It is a local variable of the door. */
struct gi_traced_call {
    struct gi_stream *stream;
    const struct gi_operation *operation;
    uint64_t number;
    int64_t begin_ns;
    bool is_noted;               /* a segment has it */
};

/** Makes it the calling thread's operation, and the other ends that.
 *  Threads: one that holds no lock. */
void gi_traced_begin(struct gi_traced_call *call, struct gi_stream *stream,
                     const struct gi_operation *operation);
/** is_done: the stream has it; else a capture does, or it failed. */
void gi_traced_finish(struct gi_traced_call *call, bool is_done);

/** The calling thread has added to the stream's newest segment: notes its operation there.
 *  Threads: one that holds the stream's lock, as for the next. */
void gi_traced_note(struct gi_stream *stream);

/** As gi_traced_note, for recordings of a graph. */
void gi_traced_note_replay(struct gi_stream *stream, const struct gi_replay *replay);

/** The segment is submitted: asks for the times of its commands.
 *  Threads: one that submits the segment. */
void gi_traced_submit(const struct gi_stream *stream, const struct gi_segment *segment,
                      struct gi_batch *batch);

/** The segment, which has traced, leaves its stream.
 *  Threads: one that holds the stream's lock. */
void gi_traced_retire(struct gi_stream *stream, struct gi_segment *segment);
void gi_traced_free(struct gi_traced *traced);

/** The segment's host function begins, and has returned.
 *  Threads: the one that calls the function. */
void gi_traced_host_call(struct gi_traced *traced, bool has_returned);

/** Brackets a launch of a graph. Operations of the calling thread between the two are of it.
 *  Returns: the number of the launch around it. */
uint64_t gi_traced_graph_begin(void);
void gi_traced_graph_end(const struct gi_stream *stream, uint64_t around);

/** The host has held a wait of the stream, until now. The slice is on a track that the stream has
 *  for its host waiters, as a wait of another stream may last at the same time.
 *  Threads: one that holds the stream's lock. */
void gi_traced_held(const struct gi_stream *stream, const struct gi_gate *gate);

/** A wait of the calling thread for a stream has ended, which began at begin_ns. */
void gi_traced_host_wait(const struct gi_stream *stream, int64_t begin_ns);

#endif
