/** Loads and stores of fragments; a part of mma.h. */
#ifndef GPUINTEROP_CUDA_MATRIX_MEMORY_H
#define GPUINTEROP_CUDA_MATRIX_MEMORY_H

#ifdef GPUINTEROP_DEVICE_CODE

#include "matrix_fragment.h"
#include "matrix_registers.h"

namespace nvcuda {
namespace wmma {

#define GPUINTEROP_LOAD(which, layout, type, kind, count) \
    GPUINTEROP_TOGETHER("wmma.load." which ".sync.aligned." layout "." type " " \
                        GPUINTEROP_NAMES_##count(word) ", [%[from]], %[stride];" \
                        : GPUINTEROP_EACH_##count(word, "=" #kind) \
                        : [from] "l"(from), [stride] "r"(ldm))
#define GPUINTEROP_STORE(layout, type, kind, count) \
    GPUINTEROP_TOGETHER("wmma.store.d.sync.aligned." layout "." type " [%[to]], " \
                        GPUINTEROP_NAMES_##count(word) ", %[stride];" \
                        :: GPUINTEROP_EACH_##count(word, #kind), \
                        [to] "l"(to), [stride] "r"(ldm))

/* The load of a factor, of elements that memory has as the given type. */
#define GPUINTEROP_FACTOR(use, which, layout, m, n, k, _Tp, memory, type, kind, count) \
    GPUINTEROP_FN void load_matrix_sync(fragment<use, m, n, k, _Tp, layout##_major> &to, \
                                        const memory *from, unsigned int ldm) \
    { \
        GPUINTEROP_REGISTER_##kind word[count]; \
        static_assert(sizeof(word) == sizeof(to.x), "all elements are loaded"); \
        GPUINTEROP_LOAD(which, #layout, "m" #m "n" #n "k" #k "." type, kind, count); \
        __builtin_memcpy(to.x, word, sizeof(word)); \
    }
#define GPUINTEROP_FACTORS(m, n, k, _Tp, memory, type, kind, of_a, of_b) \
    GPUINTEROP_FACTOR(matrix_a, "a", row, m, n, k, _Tp, memory, type, kind, of_a) \
    GPUINTEROP_FACTOR(matrix_a, "a", col, m, n, k, _Tp, memory, type, kind, of_a) \
    GPUINTEROP_FACTOR(matrix_b, "b", row, m, n, k, _Tp, memory, type, kind, of_b) \
    GPUINTEROP_FACTOR(matrix_b, "b", col, m, n, k, _Tp, memory, type, kind, of_b)

/* The load and the store of an accumulator. */
#define GPUINTEROP_SUM(m, n, k, _Tp, type, kind, count) \
    GPUINTEROP_FN void load_matrix_sync(fragment<accumulator, m, n, k, _Tp> &to, const _Tp *from, \
                                        unsigned int ldm, layout_t layout) \
    { \
        GPUINTEROP_REGISTER_##kind word[count]; \
        static_assert(sizeof(word) == sizeof(to.x), "all elements are loaded"); \
        if (layout == mem_row_major) { \
            GPUINTEROP_LOAD("c", "row", "m" #m "n" #n "k" #k "." type, kind, count); \
        } else { \
            GPUINTEROP_LOAD("c", "col", "m" #m "n" #n "k" #k "." type, kind, count); \
        } \
        __builtin_memcpy(to.x, word, sizeof(word)); \
    } \
    GPUINTEROP_FN void store_matrix_sync(_Tp *to, const fragment<accumulator, m, n, k, _Tp> &from, \
                                         unsigned int ldm, layout_t layout) \
    { \
        GPUINTEROP_REGISTER_##kind word[count]; \
        __builtin_memcpy(word, from.x, sizeof(word)); \
        if (layout == mem_row_major) { \
            GPUINTEROP_STORE("row", "m" #m "n" #n "k" #k "." type, kind, count); \
        } else { \
            GPUINTEROP_STORE("col", "m" #m "n" #n "k" #k "." type, kind, count); \
        } \
    }
#define GPUINTEROP_SUMS(_Tp, type, kind, count) \
    GPUINTEROP_SUM(16, 16, 16, _Tp, type, kind, count) \
    GPUINTEROP_SUM(32, 8, 16, _Tp, type, kind, count) \
    GPUINTEROP_SUM(8, 32, 16, _Tp, type, kind, count)

GPUINTEROP_FACTORS(16, 16, 16, __half, __half, "f16", r, 8, 8)
GPUINTEROP_FACTORS(32, 8, 16, __half, __half, "f16", r, 8, 8)
GPUINTEROP_FACTORS(8, 32, 16, __half, __half, "f16", r, 8, 8)
GPUINTEROP_SUMS(__half, "f16", r, 4)
GPUINTEROP_SUMS(float, "f32", f, 8)

#ifdef GPUINTEROP_MATRIX_BYTES
GPUINTEROP_FACTORS(16, 16, 16, signed char, signed char, "s8", r, 2, 2)
GPUINTEROP_FACTORS(32, 8, 16, signed char, signed char, "s8", r, 4, 1)
GPUINTEROP_FACTORS(8, 32, 16, signed char, signed char, "s8", r, 1, 4)
GPUINTEROP_FACTORS(16, 16, 16, unsigned char, unsigned char, "u8", r, 2, 2)
GPUINTEROP_FACTORS(32, 8, 16, unsigned char, unsigned char, "u8", r, 4, 1)
GPUINTEROP_FACTORS(8, 32, 16, unsigned char, unsigned char, "u8", r, 1, 4)
GPUINTEROP_SUMS(int, "s32", r, 8)
#endif

#ifdef GPUINTEROP_MATRIX_WIDE
GPUINTEROP_FACTORS(16, 16, 16, __nv_bfloat16, __nv_bfloat16, "bf16", r, 4, 4)
GPUINTEROP_FACTORS(32, 8, 16, __nv_bfloat16, __nv_bfloat16, "bf16", r, 8, 2)
GPUINTEROP_FACTORS(8, 32, 16, __nv_bfloat16, __nv_bfloat16, "bf16", r, 2, 8)
GPUINTEROP_FACTORS(16, 16, 8, precision::tf32, float, "tf32", r, 4, 4)
GPUINTEROP_SUM(16, 16, 8, float, "f32", f, 8)
GPUINTEROP_FACTORS(8, 8, 4, double, double, "f64", d, 1, 1)
GPUINTEROP_SUM(8, 8, 4, double, "f64", d, 2)
#endif

#ifdef GPUINTEROP_MATRIX_PACKED
/* Several elements are in a byte, so memory has no type for one. */
#define GPUINTEROP_PACKED(k, _Tp, type) \
    GPUINTEROP_FACTOR(matrix_a, "a", row, 8, 8, k, experimental::precision::_Tp, void, type, r, 1) \
    GPUINTEROP_FACTOR(matrix_b, "b", col, 8, 8, k, experimental::precision::_Tp, void, type, r, 1)
GPUINTEROP_PACKED(32, u4, "u4")
GPUINTEROP_PACKED(32, s4, "s4")
GPUINTEROP_PACKED(128, b1, "b1")
GPUINTEROP_SUM(8, 8, 32, int, "s32", r, 2)
GPUINTEROP_SUM(8, 8, 128, int, "s32", r, 2)
#undef GPUINTEROP_PACKED
#endif

#undef GPUINTEROP_LOAD
#undef GPUINTEROP_STORE
#undef GPUINTEROP_FACTOR
#undef GPUINTEROP_FACTORS
#undef GPUINTEROP_SUM
#undef GPUINTEROP_SUMS

} // namespace wmma
} // namespace nvcuda

#endif

#endif
