#include "seconds.h"

#include <locale.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "log.h"

enum { MOST_SECONDS = 1000000 };

/* Without the program's locale, which may use a decimal comma. */
static bool read_number(const char *text, double *out_number)
{
    locale_t plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    char *end = NULL;

    if (plain == (locale_t)0)
        return false;
    *out_number = strtod_l(text, &end, plain);
    freelocale(plain);
    return end != text && *end == '\0';
}

double gi_seconds_from_environment(const char *variable)
{
    const char *text = getenv(variable);
    double seconds;

    if (text == NULL || text[0] == '\0')
        return 0;
    if (read_number(text, &seconds) && seconds >= 0 && seconds < MOST_SECONDS)
        return seconds;
    gi_log(GI_LOG_ALWAYS, "%s is \"%s\"; right would be a number of seconds below %d, as in 5 or "
           "0.5, or 0 for none", variable, text, MOST_SECONDS);
    return 0;
}

#define NS_PER_SECOND 1e9
#define UNREAD (-1)

int64_t gi_kernel_limit_ns(void)
{
    static _Atomic int64_t limit_ns = UNREAD;
    int64_t limit = atomic_load_explicit(&limit_ns, memory_order_relaxed);

    if (limit != UNREAD)
        return limit;
    limit = (int64_t)(gi_seconds_from_environment("GPUINTEROP_KERNEL_SECONDS") * NS_PER_SECOND);
    atomic_store_explicit(&limit_ns, limit, memory_order_relaxed);
    return limit;
}
