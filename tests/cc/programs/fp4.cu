/* Floats of 4 bits, on the device and on the host, against a search for the nearest number. */
#include "either.h"

#ifndef __HIP__
#include <cmath>
#include <cstdint>
#include <cstring>

#include <cuda_fp4.h>

enum { MOST = 7, ROUNDINGS = 2 };
static const double numbers[] = { 0, 0.5, 1, 1.5, 2, 3, 4, 6 };

static double value_of(int code)
{
    return code & 8 ? -numbers[code & MOST] : numbers[code & MOST];
}

/* The code of a number: the nearest, even of two, or the next one towards zero. */
static int wanted_code(double x, bool to_zero)
{
    const double size = std::fabs(x);
    int code = 0;

    if (std::isnan(x))
        return MOST;
    while (code < MOST && numbers[code + 1] <= size)
        code++;
    if (!to_zero && code < MOST) {
        double below = size - numbers[code], above = numbers[code + 1] - size;

        code += below > above || (below == above && code % 2 != 0);
    }
    return code | (std::signbit(x) ? 8 : 0);
}

/* ---- conversions ----------------------------------------------------------------------------- */

struct input {
    double large;
    float single;
    unsigned short bits;
};
struct codes {
    unsigned char of[4][ROUNDINGS], pair;
};

static __host__ __device__ codes convert_all(const input &x)
{
    const enum cudaRoundMode roundings[] = { cudaRoundNearest, cudaRoundZero };
    codes all;

    for (int r = 0; r < ROUNDINGS; r++) {
        all.of[0][r] = __nv_cvt_double_to_fp4(x.large, __NV_E2M1, roundings[r]);
        all.of[1][r] = __nv_cvt_float_to_fp4(x.single, __NV_E2M1, roundings[r]);
        all.of[2][r] = __nv_cvt_halfraw_to_fp4(__half_raw{ x.bits }, __NV_E2M1, roundings[r]);
        all.of[3][r] = __nv_cvt_bfloat16raw_to_fp4(__nv_bfloat16_raw{ x.bits }, __NV_E2M1,
                                                   roundings[r]);
    }
    all.pair = __nv_cvt_float2_to_fp4x2(make_float2(x.single, -x.single), __NV_E2M1,
                                        cudaRoundNearest);
    return all;
}
static __global__ void convert_on_device(const input *in, codes *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < count)
        out[i] = convert_all(in[i]);
}

/* Every half and bfloat; floats and doubles beside the numbers and the middles between them, and
 * with every one of their first 16 bits. */
static std::vector<input> make_inputs()
{
    std::vector<input> all(65536);
    unsigned int state = 7;

    for (unsigned int i = 0; i < 65536; i++) {
        uint64_t large;
        uint32_t single;

        state = state * 1664525 + 1013904223;
        large = (uint64_t)i << 48 | state;
        single = i << 16 | state >> 16;
        std::memcpy(&all[i].large, &large, sizeof large);
        std::memcpy(&all[i].single, &single, sizeof single);
        all[i].bits = (unsigned short)i;
    }
    for (int quarter = -30; quarter <= 30; quarter++)
        for (int side = -1; side <= 1; side++) {
            double x = quarter * 0.25;

            all.push_back({ side ? std::nextafter(x, side * 1e9) : x,
                            side ? std::nextafterf((float)x, (float)side * 1e9f) : (float)x, 0 });
        }
    return all;
}

static void check_conversions()
{
    const std::vector<input> inputs = make_inputs();
    const int count = (int)inputs.size();
    buffer<input> in(inputs);
    buffer<codes> out{std::vector<codes>(inputs.size())};

    convert_on_device<<<(count + 127) / 128, 128>>>(in.at, out.at, count);
    const std::vector<codes> device = out.read();
    for (int i = 0; i < count; i++) {
        const input &x = inputs[(size_t)i];
        const double given[] = { x.large, x.single, (float)__half(__half_raw{ x.bits }),
                                 (float)__nv_bfloat16(__nv_bfloat16_raw{ x.bits }) };

        for (const codes &got : { device[(size_t)i], convert_all(x) }) {
            for (int k = 0; k < 4; k++)
                for (int r = 0; r < ROUNDINGS; r++)
                    EXPECT(got.of[k][r], wanted_code(given[k], r == 1));
            EXPECT(got.pair, wanted_code(x.single, false) | wanted_code(-x.single, false) << 4);
        }
    }
}

