// Kernels of one access each, for the memory check: thread 5 of block 1 uses an index that is a
// parameter, all others 0. Behind the access it sets a flag.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_scalar_block_layout : require
#include "gpuinterop/kernel.glsl"

struct item {
    uint first;
    vec3 place;
    uint row[3];
    mat3 turn;                      /* at byte 48, 48 bytes, of which the last 4 are padding */
};

GPUINTEROP_POINTER(words, uint)
GPUINTEROP_POINTER(signs, int)
GPUINTEROP_POINTER(chars, uint8_t)
GPUINTEROP_POINTER(shorts, uint16_t)
GPUINTEROP_POINTER(longs, uint64_t)
GPUINTEROP_POINTER(doubles, double)
GPUINTEROP_POINTER(vectors, vec4)
GPUINTEROP_POINTER(items, item)
layout(buffer_reference, std430, row_major, buffer_reference_align = 4) buffer rows { mat4x3 at[]; };
layout(buffer_reference) buffer node;
layout(buffer_reference, std430, buffer_reference_align = 8) buffer node { node next; uint value; };
layout(buffer_reference, std430, buffer_reference_align = 4) coherent buffer shown { uint at[]; };

#if WAY == 24
GPUINTEROP_PARAMETERS(uint64_t memory; words flag; int index; uint written; uint many[200];)
#else
GPUINTEROP_PARAMETERS(uint64_t memory; words flag; int index; uint written;)
#endif

#define TO(type) type(parameters.memory).at[index]

#if WAY == 16 || WAY == 17 || WAY == 18 || WAY == 25 || WAY == 26
shared uint row[16];
shared vec4 four[2];
shared uint grid[4][8];
#endif

void write_to(words to, int index, uint value)
{
    to.at[index] = value;
}

uint last_of(node from)
{
    uint value = 0;

    while (uint64_t(from) != 0) {
        value += from.value;
        from = from.next;
    }
    return value;
}

void main()
{
    bool is_it = blockIdx.x == 1 && threadIdx.x == 5;
    int index = is_it ? parameters.index : 0;
    uint seen = parameters.written;

#if WAY == 0
    seen = TO(words);
#elif WAY == 1
    TO(words) = seen;
#elif WAY == 2
    seen = atomicAdd(TO(words), seen);
#elif WAY == 3
    seen = uint(atomicCompSwap(TO(signs), 1, int(seen)));
#elif WAY == 4
    seen = uint(TO(chars));
#elif WAY == 5
    TO(chars) = uint8_t(seen);
#elif WAY == 6
    seen = uint(TO(shorts));
#elif WAY == 7
    TO(shorts) = uint16_t(seen);
#elif WAY == 8
    TO(longs) = uint64_t(seen);
#elif WAY == 9
    seen = uint(TO(vectors).x + TO(vectors).w);
#elif WAY == 10
    TO(vectors)[seen & 3] = 1;
#elif WAY == 11
    seen = uint(TO(items).turn[1][2]) + uint(determinant(TO(items).turn));
#elif WAY == 12
    item whole = TO(items);
    seen = whole.first + whole.row[seen & 1];
#elif WAY == 13
    /* the three numbers of a column are 16 bytes apart */
    seen = uint(TO(rows)[3].z) + uint(dot(TO(rows)[3], vec3(1)));
#elif WAY == 14
    write_to(words(parameters.memory), index, seen);
#elif WAY == 15
    /* a thread that reads zeros for ever */
    while (TO(shown) == 0)
        seen++;
#elif WAY == 16
    row[index] = seen;
    seen += row[index & 3];
#elif WAY == 17
    row[threadIdx.x & 15] = seen;
    barrier();
    for (int i = 0; i < 3; i++) {
        seen += row[index];
        barrier();
        atomicAdd(row[(index + i) & 15], 1);
    }
#elif WAY == 18
    four[threadIdx.x & 1] = vec4(seen);
    four[1][index] = 1;
    seen += uint(four[1].x + four[0][seen & 3]);
#elif WAY == 19
    uint own[8];
    for (uint i = 0; i < 8; i++)
        own[i] = seen;
    seen += own[index];
#elif WAY == 20
    seen = last_of(node(is_it ? parameters.memory + index * 8 : 0ul));
#elif WAY == 21
    words to = words(parameters.memory);
    for (int i = 0; i < 200; i++) {
        if (i % 7 == 3)
            continue;
        to.at[index] += seen;
        if (i > 100 && seen > 1000000)
            break;
    }
#elif WAY == 22
    seen = uint(TO(doubles));
#elif WAY == 23
    TO(words) = seen;
    barrier();
    seen += TO(words);
#elif WAY == 24
    seen += parameters.many[index];
#elif WAY == 25
    atomicAdd(grid[threadIdx.x & 3][index], seen);
#elif WAY == 26
    atomicAdd(grid[index][threadIdx.x & 7], seen);
#endif
    if (is_it)
        parameters.flag.at[0] = seen | 1;
}
