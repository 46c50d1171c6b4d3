/** Launches whose shape and arguments are set one by one, which CUDA replaced in version 4, and
 *  launches on several devices. */
#include "driver.h"

#include "module/function.h"
#include "module/kept_launch.h"
#include "module/lookup.h"

static CUresult change_kept(CUfunction function, const struct gi_kept_change *change)
{
    struct gi_function *found;
    gi_status status;

    CU_TRY(gicu_begin());
    CU_TRY(gi_lookup_function(function, &found));
    status = gi_kept_launch_change(found, change);
    gi_object_unref(&found->object);
    return gicu_error(status);
}

CUresult cuFuncSetBlockShape(CUfunction function, int x, int y, int z)
{
    return change_kept(function, &(struct gi_kept_change){ .what = GI_KEPT_BLOCK,
                                                           .block = { x, y, z } });
}

CUresult cuFuncSetSharedSize(CUfunction function, unsigned int size)
{
    return change_kept(function, &(struct gi_kept_change){ .what = GI_KEPT_SHARED, .bytes = size });
}

CUresult cuParamSetSize(CUfunction function, unsigned int size)
{
    return change_kept(function, &(struct gi_kept_change){ .what = GI_KEPT_SIZE, .bytes = size });
}

CUresult cuParamSeti(CUfunction function, int offset, unsigned int value)
{
    return cuParamSetv(function, offset, &value, sizeof value);
}

CUresult cuParamSetf(CUfunction function, int offset, float value)
{
    return cuParamSetv(function, offset, &value, sizeof value);
}

CUresult cuParamSetv(CUfunction function, int offset, void *value, unsigned int size)
{
    return change_kept(function, &(struct gi_kept_change){ .what = GI_KEPT_ARGUMENT, .bytes = size,
                                                           .offset = offset, .argument = value });
}

/* The references of a module are used without being arguments, too. */
CUresult cuParamSetTexRef(CUfunction function, int unit, CUtexref reference)
{
    struct gi_function *found;

    CU_TRY(gicu_begin());
    CU_TRY(gi_lookup_function(function, &found));
    gi_object_unref(&found->object);
    CU_NOT_NULL(reference);
    CU_REQUIRE(unit == CU_PARAM_TR_DEFAULT, "%s: unit %d; there is CU_PARAM_TR_DEFAULT alone",
               __func__, unit);
    return CUDA_SUCCESS;
}

CUresult cuLaunch(CUfunction function)
{
    return cuLaunchGridAsync(function, 1, 1, NULL);
}

CUresult cuLaunchGrid(CUfunction function, int grid_x, int grid_y)
{
    return cuLaunchGridAsync(function, grid_x, grid_y, NULL);
}

CUresult cuLaunchGridAsync(CUfunction function, int grid_x, int grid_y, CUstream stream)
{
    struct gi_kept_launch kept;
    struct gi_function *found;
    size_t size = sizeof kept.arguments;

    CU_TRY(gicu_begin());
    CU_TRY(gi_lookup_function(function, &found));
    gi_kept_launch_read(found, &kept);
    gi_object_unref(&found->object);
    CU_REQUIRE(grid_x > 0 && grid_y > 0, "%s: a grid of %d x %d blocks", __func__, grid_x, grid_y);
    return cuLaunchKernel(function, (unsigned int)grid_x, (unsigned int)grid_y, 1, kept.block[0],
                          kept.block[1], kept.block[2], kept.shared_bytes, stream, NULL,
                          (void *[]){ CU_LAUNCH_PARAM_BUFFER_POINTER, kept.arguments,
                                      CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END });
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
