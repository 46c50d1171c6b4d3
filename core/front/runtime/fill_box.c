/** Fills of rows and of volumes. */
#include "front.h"
#include "handles.h"
#include "ops/pitched.h"

static gi_status take_fill(struct gi_fill *fill, const void *pointer, size_t pitch, size_t rows,
                           int value, struct gi_box box)
{
    const struct gi_copy_side to = {
        .name = "pointer", .pointer = front_from_pointer(pointer), .pitch = pitch, .rows = rows,
    };

    fill->box = box;
    fill->pattern = (uint8_t)value;
    fill->pattern_bytes = 1;
    return gi_pitched_fill_end(&to, &fill->box, &fill->dst);
}

gpuError_t gpuMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height)
{
    struct gi_fill fill;

    FRONT_TRY(front_begin());
    FRONT_TRY(take_fill(&fill, pointer, pitch, height, value, (struct gi_box){ width, height, 1 }));
    return front_error(gi_fill(&fill, gi_in_legacy()));
}

gpuError_t gpuMemset2D_per_thread(void *pointer, size_t pitch, int value, size_t width,
                                  size_t height)
{
    struct gi_fill fill;

    FRONT_TRY(front_begin());
    FRONT_TRY(take_fill(&fill, pointer, pitch, height, value, (struct gi_box){ width, height, 1 }));
    return front_error(gi_fill(&fill, gi_in_thread()));
}

gpuError_t gpuMemset2DAsync(void *pointer, size_t pitch, int value, size_t width, size_t height,
                            gpuStream_t stream)
{
    struct gi_fill fill;

    FRONT_TRY(front_begin());
    FRONT_TRY(take_fill(&fill, pointer, pitch, height, value, (struct gi_box){ width, height, 1 }));
    return front_error(gi_fill(&fill, gi_in_stream(front_from_stream(stream))));
}

gpuError_t gpuMemset3D(gpuPitchedPtr pitched, int value, gpuExtent extent)
{
    struct gi_fill fill;

    FRONT_TRY(front_begin());
    FRONT_TRY(take_fill(&fill, pitched.ptr, pitched.pitch, pitched.ysize, value,
                        (struct gi_box){ extent.width, extent.height, extent.depth }));
    return front_error(gi_fill(&fill, gi_in_legacy()));
}

gpuError_t gpuMemset3D_per_thread(gpuPitchedPtr pitched, int value, gpuExtent extent)
{
    struct gi_fill fill;

    FRONT_TRY(front_begin());
    FRONT_TRY(take_fill(&fill, pitched.ptr, pitched.pitch, pitched.ysize, value,
                        (struct gi_box){ extent.width, extent.height, extent.depth }));
    return front_error(gi_fill(&fill, gi_in_thread()));
}

gpuError_t gpuMemset3DAsync(gpuPitchedPtr pitched, int value, gpuExtent extent,
                            gpuStream_t stream)
{
    struct gi_fill fill;

    FRONT_TRY(front_begin());
    FRONT_TRY(take_fill(&fill, pitched.ptr, pitched.pitch, pitched.ysize, value,
                        (struct gi_box){ extent.width, extent.height, extent.depth }));
    return front_error(gi_fill(&fill, gi_in_stream(front_from_stream(stream))));
}
