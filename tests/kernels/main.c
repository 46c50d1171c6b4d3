/** Runs every group of one interface on the first device. */
#include "kernels.h"

#include <stdio.h>

/** What meson takes for "skipped". */
#define SKIPPED 77

int main(void)
{
    int count;
    int failed = 0;

    if (gpuGetDeviceCount(&count) != gpuSuccess) {
        printf("skipped: no device\n");
        return SKIPPED;
    }
    failed += run_launches();
    failed += run_order();
    failed += run_bad_launches();
    failed += run_failed_kernels();
    failed += run_cooperative();
    failed += run_symbols();
    failed += run_functions();
    failed += run_only_here();
    return failed != 0;
}
