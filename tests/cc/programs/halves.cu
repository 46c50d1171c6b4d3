/* Functions of both floats of 16 bits. The wanted sums are those of CUDA 13's functions on an H200,
 * whose results are rounded once. */
#include "either.h"

#include <cstring>

#ifdef __HIP__
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
typedef __hip_bfloat16 bfloat;
typedef __hip_bfloat162 bfloat2;
#else
#include <cuda_bf16.h>
#include <cuda_fp16.h>
typedef __nv_bfloat16 bfloat;
typedef __nv_bfloat162 bfloat2;
#endif

enum { INPUTS = 4096, FIRST_RESULTS = 64 };

#define TO_INTEGERS(F, w) F(__##w##2int_rn) F(__##w##2int_rz) F(__##w##2int_rd) F(__##w##2int_ru) \
    F(__##w##2uint_rn) F(__##w##2uint_rz) F(__##w##2uint_rd) F(__##w##2uint_ru) \
    F(__##w##2short_rn) F(__##w##2short_rz) F(__##w##2short_rd) F(__##w##2short_ru) \
    F(__##w##2ushort_rn) F(__##w##2ushort_rz) F(__##w##2ushort_rd) F(__##w##2ushort_ru) \
    F(__##w##2ll_rn) F(__##w##2ll_rz) F(__##w##2ull_rd) F(__##w##2ull_ru) \
    F(__##w##2char_rz) F(__##w##2uchar_rz)
#define OF_INTEGERS(F, w) F(__int2##w##_rn) F(__int2##w##_rz) F(__int2##w##_rd) F(__int2##w##_ru) \
    F(__uint2##w##_rn) F(__uint2##w##_rz) F(__uint2##w##_rd) F(__uint2##w##_ru) \
    F(__short2##w##_rn) F(__short2##w##_rz) F(__ushort2##w##_rd) F(__ushort2##w##_ru)
#define OF_LONG(F, w) F(__ll2##w##_rn) F(__ll2##w##_rz) F(__ll2##w##_rd) F(__ll2##w##_ru) \
    F(__ull2##w##_rn) F(__ull2##w##_rz) F(__ull2##w##_rd) F(__ull2##w##_ru)
#define OF_FLOATS(F, w) F(__float2##w) F(__float2##w##_rn) F(__float2##w##_rz) F(__float2##w##_rd) \
    F(__float2##w##_ru)
#define ARITHMETIC(F) F(__hadd) F(__hsub) F(__hmul) F(__hdiv) F(__hadd_rn) F(__hsub_rn) F(__hmul_rn) \
    F(__hadd_sat) F(__hsub_sat) F(__hmul_sat) F(__hmax) F(__hmin) F(__hmax_nan) F(__hmin_nan)
#define THREE(F) F(__hfma) F(__hfma_sat) F(__hfma_relu)
#define COMPARE(F) F(__heq) F(__hne) F(__hlt) F(__hle) F(__hgt) F(__hge) F(__hequ) F(__hneu) \
    F(__hltu) F(__hleu) F(__hgtu) F(__hgeu)
#define PAIRS(F) F(__hadd2) F(__hsub2) F(__hmul2) F(__h2div) F(__hmax2) F(__hmin2) F(__heq2) F(__hne2) \
    F(__hlt2) F(__hle2) F(__hgt2) F(__hge2) F(__hequ2) F(__hgtu2)
#define PAIR_BOOLS(F) F(__hbeq2) F(__hbne2) F(__hblt2) F(__hble2) F(__hbgt2) F(__hbge2) F(__hbequ2) \
    F(__hbltu2) F(__heq2_mask) F(__hgtu2_mask)

struct input {
    unsigned short a, b, c;
    float f;
    double d;
    long long i;
};

/* NaN has many forms, of which functions may give any. */
#define BITS(w, value) [](auto v) { \
        unsigned short all = __##w##_as_ushort(v); \
        return __hisnan(v) ? 0xffffu : (unsigned int)all; \
    }(value)

#define FUNCTIONS_OF(w, type, type2) \
__global__ void w##_conversions(const input *in, unsigned int *out) \
{ \
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x; \
    const input x = in[i]; \
    type h = __ushort_as_##w(x.a); \
    out += i * FIRST_RESULTS; \
    TO_INTEGERS(TO_INTEGER, w) OF_INTEGERS(OF_##w, w) OF_LONG(OF_##w, w) \
    OF_FLOATS(OF_FLOAT_##w, w) \
    *out++ = BITS(w, __double2##w(x.d)); \
    *out++ = BITS(w, type(x.d)); \
    *out++ = BITS(w, type((int)x.i)); \
    *out++ = BITS(w, type(x.i)); \
} \
__global__ void w##_arithmetic(const input *in, unsigned int *out) \
{ \
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x; \
    const input x = in[i]; \
    type a = __ushort_as_##w(x.a), b = __ushort_as_##w(x.b), c = __ushort_as_##w(x.c), d = a; \
    out += i * FIRST_RESULTS; \
    ARITHMETIC(TWO_##w) THREE(THREE_##w) COMPARE(TRUTH) \
    *out++ = BITS(w, __hneg(a)); \
    *out++ = BITS(w, __habs(a)); \
    *out++ = (unsigned int)(__hisinf(a) * 2 + __hisnan(b)); \
    d += b; \
    d -= c; \
    d++; \
    *out++ = BITS(w, d * -b); \
    *out++ = (a == b) + (a != b) * 2 + (a < b) * 4 + (a <= b) * 8 + (a > b) * 16 + (a >= b) * 32; \
} \
__global__ void w##_pairs(const input *in, unsigned int *out) \
{ \
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x; \
    const input x = in[i]; \
    type2 a = __halves2##type2##_(__ushort_as_##w(x.a), __ushort_as_##w(x.b)); \
    type2 b = __halves2##type2##_(__ushort_as_##w(x.c), __ushort_as_##w(x.b)); \
    out += i * FIRST_RESULTS; \
    PAIRS(PAIR_##w) PAIR_BOOLS(TRUTH) \
    PAIR_VALUE(w, __hfma2(a, b, a)) PAIR_VALUE(w, __hneg2(a)) PAIR_VALUE(w, __habs2(a)) \
    PAIR_VALUE(w, __hcmadd(a, b, b)) PAIR_VALUE(w, __lowhigh2highlow(a)) PAIR_VALUE(w, a + b) \
    PAIR_VALUE(w, __hisnan2(a)) PAIR_VALUE(w, __hfma2_relu(a, b, a)) PAIR_VALUE(w, __hadd2_sat(a, b)) \
}
#define TO_INTEGER(name) *out++ = (unsigned int)(unsigned long long)name(h);
#define OF_half(name) *out++ = BITS(half, name(x.i));
#define OF_bfloat16(name) *out++ = BITS(bfloat16, name(x.i));
#define OF_FLOAT_half(name) *out++ = BITS(half, name(x.f));
#define OF_FLOAT_bfloat16(name) *out++ = BITS(bfloat16, name(x.f));
#define TWO_half(name) *out++ = BITS(half, name(a, b));
#define TWO_bfloat16(name) *out++ = BITS(bfloat16, name(a, b));
#define THREE_half(name) *out++ = BITS(half, name(a, b, c));
#define THREE_bfloat16(name) *out++ = BITS(bfloat16, name(a, b, c));
#define TRUTH(name) *out++ = (unsigned int)name(a, b);
#define PAIR_VALUE(w, value) *out++ = [](auto v) { \
        return BITS(w, v.x) | BITS(w, v.y) << 16; \
    }(value);
#define PAIR_half(name) PAIR_VALUE(half, name(a, b))
#define PAIR_bfloat16(name) PAIR_VALUE(bfloat16, name(a, b))
#define __halves2__half2_ __halves2half2
#define __halves2bfloat2_ __halves2bfloat162
FUNCTIONS_OF(half, __half, __half2)
FUNCTIONS_OF(bfloat16, bfloat, bfloat2)

static unsigned int next_random(unsigned int *state)
{
    *state = *state * 1664525 + 1013904223;
    return *state >> 8;
}

/* Every exponent, with all kinds of fractions. Those of bfloat arithmetic stay in the middle, since
 * devices may make small floats zero. */
static std::vector<input> make_inputs(bool is_middle)
{
    std::vector<input> all(INPUTS);
    unsigned int state = 7;

    for (unsigned int i = 0; i < INPUTS; i++) {
        input &x = all[i];
        unsigned int f = next_random(&state) << 8 | (next_random(&state) & 0xff);

        x.a = (unsigned short)(i * 16 + (next_random(&state) & 15));
        x.b = (unsigned short)next_random(&state);
        x.c = (unsigned short)(i % 3 == 0 ? x.b ^ 0x8000 : next_random(&state));
        if (is_middle) {
            x.a = (unsigned short)((x.a & 0x9fff) | (x.a & 0x4000 ? 0x4000 : 0x2000));
            x.b = (unsigned short)((x.b & 0x8fff) | 0x3000);
            x.c = (unsigned short)((x.c & 0x8fff) | 0x3000);
        }
        if ((f & 0x7f800000) == 0 || i % 2 == 0)        /* near what 16 bits can hold */
            f = (f & 0x807fffff) | (100 + i % 48) << 23;
        std::memcpy(&x.f, &f, sizeof x.f);
        x.d = (double)x.f * (1 + (i % 5) * 0x1p-30);
        x.i = (long long)((unsigned long long)next_random(&state) << 40) >> (i % 64);
        x.i = i % 2 ? -x.i : x.i;
    }
    return all;
}

typedef void kernel(const input *, unsigned int *);
static const struct {
    kernel *function;
    const char *name;
    bool is_middle;
} kernels[] = {
    { half_conversions, "half_conversions", false }, { half_arithmetic, "half_arithmetic", false },
    { half_pairs, "half_pairs", false }, { bfloat16_conversions, "bfloat16_conversions", true },
    { bfloat16_arithmetic, "bfloat16_arithmetic", true }, { bfloat16_pairs, "bfloat16_pairs", true },
};

static const unsigned int wanted[][FIRST_RESULTS] = {
#include "halves_wanted.h"
};

int main(int argc, char **)
{
    int wrong = 0;

    for (size_t k = 0; k < sizeof kernels / sizeof kernels[0]; k++) {
        buffer<input> in(make_inputs(kernels[k].is_middle));
        buffer<unsigned int> out(std::vector<unsigned int>(INPUTS * FIRST_RESULTS, 0));

        kernels[k].function<<<INPUTS / 64, 64>>>(in.at, out.at);
        std::vector<unsigned int> got = out.read();
        if (argc > 1)
            std::printf("{ /* %s */\n", kernels[k].name);
        for (int f = 0; f < FIRST_RESULTS; f++) {
            unsigned int sum = 0;

            for (int i = 0; i < INPUTS; i++)
                sum = sum * 31 + got[i * FIRST_RESULTS + f];
            if (argc > 1) {
                std::printf("0x%08x,%s", sum, f % 8 == 7 ? "\n" : " ");
            } else if (sum != wanted[k][f]) {
                std::printf("%s: result %d is wrong\n", kernels[k].name, f);
                wrong++;
            }
        }
        if (argc > 1)
            std::puts("},");
    }
    if (argc == 1 && wrong == 0)
        std::puts("ok");
    return wrong != 0;
}
