/* Products of matrices by warps: each shape and type with random numbers, and a product in tiles. */
#include "either.h"

#ifdef __HIP__
int main()
{
    std::puts("ok");        /* HIP has no header of this name */
    return 0;
}
#else
#include <mma.h>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace wmma = nvcuda::wmma;
using wmma::precision::tf32;
using wmma::experimental::precision::b1;
using wmma::experimental::precision::s4;
using wmma::experimental::precision::u4;
using wmma::row_major;
using wmma::col_major;

/* Each warp has its own matrices, at places of so many bytes. Lines are longer than those of the
 * matrix, so that strides matter. */
enum { WARPS = 2, PLACE_BYTES = 4096 };

static uint64_t seed = 1;

static uint32_t draw()
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)((seed * 2685821657736338717ull) >> 32);
}

/* ---- types of elements: their bits, how memory has them, their numbers ---- */

/* How far the sum of exact products may be from the right one, for each addition. */
static const double exact = 0, of_float = 0x1p-23, of_double = 0x1p-52;

template <class T> struct element {     /* whole numbers of bytes */
    enum { bits = 8 * sizeof(T) };
    typedef T memory;
    static double draw_one() { return (double)(T)draw(); }
    static double get(const uint8_t *from, size_t at) { return (double)((const T *)from)[at]; }
    static void put(uint8_t *to, size_t at, double value) { ((T *)to)[at] = (T)(int64_t)value; }
};

/* Numbers below 4 of all sizes, with a full significand. */
static double draw_float() { return std::ldexp((double)(int32_t)draw(), -29 - (int)(draw() % 8)); }

template <class T> struct float_element {
    enum { bits = 8 * sizeof(T) };
    typedef T memory;
    static double draw_one() { return draw_float() + 0x1p-40 * draw_float(); }
    static double get(const uint8_t *from, size_t at) { return (double)((const T *)from)[at]; }
    static void put(uint8_t *to, size_t at, double value) { ((T *)to)[at] = T(value); }
};
template <> struct element<float> : float_element<float> {};
template <> struct element<double> : float_element<double> {};
template <> struct element<__half> : float_element<__half> {
    static double get(const uint8_t *from, size_t at) { return (float)((const __half *)from)[at]; }
};
template <> struct element<__nv_bfloat16> : float_element<__nv_bfloat16> {
    static double get(const uint8_t *from, size_t at)
    {
        return (float)((const __nv_bfloat16 *)from)[at];
    }
};
/* Kernels round the floats: to 11 bits, away from 0. */
template <> struct element<tf32> : float_element<float> {
    static double get(const uint8_t *from, size_t at)
    {
        uint32_t word = ((const uint32_t *)from)[at];
        float value;

        word = (word + 0x1000) & 0xffffe000;
        std::memcpy(&value, &word, 4);
        return value;
    }
};

template <int size, bool is_signed> struct packed_element {
    enum { bits = size };
    typedef void memory;
    static double draw_one() { return draw() & ((1 << size) - 1); }
    static double get(const uint8_t *from, size_t at)
    {
        int value = from[at * size / 8] >> at * size % 8 & ((1 << size) - 1);

        return is_signed && value >> (size - 1) ? value - (1 << size) : value;
    }
    static void put(uint8_t *to, size_t at, double value)
    {
        uint8_t &byte = to[at * size / 8], mask = (uint8_t)(((1 << size) - 1) << at * size % 8);

        byte = (uint8_t)((byte & ~mask) | ((int)value << at * size % 8 & mask));
    }
};
template <> struct element<u4> : packed_element<4, false> {};
template <> struct element<s4> : packed_element<4, true> {};
template <> struct element<b1> : packed_element<1, false> {};

/* ---- matrices in memory ---- */

struct lines {
    int rows, columns, stride;
    bool by_columns;

