/** Times of events that were recorded in an idle stream, right before work. The work that follows
 *  begins with a timestamp, which all these events share, and its batch ends with another one. A
 *  record that comes while the batch is with the device takes that one.
 *
 *  So a short piece of work between two records is one batch, and neither the way to the device nor
 *  a second batch is measured. The events themselves are over at once: nothing waits for the work.
 *
 *  Threads: one that has entered the stream; its lock is held. */
#ifndef GI_OPENING_H
#define GI_OPENING_H

#include "stream_state.h"

/** Gives a time of the host's clock, taken in the idle stream, a timestamp for work that follows.
 *  Owner: takes references of begin and end, of which end may be NULL. The time has one, too. */
void gi_opening_record(struct gi_stream *stream, struct gi_timestamp_slot *begin,
                       struct gi_timestamp_slot *end, struct gi_time *time);

/** Notes a record that came while the work before it was with the device. Programs do so again and
 *  again, so the next work in the idle stream ends with a timestamp, and the record behind it needs
 *  no batch of its own. If no record follows that work, the guess ends.
 *  Owner: takes a reference of end, which may be NULL. */
void gi_opening_expect(struct gi_stream *stream, struct gi_timestamp_slot *end);

/** Begins a new segment of work with the timestamp, if nothing came between the record and it. */
void gi_opening_begin_work(struct gi_stream *stream, struct gi_segment *segment);

/** Ends the segment's commands with a timestamp, if it began with one. It is about to be
 *  submitted. */
void gi_opening_end_work(struct gi_segment *segment);

/** The timestamp at the end of the stream's work, if it was submitted with one; else NULL. */
struct gi_timestamp_slot *gi_opening_end_of(const struct gi_stream *stream);

/** Drops the timestamps. */
void gi_opening_drop(struct gi_stream *stream);

#endif
