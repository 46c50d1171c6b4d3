/** Launches with attributes. Compiled once for each kind of default stream. */
#include "front.h"
#include "front_driver_names.h"
#include "handles.h"
#include "launch_attributes.h"
#include "driver/module_launch.h"

#include "ops/event.h"

CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function, void **arguments,
                          void **extra)
{
    struct gi_launch described;
    gi_handle event = 0;

    FRONT_NOT_NULL(config);
    FRONT_TRY(front_begin_in(config->hStream));
    described = (struct gi_launch){
        .grid = { config->gridDimX, config->gridDimY, config->gridDimZ },
        .block = { config->blockDimX, config->blockDimY, config->blockDimZ },
        .shared_bytes = config->sharedMemBytes, .stream = front_from_stream(config->hStream),
        .arguments = arguments
    };
    FRONT_TRY(gicu_launch_attributes(__func__, config, &described, &event));
    FRONT_TRY(front_launch_module(__func__, function, &described, extra));
    return event == 0 ? CUDA_SUCCESS : front_error(gi_event_record(event, described.stream));
}
