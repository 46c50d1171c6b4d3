/** Copies of rows and of volumes. */
#include "copy_volume.h"

#include "front.h"
#include "handles.h"

static struct gi_copy rows_of(void *destination, size_t destination_pitch, const void *source,
                              size_t source_pitch, size_t width, size_t height,
                              gpuMemcpyKind kind)
{
    return (struct gi_copy){
        .measure = GI_COPY_BYTES,
        .dst = { .name = "destination", .pointer = front_from_pointer(destination),
                 .pitch = destination_pitch },
        .src = { .name = "source", .pointer = front_from_pointer(source), .pitch = source_pitch },
        .width = width, .height = height, .depth = 1, .kind = front_from_kind(kind),
    };
}

gpuError_t gpuMemcpy2D(void *destination, size_t destination_pitch, const void *source,
                       size_t source_pitch, size_t width, size_t height,
                       gpuMemcpyKind kind)
{
    const struct gi_copy form = rows_of(destination, destination_pitch, source, source_pitch,
                                        width, height, kind);

    FRONT_TRY(front_begin());
    return front_error(gi_copy(&form, gi_in_legacy()));
}

gpuError_t gpuMemcpy2D_per_thread(void *destination, size_t destination_pitch, const void *source,
                                  size_t source_pitch, size_t width, size_t height,
                                  gpuMemcpyKind kind)
{
    const struct gi_copy form = rows_of(destination, destination_pitch, source, source_pitch,
                                        width, height, kind);

    FRONT_TRY(front_begin());
    return front_error(gi_copy(&form, gi_in_thread()));
}

gpuError_t gpuMemcpy2DAsync(void *destination, size_t destination_pitch, const void *source,
                            size_t source_pitch, size_t width, size_t height,
                            gpuMemcpyKind kind, gpuStream_t stream)
{
    const struct gi_copy form = rows_of(destination, destination_pitch, source, source_pitch,
                                        width, height, kind);

    FRONT_TRY(front_begin());
    return front_error(gi_copy(&form, gi_in_stream(front_from_stream(stream))));
}

/** Describes one operand of a volume's copy: an array or a pitched pointer, and a position in
 *  it. */
static gi_status take_side(const char *caller, const char *what, gpuArray_t array,
                           const gpuPitchedPtr *pointer, const gpuPos *position,
                           struct gi_copy_side *out_side)
{
    *out_side = (struct gi_copy_side){
        .name = what, .declared = array != NULL ? GI_DECLARED_ARRAY : GI_DECLARED_NOTHING,
        .array = front_from_array(array),
        .x = position->x, .y = position->y, .z = position->z,
        .pointer = front_from_pointer(pointer->ptr), .pitch = pointer->pitch,
        .rows = pointer->ysize,
    };
    if (array != NULL && pointer->ptr != NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: %s has an array and a pointer, only one may be set",
                       caller, what);
    return GI_OK;
}

gi_status front_take_volume(const char *caller, struct gi_copy *form,
                            const gpuMemcpy3DParms *from)
{
    gi_status st;

    *form = (struct gi_copy){
        .measure = FRONT_VOLUME_MEASURE, .width = from->extent.width, .height = from->extent.height,
        .depth = from->extent.depth, .kind = front_from_kind(from->kind),
    };
    st = take_side(caller, "dstPtr", from->dstArray, &from->dstPtr, &from->dstPos, &form->dst);
    if (st == GI_OK)
        st = take_side(caller, "srcPtr", from->srcArray, &from->srcPtr, &from->srcPos, &form->src);
    return st;
}

gpuError_t gpuMemcpy3D(const gpuMemcpy3DParms *parameters)
{
    struct gi_copy form;

    FRONT_NOT_NULL(parameters);
    FRONT_TRY(front_begin());
    FRONT_TRY(front_take_volume(__func__, &form, parameters));
    return front_error(gi_copy(&form, gi_in_legacy()));
}

gpuError_t gpuMemcpy3D_per_thread(const gpuMemcpy3DParms *parameters)
{
    struct gi_copy form;

    FRONT_NOT_NULL(parameters);
    FRONT_TRY(front_begin());
    FRONT_TRY(front_take_volume(__func__, &form, parameters));
    return front_error(gi_copy(&form, gi_in_thread()));
}

gpuError_t gpuMemcpy3DAsync(const gpuMemcpy3DParms *parameters, gpuStream_t stream)
{
    struct gi_copy form;

    FRONT_NOT_NULL(parameters);
    FRONT_TRY(front_begin());
    FRONT_TRY(front_take_volume(__func__, &form, parameters));
    return front_error(gi_copy(&form, gi_in_stream(front_from_stream(stream))));
}
