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
        .pointer = gihip_from_pointer(pointer), .pitch_bytes = pitch, .rows = rows,
    };

    fill->box = box;
    return gi_pitched_fill_end(&to, &fill->box, "pointer", &fill->to);
}

hipError_t hipMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height)
{
    struct fill fill;

    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(take(&fill, pointer, pitch, height, (struct gi_box){ width, height, 1 }));
    return gihip_error(gi_fill_box(&fill.to, (uint8_t)value, 1, &fill.box));
}

hipError_t hipMemset2D_spt(void *pointer, size_t pitch, int value, size_t width, size_t height)
{
    struct fill fill;

    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(take(&fill, pointer, pitch, height, (struct gi_box){ width, height, 1 }));
    return gihip_error(gi_fill_box_per_thread(&fill.to, (uint8_t)value, 1, &fill.box));
}

hipError_t hipMemset2DAsync(void *pointer, size_t pitch, int value, size_t width, size_t height,
                            hipStream_t stream)
{
    struct fill fill;

    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(take(&fill, pointer, pitch, height, (struct gi_box){ width, height, 1 }));
    return gihip_error(gi_fill_box_async(&fill.to, (uint8_t)value, 1, &fill.box,
                                         gihip_from_stream(stream)));
}

hipError_t hipMemset3D(hipPitchedPtr pitched, int value, hipExtent extent)
{
    struct fill fill;

    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(take(&fill, pitched.ptr, pitched.pitch, pitched.ysize,
                   (struct gi_box){ extent.width, extent.height, extent.depth }));
    return gihip_error(gi_fill_box(&fill.to, (uint8_t)value, 1, &fill.box));
}

hipError_t hipMemset3D_spt(hipPitchedPtr pitched, int value, hipExtent extent)
{
    struct fill fill;

    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(take(&fill, pitched.ptr, pitched.pitch, pitched.ysize,
                   (struct gi_box){ extent.width, extent.height, extent.depth }));
    return gihip_error(gi_fill_box_per_thread(&fill.to, (uint8_t)value, 1, &fill.box));
}

hipError_t hipMemset3DAsync(hipPitchedPtr pitched, int value, hipExtent extent,
                            hipStream_t stream)
{
    struct fill fill;

    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(take(&fill, pitched.ptr, pitched.pitch, pitched.ysize,
                   (struct gi_box){ extent.width, extent.height, extent.depth }));
    return gihip_error(gi_fill_box_async(&fill.to, (uint8_t)value, 1, &fill.box,
                                         gihip_from_stream(stream)));
}
