/** Tests with kernels and a Vulkan program beside them. */
#ifndef BESIDE_PEER_H
#define BESIDE_PEER_H

#include "../kernels/kernels.h"

#include <stdio.h>

#include "vulkan_peer.h"

/** Runs the tests with kernels and the Vulkan program, and returns the exit status: 77 where that
 *  program cannot start. */
#define RUN_BESIDE_PEER(tests) run_beside_peer(#tests, tests, sizeof (tests) / sizeof (tests)[0])
static inline int run_beside_peer(const char *name, const struct CMUnitTest *tests, size_t count)
{
    enum { SKIPPED = 77 };
    const char *why;
    void **code;
    int failed;

    if (!peer_start(&why)) {
        printf("skipped: %s\n", why);
        return SKIPPED;
    }
    code = code_main_register();
    failed = _cmocka_run_group_tests(name, tests, count, NULL, NULL);
    code_end(code);
    peer_stop();
    return failed;
}

#endif
