/** A texture of the processor's build of a kernel: packed texels in host memory, read by texel
 *  coordinates, the nearest texel, clamped at the edges. */
#pragma once

struct reference_texture {
    const void *texels;
    int width, height;
    unsigned channels, channel_bytes;
};

static inline int reference_clamp(int place, int count)
{
    return place < 0 ? 0 : place < count ? place : count - 1;
}
