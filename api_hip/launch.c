/** Launches that HIP alone has. */
#include "runtime/call_configuration.h"
#include "handles.h"
#include "runtime/kernel.h"
#include "front_driver_names.h"
#include "driver/module_launch.h"

#include <hip/hip_ext.h>

#include <stdlib.h>
#include <string.h>

#include "module/configuration.h"
#include "module/function.h"
#include "module/lookup.h"
#include "ops/event.h"

/* Records an event if there is one. */
static gi_status record(hipEvent_t event, hipStream_t stream)
{
    if (event == NULL)
        return GI_OK;
    return gi_event_record(front_from_event(event), front_from_stream(stream));
}

hipError_t hipExtLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments,
                              size_t shared_bytes, hipStream_t stream, hipEvent_t start,
                              hipEvent_t stop, int flags)
{
    struct gi_launch described = front_describe(grid, block, arguments, shared_bytes, stream);

    FRONT_REQUIRE((flags & ~hipExtAnyOrderLaunch) == 0, "%s: flags are 0x%x; 0 and 1 exist",
                  __func__, (unsigned int)flags);
    FRONT_TRY(front_begin());
    FRONT_TRY(record(start, stream));
    FRONT_TRY(front_launch(function, &described));
    return front_error(record(stop, stream));
}

/* The global size is in threads. */
static gi_status blocks_of(const char *caller, const uint32_t global[static 3],
                           struct gi_launch *launch)
{
    for (int i = 0; i < 3; i++) {
        if (launch->block[i] == 0 || global[i] % launch->block[i] != 0)
            return gi_fail(launch->block[i] == 0 ? FRONT_EMPTY_LAUNCH : GI_NOT_SUPPORTED,
                           "%s: %u threads in blocks of %u; it has to be a multiple", caller,
                           global[i], launch->block[i]);
        launch->grid[i] = global[i] / launch->block[i];
    }
    return GI_OK;
}

/* A launch of a kernel of a module, with a global size in threads, between two events. */
static hipError_t launch_between(const char *caller, hipFunction_t function,
                                 const uint32_t global[static 3], struct gi_launch *launch,
                                 void **extra, hipEvent_t start, hipEvent_t stop,
                                 hipStream_t stream)
{
    FRONT_TRY(front_begin());
    launch->stream = front_from_stream(stream);
    FRONT_TRY(blocks_of(caller, global, launch));
    FRONT_TRY(record(start, stream));
    FRONT_TRY(front_launch_module(caller, function, launch, extra));
    return front_error(record(stop, stream));
}

hipError_t hipExtModuleLaunchKernel(hipFunction_t function, uint32_t global_x, uint32_t global_y,
                                    uint32_t global_z, uint32_t block_x, uint32_t block_y,
                                    uint32_t block_z, size_t shared_bytes, hipStream_t stream,
                                    void **arguments, void **extra, hipEvent_t start,
                                    hipEvent_t stop, uint32_t flags)
{
    const uint32_t global[3] = { global_x, global_y, global_z };
    struct gi_launch launch = {
        .block = { block_x, block_y, block_z }, .shared_bytes = shared_bytes, .arguments = arguments
    };

    FRONT_REQUIRE((flags & ~(uint32_t)hipExtAnyOrderLaunch) == 0, "%s: flags are 0x%x; 0 and 1 "
                  "exist", __func__, flags);
    return launch_between(__func__, function, global, &launch, extra, start, stop, stream);
}

hipError_t hipHccModuleLaunchKernel(hipFunction_t function, uint32_t global_x, uint32_t global_y,
                                    uint32_t global_z, uint32_t block_x, uint32_t block_y,
                                    uint32_t block_z, size_t shared_bytes, hipStream_t stream,
                                    void **arguments, void **extra, hipEvent_t start,
                                    hipEvent_t stop)
{
    const uint32_t global[3] = { global_x, global_y, global_z };
    struct gi_launch launch = {
        .block = { block_x, block_y, block_z }, .shared_bytes = shared_bytes, .arguments = arguments
    };

    return launch_between(__func__, function, global, &launch, extra, start, stop, stream);
}

/* ---- configured launches --------------------------------------------------------------------- */

hipError_t hipConfigureCall(dim3 grid, dim3 block, size_t shared_bytes, hipStream_t stream)
{
    FRONT_TRY(front_begin());
    return front_push_configuration(grid, block, shared_bytes, stream);
}

hipError_t hipSetupArgument(const void *argument, size_t size, size_t offset)
{
    FRONT_NOT_NULL(argument);
    FRONT_TRY(front_begin());
    return front_error(gi_configuration_argument(argument, size, offset));
}

hipError_t hipLaunchByPtr(const void *function)
{
    struct gi_configuration configured;
    struct gi_launch described = { 0 };
    void *arguments = NULL;
    gi_status status;

    FRONT_TRY(front_begin());
    FRONT_TRY(gi_configuration_pop_arguments(&configured, &arguments, &described.packed_bytes));
    memcpy(described.grid, configured.grid, sizeof described.grid);
    memcpy(described.block, configured.block, sizeof described.block);
    described.shared_bytes = configured.shared_bytes;
    described.stream = configured.stream;
    described.packed = arguments;
    status = front_launch(function, &described);
    free(arguments);
    return front_error(status);
}

/* ---- names ----------------------------------------------------------------------------------- */

/* The name lives as long as the function, which the program's handle or code keeps. */
static const char *function_name(gi_status status, struct gi_function *function)
{
    const char *name;

    if (status != GI_OK) {
        (void)front_error(status);
        return NULL;
    }
    name = function->name;
    gi_object_unref(&function->object);
    return name;
}

const char *hipKernelNameRef(const hipFunction_t function)
{
    struct gi_function *found = NULL;
    gi_status status = gi_function_acquire(front_from_function(function), &found);

    return function_name(status, found);
}

const char *hipKernelNameRefByPtr(const void *function, hipStream_t stream)
{
    struct gi_function *found = NULL;
    gi_status status = front_begin();

    (void)stream;
    if (status == GI_OK)
        status = gi_lookup_function(function, &found);
    return function_name(status, found);
}
