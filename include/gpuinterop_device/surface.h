/** Reads and writes of surface objects; x counts bytes. The header before this one defines
 *  GPUINTEROP_SURFACE_OBJECT, the type of the objects, and GPUINTEROP_BOUNDARY, the type of the
 *  mode beyond the edge, with GPUINTEROP_TRAP, _CLAMP and _ZERO. */
#ifndef GPUINTEROP_DEVICE_SURFACE_H
#define GPUINTEROP_DEVICE_SURFACE_H

#include "qualifiers.h"

template <unsigned int bytes> struct gpuinterop_words {
    unsigned int w[bytes / 4];
};
template <> struct gpuinterop_words<1> {
    unsigned short w[1];
};
template <> struct gpuinterop_words<2> {
    unsigned short w[1];
};

#define GPUINTEROP_LIST(...) __VA_ARGS__

/* The instructions for one register: "%0", then "[%n, coordinates]". */
#define GPUINTEROP_ACCESS_ONE(bytes, type, kind, geometry, mode, x1, parameters, inputs) \
    GPUINTEROP_FN void load(gpuinterop_words<bytes> &v, unsigned long long s, parameters) \
    { \
        asm volatile("suld.b." geometry "." type "." mode " %0, [%1, " x1 "];" \
                     : "=" kind(v.w[0]) : "l"(s), inputs : "memory"); \
    } \
    GPUINTEROP_FN void store(gpuinterop_words<bytes> v, unsigned long long s, parameters) \
    { \
        asm volatile("sust.b." geometry "." type "." mode " [%1, " x1 "], %0;" \
                     ::kind(v.w[0]), "l"(s), inputs : "memory"); \
    }

/* The instructions of all sizes; the larger ones have a vector of registers instead. */
#define GPUINTEROP_ACCESS(geometry, mode, x1, x2, x4, parameters, inputs) \
    GPUINTEROP_ACCESS_ONE(1, "b8", "h", geometry, mode, x1, GPUINTEROP_LIST(parameters), \
                          GPUINTEROP_LIST(inputs)) \
    GPUINTEROP_ACCESS_ONE(2, "b16", "h", geometry, mode, x1, GPUINTEROP_LIST(parameters), \
                          GPUINTEROP_LIST(inputs)) \
    GPUINTEROP_ACCESS_ONE(4, "b32", "r", geometry, mode, x1, GPUINTEROP_LIST(parameters), \
                          GPUINTEROP_LIST(inputs)) \
    GPUINTEROP_FN void load(gpuinterop_words<8> &v, unsigned long long s, parameters) \
    { \
        asm volatile("suld.b." geometry ".v2.b32." mode " {%0, %1}, [%2, " x2 "];" \
                     : "=r"(v.w[0]), "=r"(v.w[1]) : "l"(s), inputs : "memory"); \
    } \
    GPUINTEROP_FN void load(gpuinterop_words<16> &v, unsigned long long s, parameters) \
    { \
        asm volatile("suld.b." geometry ".v4.b32." mode " {%0, %1, %2, %3}, [%4, " x4 "];" \
                     : "=r"(v.w[0]), "=r"(v.w[1]), "=r"(v.w[2]), "=r"(v.w[3]) \
                     : "l"(s), inputs : "memory"); \
    } \
    GPUINTEROP_FN void store(gpuinterop_words<8> v, unsigned long long s, parameters) \
    { \
        asm volatile("sust.b." geometry ".v2.b32." mode " [%2, " x2 "], {%0, %1};" \
                     ::"r"(v.w[0]), "r"(v.w[1]), "l"(s), inputs : "memory"); \
    } \
    GPUINTEROP_FN void store(gpuinterop_words<16> v, unsigned long long s, parameters) \
    { \
        asm volatile("sust.b." geometry ".v4.b32." mode " [%4, " x4 "], {%0, %1, %2, %3};" \
                     ::"r"(v.w[0]), "r"(v.w[1]), "r"(v.w[2]), "r"(v.w[3]), "l"(s), inputs \
                     : "memory"); \
    }

#define GPUINTEROP_MODES(space, geometry, x1, x2, x4, parameters, inputs) \
    namespace space##_trap { \
    GPUINTEROP_ACCESS(geometry, "trap", x1, x2, x4, GPUINTEROP_LIST(parameters), \
                      GPUINTEROP_LIST(inputs)) \
    } \
    namespace space##_clamp { \
    GPUINTEROP_ACCESS(geometry, "clamp", x1, x2, x4, GPUINTEROP_LIST(parameters), \
                      GPUINTEROP_LIST(inputs)) \
    } \
    namespace space##_zero { \
    GPUINTEROP_ACCESS(geometry, "zero", x1, x2, x4, GPUINTEROP_LIST(parameters), \
                      GPUINTEROP_LIST(inputs)) \
    }

