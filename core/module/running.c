#include "running.h"

#include <stdlib.h>

#include "base/check.h"
#include "base/fault.h"
#include "base/log.h"
#include "function.h"
#include "queue/device_state.h"
#include "stream/launch_report.h"

struct running {
    struct gi_launch_report base;
    struct gi_launch_report *inner;      /* or NULL */
    int noted;
};

static gi_status ended(struct gi_launch_report *base)
{
    struct gi_launch_report *inner = ((struct running *)base)->inner;

    return inner != NULL ? inner->ended(inner) : GI_OK;
}

static void release_running(struct gi_launch_report *base)
{
    struct running *running = (struct running *)base;

    gi_fault_forget(running->noted);
    if (running->inner != NULL)
        running->inner->release(running->inner);
    free(running);
}

static bool is_wanted(const struct gi_function *function)
{
    return gi_function_info(function)->kind == GI_DEVICE_CPU &&
           (gi_check_memory() || gi_log_enabled(GI_LOG_ERROR));
}

gi_status gi_running_note(const struct gi_function *function, struct gi_launch_report **report)
{
    struct running *running;

    if (!is_wanted(function))
        return GI_OK;
    gi_fault_begin();
    running = malloc(sizeof *running);
    if (running == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "launch: no host memory");
    *running = (struct running){ { ended, release_running }, *report,
                                 gi_fault_note(function->name) };
    *report = &running->base;
    return GI_OK;
}
