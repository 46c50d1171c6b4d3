#include "log.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "log_ring.h"

static atomic_int enabled_level = -1;    /* -1: the environment has not been read */

static int level_from_environment(void)
{
    const char *text = getenv("GPUINTEROP_LOG");

    if (text == NULL)
        return GI_LOG_NONE;
    if (strcmp(text, "debug") == 0)
        return GI_LOG_DEBUG;
    if (strcmp(text, "info") == 0)
        return GI_LOG_INFO;
    return strcmp(text, "error") == 0 ? GI_LOG_ERROR : GI_LOG_NONE;
}

bool gi_log_enabled(enum gi_log_level level)
{
    int enabled = atomic_load_explicit(&enabled_level, memory_order_relaxed);

    if (enabled < 0) {
        enabled = level_from_environment();
        atomic_store_explicit(&enabled_level, enabled, memory_order_relaxed);
    }
    return (int)level <= enabled;
}

void gi_log(enum gi_log_level level, const char *format, ...)
{
    bool is_printed = gi_log_enabled(level);
    char line[768];
    va_list args;
    int prefix, length;

    if (!is_printed && level != GI_LOG_ERROR)
        return;
    prefix = snprintf(line, sizeof line, "gpuinterop: ");
    va_start(args, format);
    length = vsnprintf(line + prefix, sizeof line - (size_t)prefix - 1, format, args);
    va_end(args);
    if (length < 0)
        return;
    if (level == GI_LOG_ERROR)
        gi_log_keep(false, line + prefix);
    if (!is_printed)
        return;
    length += prefix;
    if (length > (int)sizeof line - 2)
        length = (int)sizeof line - 2;
    line[length] = '\n';
    /* One write, so that lines of several threads and processes do not mix; a lost line is no
     * error. */
    if (write(STDERR_FILENO, line, (size_t)length + 1) < 0)
        return;
}
