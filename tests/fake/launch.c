#include "launch.h"

#include "memory/kernel_object.h"
#include "module/residency.h"
#include "ops/enqueue.h"
#include "stream/append.h"
#include "stream/launch_report.h"
#include "stream/launch_run.h"

static gi_status fails(struct gi_launch_report *report)
{
    (void)report;
    return gi_fail(GI_LAUNCH_TRAPPED, "the kernel failed");
}

static void release(struct gi_launch_report *report)
{
    (void)report;
}

static struct gi_launch_report failing = { fails, release };

/* An operation of a kernel that has no function: its run is made before. */
struct made {
    struct gi_operation operation;       /* first */
    struct gi_launch_run run;
    bool is_cooperative;
};

static gi_status carry_out(struct gi_stream *stream, struct gi_operation *operation)
{
    struct made *made = (struct made *)operation;

    return made->is_cooperative ? gi_residency_append(stream, &made->run)
                                : gi_append_launch(stream, &made->run);
}

static const struct gi_operation_kind kind = {
    .name = "launch of the fake", .carry_out = carry_out
};

static gi_status launch_in(struct gi_stream *stream, bool is_cooperative,
                           struct gi_launch_report *report)
{
    const struct gi_kernel_code code = { .entry = "main", .push_bytes = 16 };
    const struct gi_kernel_label label = { "nothing", { 32, 1, 1 } };
    struct gi_kernel_launch launch = { .groups = { 1, 1, 1 }, .push_bytes = 16 };
    struct made made = { .operation.kind = &kind, .run = { .launch = &launch, .report = report },
                         .is_cooperative = is_cooperative };
    gi_status status = gi_kernel_object_make(stream->device->base, &code, &label, &launch.kernel);

    if (status != GI_OK)
        return status;
    status = gi_stream_enqueue(stream, &made.operation);
    gi_kernel_object_unref(launch.kernel);
    return status;
}

static gi_status launch(gi_handle handle, bool is_cooperative, struct gi_launch_report *report)
{
    struct gi_stream *stream;
    gi_status status = gi_stream_acquire(handle, &stream);

    if (status != GI_OK)
        return status;
    status = launch_in(stream, is_cooperative, report);
    gi_stream_release(stream);
    return status;
}

gi_status gifake_launch(gi_handle handle)
{
    return launch(handle, false, NULL);
}

gi_status gifake_launch_together(gi_handle handle)
{
    return launch(handle, true, NULL);
}

gi_status gifake_launch_failing(gi_handle handle)
{
    return launch(handle, false, &failing);
}

gi_status gifake_launch_failing_in(struct gi_stream *stream)
{
    return launch_in(stream, false, &failing);
}
