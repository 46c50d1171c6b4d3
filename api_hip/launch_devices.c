/** Launches on several devices by one call: one launch for each device. */
#include "handles.h"
#include "runtime/kernel.h"

#include "module/function.h"
#include "module/lookup.h"
#include "stream/stream.h"

/* Devices that one call can name. */
#define MOST_DEVICES 64

/* A launch of either description. */
struct one {
    const void *named;
    struct gi_launch launch;
    int ordinal;
};

static struct one of_runtime(const hipLaunchParams *from)
{
    return (struct one){
        .named = from->func,
        .launch = front_describe(from->gridDim, from->blockDim, from->args, from->sharedMem,
                                 from->stream)
    };
}

static struct one of_module(const hipFunctionLaunchParams *from)
{
    const dim3 grid = { from->gridDimX, from->gridDimY, from->gridDimZ };
    const dim3 block = { from->blockDimX, from->blockDimY, from->blockDimZ };

    return (struct one){
        .named = from->function,
        .launch = front_describe(grid, block, from->kernelParams, from->sharedMemBytes,
                                 from->hStream)
    };
}

static gi_status check_call(const char *caller, unsigned int count, unsigned int flags)
{
    const unsigned int known =
        hipCooperativeLaunchMultiDeviceNoPreSync | hipCooperativeLaunchMultiDeviceNoPostSync;
    int devices = 0;
    gi_status status = front_begin();

    if (status == GI_OK)
        status = gi_visible_count(&front_interface, &devices);
    if (status != GI_OK)
        return status;
    if (count > (unsigned int)devices || count > MOST_DEVICES)
        return gi_fail(GI_INVALID_VALUE, "%s: count is %u; there are %d devices", caller, count,
                       devices);
    if ((flags & ~known) != 0)
        return gi_fail(GI_INVALID_VALUE, "%s: flags are 0x%x; 1 and 2 exist", caller, flags);
    return GI_OK;
}

/* Each launch has a stream of its own, of a device of its own. */
static gi_status check_streams(const char *caller, struct one *all, unsigned int count)
{
    for (unsigned int i = 0; i < count; i++) {
        gi_status status;

        if (all[i].launch.stream == GI_STREAM_NULL)
            return gi_fail(GI_INVALID_HANDLE, "%s: launch %u is in the default stream; it takes "
                           "one that was created", caller, i);
        status = gi_stream_get_device(all[i].launch.stream, &all[i].ordinal);
        if (status != GI_OK)
            return status;
        for (unsigned int k = 0; k < i; k++) {
            if (all[k].ordinal == all[i].ordinal)
                return gi_fail(GI_INVALID_DEVICE, "%s: launches %u and %u are on one device",
                               caller, k, i);
        }
    }
    return GI_OK;
}

static gi_status wait_for_streams(const struct one *all, unsigned int count)
{
    gi_status status = GI_OK;

    for (unsigned int i = 0; status == GI_OK && i < count; i++)
        status = gi_stream_synchronize(all[i].launch.stream);
    return status;
}

static gi_status launch_one(const struct one *one)
{
    struct gi_function *found;
    gi_status status = gi_lookup_function_on(one->named, one->ordinal, &found);

    if (status != GI_OK)
        return status;
    status = gi_launch_function(found, &one->launch);
    gi_object_unref(&found->object);
    return status;
}

static gi_status launch_all(const char *caller, struct one *all, unsigned int count,
                            unsigned int flags)
{
    gi_status status = check_streams(caller, all, count);

    if (status == GI_OK && (flags & hipCooperativeLaunchMultiDeviceNoPreSync) == 0)
        status = wait_for_streams(all, count);
    for (unsigned int i = 0; status == GI_OK && i < count; i++)
        status = launch_one(&all[i]);
    if (status == GI_OK && (flags & hipCooperativeLaunchMultiDeviceNoPostSync) == 0)
        status = wait_for_streams(all, count);
    return status;
}

static gi_status launch_runtime(const char *caller, const hipLaunchParams *launches,
                                unsigned int count, unsigned int flags, bool is_cooperative)
{
    struct one all[MOST_DEVICES];
    gi_status status = check_call(caller, count, flags);

    if (status != GI_OK)
        return status;
    for (unsigned int i = 0; i < count; i++) {
        all[i] = of_runtime(&launches[i]);
        all[i].launch.is_cooperative = is_cooperative;
    }
    return launch_all(caller, all, count, flags);
}

hipError_t hipLaunchCooperativeKernelMultiDevice(hipLaunchParams *launches, int count,
                                                 unsigned int flags)
{
    FRONT_NOT_NULL(launches);
    FRONT_REQUIRE(count > 0, "%s: count is %d", __func__, count);
    return front_error(launch_runtime(__func__, launches, (unsigned int)count, flags, true));
}

hipError_t hipExtLaunchMultiKernelMultiDevice(hipLaunchParams *launches, int count,
                                              unsigned int flags)
{
    FRONT_NOT_NULL(launches);
    FRONT_REQUIRE(count > 0, "%s: count is %d", __func__, count);
    return front_error(launch_runtime(__func__, launches, (unsigned int)count, flags, false));
}

hipError_t hipModuleLaunchCooperativeKernelMultiDevice(hipFunctionLaunchParams *launches,
                                                       unsigned int count, unsigned int flags)
{
    struct one all[MOST_DEVICES];

    FRONT_NOT_NULL(launches);
    FRONT_REQUIRE(count > 0, "%s: count is 0", __func__);
    FRONT_TRY(check_call(__func__, count, flags));
    for (unsigned int i = 0; i < count; i++) {
        all[i] = of_module(&launches[i]);
        all[i].launch.is_cooperative = true;
    }
    return front_error(launch_all(__func__, all, count, flags));
}
