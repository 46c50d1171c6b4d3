/** Copies of rows and of volumes. */
#include "copy.h"
#include "front.h"
#include "handles.h"
#include "per_thread.h"

static struct gi_copy rows_of(void *destination, size_t destination_pitch, const void *source,
                                   size_t source_pitch, size_t width, size_t height,
                                   enum cudaMemcpyKind kind)
{
    return (struct gi_copy){
        .measure = GI_COPY_BYTES,
        .dst = { .name = "destination", .pointer = gicuda_from_pointer(destination),
                 .pitch = destination_pitch },
        .src = { .name = "source", .pointer = gicuda_from_pointer(source), .pitch = source_pitch },
        .width = width, .height = height, .depth = 1, .kind = (int)kind,
    };
}

cudaError_t cudaMemcpy2D(void *destination, size_t destination_pitch, const void *source,
                         size_t source_pitch, size_t width, size_t height,
                         enum cudaMemcpyKind kind)
{
    const struct gi_copy form = rows_of(destination, destination_pitch, source, source_pitch,
                                             width, height, kind);

    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_copy(&form, gi_in_legacy()));
}

cudaError_t cudaMemcpy2D_ptds(void *destination, size_t destination_pitch, const void *source,
                              size_t source_pitch, size_t width, size_t height,
                              enum cudaMemcpyKind kind)
{
    const struct gi_copy form = rows_of(destination, destination_pitch, source, source_pitch,
                                             width, height, kind);

    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_copy(&form, gi_in_thread()));
}

cudaError_t cudaMemcpy2DAsync(void *destination, size_t destination_pitch, const void *source,
                              size_t source_pitch, size_t width, size_t height,
                              enum cudaMemcpyKind kind, cudaStream_t stream)
{
    const struct gi_copy form = rows_of(destination, destination_pitch, source, source_pitch,
                                             width, height, kind);

    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_copy(&form, gi_in_stream(gicuda_from_stream(stream))));
}

/** One side of a volume's copy: an array or a pitched pointer, and a position in it. */
static gi_status take_side(const char *caller, const char *what, cudaArray_t array,
                           const struct cudaPitchedPtr *pointer, const struct cudaPos *position,
                           struct gi_copy_side *out_side)
{
    *out_side = (struct gi_copy_side){
        .name = what, .said = array != NULL ? GI_SAID_ARRAY : GI_SAID_NOTHING,
        .array = gicuda_from_array(array),
        .x = position->x, .y = position->y, .z = position->z,
        .pointer = gicuda_from_pointer(pointer->ptr), .pitch = pointer->pitch,
        .rows = pointer->ysize,
    };
    if (array != NULL && pointer->ptr != NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: %s has an array and a pointer, only one may be set",
                       caller, what);
    return GI_OK;
}

static gi_status take_volume(const char *caller, struct gi_copy *form,
                             const struct cudaMemcpy3DParms *from)
{
    gi_status st;

    *form = (struct gi_copy){
        .measure = GI_COPY_ELEMENTS, .width = from->extent.width, .height = from->extent.height,
        .depth = from->extent.depth, .kind = (int)from->kind,
    };
    st = take_side(caller, "dstPtr", from->dstArray, &from->dstPtr, &from->dstPos, &form->dst);
    if (st == GI_OK)
        st = take_side(caller, "srcPtr", from->srcArray, &from->srcPtr, &from->srcPos, &form->src);
    return st;
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *parameters)
{
    struct gi_copy form;

    GICUDA_NOT_NULL(parameters);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(take_volume(__func__, &form, parameters));
    return gicuda_error(gi_copy(&form, gi_in_legacy()));
}

cudaError_t cudaMemcpy3D_ptds(const struct cudaMemcpy3DParms *parameters)
{
    struct gi_copy form;

    GICUDA_NOT_NULL(parameters);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(take_volume(__func__, &form, parameters));
    return gicuda_error(gi_copy(&form, gi_in_thread()));
}

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *parameters, cudaStream_t stream)
{
    struct gi_copy form;

    GICUDA_NOT_NULL(parameters);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(take_volume(__func__, &form, parameters));
    return gicuda_error(gi_copy(&form, gi_in_stream(gicuda_from_stream(stream))));
}

/** Between devices it is the pointers and arrays that say which; the ordinals have to exist. */
static gi_status take_peer_volume(const char *caller, struct gi_copy *form,
                                  const struct cudaMemcpy3DPeerParms *from)
{
    const struct cudaMemcpy3DParms same = {
        .srcArray = from->srcArray, .srcPos = from->srcPos, .srcPtr = from->srcPtr,
        .dstArray = from->dstArray, .dstPos = from->dstPos, .dstPtr = from->dstPtr,
        .extent = from->extent, .kind = cudaMemcpyDeviceToDevice,
    };
    int ordinal;
    gi_status st = gi_visible_to_core(&gicuda_visible, from->dstDevice, &ordinal);

    if (st == GI_OK)
        st = gi_visible_to_core(&gicuda_visible, from->srcDevice, &ordinal);
    return st == GI_OK ? take_volume(caller, form, &same) : st;
}

cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *parameters)
{
    struct gi_copy form;

    GICUDA_NOT_NULL(parameters);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(take_peer_volume(__func__, &form, parameters));
    return gicuda_error(gi_copy(&form, gi_in_legacy()));
}

cudaError_t cudaMemcpy3DPeer_ptds(const struct cudaMemcpy3DPeerParms *parameters)
{
    struct gi_copy form;

    GICUDA_NOT_NULL(parameters);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(take_peer_volume(__func__, &form, parameters));
    return gicuda_error(gi_copy(&form, gi_in_thread()));
}

cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *parameters,
                                  cudaStream_t stream)
{
    struct gi_copy form;

    GICUDA_NOT_NULL(parameters);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(take_peer_volume(__func__, &form, parameters));
    return gicuda_error(gi_copy(&form, gi_in_stream(gicuda_from_stream(stream))));
}
