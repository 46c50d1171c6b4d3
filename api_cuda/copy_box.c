/** Copies of rows and of volumes. */
#include "front.h"
#include "handles.h"
#include "per_thread.h"
#include "pitched.h"

/** From where to where a copy goes, once its arguments are translated. */
struct copy {
    struct gi_box_end to, from;
    struct gi_box box;
    int kind;
};

static cudaError_t run(const struct copy *copy)
{
    return gicuda_error(gi_copy_box(&copy->to, &copy->from, &copy->box, copy->kind));
}

static cudaError_t run_per_thread(const struct copy *copy)
{
    return gicuda_error(gi_copy_box_per_thread(&copy->to, &copy->from, &copy->box, copy->kind));
}

static cudaError_t run_async(const struct copy *copy, cudaStream_t stream)
{
    return gicuda_error(gi_copy_box_async(&copy->to, &copy->from, &copy->box, copy->kind,
                                          gicuda_from_stream(stream)));
}

static gi_status take_rows(struct copy *copy, void *destination, size_t destination_pitch,
                           const void *source, size_t source_pitch, enum cudaMemcpyKind kind)
{
    const struct gi_pitched to = {
        .pointer = gicuda_from_pointer(destination), .pitch_bytes = destination_pitch,
    };
    const struct gi_pitched from = {
        .pointer = gicuda_from_pointer(source), .pitch_bytes = source_pitch,
    };
    gi_status st = gi_pitched_end(&to, &copy->box, "destination", &copy->to);

    copy->kind = (int)kind;
    return st == GI_OK ? gi_pitched_end(&from, &copy->box, "source", &copy->from) : st;
}

cudaError_t cudaMemcpy2D(void *destination, size_t destination_pitch, const void *source,
                         size_t source_pitch, size_t width, size_t height,
                         enum cudaMemcpyKind kind)
{
    struct copy copy = { .box = { width, height, 1 } };

    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(take_rows(&copy, destination, destination_pitch, source, source_pitch, kind));
    return run(&copy);
}

cudaError_t cudaMemcpy2D_ptds(void *destination, size_t destination_pitch, const void *source,
                              size_t source_pitch, size_t width, size_t height,
                              enum cudaMemcpyKind kind)
{
    struct copy copy = { .box = { width, height, 1 } };

    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(take_rows(&copy, destination, destination_pitch, source, source_pitch, kind));
    return run_per_thread(&copy);
}

cudaError_t cudaMemcpy2DAsync(void *destination, size_t destination_pitch, const void *source,
                              size_t source_pitch, size_t width, size_t height,
                              enum cudaMemcpyKind kind, cudaStream_t stream)
{
    struct copy copy = { .box = { width, height, 1 } };

    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(take_rows(&copy, destination, destination_pitch, source, source_pitch, kind));
    return run_async(&copy, stream);
}

/** One side of a volume's copy: an array or a pitched pointer, and a position in it. */
static gi_status take_side(const char *caller, const char *what, cudaArray_t array,
                           const struct cudaPitchedPtr *pointer, const struct cudaPos *position,
                           const struct gi_box *box, struct gi_box_end *out_end)
{
    const struct gi_pitched pitched = {
        .pointer = gicuda_from_pointer(pointer->ptr), .pitch_bytes = pointer->pitch,
        .rows = pointer->ysize, .x_bytes = position->x, .y = position->y, .z = position->z,
    };

    if (array != NULL && pointer->ptr != NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: %s has an array and a pointer, only one may be set",
                       caller, what);
    if (array != NULL)
        return gicuda_array_check(caller, array);
    return gi_pitched_end(&pitched, box, what, out_end);
}

static gi_status take_volume(const char *caller, struct copy *copy,
                             const struct cudaMemcpy3DParms *from)
{
    gi_status st;

    copy->box = (struct gi_box){ from->extent.width, from->extent.height, from->extent.depth };
    copy->kind = (int)from->kind;
    st = take_side(caller, "dstPtr", from->dstArray, &from->dstPtr, &from->dstPos, &copy->box,
                   &copy->to);
    if (st == GI_OK)
        st = take_side(caller, "srcPtr", from->srcArray, &from->srcPtr, &from->srcPos, &copy->box,
                       &copy->from);
    return st;
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *parameters)
{
    struct copy copy = { .kind = 0 };

    GICUDA_NOT_NULL(parameters);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(take_volume(__func__, &copy, parameters));
    return run(&copy);
}

cudaError_t cudaMemcpy3D_ptds(const struct cudaMemcpy3DParms *parameters)
{
    struct copy copy = { .kind = 0 };

    GICUDA_NOT_NULL(parameters);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(take_volume(__func__, &copy, parameters));
    return run_per_thread(&copy);
}

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *parameters, cudaStream_t stream)
{
    struct copy copy = { .kind = 0 };

    GICUDA_NOT_NULL(parameters);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(take_volume(__func__, &copy, parameters));
    return run_async(&copy, stream);
}

/** Between devices it is the pointers that say which; the ordinals have to exist. */
static gi_status take_peer_volume(const char *caller, struct copy *copy,
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
    return st == GI_OK ? take_volume(caller, copy, &same) : st;
}

cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *parameters)
{
    struct copy copy = { .kind = 0 };

    GICUDA_NOT_NULL(parameters);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(take_peer_volume(__func__, &copy, parameters));
    return run(&copy);
}

cudaError_t cudaMemcpy3DPeer_ptds(const struct cudaMemcpy3DPeerParms *parameters)
{
    struct copy copy = { .kind = 0 };

    GICUDA_NOT_NULL(parameters);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(take_peer_volume(__func__, &copy, parameters));
    return run_per_thread(&copy);
}

cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *parameters,
                                  cudaStream_t stream)
{
    struct copy copy = { .kind = 0 };

    GICUDA_NOT_NULL(parameters);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(take_peer_volume(__func__, &copy, parameters));
    return run_async(&copy, stream);
}
