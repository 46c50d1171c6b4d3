// Copies or fills a box of any alignment, each row in groups of 16 bytes that are aligned at the
// target: one store for a whole group, bytes at the edges. With FILL every byte comes from a word.
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require

layout(local_size_x_id = 0) in;

layout(buffer_reference, std430, buffer_reference_align = 16) buffer Group {
    uvec4 group;
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
    uint height;
    uint count;                  // row_groups of all rows
};

uvec2 plus(uvec2 a, uvec2 b)
{
    uint carry;
    uint low = uaddCarry(a.x, b.x, carry);

    return uvec2(low, a.y + b.y + carry);
}

uvec2 minus(uvec2 a, uvec2 b)
{
    uint borrow;
    uint low = usubBorrow(a.x, b.x, borrow);

    return uvec2(low, a.y - b.y - borrow);
}

uvec2 times(uvec2 a, uint b)
{
    uint high, low;

    umulExtended(a.x, b, high, low);
    return uvec2(low, high + a.y * b);
}

bool less(uvec2 a, uvec2 b)
{
    return a.y < b.y || (a.y == b.y && a.x < b.x);
}

#ifndef FILL
// 16 bytes from any address: nothing is read but aligned groups that hold some of them.
uvec4 load(uvec2 at)
{
    uint skew = at.x & 15u;
    uvec2 aligned = uvec2(at.x & ~15u, at.y);
    uvec4 low = Group(aligned).group;

    if (skew == 0u)
        return low;
    uvec4 high = Group(plus(aligned, uvec2(16u, 0u))).group;
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

// The bytes of the group at `at` that lie between begin and end.
void edge(uvec2 at, uvec2 begin, uvec2 end, uvec2 from)
{
    for (uint i = 0u; i < 16u; i++) {
        uvec2 to = uvec2(at.x + i, at.y);
        if (less(to, begin) || !less(to, end))
            continue;
#ifdef FILL
        Byte(to).value = uint8_t(src.x >> 8u * (i & 3u) & 0xffu);
#else
        Byte(to).value = Byte(plus(from, minus(to, begin))).value;
#endif
    }
}

void main()
{
    uint step = gl_NumWorkGroups.x * gl_WorkGroupSize.x;

    for (uint i = gl_GlobalInvocationID.x; i < count; i += step) {
        uint row = i / row_groups, column = i - row * row_groups;
        uint z = row / height, y = row - z * height;
        uvec2 begin = plus(dst, plus(times(dst_row, y), times(dst_slice, z)));
        uvec2 from = plus(src, plus(times(src_row, y), times(src_slice, z)));
        uvec2 end = plus(begin, width);
        uvec2 at = plus(uvec2(begin.x & ~15u, begin.y), times(uvec2(16u, 0u), column));
        uvec2 last = plus(at, uvec2(16u, 0u));

        if (!less(at, end))
            continue;
        if (less(at, begin) || less(end, last)) {
            edge(at, begin, end, from);
            continue;
        }
#ifdef FILL
        Group(at).group = uvec4(src.x);
#else
        Group(at).group = load(plus(from, minus(at, begin)));
#endif
    }
}
