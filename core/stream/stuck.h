/** Describes in words what a stuck stream waits for. */
#ifndef GI_STUCK_H
#define GI_STUCK_H

#include "stream_state.h"

/** Writes what a stream with work waits for: "waits for timeline semaphore ... to reach 5; ...".
 *  Threads: one that holds the stream's lock. */
void gi_stuck_describe(const struct gi_stream *stream, char *text, size_t room);

/** Writes how the program names a stream: "stream 5 (0x600000003)", with the handle that it holds.
 *  Threads: any. */
void gi_stuck_name_stream(const struct gi_stream *stream, char *text, size_t room);

/** Writes what a thread waits for that waits for a record of a shared event.
 *  Threads: any. */
void gi_stuck_describe_event(const struct gi_host_event *event, uint64_t number, char *text,
                             size_t room);

#endif
