#include "log.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file_bytes.h"
#include "fnv.h"
#include "log_ring.h"
#include "uncancelled.h"

atomic_int gi_log_level_printed = -1;

static const char *const level_names[] = {
    [GI_LOG_ALWAYS] = "", [GI_LOG_ERROR] = "error", [GI_LOG_INFO] = "info",
    [GI_LOG_DEBUG] = "debug",
};

enum { LEVELS = sizeof level_names / sizeof level_names[0] };

/* Only the thread that stores the level first reports an invalid value. */
int gi_log_begin(void)
{
    const char *text = getenv("GPUINTEROP_LOG");
    int level = 0, unread = -1;

    if (text == NULL)
        text = "";
    while (level < LEVELS && strcmp(text, level_names[level]) != 0)
        level++;
    if (level < LEVELS) {
        atomic_store_explicit(&gi_log_level_printed, level, memory_order_relaxed);
        return level;
    }
    if (atomic_compare_exchange_strong(&gi_log_level_printed, &unread, GI_LOG_ALWAYS))
        gi_log(GI_LOG_ALWAYS, "GPUINTEROP_LOG is \"%s\"; right would be error, info or debug",
               text);
    return GI_LOG_ALWAYS;
}

/* ---- lines that repeat ---------------------------------------------------------------------- */

/* Counts of lines, by hash. A line replaces another line with the same index. A race between
 * threads can lose a count, and does nothing worse. */
static struct {
    _Atomic uint64_t hash, count;
} repeated[256];

/* Returns how often the line has occurred, this time included. */
static uint64_t count_line(const char *line)
{
    uint64_t hash = gi_fnv(GI_FNV_BEGIN, line, strlen(line));
    size_t place = hash % (sizeof repeated / sizeof repeated[0]);

    if (atomic_exchange_explicit(&repeated[place].hash, hash, memory_order_relaxed) != hash)
        atomic_store_explicit(&repeated[place].count, 0, memory_order_relaxed);
    return atomic_fetch_add_explicit(&repeated[place].count, 1, memory_order_relaxed) + 1;
}

/* Appends the count to a repeated line. False if this repetition is not printed. */
static bool say_how_often(char *line, size_t room)
{
    uint64_t count = count_line(line);

    if (count > 1)
        gi_append(line, room, " (%" PRIu64 " times so far)", count);
    return (count & (count - 1)) == 0;
}

/* ---- writing -------------------------------------------------------------------------------- */

/* One write, so that lines of several threads and processes do not mix. A lost line is no error. */
static void write_line(const char *line, size_t length)
{
    GI_UNCANCELLED;

    (void)!gi_file_write(STDERR_FILENO, line, length);
}

void gi_log(enum gi_log_level level, const char *format, ...)
{
    bool is_printed = gi_log_enabled(level);
    char line[768];
    size_t prefix, length;
    va_list args;
    int added;

    if (!is_printed && level != GI_LOG_ERROR)
        return;
    prefix = (size_t)snprintf(line, sizeof line, "gpuinterop: ");
    va_start(args, format);
    added = vsnprintf(line + prefix, sizeof line - prefix - 1, format, args);
    va_end(args);
    if (added < 0)
        return;
    if (level == GI_LOG_ERROR)
        gi_log_keep(false, line + prefix);
    if (!is_printed || (level == GI_LOG_INFO && !say_how_often(line, sizeof line - 1)))
        return;
    length = strlen(line);
    line[length] = '\n';
    write_line(line, length + 1);
}
