/** Fragments: the parts of a matrix that the threads of a warp have; a part of mma.h. */
#ifndef GPUINTEROP_CUDA_MATRIX_FRAGMENT_H
#define GPUINTEROP_CUDA_MATRIX_FRAGMENT_H

#ifdef GPUINTEROP_DEVICE_CODE

#include "../../cuda_bf16.h"
#include "../../cuda_fp16.h"

/* Which element types there are. */
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 720
#define GPUINTEROP_MATRIX_BYTES 1
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 750
#define GPUINTEROP_MATRIX_PACKED 1
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define GPUINTEROP_MATRIX_WIDE 1
#endif

namespace nvcuda {
namespace wmma {

/** How a fragment is used. */
struct matrix_a;
struct matrix_b;
struct accumulator;

/** How a factor lies in memory: whether elements of a row, or of a column, are neighbours. */
struct row_major;
struct col_major;

/** How an accumulator lies in memory that it is loaded from or stored to. */
enum layout_t {
    mem_row_major,
    mem_col_major
};

#ifdef GPUINTEROP_MATRIX_WIDE
namespace precision {
struct tf32;        /**< floats whose products use the upper 19 bits */
}
#endif

#ifdef GPUINTEROP_MATRIX_PACKED
namespace experimental {
namespace precision {
struct u4;          /**< whole numbers from 0 to 15 */
struct s4;          /**< whole numbers from -8 to 7 */
struct b1;          /**< bits */
}

/** The operation of bmma_sync on two bits. */
enum bmmaBitOp {
    bmmaBitOpXOR = 1,
#ifdef GPUINTEROP_MATRIX_WIDE
    bmmaBitOpAND = 2
#endif
};

/** The way in which bmma_sync makes one number of these bits: it counts those that are 1. */
enum bmmaAccumulateOp {
    bmmaAccumulateOpPOPC = 1
};
}
#endif

/* How elements are kept: by what type, and how many in one of it. A filling is a value for all. */
template <class _Tp, class Stored, int packed> struct gpuinterop_kept {
    typedef _Tp element_type;
    typedef Stored storage_element_type;
    typedef Stored fill_argument_type;
    enum { elements_in_one = packed };
    static GPUINTEROP_MEMBER Stored filled(Stored value)
    {
        for (int have = 1; have < packed; have *= 2) {
            const int bits = 32 / packed * have;

            value = (Stored)(((unsigned int)value & ((1u << bits) - 1)) * (1u | 1u << bits));
        }
        return value;
    }
};

template <class _Tp> struct gpuinterop_element : gpuinterop_kept<_Tp, _Tp, 1> {
    static GPUINTEROP_MEMBER _Tp filled(_Tp value) { return value; }
};
#ifdef GPUINTEROP_MATRIX_WIDE
template <> struct gpuinterop_element<precision::tf32> {
    typedef precision::tf32 element_type;
    typedef float storage_element_type;
    typedef float fill_argument_type;
    enum { elements_in_one = 1 };
    static GPUINTEROP_MEMBER float filled(float value) { return value; }
};
#endif
#ifdef GPUINTEROP_MATRIX_PACKED
template <>
struct gpuinterop_element<experimental::precision::u4>
    : gpuinterop_kept<experimental::precision::u4, unsigned int, 8> {};
template <>
struct gpuinterop_element<experimental::precision::s4>
    : gpuinterop_kept<experimental::precision::s4, int, 8> {};
template <>
struct gpuinterop_element<experimental::precision::b1>
    : gpuinterop_kept<experimental::precision::b1, unsigned int, 32> {};
#endif

/* The base of all fragments. */
template <class _Tp, int stored> struct alignas(8) gpuinterop_fragment {
    typedef typename gpuinterop_element<_Tp>::element_type element_type;
    typedef typename gpuinterop_element<_Tp>::storage_element_type storage_element_type;
    enum {
        num_elements = stored * gpuinterop_element<_Tp>::elements_in_one,
        num_storage_elements = stored
    };

    storage_element_type x[num_storage_elements];
};

/** The part of a matrix that a thread has. The product has m rows, n columns and a depth of k.
 *  Layout is row_major or col_major for matrix_a and matrix_b, and void for an accumulator. There
 *  are no fragments besides those below. */
template <typename Use, int m, int n, int k, typename _Tp, typename Layout = void> class fragment;

#define GPUINTEROP_FACTOR(use, m, n, k, _Tp, layout, stored) \
    template <> \
    class fragment<use, m, n, k, _Tp, layout> : public gpuinterop_fragment<_Tp, stored> {};
#define GPUINTEROP_FACTORS(m, n, k, _Tp, of_a, of_b) \
    GPUINTEROP_FACTOR(matrix_a, m, n, k, _Tp, row_major, of_a) \
    GPUINTEROP_FACTOR(matrix_a, m, n, k, _Tp, col_major, of_a) \
    GPUINTEROP_FACTOR(matrix_b, m, n, k, _Tp, row_major, of_b) \
    GPUINTEROP_FACTOR(matrix_b, m, n, k, _Tp, col_major, of_b)
#define GPUINTEROP_SUM(m, n, k, _Tp, stored) \
    GPUINTEROP_FACTOR(accumulator, m, n, k, _Tp, void, stored)
#define GPUINTEROP_SUMS(_Tp, stored) \
    GPUINTEROP_SUM(16, 16, 16, _Tp, stored) \
    GPUINTEROP_SUM(32, 8, 16, _Tp, stored) \
    GPUINTEROP_SUM(8, 32, 16, _Tp, stored)

GPUINTEROP_FACTORS(16, 16, 16, __half, 16, 16)
GPUINTEROP_FACTORS(32, 8, 16, __half, 16, 16)
GPUINTEROP_FACTORS(8, 32, 16, __half, 16, 16)
GPUINTEROP_SUMS(__half, 8)
GPUINTEROP_SUMS(float, 8)

#ifdef GPUINTEROP_MATRIX_BYTES
GPUINTEROP_FACTORS(16, 16, 16, signed char, 8, 8)
GPUINTEROP_FACTORS(32, 8, 16, signed char, 16, 4)
GPUINTEROP_FACTORS(8, 32, 16, signed char, 4, 16)
GPUINTEROP_FACTORS(16, 16, 16, unsigned char, 8, 8)
GPUINTEROP_FACTORS(32, 8, 16, unsigned char, 16, 4)
GPUINTEROP_FACTORS(8, 32, 16, unsigned char, 4, 16)
GPUINTEROP_SUMS(int, 8)
#endif

#ifdef GPUINTEROP_MATRIX_WIDE
GPUINTEROP_FACTORS(16, 16, 16, __nv_bfloat16, 8, 8)
GPUINTEROP_FACTORS(32, 8, 16, __nv_bfloat16, 16, 4)
GPUINTEROP_FACTORS(8, 32, 16, __nv_bfloat16, 4, 16)
GPUINTEROP_FACTORS(16, 16, 8, precision::tf32, 4, 4)
GPUINTEROP_SUM(16, 16, 8, float, 8)
GPUINTEROP_FACTORS(8, 8, 4, double, 1, 1)
GPUINTEROP_SUM(8, 8, 4, double, 2)
#endif

#ifdef GPUINTEROP_MATRIX_PACKED
GPUINTEROP_FACTOR(matrix_a, 8, 8, 32, experimental::precision::u4, row_major, 1)
GPUINTEROP_FACTOR(matrix_b, 8, 8, 32, experimental::precision::u4, col_major, 1)
GPUINTEROP_FACTOR(matrix_a, 8, 8, 32, experimental::precision::s4, row_major, 1)
GPUINTEROP_FACTOR(matrix_b, 8, 8, 32, experimental::precision::s4, col_major, 1)
GPUINTEROP_SUM(8, 8, 32, int, 2)
GPUINTEROP_FACTOR(matrix_a, 8, 8, 128, experimental::precision::b1, row_major, 1)
GPUINTEROP_FACTOR(matrix_b, 8, 8, 128, experimental::precision::b1, col_major, 1)
GPUINTEROP_SUM(8, 8, 128, int, 2)
#endif

#undef GPUINTEROP_FACTOR
#undef GPUINTEROP_FACTORS
#undef GPUINTEROP_SUM
#undef GPUINTEROP_SUMS

/** Makes all elements of a fragment the same number. */
template <class Use, int m, int n, int k, class _Tp, class Layout>
GPUINTEROP_TEMPLATE void fill_fragment(
    fragment<Use, m, n, k, _Tp, Layout> &to,
    const typename gpuinterop_element<_Tp>::fill_argument_type &value)
{
    for (int i = 0; i < to.num_storage_elements; i++)
        to.x[i] = gpuinterop_element<_Tp>::filled(value);
}

} // namespace wmma
} // namespace nvcuda

#endif

#endif