    lines(int r, int c, bool by, int bits)
        : rows(r), columns(c), stride((by ? r : c) + (bits < 8 ? 128 : 16)), by_columns(by)
    {
    }
    size_t at(int row, int column) const
    {
        return by_columns ? (size_t)column * stride + row : (size_t)row * stride + column;
    }
};

template <class T> static std::vector<uint8_t> draw_matrix(const lines &all)
{
    std::vector<uint8_t> bytes(WARPS * PLACE_BYTES, 0xff);

    for (int warp = 0; warp < WARPS; warp++) {
        for (int i = 0; i < all.rows * all.columns; i++)
            element<T>::put(&bytes[warp * PLACE_BYTES], all.at(i / all.columns, i % all.columns),
                            element<T>::draw_one());
    }
    return bytes;
}

/* ---- one product ---- */

template <int M, int N, int K, class Factor, class Result, class Sum, class LayoutA, class LayoutB>
struct product {
    enum { m = M, n = N, k = K };
    typedef Factor T;
    typedef Result D;
    typedef Sum C;
    typedef wmma::fragment<wmma::matrix_a, M, N, K, T, LayoutA> A_part;
    typedef wmma::fragment<wmma::matrix_b, M, N, K, T, LayoutB> B_part;
    typedef wmma::fragment<wmma::accumulator, M, N, K, C> C_part;
    typedef wmma::fragment<wmma::accumulator, M, N, K, D> D_part;
    static const bool a_by_columns = std::is_same<LayoutA, col_major>::value;
    static const bool b_by_columns = std::is_same<LayoutB, col_major>::value;
    static const bool is_whole = std::is_same<D, int>::value;
};

/* What a kernel is given besides matrices. */
struct ways {
    unsigned int a, b, c, d;            /* strides */
    wmma::layout_t of_c, of_d;
    bool other;                         /* saturate, or the other operation of bits */
};

template <class T, class A, class B, class C, class D>
__device__ void multiply(D &d, const A &a, const B &b, const C &c, bool saturate, T *)
{
    if (saturate)
        mma_sync(d, a, b, c, true);
    else
        mma_sync(d, a, b, c);
}
template <class A, class B, class C>
__device__ void multiply(C &d, const A &a, const B &b, const C &c, bool is_and, b1 *)
{
    if (is_and)
        bmma_sync(d, a, b, c, wmma::experimental::bmmaBitOpAND);
    else
        bmma_sync(d, a, b, c);
}

template <class Part> __device__ void prepare(Part &part, tf32 *)
{
    for (int i = 0; i < part.num_elements; i++)
        part.x[i] = wmma::__float_to_tf32(part.x[i]);
}
template <class Part> __device__ void prepare(Part &, void *) {}

template <class P>
__global__ void multiply_one(const char *a, const char *b, const char *c, char *d, ways how)
{
    typedef typename element<typename P::T>::memory memory;
    size_t place = threadIdx.x / 32 * PLACE_BYTES;
    typename P::A_part a_part;
    typename P::B_part b_part;
    typename P::C_part c_part;
    typename P::D_part d_part;

    wmma::load_matrix_sync(a_part, (const memory *)(a + place), how.a);
    wmma::load_matrix_sync(b_part, (const memory *)(b + place), how.b);
    wmma::load_matrix_sync(c_part, (const typename P::C *)(c + place), how.c, how.of_c);
    prepare(a_part, (typename P::T *)0);
    prepare(b_part, (typename P::T *)0);
    multiply(d_part, a_part, b_part, c_part, how.other, (typename P::T *)0);
    wmma::store_matrix_sync((typename P::D *)(d + place), d_part, how.d, how.of_d);
}

/* Whole numbers of 32 bits that wrap around, or end. */
static double in_range(double value, bool saturates)
{
    if (!saturates)
        return (double)(int32_t)(uint32_t)(int64_t)value;
    return value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : value;
}

