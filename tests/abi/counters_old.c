/** gpuinterop_get_counters as a program calls it that was built before struct gpuinterop_counters
 *  grew: its struct has eight members, and what lies behind it stays. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "counters.h"

enum { MEMBERS = 8, CANARIES = 8 };

struct old_counters {
    uint64_t members[MEMBERS];
};

void gpuinterop_get_counters(struct old_counters *out_counters);

static int check(int is_right, const char *text)
{
    if (!is_right)
        printf("%s\n", text);
    return is_right ? 0 : 1;
}

/* Of a call that writes an old struct. */
static int old_call(void)
{
    struct {
        struct old_counters counters;
        unsigned char behind[CANARIES * sizeof(uint64_t)];
    } own;
    int wrong = 0;

    for (size_t i = 0; i < MEMBERS; i++)
        expected_counter(i);             /* before the call: it may give the counter its value */
    memset(&own, 0xA5, sizeof own);
    gpuinterop_get_counters(&own.counters);
    for (size_t i = 0; i < MEMBERS; i++)
        wrong += check(own.counters.members[i] == expected_counter(i),
                       "a member of the old struct has another value");
    for (size_t i = 0; i < sizeof own.behind; i++)
        wrong += check(own.behind[i] == 0xA5, "what lies behind the old struct is written over");
    gpuinterop_get_counters(NULL);
    return wrong;
}

int main(void)
{
    int wrong = old_call() + check_new_counters();

    printf("%d failures\n", wrong);
    return wrong != 0;
}
