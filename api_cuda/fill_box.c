/** Fills of rows and of volumes. */
#include "front.h"
#include "handles.h"
#include "per_thread.h"
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
        .pointer = gicuda_from_pointer(pointer), .pitch_bytes = pitch, .rows = rows,
    };

    fill->box = box;
    return gi_pitched_fill_end(&to, &fill->box, "pointer", &fill->to);
}

cudaError_t cudaMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height)
{
    struct fill fill;

    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(take(&fill, pointer, pitch, height, (struct gi_box){ width, height, 1 }));
    return gicuda_error(gi_fill_box(&fill.to, (uint8_t)value, 1, &fill.box));
}

cudaError_t cudaMemset2D_ptds(void *pointer, size_t pitch, int value, size_t width, size_t height)
{
    struct fill fill;

    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(take(&fill, pointer, pitch, height, (struct gi_box){ width, height, 1 }));
    return gicuda_error(gi_fill_box_per_thread(&fill.to, (uint8_t)value, 1, &fill.box));
}

cudaError_t cudaMemset2DAsync(void *pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream)
{
    struct fill fill;

    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(take(&fill, pointer, pitch, height, (struct gi_box){ width, height, 1 }));
    return gicuda_error(gi_fill_box_async(&fill.to, (uint8_t)value, 1, &fill.box,
                                          gicuda_from_stream(stream)));
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr pitched, int value, struct cudaExtent extent)
{
    struct fill fill;

    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(take(&fill, pitched.ptr, pitched.pitch, pitched.ysize,
                    (struct gi_box){ extent.width, extent.height, extent.depth }));
    return gicuda_error(gi_fill_box(&fill.to, (uint8_t)value, 1, &fill.box));
}

cudaError_t cudaMemset3D_ptds(struct cudaPitchedPtr pitched, int value, struct cudaExtent extent)
{
    struct fill fill;

    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(take(&fill, pitched.ptr, pitched.pitch, pitched.ysize,
                    (struct gi_box){ extent.width, extent.height, extent.depth }));
    return gicuda_error(gi_fill_box_per_thread(&fill.to, (uint8_t)value, 1, &fill.box));
}

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr pitched, int value, struct cudaExtent extent,
                              cudaStream_t stream)
{
    struct fill fill;

    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(take(&fill, pitched.ptr, pitched.pitch, pitched.ysize,
                    (struct gi_box){ extent.width, extent.height, extent.depth }));
    return gicuda_error(gi_fill_box_async(&fill.to, (uint8_t)value, 1, &fill.box,
                                          gicuda_from_stream(stream)));
}
