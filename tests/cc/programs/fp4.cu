/* Floats of 4 bits, on the device and on the host, against a search for the nearest number. CUDA 13's functions
 * for host code give the same. */
#include "either.h"

#ifndef __HIP__
#include <cmath>

#include <cuda_fp4.h>

enum { MODES = 2, LARGEST = 7 };

struct result {
    unsigned char of_float[MODES], of_double[MODES], of_half, of_bfloat, of_pair, of_int, by_type[6];
    float back, pair_back, four_back;
    unsigned short half_back;
    int whole;
};

static __host__ __device__ result convert(double x)
{
    const float f = (float)x;
    const __nv_fp4_e2m1 one(f);
    const __nv_fp4x2_e2m1 two(make_float2(1, f));
    const __nv_fp4x4_e2m1 four(make_float4(1, 2, f, 3));
    result all;

    for (int i = 0; i < MODES; i++) {
        all.of_float[i] = __nv_cvt_float_to_fp4(f, __NV_E2M1, (cudaRoundMode)i);
        all.of_double[i] = __nv_cvt_double_to_fp4(x, __NV_E2M1, (cudaRoundMode)i);
    }
    all.of_half = __nv_cvt_halfraw_to_fp4(__half(f), __NV_E2M1, cudaRoundNearest);
    all.of_bfloat = __nv_cvt_bfloat16raw_to_fp4(__nv_bfloat16(f), __NV_E2M1, cudaRoundNearest);
    all.of_pair = __nv_cvt_float2_to_fp4x2(make_float2(f, 1), __NV_E2M1, cudaRoundNearest) & 15;
    all.of_int = __nv_fp4_e2m1(fabs(x) < 1000 ? (int)x : 0).__x;
    all.by_type[0] = one.__x;
    all.by_type[1] = __nv_fp4_e2m1(x).__x;
    all.by_type[2] = two.__x >> 4;
    all.by_type[3] = (unsigned char)(four.__x >> 8 & 15);
    all.by_type[4] = __nv_fp4x2_e2m1(make_double2(x, 1)).__x & 15;
    all.by_type[5] = __nv_fp4x2_e2m1(__half2(__half(f), __half(f))).__x >> 4;
    all.back = (float)one;
    all.pair_back = ((float2)two).y;
    all.four_back = ((float4)four).z;
    all.half_back = __half_raw(__nv_cvt_fp4_to_halfraw(one.__x, __NV_E2M1)).x;
    all.whole = (int)one;
    return all;
}

__global__ void convert_all(const double *in, result *out, int count)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);

    if (i < count)
        out[i] = convert(in[i]);
}

static double value_of(int code)
{
    static const double sizes[] = { 0, 0.5, 1, 1.5, 2, 3, 4, 6 };

    return code & 8 ? -sizes[code & 7] : sizes[code & 7];
}

/* The code of a number: the sign stays, also of zero. A NaN is the largest number. */
static int wanted(double x, int mode)
{
    const double size = std::fabs(x);
    const int sign = std::signbit(x) ? 8 : 0;
    int low = LARGEST;

    if (std::isnan(x))
        return LARGEST;
    while (value_of(low) > size)
        low--;
    if (low == LARGEST)
        return LARGEST | sign;
    const double below = size - value_of(low), above = value_of(low + 1) - size;
    const bool up = mode == cudaRoundNearest && (below > above || (below == above && low % 2 != 0));

    return (low + up) | sign;
}

static void check_result(double x, const result &got)
{
    const int nearest = wanted((double)(float)x, cudaRoundNearest);

    for (int i = 0; i < MODES; i++) {
        EXPECT(got.of_float[i], wanted((double)(float)x, i));
        EXPECT(got.of_double[i], wanted(x, i));
    }
    EXPECT(got.of_half, wanted((double)(float)__half((float)x), cudaRoundNearest));
    EXPECT(got.of_bfloat, wanted((double)(float)__nv_bfloat16((float)x), cudaRoundNearest));
    EXPECT(got.of_pair, nearest);
    EXPECT(got.of_int, wanted(std::fabs(x) < 1000 ? (int)x : 0, cudaRoundNearest));
    for (int i = 0; i < 6; i++) {
        const double source = i == 1 || i == 4 ? x : i == 5 ? (double)(float)__half((float)x) : (double)(float)x;

        EXPECT(got.by_type[i], wanted(source, cudaRoundNearest));
    }
    EXPECT(got.back, value_of(nearest));
    EXPECT(std::signbit(got.back), nearest >= 8);
    EXPECT(got.pair_back, value_of(nearest));
    EXPECT(got.four_back, value_of(nearest));
    EXPECT((float)__half(__half_raw{ got.half_back }), value_of(nearest));
    EXPECT(got.whole, (int)value_of(nearest));
}

static std::vector<double> inputs()
{
    std::vector<double> all = { 0.0, -0.0, INFINITY, -INFINITY, NAN, 1e-300, -1e-300, 1e300, 1e-40, -1e-40 };

    for (int i = -256; i <= 256; i++) {
        all.push_back(i / 32.0);
        all.push_back(std::nextafter(i / 32.0, 100.0));
        all.push_back(std::nextafter((float)i / 32.0f, -100.0f));
    }
    return all;
}

int main()
{
    const std::vector<double> in = inputs();
    const int count = (int)in.size();
    std::vector<result> out(in.size());
    double *numbers;
    result *results;

    CHECK(cudaMalloc(&numbers, in.size() * sizeof(double)));
    CHECK(cudaMalloc(&results, in.size() * sizeof(result)));
    CHECK(cudaMemcpy(numbers, in.data(), in.size() * sizeof(double), cudaMemcpyHostToDevice));
    convert_all<<<(count + 63) / 64, 64>>>(numbers, results, count);
    CHECK(cudaMemcpy(out.data(), results, in.size() * sizeof(result), cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < in.size(); i++) {
        check_result(in[i], convert(in[i]));
        check_result(in[i], out[i]);
    }
    CHECK(cudaFree(numbers));
    CHECK(cudaFree(results));
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
