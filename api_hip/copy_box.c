/** Copies of rows and of volumes. */
#include "copy.h"
#include "front.h"
#include "handles.h"

static struct gi_copy rows_of(void *destination, size_t destination_pitch, const void *source,
                                   size_t source_pitch, size_t width, size_t height,
                                   hipMemcpyKind kind)
{
    return (struct gi_copy){
        .measure = GI_COPY_BYTES,
        .dst = { .name = "destination", .pointer = gihip_from_pointer(destination),
                 .pitch = destination_pitch },
        .src = { .name = "source", .pointer = gihip_from_pointer(source), .pitch = source_pitch },
        .width = width, .height = height, .depth = 1, .kind = gihip_from_kind(kind),
    };
}

hipError_t hipMemcpy2D(void *destination, size_t destination_pitch, const void *source,
                       size_t source_pitch, size_t width, size_t height,
                       hipMemcpyKind kind)
{
    const struct gi_copy form = rows_of(destination, destination_pitch, source, source_pitch,
                                             width, height, kind);

    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_copy(&form, gi_in_legacy()));
}

hipError_t hipMemcpy2D_spt(void *destination, size_t destination_pitch, const void *source,
                           size_t source_pitch, size_t width, size_t height,
                           hipMemcpyKind kind)
{
    const struct gi_copy form = rows_of(destination, destination_pitch, source, source_pitch,
                                             width, height, kind);

    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_copy(&form, gi_in_thread()));
}

hipError_t hipMemcpy2DAsync(void *destination, size_t destination_pitch, const void *source,
                            size_t source_pitch, size_t width, size_t height,
                            hipMemcpyKind kind, hipStream_t stream)
{
    const struct gi_copy form = rows_of(destination, destination_pitch, source, source_pitch,
                                             width, height, kind);

    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_copy(&form, gi_in_stream(gihip_from_stream(stream))));
}

/** One side of a volume's copy: an array or a pitched pointer, and a position in it. */
static gi_status take_side(const char *caller, const char *what, hipArray_t array,
                           const hipPitchedPtr *pointer, const hipPos *position,
                           struct gi_copy_side *out_side)
{
    *out_side = (struct gi_copy_side){
        .name = what, .said = array != NULL ? GI_SAID_ARRAY : GI_SAID_NOTHING,
        .array = gihip_from_array(array),
        .x = position->x, .y = position->y, .z = position->z,
        .pointer = gihip_from_pointer(pointer->ptr), .pitch = pointer->pitch,
        .rows = pointer->ysize,
    };
    if (array != NULL && pointer->ptr != NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: %s has an array and a pointer, only one may be set",
                       caller, what);
    return GI_OK;
}

static gi_status take_volume(const char *caller, struct gi_copy *form,
                             const hipMemcpy3DParms *from)
{
    gi_status st;

    *form = (struct gi_copy){
        .measure = GI_COPY_TEXELS, .width = from->extent.width, .height = from->extent.height,
        .depth = from->extent.depth, .kind = gihip_from_kind(from->kind),
    };
    st = take_side(caller, "dstPtr", from->dstArray, &from->dstPtr, &from->dstPos, &form->dst);
    if (st == GI_OK)
        st = take_side(caller, "srcPtr", from->srcArray, &from->srcPtr, &from->srcPos, &form->src);
    return st;
}

hipError_t hipMemcpy3D(const hipMemcpy3DParms *parameters)
{
    struct gi_copy form;

    GIHIP_NOT_NULL(parameters);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(take_volume(__func__, &form, parameters));
    return gihip_error(gi_copy(&form, gi_in_legacy()));
}

hipError_t hipMemcpy3D_spt(const hipMemcpy3DParms *parameters)
{
    struct gi_copy form;

    GIHIP_NOT_NULL(parameters);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(take_volume(__func__, &form, parameters));
    return gihip_error(gi_copy(&form, gi_in_thread()));
}

hipError_t hipMemcpy3DAsync(const hipMemcpy3DParms *parameters, hipStream_t stream)
{
    struct gi_copy form;

    GIHIP_NOT_NULL(parameters);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(take_volume(__func__, &form, parameters));
    return gihip_error(gi_copy(&form, gi_in_stream(gihip_from_stream(stream))));
}
