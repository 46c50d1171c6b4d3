/** Copies of volumes between devices. */
#include "runtime/copy_volume.h"
#include "front.h"
#include "handles.h"
#include "per_thread.h"

/** Translates a volume between devices. The pointers and arrays decide the devices; the ordinals
 *  are only checked. */
static gi_status take_peer_volume(const char *caller, struct gi_copy *form,
                                  const struct cudaMemcpy3DPeerParms *from)
{
    const struct cudaMemcpy3DParms same = {
        .srcArray = from->srcArray, .srcPos = from->srcPos, .srcPtr = from->srcPtr,
        .dstArray = from->dstArray, .dstPos = from->dstPos, .dstPtr = from->dstPtr,
        .extent = from->extent, .kind = cudaMemcpyDeviceToDevice,
    };
    int ordinal;
    gi_status st = gi_visible_to_core(&front_interface, from->dstDevice, &ordinal);

    if (st == GI_OK)
        st = gi_visible_to_core(&front_interface, from->srcDevice, &ordinal);
    return st == GI_OK ? front_take_volume(caller, form, &same) : st;
}

cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *parameters)
{
    struct gi_copy form;

    FRONT_NOT_NULL(parameters);
    FRONT_TRY(front_begin());
    FRONT_TRY(take_peer_volume(__func__, &form, parameters));
    return front_error(gi_copy(&form, gi_in_legacy()));
}

cudaError_t cudaMemcpy3DPeer_ptds(const struct cudaMemcpy3DPeerParms *parameters)
{
    struct gi_copy form;

    FRONT_NOT_NULL(parameters);
    FRONT_TRY(front_begin());
    FRONT_TRY(take_peer_volume(__func__, &form, parameters));
    return front_error(gi_copy(&form, gi_in_thread()));
}

cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *parameters,
                                  cudaStream_t stream)
{
    struct gi_copy form;

    FRONT_NOT_NULL(parameters);
    FRONT_TRY(front_begin());
    FRONT_TRY(take_peer_volume(__func__, &form, parameters));
    return front_error(gi_copy(&form, gi_in_stream(front_from_stream(stream))));
}