/* ---- the types ------------------------------------------------------------------------------- */

enum { RESULTS = 20 };

static __host__ __device__ void use_types(int code, double *out)
{
    const __half2 halves(__half(1.4f), __half(-2.0f));
    const __nv_bfloat162 bfloats(__nv_bfloat16(4.0f), __nv_bfloat16(-9.0f));
    __nv_fp4_e2m1 x;
    __nv_fp4x2_e2m1 two;
    float4 four;

    x.__x = (__nv_fp4_storage_t)code;
    two.__x = (__nv_fp4x2_storage_t)(code | 1 << 4);
    out[0] = (float)x;
    out[1] = (double)x;
    out[2] = (float)(__half)x + (float)(__nv_bfloat16)x;
    out[3] = (int)x + (signed char)x + (short)x;
    out[4] = (double)((long long)x + (long)x);
    out[5] = (unsigned int)x + (unsigned char)x;
    out[6] = (bool)x;
    out[7] = ((float2)two).x + 100 * ((float2)two).y;
    out[8] = (float)((__half2)two).x + 100 * (float)((__half2)two).y;
    out[9] = __nv_fp4x2_e2m1(halves).__x;
    out[10] = __nv_fp4x2_e2m1(bfloats).__x;
    out[11] = __nv_fp4x2_e2m1(make_float2(6, -1)).__x;
    out[12] = __nv_fp4x2_e2m1(make_double2(0.5, 3)).__x;
    out[13] = __nv_fp4x4_e2m1(halves, halves).__x;
    out[14] = __nv_fp4x4_e2m1(make_double4(0.5, 1, -1.5, 1e9)).__x;
    four = (float4)__nv_fp4x4_e2m1(make_float4(1, -2, 4, 0.25f));
    out[15] = four.x + 10 * four.y + 100 * four.z + 1000 * four.w;
    out[16] = __nv_fp4_e2m1(-5).__x + 16 * __nv_fp4_e2m1(3ull).__x;
    out[17] = __nv_fp4_e2m1((short)2).__x + 16 * __nv_fp4_e2m1(1u << 31).__x;
    out[18] = __nv_fp4_e2m1(__half(1.5f)).__x + 16 * __nv_fp4_e2m1(-1e300).__x;
    out[19] = sizeof x + 10 * sizeof two + 100 * sizeof(__nv_fp4x4_e2m1);
}
static __global__ void types_on_device(double *out)
{
    use_types((int)threadIdx.x, out + threadIdx.x * RESULTS);
}

static void check_types()
{
    buffer<double> out(std::vector<double>(16 * RESULTS, -1));

    types_on_device<<<1, 16>>>(out.at);
    const std::vector<double> device = out.read();
    for (int code = 0; code < 16; code++) {
        const double x = value_of(code), whole = std::trunc(x);
        const double wanted[RESULTS] = {
            x, x, 2 * x, 3 * whole, 2 * whole, x > 0 ? 2 * whole : 0, x != 0 ? 1.0 : 0.0, x + 50,
            x + 50, 0xc3, 0xf6, 0xa7, 0x51, 0xc3c3, 0x7b21, 1 - 20 + 400, 0xe + 16 * 5, 4 + 16 * 7,
            3 + 16 * 15, 211 };
        double host[RESULTS];

        use_types(code, host);
        for (int i = 0; i < RESULTS; i++) {
            EXPECT(device[(size_t)(code * RESULTS + i)], wanted[i]);
            EXPECT(host[i], wanted[i]);
        }
        EXPECT(std::signbit(host[0]), code > MOST);
    }
}

int main()
{
    check_conversions();
    check_types();
    std::puts("ok");
    return 0;
}
#else
int main()
{
    std::puts("ok");        /* HIP has no such types */
    return 0;
}
#endif