/* How far a result may be away: each addition is rounded, and the result is once more. */
template <class P> static double allowed(double size, double right)
{
    double each = std::is_same<typename P::D, double>::value ? of_double : of_float;
    double last = element<typename P::D>::bits == 16 ? std::fabs(right) * 0x1p-11 + 0x1p-25 : exact;

    return P::is_whole ? exact : size * each * (P::k + 1) * 1.01 + last * 1.01;
}

template <class P>
static void compare(const lines *all, const uint8_t *a, const uint8_t *b, const uint8_t *c,
                    const uint8_t *d, bool other)
{
    typedef element<typename P::T> factor;
    const bool is_bits = factor::bits == 1;

    for (int i = 0; i < P::m * P::n; i++) {
        int row = i / P::n, column = i % P::n;
        double right = element<typename P::C>::get(c, all[2].at(row, column));
        double size = std::fabs(right), got;

        for (int depth = 0; depth < P::k; depth++) {
            double x = factor::get(a, all[0].at(row, depth));
            double y = factor::get(b, all[1].at(depth, column));
            double both = is_bits && !other ? x != y : x * y;

            right += both;
            size += std::fabs(both);
        }
        if (P::is_whole)
            right = in_range(right, other && !is_bits);
        got = element<typename P::D>::get(d, all[3].at(row, column));
        if (!(std::fabs(got - right) <= allowed<P>(size, right))) {
            std::printf("%s: row %d, column %d: %.17g, not %.17g\n", __PRETTY_FUNCTION__, row, column,
                        got, right);
            std::exit(1);
        }
    }
}

template <class P> static void check_ways(bool c_by_columns, bool d_by_columns, bool other)
{
    typedef typename P::T T;
    const lines all[] = {
        { P::m, P::k, P::a_by_columns, element<T>::bits },
        { P::k, P::n, P::b_by_columns, element<T>::bits },
        { P::m, P::n, c_by_columns, element<typename P::C>::bits },
        { P::m, P::n, d_by_columns, element<typename P::D>::bits },
    };
    const ways how = { (unsigned)all[0].stride, (unsigned)all[1].stride, (unsigned)all[2].stride,
                       (unsigned)all[3].stride,
                       c_by_columns ? wmma::mem_col_major : wmma::mem_row_major,
                       d_by_columns ? wmma::mem_col_major : wmma::mem_row_major, other };
    std::vector<uint8_t> a = draw_matrix<T>(all[0]), b = draw_matrix<T>(all[1]);
    std::vector<uint8_t> c = draw_matrix<typename P::C>(all[2]);

    if (P::is_whole) {                  /* some sums are too large, and some too small */
        for (int i = 0; i < P::m; i++) {
            element<typename P::C>::put(&c[0], all[2].at(i, 0), INT32_MAX - i);
            element<typename P::C>::put(&c[0], all[2].at(i, 1), INT32_MIN + i);
        }
    }
    buffer<uint8_t> on_a(a), on_b(b), on_c(c), on_d(std::vector<uint8_t>(WARPS * PLACE_BYTES));
    multiply_one<P><<<1, WARPS * 32>>>((const char *)on_a.at, (const char *)on_b.at,
                                       (const char *)on_c.at, (char *)on_d.at, how);
    std::vector<uint8_t> d = on_d.read();
    for (size_t at = 0; at < d.size(); at += PLACE_BYTES)
        compare<P>(all, &a[at], &b[at], &c[at], &d[at], other);
}

template <class P> static void check_product()
{
    check_ways<P>(false, true, false);
    check_ways<P>(true, false, true);
}

template <class T, class D, class C, class LayoutA, class LayoutB> static void check_shapes()
{
    check_product<product<16, 16, 16, T, D, C, LayoutA, LayoutB>>();
    check_product<product<32, 8, 16, T, D, C, LayoutB, LayoutA>>();
    check_product<product<8, 32, 16, T, D, C, LayoutA, LayoutA>>();
}

