/* Powers of two in 8 bits, on the device and on the host, against the C library. CUDA 13's functions for
 * host code give the same for the inputs of given. */
#include "either.h"

#ifndef __HIP__
#include <cmath>
#include <cstring>

#include <cuda_fp8.h>

struct result {
    unsigned char of_float[4], of_double[4], of_bfloat[4], by_type[9];
};

static __host__ __device__ result convert(double x)
{
    const __nv_saturation_t how[] = { __NV_NOSAT, __NV_SATFINITE };
    result all;

    for (int i = 0; i < 4; i++) {
        const cudaRoundMode mode = i < 2 ? cudaRoundZero : cudaRoundPosInf;

        all.of_float[i] = __nv_cvt_float_to_e8m0((float)x, how[i % 2], mode);
        all.of_double[i] = __nv_cvt_double_to_e8m0(x, how[i % 2], mode);
        all.of_bfloat[i] = __nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16((float)x), how[i % 2], mode);
    }
    all.by_type[0] = __nv_fp8_e8m0((float)x).__x;
    all.by_type[1] = __nv_fp8_e8m0(x).__x;
    all.by_type[2] = __nv_fp8_e8m0(__nv_bfloat16((float)x)).__x;
    all.by_type[3] = (unsigned char)(__nv_fp8x2_e8m0(make_float2(1, (float)x)).__x >> 8);
    all.by_type[4] = (unsigned char)(__nv_fp8x4_e8m0(make_float4(1, 1, (float)x, 1)).__x >> 16);
    all.by_type[5] = (unsigned char)(__nv_fp8x2_e8m0(__nv_bfloat162(
        __nv_bfloat16((float)x), __nv_bfloat16(1.0f))).__x & 0xff);
    all.by_type[6] = (unsigned char)(__nv_cvt_float2_to_e8m0x2(make_float2(1, (float)x),
        __NV_SATFINITE, cudaRoundPosInf) >> 8);
    all.by_type[7] = (unsigned char)(__nv_cvt_double2_to_e8m0x2(make_double2(x, 1), __NV_SATFINITE,
        cudaRoundPosInf) & 0xff);
    all.by_type[8] = __nv_fp8_e8m0(__half((float)x)).__x;
    return all;
}

__global__ void convert_all(const double *in, result *out, int count)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);

    if (i < count)
        out[i] = convert(in[i]);
}

/* What the C library says of a number. */
static int wanted(double x, bool saturates, bool up)
{
    int exponent;

    if (std::isnan(x))
        return 0xff;
    if (std::isinf(x))
        return saturates ? 0xfe : 0xff;
    if (x == 0)
        return 0;
    exponent = up && std::frexp(std::fabs(x), &exponent) != 0.5 ? std::ilogb(x) + 1 : std::ilogb(x);
    if (exponent > 127)
        return saturates || !up ? 0xfe : 0xff;
    return exponent < -127 ? 0 : exponent + 127;
}

static void check_result(double x, const result &got)
{
    const double of_half = (double)(float)__half((float)x), bfloat = (double)(float)__nv_bfloat16((float)x);

    for (int i = 0; i < 4; i++) {
        EXPECT(got.of_float[i], wanted((double)(float)x, i % 2, i >= 2));
        EXPECT(got.of_double[i], wanted(x, i % 2, i >= 2));
        EXPECT(got.of_bfloat[i], wanted(bfloat, i % 2, i >= 2));
    }
    for (int i = 0; i < 9; i++) {
        const double source = i == 8 ? of_half : i == 2 || i == 5 ? bfloat : i == 1 || i == 7 ? x : (double)(float)x;

        EXPECT(got.by_type[i], wanted(source, true, true));
    }
}

struct numbers {
    float f, second;
    double d;
    long long ll;
    unsigned long long ull;
    int i, s, sc, uc, us, b;
    unsigned int u;
    unsigned short half, bfloat, raw;
};

