/** What a stream that does not go on waits for, in words. */
#ifndef GI_STUCK_H
#define GI_STUCK_H

#include "stream/stream_state.h"

/** Writes what a stream with work waits for: "waits for timeline semaphore ... to reach 5; ...".
 *  The stream's lock is held. */
void gi_stuck_describe(const struct gi_stream *stream, char *text, size_t room);

/** The same of who waits for a record of an event of several processes. */
void gi_stuck_describe_event(const struct gi_host_event *event, uint64_t number, char *text,
                             size_t room);

#endif