static void check_products()
{
    check_shapes<__half, float, float, row_major, col_major>();
    check_shapes<__half, __half, __half, col_major, row_major>();
    check_product<product<16, 16, 16, __half, __half, float, col_major, col_major>>();
    check_product<product<16, 16, 16, __half, float, __half, row_major, row_major>>();
    check_shapes<signed char, int, int, row_major, col_major>();
    check_shapes<unsigned char, int, int, col_major, row_major>();
    check_shapes<__nv_bfloat16, float, float, row_major, col_major>();
    check_product<product<16, 16, 8, tf32, float, float, row_major, col_major>>();
    check_product<product<16, 16, 8, tf32, float, float, col_major, row_major>>();
    check_product<product<8, 8, 4, double, double, double, row_major, col_major>>();
    check_product<product<8, 8, 4, double, double, double, col_major, row_major>>();
    check_product<product<8, 8, 32, s4, int, int, row_major, col_major>>();
    check_product<product<8, 8, 32, u4, int, int, row_major, col_major>>();
    check_product<product<8, 8, 128, b1, int, int, row_major, col_major>>();
}

/* ---- fillings, and sums that are not finite ---- */

__global__ void fill_all(float *sums, float a, float b, float c, bool saturate)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a_part;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b_part;
    wmma::fragment<wmma::accumulator, 16, 16, 16, half> c_part, d_part;

    wmma::fill_fragment(a_part, a);
    wmma::fill_fragment(b_part, b);
    wmma::fill_fragment(c_part, c);
    wmma::mma_sync(d_part, a_part, b_part, c_part, saturate);
    for (int i = 0; i < d_part.num_elements; i++)
        sums[threadIdx.x * d_part.num_elements + i] = d_part.x[i];
}

__global__ void fill_parts(int *sums, int a, int b, unsigned int bit)
{
    wmma::fragment<wmma::matrix_a, 8, 8, 32, s4, wmma::row_major> a_part;
    wmma::fragment<wmma::matrix_b, 8, 8, 32, s4, wmma::col_major> b_part;
    wmma::fragment<wmma::accumulator, 8, 8, 32, int> part;
    wmma::fragment<wmma::matrix_a, 8, 8, 128, b1, wmma::row_major> a_bits;
    wmma::fragment<wmma::matrix_b, 8, 8, 128, b1, wmma::col_major> b_bits;
    wmma::fragment<wmma::accumulator, 8, 8, 128, int> bits;

    static_assert(a_part.num_elements == 8 && a_part.num_storage_elements == 1, "s4");
    static_assert(a_bits.num_elements == 32 && a_bits.num_storage_elements == 1, "b1");
    wmma::fill_fragment(a_part, a);
    wmma::fill_fragment(b_part, b);
    wmma::fill_fragment(part, 1);
    wmma::mma_sync(part, a_part, b_part, part);
    wmma::fill_fragment(a_bits, bit);
    wmma::fill_fragment(b_bits, 0u);
    wmma::fill_fragment(bits, 0);
    wmma::bmma_sync(bits, a_bits, b_bits, bits);
    for (int i = 0; i < 2; i++) {
        sums[threadIdx.x * 4 + i] = part.x[i];
        sums[threadIdx.x * 4 + 2 + i] = bits.x[i];
    }
}

static void check_fillings()
{
    static const struct {
        float a, b, c;
        bool saturate;
        float wanted;
    } cases[] = {
        { 1.5f, 2, -1, false, 47 }, { 200, 200, 0, false, INFINITY }, { 200, 200, 0, true, 65504 },
        { 200, -200, 0, true, -65504 }, { 1.5f, 2, NAN, true, 0 }, { 1.5f, 2, -1, true, 47 },
    };
    buffer<float> sums(std::vector<float>(256, 0));
    buffer<int> wholes(std::vector<int>(128, 0));

    for (const auto &one : cases) {
        fill_all<<<1, 32>>>(sums.at, one.a, one.b, one.c, one.saturate);
        for (float sum : sums.read())
            EXPECT(sum, one.wanted);
    }
    fill_parts<<<1, 32>>>(wholes.at, -8, 7, 1);
    std::vector<int> all = wholes.read();
    for (size_t i = 0; i < all.size(); i++)
        EXPECT(all[i], i % 4 < 2 ? 1 - 56 * 32 : 128);
}

