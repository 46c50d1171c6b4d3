/** Structs that describe copies of volumes; each operand has a memory type. */
#include "volume_struct.h"

#include "device_pointer.h"
#include "handles.h"

/** One operand; its type selects the member that is used. */
struct side {
    gpuMemoryType type;
    const void *host;
    gpuDeviceptr_t device;
    gpuArray_t array;
};

/** Fills in the rest of an operand that has a name, a position and a pitch. */
static gi_status take_side(const char *caller, const struct side *side,
                           const struct gi_copy *form, struct gi_copy_side *out_side)
{
    switch (side->type) {
    FRONT_CASES_OF_HOST:
        out_side->declared = GI_DECLARED_HOST;
        out_side->pointer = front_from_pointer(side->host);
        break;
    FRONT_CASES_OF_DEVICE:
        out_side->declared = GI_DECLARED_DEVICE;
        out_side->pointer = front_from_device(side->device);
        break;
    case gpuMemoryTypeUnified:
        out_side->pointer = front_from_device(side->device);
        break;
    case gpuMemoryTypeArray:
        if (side->array == NULL)
            return gi_fail(GI_INVALID_VALUE, "%s: %sArray is NULL", caller, out_side->name);
        out_side->declared = GI_DECLARED_ARRAY;
        out_side->array = front_from_array(side->array);
        return GI_OK;
    default:
        return gi_fail(GI_INVALID_VALUE, "%s: %sMemoryType is %d, which is none", caller,
                       out_side->name, (int)side->type);
    }
    if (out_side->pitch == 0)            /* tightly packed */
        out_side->pitch = out_side->x + form->width;
    if (out_side->rows == 0)
        out_side->rows = out_side->y + form->height;
    if (FRONT_CHECKS_ROWS && form->width != 0 && form->depth != 0 &&
        form->height > 0 && out_side->y + form->height > out_side->rows)
        return gi_fail(GI_INVALID_VALUE, "%s: %zu rows from %sY %zu on are more than %sHeight, "
                       "%zu", caller, (size_t)form->height, out_side->name, (size_t)out_side->y,
                       out_side->name, (size_t)out_side->rows);
    return GI_OK;
}

gi_status front_take_struct(const char *caller, const GPU_MEMCPY3D *from, struct gi_copy *form)
{
    const struct side dst = {
        from->dstMemoryType, from->dstHost, from->dstDevice, from->dstArray,
    };
    const struct side src = {
        from->srcMemoryType, from->srcHost, from->srcDevice, from->srcArray,
    };
    gi_status st;

    if (FRONT_CHECKS_LEVELS && (from->dstLOD != 0 || from->srcLOD != 0))
        return gi_fail(GI_INVALID_VALUE, "%s: dstLOD is %zu and srcLOD is %zu; both must be 0",
                       caller, from->dstLOD, from->srcLOD);
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
