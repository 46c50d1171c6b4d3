/** Runs every group of one interface on the first device. */
#include "kernels.h"
#include "there.h"

#include <stdio.h>

int main(void)
{
    int failed = 0;

    if (!device_is_there())
        return SKIPPED;
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
