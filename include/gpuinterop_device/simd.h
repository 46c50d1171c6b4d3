/** Two or four numbers in the parts of one word. A part of a result depends on the same parts of
 *  the operands alone. */
#ifndef GPUINTEROP_DEVICE_SIMD_H
#define GPUINTEROP_DEVICE_SIMD_H

#include "function.h"

/* A function of parts of so many bits. x and y are the parts of its operands, with the signs of the
 * type; a and b are these words. */
#define GPUINTEROP_PARTS(name, parameters, second, bits, type, result) \
    GPUINTEROP_FN unsigned int name parameters \
    { \
        unsigned int all = 0; \
        _Pragma("unroll") for (int i = 0; i < 32; i += bits) \
        { \
            int x = (type)(a >> i), y = (type)((second) >> i); \
            (void)y; \
            all |= ((unsigned int)(result) & ((1u << bits) - 1)) << i; \
        } \
        return all; \
    }
#define GPUINTEROP_PARTS_1(name, bits, type, result) \
    GPUINTEROP_PARTS(name, (unsigned int a), a, bits, type, result)
#define GPUINTEROP_PARTS_2(name, bits, type, result) \
    GPUINTEROP_PARTS(name, (unsigned int a, unsigned int b), b, bits, type, result)

/* A number, or the nearest that the part can hold. */
GPUINTEROP_FN int gpuinterop_clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

/* A comparison: all bits of the part, or 1. */
#define GPUINTEROP_COMPARISON(name, n, bits, type, op) \
    GPUINTEROP_PARTS_2(__vcmp##name##n, bits, type, x op y ? -1 : 0) \
    GPUINTEROP_PARTS_2(__vset##name##n, bits, type, x op y ? 1 : 0)

/* The functions of one width: n parts of so many bits. */
#define GPUINTEROP_WIDTH(n, bits, sint, uint, low, high, most) \
    GPUINTEROP_PARTS_1(__vabs##n, bits, sint, x < 0 ? -x : x) \
    GPUINTEROP_PARTS_1(__vabsss##n, bits, sint, gpuinterop_clamp(x < 0 ? -x : x, low, high)) \
    GPUINTEROP_PARTS_1(__vneg##n, bits, sint, -x) \
    GPUINTEROP_PARTS_1(__vnegss##n, bits, sint, gpuinterop_clamp(-x, low, high)) \
    GPUINTEROP_PARTS_2(__vabsdiffs##n, bits, sint, x < y ? y - x : x - y) \
    GPUINTEROP_PARTS_2(__vabsdiffu##n, bits, uint, x < y ? y - x : x - y) \
    GPUINTEROP_PARTS_2(__vadd##n, bits, uint, x + y) \
    GPUINTEROP_PARTS_2(__vaddss##n, bits, sint, gpuinterop_clamp(x + y, low, high)) \
    GPUINTEROP_PARTS_2(__vaddus##n, bits, uint, gpuinterop_clamp(x + y, 0, most)) \
    GPUINTEROP_PARTS_2(__vsub##n, bits, uint, x - y) \
    GPUINTEROP_PARTS_2(__vsubss##n, bits, sint, gpuinterop_clamp(x - y, low, high)) \
    GPUINTEROP_PARTS_2(__vsubus##n, bits, uint, gpuinterop_clamp(x - y, 0, most)) \
    GPUINTEROP_PARTS_2(__vavgs##n, bits, sint, (x + y + (x + y >= 0)) >> 1) \
    GPUINTEROP_PARTS_2(__vavgu##n, bits, uint, (x + y + 1) >> 1) \
    GPUINTEROP_PARTS_2(__vhaddu##n, bits, uint, (x + y) >> 1) \
    GPUINTEROP_PARTS_2(__vmaxs##n, bits, sint, x > y ? x : y) \
    GPUINTEROP_PARTS_2(__vmaxu##n, bits, uint, x > y ? x : y) \
    GPUINTEROP_PARTS_2(__vmins##n, bits, sint, x < y ? x : y) \
    GPUINTEROP_PARTS_2(__vminu##n, bits, uint, x < y ? x : y) \
    GPUINTEROP_COMPARISON(eq, n, bits, uint, ==) \
    GPUINTEROP_COMPARISON(ne, n, bits, uint, !=) \
    GPUINTEROP_COMPARISON(ges, n, bits, sint, >=) \
    GPUINTEROP_COMPARISON(geu, n, bits, uint, >=) \
    GPUINTEROP_COMPARISON(gts, n, bits, sint, >) \
    GPUINTEROP_COMPARISON(gtu, n, bits, uint, >) \
    GPUINTEROP_COMPARISON(les, n, bits, sint, <=) \
    GPUINTEROP_COMPARISON(leu, n, bits, uint, <=) \
    GPUINTEROP_COMPARISON(lts, n, bits, sint, <) \
    GPUINTEROP_COMPARISON(ltu, n, bits, uint, <) \
    GPUINTEROP_SUM(__vsads##n, bits, sint) \
    GPUINTEROP_SUM(__vsadu##n, bits, uint)

/* The sum of the absolute differences. */
#define GPUINTEROP_SUM(name, bits, type) \
    GPUINTEROP_FN unsigned int name(unsigned int a, unsigned int b) \
    { \
        unsigned int sum = 0; \
        _Pragma("unroll") for (int i = 0; i < 32; i += bits) \
        { \
            int x = (type)(a >> i), y = (type)(b >> i); \
            sum += (unsigned int)(x < y ? y - x : x - y); \
        } \
        return sum; \
    }

GPUINTEROP_WIDTH(2, 16, short, unsigned short, -0x8000, 0x7fff, 0xffff)
GPUINTEROP_WIDTH(4, 8, signed char, unsigned char, -0x80, 0x7f, 0xff)
#undef GPUINTEROP_SUM
#undef GPUINTEROP_WIDTH
#undef GPUINTEROP_COMPARISON
#undef GPUINTEROP_PARTS_2
#undef GPUINTEROP_PARTS_1
#undef GPUINTEROP_PARTS

#endif
