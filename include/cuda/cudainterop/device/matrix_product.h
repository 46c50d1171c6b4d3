/** Products of fragments; a part of mma.h.
 *
 *  The sum may be the result. Sums of floats are made in float, and rounded once to __half; their
 *  order is not said. */
#ifndef GPUINTEROP_CUDA_MATRIX_PRODUCT_H
#define GPUINTEROP_CUDA_MATRIX_PRODUCT_H

#ifdef GPUINTEROP_DEVICE_CODE

#include "matrix_fragment.h"
#include "matrix_registers.h"

namespace nvcuda {
namespace wmma {

/* Whether a factor lies by rows. */
template <class Layout> struct gpuinterop_by_rows {
    enum { value = 0 };
};
template <> struct gpuinterop_by_rows<row_major> {
    enum { value = 1 };
};

/* The largest number of a type of sums. */
GPUINTEROP_FN float gpuinterop_largest(const __half &) { return 65504.0f; }
GPUINTEROP_FN float gpuinterop_largest(float) { return __FLT_MAX__; }
#ifdef GPUINTEROP_MATRIX_WIDE
GPUINTEROP_FN double gpuinterop_largest(double) { return __DBL_MAX__; }
#endif

/* Infinities become the largest number of their sign, and NaN becomes 0. */
template <int m, int n, int k, class _Tp>
GPUINTEROP_TEMPLATE void gpuinterop_make_finite(fragment<accumulator, m, n, k, _Tp> &sums)
{
    for (int i = 0; i < sums.num_elements; i++) {
        const auto largest = gpuinterop_largest(sums.x[i]);
        const decltype(gpuinterop_largest(sums.x[i])) value = sums.x[i];

        if (!(value == value))
            sums.x[i] = _Tp(0.0f);
        else if (value > largest || value < -largest)
            sums.x[i] = _Tp(value < 0 ? -largest : largest);
    }
}

/* The registers of all four fragments, and a product of factors that lie in a known way. */
#define GPUINTEROP_REGISTERS(of_d, of_a, of_b, of_c, kind, factor_kind, sum_kind) \
    GPUINTEROP_REGISTER_##kind rd[of_d]; \
    GPUINTEROP_REGISTER_##factor_kind ra[of_a], rb[of_b]; \
    GPUINTEROP_REGISTER_##sum_kind rc[of_c]; \
    static_assert(sizeof(rd) == sizeof(d.x) && sizeof(ra) == sizeof(a.x) \
                  && sizeof(rb) == sizeof(b.x) && sizeof(rc) == sizeof(c.x), "all are used"); \
    __builtin_memcpy(ra, a.x, sizeof(ra)); \
    __builtin_memcpy(rb, b.x, sizeof(rb)); \
    __builtin_memcpy(rc, c.x, sizeof(rc))
#define GPUINTEROP_MULTIPLY(words, of_d, of_a, of_b, of_c, kind, factor_kind, sum_kind) \
    GPUINTEROP_TOGETHER("wmma.mma" words " " GPUINTEROP_NAMES_##of_d(rd) ", " \
                        GPUINTEROP_NAMES_##of_a(ra) ", " GPUINTEROP_NAMES_##of_b(rb) ", " \
                        GPUINTEROP_NAMES_##of_c(rc) ";" \
                        : GPUINTEROP_EACH_##of_d(rd, "=" #kind) \
                        : GPUINTEROP_EACH_##of_a(ra, #factor_kind), \
                          GPUINTEROP_EACH_##of_b(rb, #factor_kind), \
                          GPUINTEROP_EACH_##of_c(rc, #sum_kind))

/* The product of factors that lie in any way: these statements differ in two words. */
#define GPUINTEROP_MULTIPLY_ANY(words, ...) \
    if (gpuinterop_by_rows<_Ap>::value && gpuinterop_by_rows<_Bp>::value) { \
        GPUINTEROP_MULTIPLY(".sync.aligned.row.row." words, __VA_ARGS__); \
    } else if (gpuinterop_by_rows<_Ap>::value) { \
        GPUINTEROP_MULTIPLY(".sync.aligned.row.col." words, __VA_ARGS__); \
    } else if (gpuinterop_by_rows<_Bp>::value) { \
        GPUINTEROP_MULTIPLY(".sync.aligned.col.row." words, __VA_ARGS__); \
    } else { \
        GPUINTEROP_MULTIPLY(".sync.aligned.col.col." words, __VA_ARGS__); \
    }

/* A product of whole numbers, whose sums saturate if that is wanted, and else wrap around. */
#define GPUINTEROP_SATURATED(multiply, saturated, words, ...) \
    if (saturated) { \
        multiply(words ".satfinite", __VA_ARGS__); \
    } else { \
        multiply(words, __VA_ARGS__); \
    }

/* D = A * B + C of floats of any layouts. */
#define GPUINTEROP_PRODUCT(m, n, k, D, _Tp, C, types, ...) \
    template <class _Ap, class _Bp> \
    GPUINTEROP_TEMPLATE void mma_sync(fragment<accumulator, m, n, k, D> &d, \
                                      const fragment<matrix_a, m, n, k, _Tp, _Ap> &a, \
                                      const fragment<matrix_b, m, n, k, _Tp, _Bp> &b, \
                                      const fragment<accumulator, m, n, k, C> &c, \
                                      bool satf = false) \
    { \
        GPUINTEROP_REGISTERS(__VA_ARGS__); \
        GPUINTEROP_MULTIPLY_ANY("m" #m "n" #n "k" #k "." types, __VA_ARGS__) \
        __builtin_memcpy(d.x, rd, sizeof(rd)); \
        if (satf) \
            gpuinterop_make_finite(d); \
    }
#define GPUINTEROP_HALVES(m, n, k) \
    GPUINTEROP_PRODUCT(m, n, k, __half, __half, __half, "f16.f16", 4, 8, 8, 4, r, r, r) \
    GPUINTEROP_PRODUCT(m, n, k, __half, __half, float, "f16.f32", 4, 8, 8, 8, r, r, f) \
    GPUINTEROP_PRODUCT(m, n, k, float, __half, __half, "f32.f16", 8, 8, 8, 4, f, r, r) \
    GPUINTEROP_PRODUCT(m, n, k, float, __half, float, "f32.f32", 8, 8, 8, 8, f, r, f)

GPUINTEROP_HALVES(16, 16, 16)
GPUINTEROP_HALVES(32, 8, 16)
GPUINTEROP_HALVES(8, 32, 16)
#undef GPUINTEROP_HALVES

/* Products of whole numbers, whose sums saturate or wrap around. */
#ifdef GPUINTEROP_MATRIX_BYTES
#define GPUINTEROP_BYTES(m, n, k, _Tp, type, ...) \
    template <class _Ap, class _Bp> \
    GPUINTEROP_TEMPLATE void mma_sync(fragment<accumulator, m, n, k, int> &d, \
                                      const fragment<matrix_a, m, n, k, _Tp, _Ap> &a, \
                                      const fragment<matrix_b, m, n, k, _Tp, _Bp> &b, \
                                      const fragment<accumulator, m, n, k, int> &c, \
                                      bool satf = false) \
    { \
        GPUINTEROP_REGISTERS(__VA_ARGS__); \
        GPUINTEROP_SATURATED(GPUINTEROP_MULTIPLY_ANY, satf, \
                             "m" #m "n" #n "k" #k ".s32." type "." type ".s32", __VA_ARGS__) \
        __builtin_memcpy(d.x, rd, sizeof(rd)); \
    }

GPUINTEROP_BYTES(16, 16, 16, signed char, "s8", 8, 2, 2, 8, r, r, r)
GPUINTEROP_BYTES(32, 8, 16, signed char, "s8", 8, 4, 1, 8, r, r, r)
GPUINTEROP_BYTES(8, 32, 16, signed char, "s8", 8, 1, 4, 8, r, r, r)
GPUINTEROP_BYTES(16, 16, 16, unsigned char, "u8", 8, 2, 2, 8, r, r, r)
GPUINTEROP_BYTES(32, 8, 16, unsigned char, "u8", 8, 4, 1, 8, r, r, r)
GPUINTEROP_BYTES(8, 32, 16, unsigned char, "u8", 8, 1, 4, 8, r, r, r)
#undef GPUINTEROP_BYTES
#endif

#ifdef GPUINTEROP_MATRIX_WIDE
#define GPUINTEROP_WIDE(m, n, k, _Tp, types, of_a, of_b) \
    GPUINTEROP_PRODUCT(m, n, k, float, _Tp, float, types, 8, of_a, of_b, 8, f, r, f)
GPUINTEROP_WIDE(16, 16, 16, __nv_bfloat16, "f32.bf16.bf16.f32", 4, 4)
GPUINTEROP_WIDE(32, 8, 16, __nv_bfloat16, "f32.bf16.bf16.f32", 8, 2)
GPUINTEROP_WIDE(8, 32, 16, __nv_bfloat16, "f32.bf16.bf16.f32", 2, 8)
GPUINTEROP_WIDE(16, 16, 8, precision::tf32, "f32.tf32.tf32.f32", 4, 4)
GPUINTEROP_PRODUCT(8, 8, 4, double, double, double, "rn.f64.f64.f64.f64", 2, 1, 1, 2, d, d, d)
#undef GPUINTEROP_WIDE

/** A float with the nearest value that tf32 has, the one away from 0 if two are as near. */
GPUINTEROP_FN float __float_to_tf32(float value)
{
    unsigned int word;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(word) : "f"(value));
    return __builtin_bit_cast(float, word);
}
#endif

#ifdef GPUINTEROP_MATRIX_PACKED
/* Several elements in a byte: A lies by rows and B by columns. */
#define GPUINTEROP_PACKED(_Tp, type) \
    GPUINTEROP_FN void mma_sync( \
        fragment<accumulator, 8, 8, 32, int> &d, \
        const fragment<matrix_a, 8, 8, 32, experimental::precision::_Tp, row_major> &a, \
        const fragment<matrix_b, 8, 8, 32, experimental::precision::_Tp, col_major> &b, \
        const fragment<accumulator, 8, 8, 32, int> &c, bool satf = false) \
    { \
        GPUINTEROP_REGISTERS(2, 1, 1, 2, r, r, r); \
        GPUINTEROP_SATURATED(GPUINTEROP_MULTIPLY, satf, ".sync.aligned.row.col.m8n8k32.s32." type \
                             "." type ".s32", 2, 1, 1, 2, r, r, r) \
        __builtin_memcpy(d.x, rd, sizeof(rd)); \
    }
GPUINTEROP_PACKED(u4, "u4")
GPUINTEROP_PACKED(s4, "s4")
#undef GPUINTEROP_PACKED

/** D = the number of bits of (A op B) in a row and a column, + C. */
GPUINTEROP_FN void bmma_sync(
    fragment<accumulator, 8, 8, 128, int> &d,
    const fragment<matrix_a, 8, 8, 128, experimental::precision::b1, row_major> &a,
    const fragment<matrix_b, 8, 8, 128, experimental::precision::b1, col_major> &b,
    const fragment<accumulator, 8, 8, 128, int> &c,
    experimental::bmmaBitOp op = experimental::bmmaBitOpXOR,
    experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC)
{
    GPUINTEROP_REGISTERS(2, 1, 1, 2, r, r, r);
    if (op == experimental::bmmaBitOpXOR) {
        GPUINTEROP_MULTIPLY(".xor.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32",
                            2, 1, 1, 2, r, r, r);
        __builtin_memcpy(d.x, rd, sizeof(rd));
    }
#ifdef GPUINTEROP_MATRIX_WIDE
    if (op == experimental::bmmaBitOpAND) {
        GPUINTEROP_MULTIPLY(".and.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32",
                            2, 1, 1, 2, r, r, r);
        __builtin_memcpy(d.x, rd, sizeof(rd));
    }
#endif
}
#endif

#undef GPUINTEROP_REGISTERS
#undef GPUINTEROP_MULTIPLY
#undef GPUINTEROP_MULTIPLY_ANY
#undef GPUINTEROP_SATURATED
#undef GPUINTEROP_PRODUCT

} // namespace wmma
} // namespace nvcuda

#endif

#endif
