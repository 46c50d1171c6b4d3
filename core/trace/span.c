#include "span.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/log.h"

#define VARIABLE "GPUINTEROP_TRACE_CALLS"

enum { USUAL_US = 100, MOST_US = 1000000000 };

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int64_t least_ns;

static void read_least(void)
{
    const char *text = getenv(VARIABLE);
    char *end;
    unsigned long us;

    least_ns = USUAL_US * INT64_C(1000);
    if (text == NULL || text[0] == '\0')
        return;
    errno = 0;
    us = strtoul(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 || us > MOST_US)
        gi_log(GI_LOG_ALWAYS, VARIABLE ": \"%s\" is no number of microseconds from 0 to %d; it is "
               "%d", text, MOST_US, USUAL_US);
    else
        least_ns = (int64_t)us * 1000;
}

void gi_span_give(enum gi_trace_kind kind, const char *name, uint64_t bytes, int64_t begin_ns)
{
    bool is_always = kind == GI_TRACE_TRANSLATE || kind == GI_TRACE_COMPILE ||
                     kind == GI_TRACE_IMPORT;
    struct gi_trace_record record = {
        .kind = GI_TRACE_CALL, .begin_ns = begin_ns, .end_ns = gi_now_ns(),
        .what = { .kind = kind, .bytes = bytes },
    };

    pthread_once(&once, read_least);
    if (!is_always && record.end_ns - begin_ns < least_ns)
        return;
    gi_trace_set_name(&record.what, name);
    gi_trace_add(&record);
}
