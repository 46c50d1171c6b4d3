/** Fills of rows and of volumes. */
#include "front.h"
#include "handles.h"
#include "per_thread.h"
#include "pitched.h"

static gi_status take(struct gi_fill *fill, const void *pointer, size_t pitch, size_t rows,
                      int value, struct gi_box box)
{
    const struct gi_pitched to = {
        .pointer = gicuda_from_pointer(pointer), .pitch_bytes = pitch, .rows = rows,
    };

    *fill = (struct gi_fill){ .box = box, .pattern = (uint8_t)value, .pattern_bytes = 1 };
    return gi_pitched_fill_end(&to, &fill->box, "pointer", &fill->dst);
}

cudaError_t cudaMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height)
{
    struct gi_fill fill;

    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(take(&fill, pointer, pitch, height, value, (struct gi_box){ width, height, 1 }));
    return gicuda_error(gi_fill(&fill, gi_in_legacy()));
}

cudaError_t cudaMemset2D_ptds(void *pointer, size_t pitch, int value, size_t width, size_t height)
{
    struct gi_fill fill;

    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(take(&fill, pointer, pitch, height, value, (struct gi_box){ width, height, 1 }));
    return gicuda_error(gi_fill(&fill, gi_in_thread()));
}

cudaError_t cudaMemset2DAsync(void *pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream)
{
    struct gi_fill fill;

    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(take(&fill, pointer, pitch, height, value, (struct gi_box){ width, height, 1 }));
    return gicuda_error(gi_fill(&fill, gi_in_stream(gicuda_from_stream(stream))));
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr pitched, int value, struct cudaExtent extent)
{
    struct gi_fill fill;

    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(take(&fill, pitched.ptr, pitched.pitch, pitched.ysize, value,
                    (struct gi_box){ extent.width, extent.height, extent.depth }));
    return gicuda_error(gi_fill(&fill, gi_in_legacy()));
}

cudaError_t cudaMemset3D_ptds(struct cudaPitchedPtr pitched, int value, struct cudaExtent extent)
{
    struct gi_fill fill;

    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(take(&fill, pitched.ptr, pitched.pitch, pitched.ysize, value,
                    (struct gi_box){ extent.width, extent.height, extent.depth }));
    return gicuda_error(gi_fill(&fill, gi_in_thread()));
}

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr pitched, int value, struct cudaExtent extent,
                              cudaStream_t stream)
{
    struct gi_fill fill;

    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(take(&fill, pitched.ptr, pitched.pitch, pitched.ysize, value,
                    (struct gi_box){ extent.width, extent.height, extent.depth }));
    return gicuda_error(gi_fill(&fill, gi_in_stream(gicuda_from_stream(stream))));
}
