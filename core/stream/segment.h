/** Segments: made, filled and emptied.
 *
 *  Threads: one that holds the stream's lock. */
#ifndef GI_SEGMENT_H
#define GI_SEGMENT_H

#include "stream_state.h"

struct gi_launch_run;

/** Appends a new segment to the stream.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_segment_append(struct gi_stream *stream,
                                          struct gi_segment **out_segment);

/** Takes the head out of the stream and drops all its references. If a reference is an
 *  allocation's last, the allocation is freed, so the caller may hold no leaf lock. */
void gi_segment_retire_head(struct gi_stream *stream);

/** Frees the spare segments of a stream without work. */
void gi_segment_free_spare(struct gi_stream *stream);

/* Each adds one thing to a segment and takes the references it needs.
 * Errors: GI_OUT_OF_MEMORY; then nothing has changed. */
GI_MUST_CHECK gi_status gi_segment_add_command(struct gi_segment *segment,
                                               const struct gi_command *command,
                                               struct gi_allocation *dst,
                                               struct gi_allocation *src);
GI_MUST_CHECK gi_status gi_segment_add_launch(struct gi_stream *stream,
                                              struct gi_segment *segment,
                                              struct gi_launch_run *run);
/** The segment has no command behind its replays. *report is NULL, or becomes NULL once the segment
 *  has it. */
GI_MUST_CHECK gi_status gi_segment_add_replay(struct gi_stream *stream,
                                              struct gi_segment *segment,
                                              struct gi_replay *replay,
                                              struct gi_launch_report **report);
/** Takes the replay that was added last out again.
 *  Owner: the caller gives the reference back, when it holds no leaf lock. */
void gi_segment_take_replay_back(struct gi_segment *segment, struct gi_replay **out_replay);
GI_MUST_CHECK gi_status gi_segment_add_timestamp(struct gi_segment *segment,
                                                 struct gi_timestamp_slot *stamp);
GI_MUST_CHECK gi_status gi_segment_add_point(struct gi_segment *segment, struct gi_stream *stream,
                                             uint64_t seq, bool must_succeed);
GI_MUST_CHECK gi_status gi_segment_add_semaphore_gate(struct gi_segment *segment,
                                                      struct gi_semaphore *semaphore,
                                                      uint64_t value, uint64_t signals_before);
GI_MUST_CHECK gi_status gi_segment_add_word(struct gi_segment *segment, struct gi_value_wait *word);
GI_MUST_CHECK gi_status gi_segment_add_wait(struct gi_segment *segment, struct gi_queue *queue,
                                            struct gi_semaphore *semaphore, uint64_t value);
GI_MUST_CHECK gi_status gi_segment_add_signal(struct gi_segment *segment,
                                              struct gi_semaphore *semaphore, uint64_t value,
                                              bool by_host);

/** The segment is done: takes the reports of its launches.
 *  Errors: how a kernel failed. */
GI_MUST_CHECK gi_status gi_segment_take_reports(struct gi_segment *segment);

/** Notes the external images that launches of the segment may reach, and keeps them; none for a
 *  segment without a launch. Images that shaders can reach later are not for this segment.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_segment_note_images(struct gi_stream *stream,
                                               struct gi_segment *segment);

/** The newest segment of the stream that may touch anything keeps the allocation until it is done.
 *  out_seq is that segment's number; 0 if there is none.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_segment_outlive(struct gi_stream *stream,
                                           struct gi_allocation *allocation, uint64_t *out_seq);

/** The gate has got the signal that it waited for, or needs none any more. */
static inline void gi_segment_gate_is_served(struct gi_gate *gate)
{
    if (gate->kind != GI_GATE_SEMAPHORE || !gate->semaphore.takes_next)
        return;
    atomic_fetch_sub(&gi_semaphore_object_of(gate->semaphore.object)->next_takers, 1);
    gate->semaphore.takes_next = false;
}

/** Makes room, so that adding count gates and count signals of each kind cannot fail.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_segment_reserve(struct gi_segment *segment, size_t count);

#endif
