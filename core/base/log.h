/** The log: GPUINTEROP_LOG=error|info|debug writes messages to standard error.
 *  Threads: any. */
#ifndef GI_LOG_H
#define GI_LOG_H

#include <stdatomic.h>

#include "status.h"

/** GI_LOG_ALWAYS is for errors in the environment variables themselves, and for what can make
 *  results wrong without an error. */
enum gi_log_level { GI_LOG_ALWAYS, GI_LOG_ERROR, GI_LOG_INFO, GI_LOG_DEBUG };

/** The level that is printed; -1 until the environment has been read. Only for gi_log_enabled. */
extern atomic_int gi_log_level_printed;

/** Reads the level from the environment. */
GI_COLD int gi_log_begin(void);

/** Whether messages of the level are printed. Costs one load. */
static inline bool gi_log_enabled(enum gi_log_level level)
{
    int printed = atomic_load_explicit(&gi_log_level_printed, memory_order_relaxed);

    return (int)level <= (printed >= 0 ? printed : gi_log_begin());
}

/** Prints one line "gpuinterop: ..." with a single write, if the level is enabled. An error is
 *  always kept in the ring (log_ring.h). A repeated line of level info is counted, and printed
 *  again after 2, 4, 8 ... times. */
GI_PRINTF(2, 3) void gi_log(enum gi_log_level level, const char *format, ...);

#endif
