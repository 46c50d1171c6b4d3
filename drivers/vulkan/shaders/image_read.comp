// Copies a box from an image to memory.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "image.glsl"

uvec4 fetch(uint at_x, uint at_y, uint at_z)
{
    uvec4 unit = uvec4(0u);

    [[unroll]] for (uint i = 0u; i < unit_texels; i++) {
        if (at_x + i < width)
            unit = with_texel(unit, i, texelFetch(from_image,
                                                  FROM_PLACE(x + at_x + i, y + at_y, z + at_z), 0));
    }
    return unit;
}

void put(uint at_x, uint at_y, uint at_z, uvec4 unit)
{
    uvec2 at = address_of(at_x, at_y, at_z);

    if (unit_texels == 1u || at_x + unit_texels <= width) {
        store(at, unit_bytes, unit);
        return;
    }
    for (uint i = 0u; at_x + i < width; i++)
        store(gi_plus(at, uvec2(i * texel_bytes, 0u)), texel_bytes, texel_of(unit, i));
}

#include "image_walk.glsl"
