/** Frames of EGL's images for the driver interface. */
#include "driver/element.h"
#include "every/graphics.h"
#include "front.h"
#include "graphics/rows.h"

static CUeglColorFormat color_of(const struct gi_graphics_frame *found, unsigned int channels)
{
    if (found->is_bgra)
        return CU_EGL_COLOR_FORMAT_BGRA;
    if (channels == 4)
        return CU_EGL_COLOR_FORMAT_RGBA;
    return channels == 2 ? CU_EGL_COLOR_FORMAT_RG : CU_EGL_COLOR_FORMAT_R;
}

CUresult cuGraphicsResourceGetMappedEglFrame(CUeglFrame *frame, CUgraphicsResource resource,
                                             unsigned int layer, unsigned int level)
{
    struct gi_graphics_frame found;
    CUarray_format format;
    unsigned int channels;

    FRONT_NOT_NULL(frame);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_graphics_frame(front_from_resource(resource), layer, level, &found));
    FRONT_TRY(front_to_element(__func__, &found.channels, &format, &channels));
    *frame = (CUeglFrame){
        .width = found.width, .height = found.height, .pitch = (unsigned int)found.pitch_bytes,
        .planeCount = 1, .numChannels = channels, .frameType = CU_EGL_FRAME_TYPE_PITCH,
        .eglColorFormat = color_of(&found, channels), .cuFormat = format,
    };
    frame->frame.pPitch[0] = (void *)(uintptr_t)found.pointer;
    return CUDA_SUCCESS;
}
