/** Writes operations into the segments of a stream. No other file does, and a test checks the
 *  objects for that. Each call enters the stream in its order behind other streams, writes, and
 *  leaves it. Calls of programs arrive through gi_stream_enqueue. The parts of one operation,
 *  such as the pieces of a copy, come here directly.
 *
 *  Threads: any that holds no lock.
 *  Errors:  of all: the failure of the stream's earlier work; GI_DEVICE_LOST; GI_OUT_OF_MEMORY. */
#ifndef GI_APPEND_H
#define GI_APPEND_H

#include "operation.h"

struct gi_launch_run;

/** A write of a word, or a wait for one, with what one run of it needs. */
struct gi_word_run {
    const struct gi_operand *operand;
    struct gi_value_wait *word;          /* wait: owned until a stream takes it and sets it to
                                            NULL; write: NULL */
    struct gi_allocation *from;          /* write of 8 bytes: referenced memory that contains
                                            them */
    uint32_t value;                      /* write of 4 bytes */
};

/** Appends a command. The stream keeps the allocations, which may be NULL, until the command is
 *  done. */
GI_MUST_CHECK gi_status gi_append_command(struct gi_stream *stream,
                                          const struct gi_command *command,
                                          struct gi_allocation *dst, struct gi_allocation *src);

/** Appends a run of a launch: a command that may touch anything.
 *  Errors: also GI_NOT_SUPPORTED where the device runs none. */
GI_MUST_CHECK gi_status gi_append_launch(struct gi_stream *stream,
                                         struct gi_launch_run *run);

/** Appends a run of recordings, which may touch anything. They were made in an epoch
 *  (recorded_epoch.h). stream's device has recordings.
 *  Errors: also GI_NOT_READY: the epoch has passed, and nothing was appended. */
GI_MUST_CHECK gi_status gi_append_replay(struct gi_stream *stream, struct gi_replay *replay,
                                         uint64_t epoch);

/** Several calls write one thing, such as a launch of a graph: their work is moved when the stream
 *  is let go, so that it becomes one batch where it can. Other threads may move it meanwhile. The
 *  holder waits for nothing. */
void gi_append_hold(struct gi_stream *stream);
void gi_append_let_go(struct gi_stream *stream);

/** Appends only the order behind other streams. A point taken next comes after their work, too. */
GI_MUST_CHECK gi_status gi_append_order(struct gi_stream *stream);

/** Makes later work of the stream wait for a point of another stream, which may be of another
 *  device. If the work at the point fails, or has failed, the later work fails, too.
 *  Errors: also GI_AWAITED_FAILED. */
GI_MUST_CHECK gi_status gi_append_point(struct gi_stream *stream, struct gi_stream *other,
                                        uint64_t seq);

/** Makes later work wait for all work that the other stream has now. A failure before this call
 *  is not reported again. */
GI_MUST_CHECK gi_status gi_append_follow(struct gi_stream *stream, struct gi_stream *other);

/** Appends a call of a host function. If the stream fails after the append, the next call
 *  reports it. An error from this call means that fn is never called. */
GI_MUST_CHECK gi_status gi_append_host_call(struct gi_stream *stream,
                                            const struct gi_operation_host_call *call);

GI_MUST_CHECK gi_status gi_append_signals(struct gi_stream *stream,
                                          const struct gi_operation_semaphores *signals);
GI_MUST_CHECK gi_status gi_append_waits(struct gi_stream *stream,
                                        const struct gi_operation_semaphores *waits);
GI_MUST_CHECK gi_status gi_append_record(struct gi_stream *stream,
                                         struct gi_operation_record *record);
GI_MUST_CHECK gi_status gi_append_wait_record(struct gi_stream *stream,
                                              const struct gi_operation_wait_record *wait);
/** of: the node whose waits they are; or NULL. */
GI_MUST_CHECK gi_status gi_append_words(struct gi_stream *stream, struct gi_word_run *words,
                                        size_t count, const struct gi_wait_node *of);

#endif
