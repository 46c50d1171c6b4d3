/** Tests with kernels and a Vulkan program beside them. */
#ifndef BESIDE_PEER_H
#define BESIDE_PEER_H

#include "../kernels/kernels.h"

#include <stdio.h>

#include "test_cases.h"
#include "vulkan_peer.h"

/** Runs the cases of this file with kernels and the Vulkan program, and returns the exit status: 77
 *  where that program cannot start. */
#define run_beside_peer() run_beside_peer_of(__FILE__)
static inline int run_beside_peer_of(const char *file)
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
    failed = run_test_cases_of(file, NULL);
    code_end(code);
    peer_stop();
    return failed;
}

#endif
