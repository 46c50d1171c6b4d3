/** Fills of rows and of volumes. */
#include "front.h"
#include "handles.h"
#include "pitched.h"

/** A fill, once its arguments are translated. */
struct fill {
    struct gi_box_end to;
    struct gi_box box;
};

static gi_status take(struct fill *fill, const void *pointer, size_t pitch, size_t rows,
                      struct gi_box box)
{
    const struct gi_pitched to = {
        .pointer = front_from_pointer(pointer), .pitch_bytes = pitch, .rows = rows,
    };

    fill->box = box;
    return gi_pitched_fill_end(&to, &fill->box, "pointer", &fill->to);
}

gpuError_t gpuMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height)
{
    struct fill fill;

    FRONT_TRY(front_begin());
    FRONT_TRY(take(&fill, pointer, pitch, height, (struct gi_box){ width, height, 1 }));
    return front_error(gi_fill_box(&fill.to, (uint8_t)value, 1, &fill.box));
}

gpuError_t gpuMemset2D_per_thread(void *pointer, size_t pitch, int value, size_t width,
                                  size_t height)
{
    struct fill fill;

    FRONT_TRY(front_begin());
    FRONT_TRY(take(&fill, pointer, pitch, height, (struct gi_box){ width, height, 1 }));
    return front_error(gi_fill_box_per_thread(&fill.to, (uint8_t)value, 1, &fill.box));
}

gpuError_t gpuMemset2DAsync(void *pointer, size_t pitch, int value, size_t width, size_t height,
                            gpuStream_t stream)
{
    struct fill fill;

    FRONT_TRY(front_begin());
    FRONT_TRY(take(&fill, pointer, pitch, height, (struct gi_box){ width, height, 1 }));
    return front_error(gi_fill_box_async(&fill.to, (uint8_t)value, 1, &fill.box,
                                         front_from_stream(stream)));
}

gpuError_t gpuMemset3D(gpuPitchedPtr pitched, int value, gpuExtent extent)
{
    struct fill fill;

    FRONT_TRY(front_begin());
    FRONT_TRY(take(&fill, pitched.ptr, pitched.pitch, pitched.ysize,
                   (struct gi_box){ extent.width, extent.height, extent.depth }));
    return front_error(gi_fill_box(&fill.to, (uint8_t)value, 1, &fill.box));
}

gpuError_t gpuMemset3D_per_thread(gpuPitchedPtr pitched, int value, gpuExtent extent)
{
    struct fill fill;

    FRONT_TRY(front_begin());
    FRONT_TRY(take(&fill, pitched.ptr, pitched.pitch, pitched.ysize,
                   (struct gi_box){ extent.width, extent.height, extent.depth }));
    return front_error(gi_fill_box_per_thread(&fill.to, (uint8_t)value, 1, &fill.box));
}

gpuError_t gpuMemset3DAsync(gpuPitchedPtr pitched, int value, gpuExtent extent,
                            gpuStream_t stream)
{
    struct fill fill;

    FRONT_TRY(front_begin());
    FRONT_TRY(take(&fill, pitched.ptr, pitched.pitch, pitched.ysize,
                   (struct gi_box){ extent.width, extent.height, extent.depth }));
    return front_error(gi_fill_box_async(&fill.to, (uint8_t)value, 1, &fill.box,
                                         front_from_stream(stream)));
}
