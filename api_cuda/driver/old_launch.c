/** Launches whose arguments are set one by one, which CUDA replaced in version 4, and launches on
 *  several devices. A function here has no such state. */
#include "driver.h"

#include "module/function.h"
#include "module/lookup.h"

static CUresult refuse_arguments(const char *caller, CUfunction function)
{
    struct gi_function *found;

    CU_TRY(gicu_begin());
    CU_TRY(gi_lookup_function(function, &found));
    gi_object_unref(&found->object);
    return gicu_error(gi_fail(GI_NOT_SUPPORTED, "%s: a function keeps no arguments; cuLaunchKernel "
                              "takes them", caller));
}

CUresult cuFuncSetBlockShape(CUfunction function, int x, int y, int z)
{
    (void)x, (void)y, (void)z;
    return refuse_arguments(__func__, function);
}

CUresult cuFuncSetSharedSize(CUfunction function, unsigned int size)
{
    (void)size;
    return refuse_arguments(__func__, function);
}

CUresult cuParamSetSize(CUfunction function, unsigned int size)
{
    (void)size;
    return refuse_arguments(__func__, function);
}

CUresult cuParamSeti(CUfunction function, int offset, unsigned int value)
{
    (void)offset, (void)value;
    return refuse_arguments(__func__, function);
}

CUresult cuParamSetf(CUfunction function, int offset, float value)
{
    (void)offset, (void)value;
    return refuse_arguments(__func__, function);
}

CUresult cuParamSetv(CUfunction function, int offset, void *value, unsigned int size)
{
    (void)offset, (void)value, (void)size;
    return refuse_arguments(__func__, function);
}

CUresult cuParamSetTexRef(CUfunction function, int unit, CUtexref reference)
{
    (void)unit, (void)reference;
    return refuse_arguments(__func__, function);
}

CUresult cuLaunch(CUfunction function)
{
    return refuse_arguments(__func__, function);
}

CUresult cuLaunchGrid(CUfunction function, int grid_x, int grid_y)
{
    (void)grid_x, (void)grid_y;
    return refuse_arguments(__func__, function);
}

CUresult cuLaunchGridAsync(CUfunction function, int grid_x, int grid_y, CUstream stream)
{
    (void)grid_x, (void)grid_y, (void)stream;
    return refuse_arguments(__func__, function);
}

CUresult cuLaunchCooperativeKernelMultiDevice(CUDA_LAUNCH_PARAMS *launches, unsigned int count,
                                              unsigned int flags)
{
    (void)flags;
    CU_TRY(gicu_begin());
    CU_NOT_NULL(launches);
    CU_REQUIRE(count > 0, "%s: count is 0", __func__);
    return gicu_error(gi_fail(GI_NOT_SUPPORTED, "%s: a launch here is on one device", __func__));
}
