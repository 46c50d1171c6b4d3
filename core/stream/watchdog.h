/** GPUINTEROP_WATCHDOG=seconds: says of every stream that is stuck longer what it waits for, and of
 *  every call that waits for streams longer which one it waits for. Of a stream it speaks again
 *  after twice that time, four times, and so on, until the stream moves. */
#ifndef GI_WATCHDOG_H
#define GI_WATCHDOG_H

#include <stdint.h>

struct gi_host_event;

/** Starts the watchdog if the environment asks for it and it does not run yet.
 *  Threads: any. */
void gi_watchdog_begin(void);

/** When the next line is due about what has been stuck since then: each line doubles the time.
 *  Never without a watchdog.
 *  Units:   nanoseconds on the monotonic clock.
 *  Threads: any. */
int64_t gi_watchdog_next(int64_t since_ns);

/** Says what such a thread waits for.
 *  Threads: any. */
void gi_watchdog_say_event(const struct gi_host_event *event, uint64_t number, int64_t since_ns);

#endif