/* The access of v with the mode that the caller names. */
#define GPUINTEROP_BY_MODE(space, access, coordinates) \
    if (mode == GPUINTEROP_TRAP) \
        space##_trap::access(v, (unsigned long long)object, coordinates); \
    else if (mode == GPUINTEROP_CLAMP) \
        space##_clamp::access(v, (unsigned long long)object, coordinates); \
    else \
        space##_zero::access(v, (unsigned long long)object, coordinates);

/* The functions that a program calls: a read, one through a pointer, and a write. */
#define GPUINTEROP_SURFACE(name, space, parameters, coordinates) \
    template <class _Tp> \
    GPUINTEROP_TEMPLATE _Tp name##read(GPUINTEROP_SURFACE_OBJECT object, parameters, \
                                       GPUINTEROP_BOUNDARY mode = GPUINTEROP_TRAP) \
    { \
        gpuinterop_words<sizeof(_Tp)> v; \
        _Tp result; \
        GPUINTEROP_BY_MODE(space, load, GPUINTEROP_LIST(coordinates)) \
        __builtin_memcpy(&result, &v, sizeof(_Tp)); \
        return result; \
    } \
    template <class _Tp> \
    GPUINTEROP_TEMPLATE void name##read(_Tp *result, GPUINTEROP_SURFACE_OBJECT object, parameters, \
                                        GPUINTEROP_BOUNDARY mode = GPUINTEROP_TRAP) \
    { \
        *result = name##read<_Tp>(object, coordinates, mode); \
    } \
    template <class _Tp> \
    GPUINTEROP_TEMPLATE void name##write(_Tp value, GPUINTEROP_SURFACE_OBJECT object, parameters, \
                                         GPUINTEROP_BOUNDARY mode = GPUINTEROP_TRAP) \
    { \
        gpuinterop_words<sizeof(_Tp)> v = {}; \
        __builtin_memcpy(&v, &value, sizeof(_Tp)); \
        GPUINTEROP_BY_MODE(space, store, GPUINTEROP_LIST(coordinates)) \
    }

#define __L GPUINTEROP_LIST
namespace gpuinterop_surface {
GPUINTEROP_MODES(s1d, "1d", "{%2}", "{%3}", "{%5}", __L(int x), __L("r"(x)));
GPUINTEROP_MODES(s2d, "2d", "{%2, %3}", "{%3, %4}", "{%5, %6}", __L(int x, int y),
                 __L("r"(x), "r"(y)));
GPUINTEROP_MODES(s3d, "3d", "{%2, %3, %4, %4}", "{%3, %4, %5, %5}", "{%5, %6, %7, %7}",
                 __L(int x, int y, int z), __L("r"(x), "r"(y), "r"(z)));
GPUINTEROP_MODES(a1d, "a1d", "{%2, %3}", "{%3, %4}", "{%5, %6}", __L(int x, int layer),
                 __L("r"(layer), "r"(x)));
GPUINTEROP_MODES(a2d, "a2d", "{%2, %3, %4, %4}", "{%3, %4, %5, %5}", "{%5, %6, %7, %7}",
                 __L(int x, int y, int layer), __L("r"(layer), "r"(x), "r"(y)));
} // namespace gpuinterop_surface

GPUINTEROP_SURFACE(surf1D, gpuinterop_surface::s1d, __L(int x), __L(x));
GPUINTEROP_SURFACE(surf2D, gpuinterop_surface::s2d, __L(int x, int y), __L(x, y));
GPUINTEROP_SURFACE(surf3D, gpuinterop_surface::s3d, __L(int x, int y, int z), __L(x, y, z));
GPUINTEROP_SURFACE(surf1DLayered, gpuinterop_surface::a1d, __L(int x, int layer), __L(x, layer));
GPUINTEROP_SURFACE(surf2DLayered, gpuinterop_surface::a2d, __L(int x, int y, int layer),
                   __L(x, y, layer));
GPUINTEROP_SURFACE(surfCubemap, gpuinterop_surface::a2d, __L(int x, int y, int face),
                   __L(x, y, face));
GPUINTEROP_SURFACE(surfCubemapLayered, gpuinterop_surface::a2d, __L(int x, int y, int layer),
                   __L(x, y, layer));
#undef __L
#undef GPUINTEROP_SURFACE
#undef GPUINTEROP_BY_MODE
#undef GPUINTEROP_MODES
#undef GPUINTEROP_ACCESS
#undef GPUINTEROP_ACCESS_ONE

#endif
