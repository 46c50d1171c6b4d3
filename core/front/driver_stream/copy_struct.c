/** Copies of rows and volumes that one struct describes; each operand has a memory type. */
#include "ops/copy.h"
#include "driver/volume_struct.h"
#include "front.h"
#include "handles.h"

static gi_status take_rows(const char *caller, const GPU_MEMCPY2D *from, struct gi_copy *form)
{
    const GPU_MEMCPY3D same = {
        .srcXInBytes = from->srcXInBytes, .srcY = from->srcY,
        .srcMemoryType = from->srcMemoryType, .srcHost = from->srcHost,
        .srcDevice = from->srcDevice, .srcArray = from->srcArray, .srcPitch = from->srcPitch,
        .dstXInBytes = from->dstXInBytes, .dstY = from->dstY,
        .dstMemoryType = from->dstMemoryType, .dstHost = from->dstHost,
        .dstDevice = from->dstDevice, .dstArray = from->dstArray, .dstPitch = from->dstPitch,
        .WidthInBytes = from->WidthInBytes, .Height = from->Height, .Depth = 1,
    };

    return front_take_struct(caller, &same, form);
}

/* In these calls a wrong pitch is an invalid value. */
static gpuError_t copy_error(gi_status status)
{
    return front_error(status == GI_INVALID_PITCH ? GI_INVALID_VALUE : status);
}

gpuError_t gpuMemcpyParam2D(const GPU_MEMCPY2D *parameters)
{
    struct gi_copy form;

    FRONT_NOT_NULL(parameters);
    FRONT_TRY(front_begin());
    FRONT_TRY(take_rows(__func__, parameters, &form));
    return copy_error(gi_copy(&form, front_in_default()));
}

gpuError_t gpuMemcpyParam2DAsync(const GPU_MEMCPY2D *parameters, gpuStream_t stream)
{
    struct gi_copy form;

    FRONT_NOT_NULL(parameters);
    FRONT_TRY(front_begin_in(stream));
    FRONT_TRY(take_rows(__func__, parameters, &form));
    return copy_error(gi_copy(&form, gi_in_stream(front_from_stream(stream))));
}

gpuError_t gpuDrvMemcpy2DUnaligned(const GPU_MEMCPY2D *parameters)
{
    struct gi_copy form;

    FRONT_NOT_NULL(parameters);
    FRONT_TRY(front_begin());
    FRONT_TRY(take_rows(__func__, parameters, &form));
    return copy_error(gi_copy(&form, front_in_default()));
}

gpuError_t gpuDrvMemcpy3D(const GPU_MEMCPY3D *parameters)
{
    struct gi_copy form;

    FRONT_NOT_NULL(parameters);
    FRONT_TRY(front_begin());
    FRONT_TRY(front_take_struct(__func__, parameters, &form));
    return copy_error(gi_copy(&form, front_in_default()));
}

gpuError_t gpuDrvMemcpy3DAsync(const GPU_MEMCPY3D *parameters, gpuStream_t stream)
{
    struct gi_copy form;

    FRONT_NOT_NULL(parameters);
    FRONT_TRY(front_begin_in(stream));
    FRONT_TRY(front_take_struct(__func__, parameters, &form));
    return copy_error(gi_copy(&form, gi_in_stream(front_from_stream(stream))));
}
