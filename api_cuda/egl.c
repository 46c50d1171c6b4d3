/** Frames of EGL's images. */
#include "every/graphics.h"
#include "front.h"
#include "graphics/rows.h"
#include "handles.h"

static unsigned int count_of(const struct gi_channels *channels)
{
    unsigned int count = 0;

    for (int i = 0; i < 4; i++)
        count += channels->bits[i] != 0;
    return count;
}

static cudaEglColorFormat color_of(const struct gi_graphics_frame *found)
{
    if (found->is_bgra)
        return cudaEglColorFormatBGRA;
    if (count_of(&found->channels) == 4)
        return cudaEglColorFormatRGBA;
    return count_of(&found->channels) == 2 ? cudaEglColorFormatRG : cudaEglColorFormatR;
}

cudaError_t cudaGraphicsResourceGetMappedEglFrame(cudaEglFrame *frame,
                                                  cudaGraphicsResource_t resource,
                                                  unsigned int layer, unsigned int level)
{
    const int *bits;
    struct gi_graphics_frame found;

    FRONT_NOT_NULL(frame);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_graphics_frame(front_from_resource(resource), layer, level, &found));
    bits = found.channels.bits;
    *frame = (cudaEglFrame){
        .planeCount = 1, .frameType = cudaEglFrameTypePitch, .eglColorFormat = color_of(&found),
    };
    frame->frame.pPitch[0] = (struct cudaPitchedPtr){
        .ptr = front_to_address(found.pointer), .pitch = found.pitch_bytes,
        .xsize = found.width, .ysize = found.height,
    };
    frame->planeDesc[0] = (cudaEglPlaneDesc){
        .width = found.width, .height = found.height, .pitch = (unsigned int)found.pitch_bytes,
        .numChannels = count_of(&found.channels),
        .channelDesc = { bits[0], bits[1], bits[2], bits[3],
                         (enum cudaChannelFormatKind)found.channels.kind },
    };
    return cudaSuccess;
}
