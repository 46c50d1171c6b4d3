/* The part of the fault sweep that is about graphs in which the device decides. */
#include <stdbool.h>

#include "decisions.h"
#include "sweep.h"

gi_status sweep_decisions(unsigned long fail_nth, gi_status fail_status, const char **out_slot)
{
    struct decisions made = { 0 };
    gi_status status;

    sweep_begin_work(fail_nth, fail_status);
    status = decisions_work(&made);
    sweep_after_work(status, out_slot);
    EXPECT(status != GI_OK || made.are_done, "no error, but other kernels ran");
    decisions_end(&made, sweep_expect_destroyed);
    return status;
}
