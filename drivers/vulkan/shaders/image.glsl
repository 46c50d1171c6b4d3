// Included by the shaders that copy between memory and images: positions in images and units of
// memory. A texel is its bytes, in as many words as they need. Images are viewed as integers of
// that size. TO and FROM are the dimensions of the images: 1 or 2, with layers, or 3.
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require
#extension GL_EXT_control_flow_attributes : require
#extension GL_EXT_samplerless_texture_functions : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require

layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint texel_bytes = 4u;
layout(constant_id = 2) const uint unit_bytes = 4u;      // bytes that a thread copies at once
layout(constant_id = 3) const uint rows_at_once = 1u;    // rows that a thread copies at once

const uint unit_texels = unit_bytes / texel_bytes;

layout(push_constant) uniform Parameters {
    uvec2 memory;
    uvec2 row_bytes, slice_bytes;
    uint width, height, depth;           // texels
    uint x, y, z;                        // position in the image; of two, in the destination
    uint from_x, from_y, from_z;         // position in the source of two images
    uint row_shift;                      // 1 << row_shift threads cover a row
    uint pair_shift;                     // if less: as many threads of a row, then of the next
};

#ifdef FROM
#if FROM == 1
layout(set = 0, binding = 0) uniform utexture1DArray from_image;
#define FROM_PLACE(x, y, z) ivec2(x, z)
#elif FROM == 2
layout(set = 0, binding = 0) uniform utexture2DArray from_image;
#define FROM_PLACE(x, y, z) ivec3(x, y, z)
#else
layout(set = 0, binding = 0) uniform utexture3D from_image;
#define FROM_PLACE(x, y, z) ivec3(x, y, z)
#endif
#endif

#ifdef TO
#if TO == 1
layout(set = 0, binding = 1) uniform writeonly uimage1DArray to_image;
#define TO_PLACE(x, y, z) ivec2(x, z)
#elif TO == 2
layout(set = 0, binding = 1) uniform writeonly uimage2DArray to_image;
#define TO_PLACE(x, y, z) ivec3(x, y, z)
#else
layout(set = 0, binding = 1) uniform writeonly uimage3D to_image;
#define TO_PLACE(x, y, z) ivec3(x, y, z)
#endif
#endif

layout(buffer_reference, std430, buffer_reference_align = 16) restrict buffer Group {
    uvec4 value;
};

layout(buffer_reference, std430, buffer_reference_align = 8) restrict buffer Pair {
    uvec2 value;
};

layout(buffer_reference, std430, buffer_reference_align = 4) restrict buffer Word {
    uint value;
};

layout(buffer_reference, std430, buffer_reference_align = 1) restrict buffer Byte {
    uint8_t value;
};

#include "address.glsl"

// The address of the texel at a position of the box.
uvec2 address_of(uint at_x, uint at_y, uint at_z)
{
    uvec2 row = gi_plus(gi_times(row_bytes, at_y), gi_times(slice_bytes, at_z));

    return gi_plus(gi_plus(memory, row), gi_times(uvec2(texel_bytes, 0u), at_x));
}

// size is 1, 2, 4, 8 or 16; at is a multiple of it.
uvec4 load(uvec2 at, uint size)
{
    if (size == 16u)
        return Group(at).value;
    if (size == 8u)
        return uvec4(Pair(at).value, 0u, 0u);
    if (size == 4u)
        return uvec4(Word(at).value, 0u, 0u, 0u);
    if (size == 2u)
        return uvec4(uint(Byte(at).value) | uint(Byte(uvec2(at.x + 1u, at.y)).value) << 8u, 0u, 0u,
                     0u);
    return uvec4(uint(Byte(at).value), 0u, 0u, 0u);
}

void store(uvec2 at, uint size, uvec4 bytes)
{
    if (size == 16u) {
        Group(at).value = bytes;
    } else if (size == 8u) {
        Pair(at).value = bytes.xy;
    } else if (size == 4u) {
        Word(at).value = bytes.x;
    } else {
        Byte(at).value = uint8_t(bytes.x & 0xffu);
        if (size == 2u)
            Byte(uvec2(at.x + 1u, at.y)).value = uint8_t(bytes.x >> 8u & 0xffu);
    }
}

// texel_of extracts texel i of a unit; with_texel inserts it into a unit where it was 0.
uvec4 texel_of(uvec4 unit, uint i)
{
    uint first = i * texel_bytes >> 2u;

    if (texel_bytes == 16u)
        return unit;
    if (texel_bytes == 8u)
        return uvec4(unit[first], unit[first + 1u], 0u, 0u);
    if (texel_bytes == 4u)
        return uvec4(unit[first], 0u, 0u, 0u);
    return uvec4(bitfieldExtract(unit[first], int((i * texel_bytes & 3u) * 8u),
                                 int(texel_bytes * 8u)), 0u, 0u, 0u);
}

uvec4 with_texel(uvec4 unit, uint i, uvec4 texel)
{
    uint first = i * texel_bytes >> 2u;

    if (texel_bytes == 16u)
        return texel;
    if (texel_bytes == 8u)
        unit[first + 1u] = texel.y;
    unit[first] |= texel.x << (i * texel_bytes & 3u) * 8u;
    return unit;
}
