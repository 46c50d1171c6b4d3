// Copies or fills a box of any alignment. A thread writes groups of 16 bytes that are aligned at
// the destination: whole groups by one store, edges by words and bytes. 1 << row_shift threads of
// a workgroup cover a row; the others cover further rows. With FILL, every byte comes from a word.
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
#extension GL_GOOGLE_include_directive : require

layout(local_size_x_id = 0) in;

layout(buffer_reference, std430, buffer_reference_align = 16) buffer Group {
    uvec4 group;
};

layout(buffer_reference, std430, buffer_reference_align = 4) buffer Word {
    uint value;
};

layout(buffer_reference, std430, buffer_reference_align = 1) buffer Byte {
    uint8_t value;
};

layout(push_constant) uniform Parameters {
    uvec2 dst;
    uvec2 src;                   // fill: the word
    uvec2 dst_row, dst_slice;
    uvec2 src_row, src_slice;
    uvec2 width;                 // bytes of a row
    uint row_groups;             // the most groups that a row touches
    uint height, depth;
    uint row_shift;              // 1 << row_shift threads cover a row
};

#include "address.glsl"

uvec2 minus(uvec2 a, uvec2 b)
{
    uint borrow;
    uint low = usubBorrow(a.x, b.x, borrow);

    return uvec2(low, a.y - b.y - borrow);
}

bool less(uvec2 a, uvec2 b)
{
    return a.y < b.y || (a.y == b.y && a.x < b.x);
}

#ifndef FILL
// Loads 16 bytes from any address. It only reads aligned groups that contain bytes between begin
// and end.
uvec4 load(uvec2 at, uvec2 begin, uvec2 end)
{
    uint skew = at.x & 15u;
    uvec2 aligned = uvec2(at.x & ~15u, at.y);
    uvec2 next = gi_plus(aligned, uvec2(16u, 0u));
    uvec4 low = uvec4(0u), high = uvec4(0u);

    if (less(begin, next))
        low = Group(aligned).group;
    if (skew == 0u)
        return low;
    if (less(next, end))
        high = Group(next).group;
    if ((skew & 8u) != 0u) {
        low = uvec4(low.zw, high.xy);
        high.xy = high.zw;
    }
    if ((skew & 4u) != 0u) {
        low = uvec4(low.yzw, high.x);
        high.x = high.y;
    }
    uint bits = (skew & 3u) * 8u;
    if (bits != 0u)
        low = low >> bits | uvec4(low.yzw, high.x) << (32u - bits);
    return low;
}
#endif

// Stores the bytes first .. last - 1 of a group.
void store_part(uvec2 at, uint first, uint last, uvec4 group)
{
    for (uint w = 0u; w < 4u; w++) {
        uint from = w * 4u, word = group[w];

        if (first <= from && from + 4u <= last) {
            Word(uvec2(at.x + from, at.y)).value = word;
            continue;
        }
        for (uint b = from; b < from + 4u; b++) {
            if (first <= b && b < last)
                Byte(uvec2(at.x + b, at.y)).value = uint8_t(word >> 8u * (b & 3u) & 0xffu);
        }
    }
}

void row(uint y, uint z, uint first, uint step)
{
    uvec2 begin = gi_plus(dst, gi_plus(gi_times(dst_row, y), gi_times(dst_slice, z)));
    uvec2 end = gi_plus(begin, width);
    uvec2 aligned = uvec2(begin.x & ~15u, begin.y);
#ifndef FILL
    uvec2 from = gi_plus(src, gi_plus(gi_times(src_row, y), gi_times(src_slice, z)));
    uvec2 from_end = gi_plus(from, width);
    uvec2 ahead = minus(from, begin);
#endif

    for (uint x = first; x < row_groups; x += step) {
        uvec2 at = gi_plus(aligned, gi_times(uvec2(16u, 0u), x));
        uvec2 past = gi_plus(at, uvec2(16u, 0u));

        if (!less(at, end))
            break;
#ifdef FILL
        uvec4 group = uvec4(src.x);
#else
        uvec4 group = load(gi_plus(at, ahead), from, from_end);
#endif
        if (!less(at, begin) && !less(end, past))
            Group(at).group = group;
        else
            store_part(at, less(at, begin) ? begin.x - at.x : 0u,
                       less(end, past) ? end.x - at.x : 16u, group);
    }
}

void main()
{
    uint rows = gl_WorkGroupSize.x >> row_shift;
    uint column = gl_LocalInvocationID.x & (1u << row_shift) - 1u;
    uint first_row = gl_WorkGroupID.x * rows + (gl_LocalInvocationID.x >> row_shift);

    for (uint z = gl_WorkGroupID.y; z < depth; z += gl_NumWorkGroups.y) {
        for (uint y = first_row; y < height; y += gl_NumWorkGroups.x * rows)
            row(y, z, (gl_WorkGroupID.z << row_shift) + column, gl_NumWorkGroups.z << row_shift);
    }
}
