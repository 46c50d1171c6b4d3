/* Questions about events. */
#include "behaviour.h"

#include <stdio.h>

static void ask_create(int arg)
{
    (void)arg;
    static const unsigned int flags[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 0xff};
    start_device();
    answer("null_out", cudaEventCreate(NULL));
    answer("flags_null_out", cudaEventCreateWithFlags(NULL, 0));
    for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
        char name[32];
        cudaEvent_t event = OUT_MARKER;
        cudaError_t code = cudaEventCreateWithFlags(&event, flags[i]);
        snprintf(name, sizeof(name), "flags_%#x", flags[i]);
        answer_with(name, code, "out=%s", out_state(event));
        if (code == cudaSuccess)
            answer("then_destroy", cudaEventDestroy(event));
    }
}

static void ask_never_recorded(int arg)
{
    (void)arg;
    cudaEvent_t event = NULL;
    cudaEvent_t other = NULL;
    float ms = -1.0f;
    start_device();
    answer("create", cudaEventCreate(&event));
    answer("create_other", cudaEventCreate(&other));
    answer("query", cudaEventQuery(event));
    answer("synchronize", cudaEventSynchronize(event));
    answer("elapsed", cudaEventElapsedTime(&ms, event, other));
    answer("record_other", cudaEventRecord(other, NULL));
    answer("synchronize_other", cudaEventSynchronize(other));
    answer("elapsed_one_recorded", cudaEventElapsedTime(&ms, event, other));
    answer("elapsed_null_out", cudaEventElapsedTime(NULL, other, other));
    cudaError_t code = cudaEventElapsedTime(&ms, other, other);
    answer_with("elapsed_same", code, "ms=%g", (double)ms);
    answer("elapsed_null_events", cudaEventElapsedTime(&ms, NULL, NULL));
    answer("record_flags_1_external", cudaEventRecordWithFlags(other, NULL, 1));
    answer("record_flags_2", cudaEventRecordWithFlags(other, NULL, 2));
    answer("record_flags_0xff", cudaEventRecordWithFlags(other, NULL, 0xff));
    answer("create_untimed", cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    answer("record_untimed", cudaEventRecord(event, NULL));
    answer("synchronize_untimed", cudaEventSynchronize(event));
    answer("elapsed_untimed", cudaEventElapsedTime(&ms, other, event));
}

enum { USE_QUERY, USE_SYNCHRONIZE, USE_RECORD, USE_DESTROY, USE_ELAPSED, USE_WAIT };

static void use(int what, cudaEvent_t event)
{
    float ms = 0;
    if (what == USE_QUERY)
        answer("query", cudaEventQuery(event));
    else if (what == USE_SYNCHRONIZE)
        answer("synchronize", cudaEventSynchronize(event));
    else if (what == USE_RECORD)
        answer("record", cudaEventRecord(event, NULL));
    else if (what == USE_DESTROY)
        answer("destroy", cudaEventDestroy(event));
    else if (what == USE_ELAPSED)
        answer("elapsed", cudaEventElapsedTime(&ms, event, event));
    else
        answer("wait", cudaStreamWaitEvent(NULL, event, 0));
}

static void ask_null(int what)
{
    start_device();
    use(what, NULL);
}

static void ask_garbage(int what)
{
    start_device();
    use(what, (cudaEvent_t)(uintptr_t)0x1230);
}

static void ask_destroyed(int what)
{
    cudaEvent_t event = NULL;
    start_device();
    answer("create", cudaEventCreate(&event));
    answer("destroy_first", cudaEventDestroy(event));
    use(what, event);
}

const struct question event_questions[] = {
    {"event.create", ask_create, 0},
    {"event.never_recorded", ask_never_recorded, 0},
    {"event.null_query", ask_null, USE_QUERY},
    {"event.null_synchronize", ask_null, USE_SYNCHRONIZE},
    {"event.null_record", ask_null, USE_RECORD},
    {"event.null_destroy", ask_null, USE_DESTROY},
    {"event.garbage_query", ask_garbage, USE_QUERY},
    {"event.garbage_record", ask_garbage, USE_RECORD},
    {"event.garbage_destroy", ask_garbage, USE_DESTROY},
    {"event.destroyed_query", ask_destroyed, USE_QUERY},
    {"event.destroyed_synchronize", ask_destroyed, USE_SYNCHRONIZE},
    {"event.destroyed_record", ask_destroyed, USE_RECORD},
    {"event.destroyed_destroy", ask_destroyed, USE_DESTROY},
    {"event.destroyed_elapsed", ask_destroyed, USE_ELAPSED},
    {"event.destroyed_wait", ask_destroyed, USE_WAIT},
    {NULL, NULL, 0},
};