/* ---- a product in tiles ---- */

enum { SIZE = 64, TILE = 16, BLOCK = 32, SKEW = 8 };

/* A block makes 32 rows and columns, and each of its 4 warps a tile of 16. */
__global__ void multiply_tiles(const half *a, const half *b, float *c, float alpha, float beta)
{
    __shared__ half a_lines[BLOCK][TILE + SKEW], b_lines[TILE][BLOCK + SKEW];
    int warp = threadIdx.x / warpSize;
    int row = blockIdx.y * BLOCK, column = blockIdx.x * BLOCK;
    int tile_row = warp / 2 * TILE, tile_column = warp % 2 * TILE;
    float *to = c + (row + tile_row) * SIZE + column + tile_column;
    wmma::fragment<wmma::accumulator, TILE, TILE, TILE, float> sum, before;

    wmma::fill_fragment(sum, 0.0f);
    for (int depth = 0; depth < SIZE; depth += TILE) {
        wmma::fragment<wmma::matrix_a, TILE, TILE, TILE, half, wmma::row_major> a_part;
        wmma::fragment<wmma::matrix_b, TILE, TILE, TILE, half, wmma::row_major> b_part;

        for (int i = threadIdx.x; i < BLOCK * TILE; i += blockDim.x) {
            a_lines[i / TILE][i % TILE] = a[(row + i / TILE) * SIZE + depth + i % TILE];
            b_lines[i / BLOCK][i % BLOCK] = b[(depth + i / BLOCK) * SIZE + column + i % BLOCK];
        }
        __syncthreads();
        wmma::load_matrix_sync(a_part, &a_lines[tile_row][0], TILE + SKEW);
        wmma::load_matrix_sync(b_part, &b_lines[0][tile_column], BLOCK + SKEW);
        wmma::mma_sync(sum, a_part, b_part, sum);
        __syncthreads();
    }
    wmma::load_matrix_sync(before, to, SIZE, wmma::mem_row_major);
    for (int i = 0; i < sum.num_elements; i++)
        before.x[i] = alpha * sum.x[i] + beta * before.x[i];
    wmma::store_matrix_sync(to, before, SIZE, wmma::mem_row_major);
}

static void check_tiles()
{
    std::vector<half> a(SIZE * SIZE), b(SIZE * SIZE);
    std::vector<float> c(SIZE * SIZE);

    for (int i = 0; i < SIZE * SIZE; i++) {
        a[i] = half(draw_float());
        b[i] = half(draw_float());
        c[i] = (float)draw_float();
    }
    buffer<half> on_a(a), on_b(b);
    buffer<float> on_c(c);
    multiply_tiles<<<dim3(SIZE / BLOCK, SIZE / BLOCK), 128>>>(on_a.at, on_b.at, on_c.at, 0.5f, 2);
    std::vector<float> got = on_c.read();
    for (int i = 0; i < SIZE * SIZE; i++) {
        double right = 0, size = 0;

        for (int depth = 0; depth < SIZE; depth++) {
            double both = (double)(float)a[i / SIZE * SIZE + depth]
                * (float)b[depth * SIZE + i % SIZE];

            right += both;
            size += std::fabs(both);
        }
        right = 0.5 * right + 2.0 * c[i];
        size = 0.5 * size + std::fabs(2.0 * c[i]);
        if (!(std::fabs(got[i] - right) <= size * of_float * (SIZE + 4))) {
            std::printf("tiles: element %d: %.9g, not %.9g\n", i, got[i], right);
            std::exit(1);
        }
    }
}

int main()
{
    check_products();
    check_fillings();
    check_tiles();
    std::puts("ok");
    return 0;
}
#endif
