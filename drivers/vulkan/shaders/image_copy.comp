// Copies a box from one image to another.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "image.glsl"

uvec4 fetch(uint at_x, uint at_y, uint at_z)
{
    return texelFetch(from_image, FROM_PLACE(from_x + at_x, from_y + at_y, from_z + at_z), 0);
}

void put(uint at_x, uint at_y, uint at_z, uvec4 texel)
{
    imageStore(to_image, TO_PLACE(x + at_x, y + at_y, z + at_z), texel);
}

#include "image_walk.glsl"
