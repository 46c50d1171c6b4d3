/** Copies of rows and volumes that one struct describes, each side with a type of memory. */
#include "front.h"
#include "handles.h"
#include "pitched.h"

/** One side: which of its members counts is said by its type. */
struct side {
    const char *name;
    hipMemoryType type;
    const void *host;
    hipDeviceptr_t device;
    hipArray_t array;
    struct gi_pitched place;             /* without its pointer */
};

/** From where to where a copy goes, once its arguments are translated. */
struct copy {
    struct gi_box_end to, from;
    struct gi_box box;
};

static gi_status take_side(const char *caller, struct side *side, const struct gi_box *box,
                           struct gi_box_end *out_end)
{
    switch (side->type) {
    case hipMemoryTypeHost:
    case hipMemoryTypeUnregistered:
        side->place.pointer = gihip_from_pointer(side->host);
        break;
    case hipMemoryTypeDevice:
    case hipMemoryTypeUnified:
    case hipMemoryTypeManaged:
        side->place.pointer = gihip_from_pointer(side->device);
        break;
    case hipMemoryTypeArray:
        return gihip_array_check(caller, side->array);
    default:
        return gi_fail(GI_INVALID_VALUE, "%s: %sMemoryType is %d, which is none", caller,
                       side->name, (int)side->type);
    }
    if (side->place.pitch_bytes == 0)    /* tightly packed */
        side->place.pitch_bytes = side->place.x_bytes + box->width_bytes;
    if (side->place.rows == 0)
        side->place.rows = side->place.y + box->height;
    return gi_pitched_end(&side->place, box, side->name, out_end);
}

static gi_status take_volume(const char *caller, const HIP_MEMCPY3D *from, struct copy *out_copy)
{
    struct side dst = {
        "dst", from->dstMemoryType, from->dstHost, from->dstDevice, from->dstArray,
        { 0, from->dstPitch, from->dstHeight, from->dstXInBytes, from->dstY, from->dstZ }
    };
    struct side src = {
        "src", from->srcMemoryType, from->srcHost, from->srcDevice, from->srcArray,
        { 0, from->srcPitch, from->srcHeight, from->srcXInBytes, from->srcY, from->srcZ }
    };
    gi_status st;

    out_copy->box = (struct gi_box){ from->WidthInBytes, from->Height, from->Depth };
    st = take_side(caller, &dst, &out_copy->box, &out_copy->to);
    return st == GI_OK ? take_side(caller, &src, &out_copy->box, &out_copy->from) : st;
}

static gi_status take_rows(const char *caller, const hip_Memcpy2D *from, struct copy *out_copy)
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

    return take_volume(caller, &same, out_copy);
}

static hipError_t run(const struct copy *copy)
{
    return gihip_error(gi_copy_box(&copy->to, &copy->from, &copy->box, GI_COPY_INFER));
}

static hipError_t run_async(const struct copy *copy, hipStream_t stream)
{
    return gihip_error(gi_copy_box_async(&copy->to, &copy->from, &copy->box, GI_COPY_INFER,
                                         gihip_from_stream(stream)));
}

hipError_t hipMemcpyParam2D(const hip_Memcpy2D *parameters)
{
    struct copy copy;

    GIHIP_NOT_NULL(parameters);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(take_rows(__func__, parameters, &copy));
    return run(&copy);
}

hipError_t hipMemcpyParam2DAsync(const hip_Memcpy2D *parameters, hipStream_t stream)
{
    struct copy copy;

    GIHIP_NOT_NULL(parameters);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(take_rows(__func__, parameters, &copy));
    return run_async(&copy, stream);
}

hipError_t hipDrvMemcpy2DUnaligned(const hip_Memcpy2D *parameters)
{
    struct copy copy;

    GIHIP_NOT_NULL(parameters);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(take_rows(__func__, parameters, &copy));
    return run(&copy);
}

hipError_t hipDrvMemcpy3D(const HIP_MEMCPY3D *parameters)
{
    struct copy copy;

    GIHIP_NOT_NULL(parameters);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(take_volume(__func__, parameters, &copy));
    return run(&copy);
}

hipError_t hipDrvMemcpy3DAsync(const HIP_MEMCPY3D *parameters, hipStream_t stream)
{
    struct copy copy;

    GIHIP_NOT_NULL(parameters);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(take_volume(__func__, parameters, &copy));
    return run_async(&copy, stream);
}
