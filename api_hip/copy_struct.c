/** Copies of rows and volumes that one struct describes, each side with a type of memory. */
#include "copy.h"
#include "front.h"
#include "handles.h"

/** One side: which of its members counts is said by its type. */
struct side {
    hipMemoryType type;
    const void *host;
    hipDeviceptr_t device;
    hipArray_t array;
};

/** Fills the rest of a side whose name, place and pitch are there. */
static gi_status take_side(const char *caller, const struct side *side,
                           const struct gi_copy *form, struct gi_copy_side *out_side)
{
    switch (side->type) {
    case hipMemoryTypeHost:
    case hipMemoryTypeUnregistered:
        out_side->said = GI_SAID_HOST;
        out_side->pointer = gihip_from_pointer(side->host);
        break;
    case hipMemoryTypeDevice:
    case hipMemoryTypeManaged:
        out_side->said = GI_SAID_DEVICE;
        out_side->pointer = gihip_from_pointer(side->device);
        break;
    case hipMemoryTypeUnified:
        out_side->pointer = gihip_from_pointer(side->device);
        break;
    case hipMemoryTypeArray:
        out_side->said = GI_SAID_ARRAY;
        out_side->array = gihip_from_array(side->array);
        return GI_OK;
    default:
        return gi_fail(GI_INVALID_VALUE, "%s: %sMemoryType is %d, which is none", caller,
                       out_side->name, (int)side->type);
    }
    if (out_side->pitch == 0)            /* tightly packed */
        out_side->pitch = out_side->x + form->width;
    if (out_side->rows == 0)
        out_side->rows = out_side->y + form->height;
    return GI_OK;
}

static gi_status take_volume(const char *caller, const HIP_MEMCPY3D *from,
                             struct gi_copy *form)
{
    const struct side dst = {
        from->dstMemoryType, from->dstHost, from->dstDevice, from->dstArray,
    };
    const struct side src = {
        from->srcMemoryType, from->srcHost, from->srcDevice, from->srcArray,
    };
    gi_status st;

    *form = (struct gi_copy){
        .measure = GI_COPY_BYTES,
        .dst = { .name = "dst", .x = from->dstXInBytes, .y = from->dstY, .z = from->dstZ,
                 .pitch = from->dstPitch, .rows = from->dstHeight },
        .src = { .name = "src", .x = from->srcXInBytes, .y = from->srcY, .z = from->srcZ,
                 .pitch = from->srcPitch, .rows = from->srcHeight },
        .width = from->WidthInBytes, .height = from->Height, .depth = from->Depth,
        .kind = GI_COPY_INFER,
    };
    st = take_side(caller, &dst, form, &form->dst);
    return st == GI_OK ? take_side(caller, &src, form, &form->src) : st;
}

static gi_status take_rows(const char *caller, const hip_Memcpy2D *from, struct gi_copy *form)
{
    const HIP_MEMCPY3D same = {
        .srcXInBytes = from->srcXInBytes, .srcY = from->srcY,
        .srcMemoryType = from->srcMemoryType, .srcHost = from->srcHost,
        .srcDevice = from->srcDevice, .srcArray = from->srcArray, .srcPitch = from->srcPitch,
        .dstXInBytes = from->dstXInBytes, .dstY = from->dstY,
        .dstMemoryType = from->dstMemoryType, .dstHost = from->dstHost,
        .dstDevice = from->dstDevice, .dstArray = from->dstArray, .dstPitch = from->dstPitch,
        .WidthInBytes = from->WidthInBytes, .Height = from->Height, .Depth = 1,
    };

    return take_volume(caller, &same, form);
}

hipError_t hipMemcpyParam2D(const hip_Memcpy2D *parameters)
{
    struct gi_copy form;

    GIHIP_NOT_NULL(parameters);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(take_rows(__func__, parameters, &form));
    return gihip_error(gi_copy(&form, gi_in_legacy()));
}

hipError_t hipMemcpyParam2DAsync(const hip_Memcpy2D *parameters, hipStream_t stream)
{
    struct gi_copy form;

    GIHIP_NOT_NULL(parameters);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(take_rows(__func__, parameters, &form));
    return gihip_error(gi_copy(&form, gi_in_stream(gihip_from_stream(stream))));
}

hipError_t hipDrvMemcpy2DUnaligned(const hip_Memcpy2D *parameters)
{
    struct gi_copy form;

    GIHIP_NOT_NULL(parameters);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(take_rows(__func__, parameters, &form));
    return gihip_error(gi_copy(&form, gi_in_legacy()));
}

hipError_t hipDrvMemcpy3D(const HIP_MEMCPY3D *parameters)
{
    struct gi_copy form;

    GIHIP_NOT_NULL(parameters);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(take_volume(__func__, parameters, &form));
    return gihip_error(gi_copy(&form, gi_in_legacy()));
}

hipError_t hipDrvMemcpy3DAsync(const HIP_MEMCPY3D *parameters, hipStream_t stream)
{
    struct gi_copy form;

    GIHIP_NOT_NULL(parameters);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(take_volume(__func__, parameters, &form));
    return gihip_error(gi_copy(&form, gi_in_stream(gihip_from_stream(stream))));
}
