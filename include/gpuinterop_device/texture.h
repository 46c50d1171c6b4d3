/** Reads of texture objects. The header before this one defines GPUINTEROP_TEXTURE_OBJECT, the type
 *  of the objects. */
#ifndef GPUINTEROP_DEVICE_TEXTURE_H
#define GPUINTEROP_DEVICE_TEXTURE_H

#include "qualifiers.h"

/* How a type is made of the four numbers that a read gives. */
template <class _Tp> struct gpuinterop_texel;

#define GPUINTEROP_TEXEL(_Tp, number, expression) \
    template <> struct gpuinterop_texel<_Tp> { \
        typedef number numbers[4]; \
        static __inline__ __attribute__((device, always_inline)) _Tp from(const numbers &v) \
        { \
            return expression; \
        } \
    };
#define GPUINTEROP_TEXELS(scalar, vector, number) \
    GPUINTEROP_TEXEL(scalar, number, (scalar)v[0]) \
    GPUINTEROP_TEXEL(vector##1, number, make_##vector##1((scalar)v[0])) \
    GPUINTEROP_TEXEL(vector##2, number, make_##vector##2((scalar)v[0], (scalar)v[1])) \
    GPUINTEROP_TEXEL(vector##4, number, make_##vector##4((scalar)v[0], (scalar)v[1], \
                                                         (scalar)v[2], (scalar)v[3]))
GPUINTEROP_TEXELS(signed char, char, int);
GPUINTEROP_TEXEL(char, int, (char)v[0]);
GPUINTEROP_TEXELS(unsigned char, uchar, unsigned int);
GPUINTEROP_TEXELS(short, short, int);
GPUINTEROP_TEXELS(unsigned short, ushort, unsigned int);
GPUINTEROP_TEXELS(int, int, int);
GPUINTEROP_TEXELS(unsigned int, uint, unsigned int);
GPUINTEROP_TEXELS(float, float, float);
#undef GPUINTEROP_TEXELS
#undef GPUINTEROP_TEXEL

#define GPUINTEROP_LIST(...) __VA_ARGS__

#define GPUINTEROP_READ_AS(name, number, letter, form, kind, operands, parameters, inputs) \
    GPUINTEROP_FN void gpuinterop_##name(unsigned long long object, number (&v)[4], parameters) \
    { \
        asm volatile(form ".v4." kind " {%0, %1, %2, %3}, " operands ";" \
                     : "=" letter(v[0]), "=" letter(v[1]), "=" letter(v[2]), "=" letter(v[3]) \
                     : "l"(object), inputs); \
    }

/* A way to read: its instruction, the type of coordinates, operands, and what a program passes. */
#define GPUINTEROP_READ(name, form, coordinate, operands, parameters, arguments, inputs) \
    GPUINTEROP_READ_AS(name, float, "f", form, "f32." coordinate, operands, \
                       GPUINTEROP_LIST(parameters), GPUINTEROP_LIST(inputs)) \
    GPUINTEROP_READ_AS(name, int, "r", form, "s32." coordinate, operands, \
                       GPUINTEROP_LIST(parameters), GPUINTEROP_LIST(inputs)) \
    GPUINTEROP_READ_AS(name, unsigned int, "r", form, "u32." coordinate, operands, \
                       GPUINTEROP_LIST(parameters), GPUINTEROP_LIST(inputs)) \
    template <class _Tp> \
    GPUINTEROP_TEMPLATE _Tp name(GPUINTEROP_TEXTURE_OBJECT object, parameters) \
    { \
        typename gpuinterop_texel<_Tp>::numbers v; \
        gpuinterop_##name((unsigned long long)object, v, arguments); \
        return gpuinterop_texel<_Tp>::from(v); \
    } \
    template <class _Tp> \
    GPUINTEROP_TEMPLATE void name(_Tp *result, GPUINTEROP_TEXTURE_OBJECT object, parameters) \
    { \
        *result = name<_Tp>(object, arguments); \
    }

#define __L GPUINTEROP_LIST
GPUINTEROP_READ(tex1Dfetch, "tex.1d", "s32", "[%4, {%5}]", __L(int x), __L(x), __L("r"(x)));
GPUINTEROP_READ(tex1D, "tex.1d", "f32", "[%4, {%5}]", __L(float x), __L(x), __L("f"(x)));
GPUINTEROP_READ(tex2D, "tex.2d", "f32", "[%4, {%5, %6}]", __L(float x, float y), __L(x, y),
                __L("f"(x), "f"(y)));
GPUINTEROP_READ(tex3D, "tex.3d", "f32", "[%4, {%5, %6, %7, %7}]", __L(float x, float y, float z),
                __L(x, y, z), __L("f"(x), "f"(y), "f"(z)));
GPUINTEROP_READ(tex1DLayered, "tex.a1d", "f32", "[%4, {%5, %6}]", __L(float x, int layer),
                __L(x, layer), __L("r"(layer), "f"(x)));
GPUINTEROP_READ(tex2DLayered, "tex.a2d", "f32", "[%4, {%5, %6, %7, %7}]",
                __L(float x, float y, int layer), __L(x, y, layer),
                __L("r"(layer), "f"(x), "f"(y)));
GPUINTEROP_READ(texCubemap, "tex.cube", "f32", "[%4, {%5, %6, %7, %7}]",
                __L(float x, float y, float z), __L(x, y, z), __L("f"(x), "f"(y), "f"(z)));
GPUINTEROP_READ(texCubemapLayered, "tex.acube", "f32", "[%4, {%5, %6, %7, %8}]",
                __L(float x, float y, float z, int layer), __L(x, y, z, layer),
                __L("r"(layer), "f"(x), "f"(y), "f"(z)));
GPUINTEROP_READ(tex1DLod, "tex.level.1d", "f32", "[%4, {%5}], %6", __L(float x, float level),
                __L(x, level), __L("f"(x), "f"(level)));
GPUINTEROP_READ(tex2DLod, "tex.level.2d", "f32", "[%4, {%5, %6}], %7",
                __L(float x, float y, float level), __L(x, y, level),
                __L("f"(x), "f"(y), "f"(level)));
GPUINTEROP_READ(tex3DLod, "tex.level.3d", "f32", "[%4, {%5, %6, %7, %7}], %8",
                __L(float x, float y, float z, float level), __L(x, y, z, level),
                __L("f"(x), "f"(y), "f"(z), "f"(level)));
GPUINTEROP_READ(tex1DLayeredLod, "tex.level.a1d", "f32", "[%4, {%5, %6}], %7",
                __L(float x, int layer, float level), __L(x, layer, level),
                __L("r"(layer), "f"(x), "f"(level)));
GPUINTEROP_READ(tex2DLayeredLod, "tex.level.a2d", "f32", "[%4, {%5, %6, %7, %7}], %8",
                __L(float x, float y, int layer, float level), __L(x, y, layer, level),
                __L("r"(layer), "f"(x), "f"(y), "f"(level)));
GPUINTEROP_READ(texCubemapLod, "tex.level.cube", "f32", "[%4, {%5, %6, %7, %7}], %8",
                __L(float x, float y, float z, float level), __L(x, y, z, level),
                __L("f"(x), "f"(y), "f"(z), "f"(level)));
GPUINTEROP_READ(texCubemapLayeredLod, "tex.level.acube", "f32", "[%4, {%5, %6, %7, %8}], %9",
                __L(float x, float y, float z, int layer, float level), __L(x, y, z, layer, level),
                __L("r"(layer), "f"(x), "f"(y), "f"(z), "f"(level)));
GPUINTEROP_READ(tex1DGrad, "tex.grad.1d", "f32", "[%4, {%5}], {%6}, {%7}",
                __L(float x, float dx, float dy), __L(x, dx, dy), __L("f"(x), "f"(dx), "f"(dy)));
GPUINTEROP_READ(tex2DGrad, "tex.grad.2d", "f32", "[%4, {%5, %6}], {%7, %8}, {%9, %10}",
                __L(float x, float y, float2 dx, float2 dy), __L(x, y, dx, dy),
                __L("f"(x), "f"(y), "f"(dx.x), "f"(dx.y), "f"(dy.x), "f"(dy.y)));
GPUINTEROP_READ(tex3DGrad, "tex.grad.3d", "f32",
                "[%4, {%5, %6, %7, %7}], {%8, %9, %10, %10}, {%11, %12, %13, %13}",
                __L(float x, float y, float z, float4 dx, float4 dy), __L(x, y, z, dx, dy),
                __L("f"(x), "f"(y), "f"(z), "f"(dx.x), "f"(dx.y), "f"(dx.z), "f"(dy.x), "f"(dy.y),
                    "f"(dy.z)));
GPUINTEROP_READ(tex1DLayeredGrad, "tex.grad.a1d", "f32", "[%4, {%5, %6}], {%7}, {%8}",
                __L(float x, int layer, float dx, float dy), __L(x, layer, dx, dy),
                __L("r"(layer), "f"(x), "f"(dx), "f"(dy)));
GPUINTEROP_READ(tex2DLayeredGrad, "tex.grad.a2d", "f32",
                "[%4, {%5, %6, %7, %7}], {%8, %9}, {%10, %11}",
                __L(float x, float y, int layer, float2 dx, float2 dy), __L(x, y, layer, dx, dy),
                __L("r"(layer), "f"(x), "f"(y), "f"(dx.x), "f"(dx.y), "f"(dy.x), "f"(dy.y)));
GPUINTEROP_READ(texCubemapGrad, "tex.grad.cube", "f32",
                "[%4, {%5, %6, %7, %7}], {%8, %9, %10, %10}, {%11, %12, %13, %13}",
                __L(float x, float y, float z, float4 dx, float4 dy), __L(x, y, z, dx, dy),
                __L("f"(x), "f"(y), "f"(z), "f"(dx.x), "f"(dx.y), "f"(dx.z), "f"(dy.x), "f"(dy.y),
                    "f"(dy.z)));
GPUINTEROP_READ(texCubemapLayeredGrad, "tex.grad.acube", "f32",
                "[%4, {%5, %6, %7, %8}], {%9, %10, %11, %11}, {%12, %13, %14, %14}",
                __L(float x, float y, float z, int layer, float4 dx, float4 dy),
                __L(x, y, z, layer, dx, dy),
                __L("r"(layer), "f"(x), "f"(y), "f"(z), "f"(dx.x), "f"(dx.y), "f"(dx.z), "f"(dy.x),
                    "f"(dy.y), "f"(dy.z)));
#undef __L
#undef GPUINTEROP_READ
#undef GPUINTEROP_READ_AS

/* One channel of the four texels that a filter would use. The instruction names the channel and
 * the kind of number. */
#define GPUINTEROP_GATHER(channel, letter, kind) \
    asm volatile("tld4." channel ".2d.v4." kind ".f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" \
                 : "=" letter(v[0]), "=" letter(v[1]), "=" letter(v[2]), "=" letter(v[3]) \
                 : "l"(object), "f"(x), "f"(y))
#define GPUINTEROP_GATHER_AS(number, letter, kind) \
    GPUINTEROP_FN void gpuinterop_tex2Dgather(unsigned long long object, number (&v)[4], float x, \
                                              float y, int channel) \
    { \
        if (channel == 0) \
            GPUINTEROP_GATHER("r", letter, kind); \
        else if (channel == 1) \
            GPUINTEROP_GATHER("g", letter, kind); \
        else if (channel == 2) \
            GPUINTEROP_GATHER("b", letter, kind); \
        else \
            GPUINTEROP_GATHER("a", letter, kind); \
    }
GPUINTEROP_GATHER_AS(float, "f", "f32")
GPUINTEROP_GATHER_AS(int, "r", "s32")
GPUINTEROP_GATHER_AS(unsigned int, "r", "u32")
#undef GPUINTEROP_GATHER_AS
#undef GPUINTEROP_GATHER

template <class _Tp>
GPUINTEROP_TEMPLATE _Tp tex2Dgather(GPUINTEROP_TEXTURE_OBJECT object, float x, float y,
                                    int channel = 0)
{
    typename gpuinterop_texel<_Tp>::numbers v;

    gpuinterop_tex2Dgather((unsigned long long)object, v, x, y, channel);
    return gpuinterop_texel<_Tp>::from(v);
}

#endif
