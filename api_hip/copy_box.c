/** Copies of rows and of volumes. */
#include "front.h"
#include "handles.h"
#include "pitched.h"

/** From where to where a copy goes, once its arguments are translated. */
struct copy {
    struct gi_box_end to, from;
    struct gi_box box;
    int kind;
};

static hipError_t run(const struct copy *copy)
{
    return gihip_error(gi_copy_box(&copy->to, &copy->from, &copy->box, copy->kind));
}

static hipError_t run_per_thread(const struct copy *copy)
{
    return gihip_error(gi_copy_box_per_thread(&copy->to, &copy->from, &copy->box, copy->kind));
}

static hipError_t run_async(const struct copy *copy, hipStream_t stream)
{
    return gihip_error(gi_copy_box_async(&copy->to, &copy->from, &copy->box, copy->kind,
                                         gihip_from_stream(stream)));
}

static gi_status take_rows(struct copy *copy, void *destination, size_t destination_pitch,
                           const void *source, size_t source_pitch, hipMemcpyKind kind)
{
    const struct gi_pitched to = {
        .pointer = gihip_from_pointer(destination), .pitch_bytes = destination_pitch,
    };
    const struct gi_pitched from = {
        .pointer = gihip_from_pointer(source), .pitch_bytes = source_pitch,
    };
    gi_status st = gi_pitched_end(&to, &copy->box, "destination", &copy->to);

    copy->kind = gihip_from_kind(kind);
    return st == GI_OK ? gi_pitched_end(&from, &copy->box, "source", &copy->from) : st;
}

hipError_t hipMemcpy2D(void *destination, size_t destination_pitch, const void *source,
                       size_t source_pitch, size_t width, size_t height,
                       hipMemcpyKind kind)
{
    struct copy copy = { .box = { width, height, 1 } };

    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(take_rows(&copy, destination, destination_pitch, source, source_pitch, kind));
    return run(&copy);
}

hipError_t hipMemcpy2D_spt(void *destination, size_t destination_pitch, const void *source,
                           size_t source_pitch, size_t width, size_t height,
                           hipMemcpyKind kind)
{
    struct copy copy = { .box = { width, height, 1 } };

    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(take_rows(&copy, destination, destination_pitch, source, source_pitch, kind));
    return run_per_thread(&copy);
}

hipError_t hipMemcpy2DAsync(void *destination, size_t destination_pitch, const void *source,
                            size_t source_pitch, size_t width, size_t height,
                            hipMemcpyKind kind, hipStream_t stream)
{
    struct copy copy = { .box = { width, height, 1 } };

    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(take_rows(&copy, destination, destination_pitch, source, source_pitch, kind));
    return run_async(&copy, stream);
}

/** One side of a volume's copy: an array or a pitched pointer, and a position in it. */
static gi_status take_side(const char *caller, const char *what, hipArray_t array,
                           const hipPitchedPtr *pointer, const hipPos *position,
                           const struct gi_box *box, struct gi_box_end *out_end)
{
    const struct gi_pitched pitched = {
        .pointer = gihip_from_pointer(pointer->ptr), .pitch_bytes = pointer->pitch,
        .rows = pointer->ysize, .x_bytes = position->x, .y = position->y, .z = position->z,
    };

    if (array != NULL && pointer->ptr != NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: %s has an array and a pointer, only one may be set",
                       caller, what);
    if (array != NULL)
        return gihip_array_check(caller, array);
    return gi_pitched_end(&pitched, box, what, out_end);
}

static gi_status take_volume(const char *caller, struct copy *copy,
                             const hipMemcpy3DParms *from)
{
    gi_status st;

    copy->box = (struct gi_box){ from->extent.width, from->extent.height, from->extent.depth };
    copy->kind = gihip_from_kind(from->kind);
    st = take_side(caller, "dstPtr", from->dstArray, &from->dstPtr, &from->dstPos, &copy->box,
                   &copy->to);
    if (st == GI_OK)
        st = take_side(caller, "srcPtr", from->srcArray, &from->srcPtr, &from->srcPos, &copy->box,
                       &copy->from);
    return st;
}

hipError_t hipMemcpy3D(const hipMemcpy3DParms *parameters)
{
    struct copy copy = { .kind = 0 };

    GIHIP_NOT_NULL(parameters);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(take_volume(__func__, &copy, parameters));
    return run(&copy);
}

hipError_t hipMemcpy3D_spt(const hipMemcpy3DParms *parameters)
{
    struct copy copy = { .kind = 0 };

    GIHIP_NOT_NULL(parameters);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(take_volume(__func__, &copy, parameters));
    return run_per_thread(&copy);
}

hipError_t hipMemcpy3DAsync(const hipMemcpy3DParms *parameters, hipStream_t stream)
{
    struct copy copy = { .kind = 0 };

    GIHIP_NOT_NULL(parameters);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(take_volume(__func__, &copy, parameters));
    return run_async(&copy, stream);
}
