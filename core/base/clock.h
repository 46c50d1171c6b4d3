/** Time. Every time inside the library is an absolute deadline on the monotonic clock.
 *  Threads: any. */
#ifndef GI_CLOCK_H
#define GI_CLOCK_H

#include <stdint.h>

/** A deadline that never comes. */
#define GI_FOREVER INT64_MAX

/** How long a thread polls for what it expects at any moment, before it sleeps. */
#define GI_SHORT_LOOK_NS INT64_C(100000)

/** The time now.
 *  Units: nanoseconds on the monotonic clock. */
int64_t gi_now_ns(void);

/** The deadline relative_ns from now, clamped to GI_FOREVER. */
int64_t gi_deadline_ns(uint64_t relative_ns);

#endif
