/** Fills of rows and of volumes. */
#include "front.h"
#include "handles.h"
#include "pitched.h"

static gi_status take(struct gi_fill *fill, const void *pointer, size_t pitch, size_t rows,
                      int value, struct gi_box box)
{
    const struct gi_pitched to = {
        .pointer = gihip_from_pointer(pointer), .pitch_bytes = pitch, .rows = rows,
    };

    *fill = (struct gi_fill){ .box = box, .pattern = (uint8_t)value, .pattern_bytes = 1 };
    return gi_pitched_fill_end(&to, &fill->box, "pointer", &fill->dst);
}

hipError_t hipMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height)
{
    struct gi_fill fill;

    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(take(&fill, pointer, pitch, height, value, (struct gi_box){ width, height, 1 }));
    return gihip_error(gi_fill(&fill, gi_in_legacy()));
}

hipError_t hipMemset2D_spt(void *pointer, size_t pitch, int value, size_t width, size_t height)
{
    struct gi_fill fill;

    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(take(&fill, pointer, pitch, height, value, (struct gi_box){ width, height, 1 }));
    return gihip_error(gi_fill(&fill, gi_in_thread()));
}

hipError_t hipMemset2DAsync(void *pointer, size_t pitch, int value, size_t width, size_t height,
                            hipStream_t stream)
{
    struct gi_fill fill;

    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(take(&fill, pointer, pitch, height, value, (struct gi_box){ width, height, 1 }));
    return gihip_error(gi_fill(&fill, gi_in_stream(gihip_from_stream(stream))));
}

hipError_t hipMemset3D(hipPitchedPtr pitched, int value, hipExtent extent)
{
    struct gi_fill fill;

    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(take(&fill, pitched.ptr, pitched.pitch, pitched.ysize, value,
                   (struct gi_box){ extent.width, extent.height, extent.depth }));
    return gihip_error(gi_fill(&fill, gi_in_legacy()));
}

hipError_t hipMemset3D_spt(hipPitchedPtr pitched, int value, hipExtent extent)
{
    struct gi_fill fill;

    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(take(&fill, pitched.ptr, pitched.pitch, pitched.ysize, value,
                   (struct gi_box){ extent.width, extent.height, extent.depth }));
    return gihip_error(gi_fill(&fill, gi_in_thread()));
}

hipError_t hipMemset3DAsync(hipPitchedPtr pitched, int value, hipExtent extent,
                            hipStream_t stream)
{
    struct gi_fill fill;

    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(take(&fill, pitched.ptr, pitched.pitch, pitched.ysize, value,
                   (struct gi_box){ extent.width, extent.height, extent.depth }));
    return gihip_error(gi_fill(&fill, gi_in_stream(gihip_from_stream(stream))));
}