static __host__ __device__ numbers numbers_of(unsigned char code)
{
    __nv_fp8_e8m0 x;
    __nv_fp8x4_e8m0 four;
    numbers all;

    x.__x = code;
    four.__x = (unsigned int)code << 8 | 0x7f00007f;
    all.f = (float)x;
    all.second = ((float4)four).y;
    all.d = (double)x;
    all.ll = (long long)x;
    all.ull = (unsigned long long)x;
    all.i = (int)x;
    all.s = (short)x;
    all.sc = (signed char)x;
    all.uc = (unsigned char)x;
    all.us = (unsigned short)x;
    all.u = (unsigned int)x;
    all.b = (bool)x;
    all.half = __half_as_ushort((__half)x);
    all.bfloat = __bfloat16_as_ushort((__nv_bfloat16)x);
    all.raw = __nv_cvt_e8m0x2_to_bf162raw((__nv_fp8x2_storage_t)(code << 8)).y;
    return all;
}

__global__ void give_all(numbers *out) { out[threadIdx.x] = numbers_of((unsigned char)threadIdx.x); }

static double at_most(double x, double most) { return x > most ? most : std::trunc(x); }

static void check_numbers(int code, const numbers &got)
{
    const double x = std::ldexp(1.0, code - 127);

    EXPECT(got.b, 1);
    EXPECT(got.bfloat, code == 0 ? 0x40 : code == 255 ? 0x7fff : code << 7);
    EXPECT(got.raw, got.bfloat);
    if (code == 255) {
        EXPECT(got.half, 0x7fff);
        EXPECT(std::isnan(got.f) && std::isnan(got.d) && std::isnan(got.second), true);
        EXPECT(got.i | got.s | got.sc | got.uc | got.us | (int)got.u, 0);
        return;
    }
    EXPECT(got.f, x);
    EXPECT(got.second, x);
    EXPECT(got.d, x);
    EXPECT(got.half, __half_as_ushort(__half((float)x)));
    EXPECT(got.ll, at_most(x, 0x1p63));
    EXPECT(got.ull, at_most(x, 0x1p64));
    EXPECT(got.i, at_most(x, 0x7fffffff));
    EXPECT(got.u, at_most(x, 0xffffffff));
    EXPECT(got.s, at_most(x, 0x7fff));
    EXPECT(got.us, at_most(x, 0xffff));
    EXPECT(got.sc, at_most(x, 0x7f));
    EXPECT(got.uc, at_most(x, 0xff));
}

static std::vector<double> inputs()
{
    std::vector<double> all = { 0, -0.0, INFINITY, -INFINITY, NAN, 0x1p200, 0x1p-200, 0x1p-1074,
                                0x1.fffffffffffffp127, 0x1.8p127, 0x1p127, 0x1.00000001p3 };

    for (int exponent = -151; exponent < 130; exponent++)
        for (double part : { 1.0, 1.0000001, 1.25, -1.5, 1.99 })
            all.push_back(std::ldexp(part, exponent));
    return all;
}

int main()
{
    const std::vector<double> all = inputs();
    buffer<double> in(all);
    buffer<result> out(std::vector<result>(all.size()));
    buffer<numbers> given(std::vector<numbers>(256));

    convert_all<<<(unsigned int)(all.size() + 63) / 64, 64>>>(in.at, out.at, (int)all.size());
    const std::vector<result> got = out.read();
    for (size_t i = 0; i < all.size(); i++) {
        check_result(all[i], got[i]);
        check_result(all[i], convert(all[i]));
    }
    give_all<<<1, 256>>>(given.at);
    const std::vector<numbers> numbers = given.read();
    for (int code = 0; code < 256; code++) {
        check_numbers(code, numbers[(size_t)code]);
        check_numbers(code, numbers_of((unsigned char)code));
    }
    EXPECT(__nv_fp8_e8m0(~0ull).__x, 0xbf);
    EXPECT(__nv_fp8_e8m0((1ll << 62) + 1).__x, 0xbe);
    EXPECT(__nv_fp8_e8m0(-5).__x, 0x82);
    EXPECT(__nv_fp8_e8m0((short)-3).__x, 0x81);
    EXPECT(__nv_fp8_e8m0(0u).__x, 0);
    std::puts("ok");
    return 0;
}
#else
int main()
{
    std::puts("ok");
    return 0;
}
#endif
