/* The tests of the card at libdrm's level. They run on the card: the library must be preloaded. */
#include "test_rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
    const struct { const char *name; const struct CMUnitTest *cases; size_t count; } groups[] = {
        { "device", cases_device, count_device }, { "memory", cases_memory, count_memory },
        { "syncobj", cases_syncobj, count_syncobj }, { "submit", cases_submit, count_submit },
        { "packets", cases_packets, count_packets }, { "rules", cases_rules, count_rules },
        { "process", cases_process, count_process }, { "faults", cases_faults, count_faults },
    };
    int failed = 0;

    for (size_t i = 0; i < sizeof(groups) / sizeof(groups[0]); i++)
        failed += _cmocka_run_group_tests(groups[i].name, groups[i].cases, groups[i].count, NULL,
                                          NULL);
    fflush(NULL);
    return failed != 0;
}
