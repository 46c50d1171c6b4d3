/** Messages for people: GPUINTEROP_LOG=error|info|debug sends them to standard error. */
#ifndef GI_LOG_H
#define GI_LOG_H

#include <stdatomic.h>

#include "status.h"

/** GI_LOG_ALWAYS is for what is wrong with the environment itself. */
enum gi_log_level { GI_LOG_ALWAYS, GI_LOG_ERROR, GI_LOG_INFO, GI_LOG_DEBUG };

/** The level that is printed; -1: the environment has not been read. For gi_log_enabled alone. */
extern atomic_int gi_log_level_printed;

/** Reads it from the environment. */
GI_COLD int gi_log_begin(void);

/** True if messages of the level are printed; costs one load.
 *  Threads: any. */
static inline bool gi_log_enabled(enum gi_log_level level)
{
    int printed = atomic_load_explicit(&gi_log_level_printed, memory_order_relaxed);

    return (int)level <= (printed >= 0 ? printed : gi_log_begin());
}

/** Prints one line "gpuinterop: ..." if the level is enabled; an error is kept (log_ring.h) in any
 *  case. A line of info that repeats is counted, and printed again at 2 times, 4 times, and so on.
 *  Threads: any; a line is written at once. */
GI_PRINTF(2, 3) void gi_log(enum gi_log_level level, const char *format, ...);

#endif
