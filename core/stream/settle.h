/** Waits until work no longer uses something that a call is about to release, as a free does. */
#ifndef GI_SETTLE_H
#define GI_SETTLE_H

#include "queue/device_state.h"

/** Sleeps until all work that was enqueued on the device before this call is done or has failed.
 *  The next call on a failed stream reports its failure. Returns at once if there is no work, or
 *  while the process exits (gi_process_is_leaving). call and address name the caller for the
 *  watchdog: "free of" and a pointer or handle.
 *  Threads: any that holds no lock and runs no host function. */
void gi_settle(struct gi_device *device, const char *call, uint64_t address);

/** Does the same for the streams of the context that has this legacy stream.
 *  Owner: the caller has a reference to the stream. */
struct gi_stream;
void gi_settle_context(const struct gi_stream *legacy, const char *call, uint64_t address);

/** Does the same for every open device, because every device can access host memory. */
void gi_settle_all(const char *call, uint64_t address);

/** Calls say with a sentence for each settling call that has waited for limit_ns. The sentence
 *  names the call, the stream, and what the stream waits for. Each wait is named once.
 *  Units:   nanoseconds; now_ns on the monotonic clock.
 *  Threads: any that holds no lock. */
void gi_settle_name_slow(int64_t now_ns, int64_t limit_ns, void (*say)(const char *sentence));

#endif
