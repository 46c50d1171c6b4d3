/** GPUINTEROP_WATCHDOG=seconds: logs what each stream waits for that is stuck for longer, and
 *  which stream each call waits for that waits longer. A stream is logged again after twice that
 *  time, four times, and so on, until it progresses.
 *
 *  Threads: any. */
#ifndef GI_WATCHDOG_H
#define GI_WATCHDOG_H

#include <stdint.h>

struct gi_host_event;

/** Starts the watchdog if the environment requests it and it is not running. */
void gi_watchdog_begin(void);

/** When the next line about something stuck since then is due; each line doubles the time. Never
 *  without a watchdog.
 *  Units: nanoseconds on the monotonic clock. */
int64_t gi_watchdog_next(int64_t since_ns);

/** Logs what a thread that waits for a record of a shared event waits for. */
void gi_watchdog_say_event(const struct gi_host_event *event, uint64_t number, int64_t since_ns);

/** Logs what a call of the program waits for that is no work of a stream. */
void gi_watchdog_say_call(const char *text, int64_t since_ns);

#endif
