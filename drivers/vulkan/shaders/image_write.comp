// Copies a box from memory to an image.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "image.glsl"

uvec4 fetch(uint at_x, uint at_y, uint at_z)
{
    uvec2 at = address_of(at_x, at_y, at_z);
    uvec4 unit = uvec4(0u);

    if (unit_texels == 1u || at_x + unit_texels <= width)
        return load(at, unit_bytes);
    for (uint i = 0u; at_x + i < width; i++)
        unit = with_texel(unit, i, load(gi_plus(at, uvec2(i * texel_bytes, 0u)), texel_bytes));
    return unit;
}

void put(uint at_x, uint at_y, uint at_z, uvec4 unit)
{
    [[unroll]] for (uint i = 0u; i < unit_texels; i++) {
        if (at_x + i < width)
            imageStore(to_image, TO_PLACE(x + at_x + i, y + at_y, z + at_z), texel_of(unit, i));
    }
}

#include "image_walk.glsl"
