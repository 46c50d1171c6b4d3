#include "launch.h"

#include "memory/kernel_object.h"
#include "module/residency.h"
#include "ops/enqueue.h"

static gi_status launch_in(struct gi_stream *stream, bool is_cooperative)
{
    const struct gi_kernel_code code = { .entry = "main", .push_bytes = 16 };
    struct gi_kernel_launch launch = { .groups = { 1, 1, 1 }, .push_bytes = 16 };
    struct gi_operation operation = {
        .kind = GI_OPERATION_LAUNCH, .launch = { .launch = &launch }
    };
    gi_status status = gi_kernel_object_make(stream->device->base, &code, &launch.kernel);

    if (status != GI_OK)
        return status;
    status = is_cooperative ? gi_residency_enqueue(stream, &operation.launch)
                            : gi_stream_enqueue(stream, &operation);
    gi_kernel_object_unref(launch.kernel);
    return status;
}

static gi_status launch(gi_handle handle, bool is_cooperative)
{
    struct gi_stream *stream;
    gi_status status = gi_stream_acquire(handle, &stream);

    if (status != GI_OK)
        return status;
    status = launch_in(stream, is_cooperative);
    gi_stream_release(stream);
    return status;
}

gi_status gifake_launch(gi_handle handle)
{
    return launch(handle, false);
}

gi_status gifake_launch_together(gi_handle handle)
{
    return launch(handle, true);
}
