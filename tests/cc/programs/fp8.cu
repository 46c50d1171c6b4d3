/* Floats of 8 bits, on the device and on the host, against a search for the nearest number. */
#include "either.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#ifdef __HIP__
#include <hip/hip_fp8.h>
#define FP8(name) __hip_##name
#define IS_HIP true
enum { FORMATS = 4 };
typedef __hip_bfloat16 bfloat;
#else
#include <cuda_fp8.h>
#define FP8(name) __nv_##name
#define IS_HIP false
enum { FORMATS = 2 };
typedef __nv_bfloat16 bfloat;
#endif

/* ---- the reference --------------------------------------------------------------------------- */

struct format {
    int exponent_bits, fraction_bits, bias;
    bool is_fnuz;
};
static const format formats[] = { { 4, 3, 7, false }, { 5, 2, 15, false }, { 4, 3, 8, true },
                                  { 5, 2, 16, true } };

static bool is_nan(const format &f, int code)
{
    if (f.is_fnuz)
        return code == 0x80;
    return f.fraction_bits == 3 ? (code & 0x7f) == 0x7f : (code & 0x7f) > 0x7c;
}
static double value_of(const format &f, int code)
{
    int exponent = (code & 0x7f) >> f.fraction_bits, fraction = code & ((1 << f.fraction_bits) - 1);
    double size = exponent == 0
        ? std::ldexp(fraction, 1 - f.bias - f.fraction_bits)
        : std::ldexp(fraction + (1 << f.fraction_bits), exponent - f.bias - f.fraction_bits);

    if (is_nan(f, code))
        return NAN;
    if (!f.is_fnuz && f.fraction_bits == 2 && (code & 0x7f) == 0x7c)
        size = INFINITY;
    return code & 0x80 ? -size : size;
}
static int largest_of(const format &f)
{
    return f.is_fnuz ? 0x7f : f.fraction_bits == 3 ? 0x7e : 0x7b;
}

/* The positive numbers of each format, in the order of their codes. */
static const std::vector<double> &numbers_of(int f)
{
    static std::vector<double> all[FORMATS];

    if (all[f].empty())
        for (int code = 0; code <= largest_of(formats[f]); code++)
            all[f].push_back(value_of(formats[f], code));
    return all[f];
}

/* The code of a number or an infinity: that of the numbers on both sides which is nearer. Behind
 * the largest number comes the one that would follow, if there were more. */
static int nearest(int f, double x, bool saturates)
{
    const std::vector<double> &numbers = numbers_of(f);
    const int largest = (int)numbers.size() - 1;
    const double size = std::fabs(x), most = numbers.back();
    const double step = most - numbers[(size_t)largest - 1];
    int code = (int)(std::upper_bound(numbers.begin(), numbers.end(), size) - numbers.begin()) - 1;
    double next = code == largest ? most + step : numbers[(size_t)code + 1];

    if (size - numbers[(size_t)code] > next - size
        || (size - numbers[(size_t)code] == next - size && code % 2 != 0))
        code++;
    if (IS_HIP && size > most)
        code = largest + 1;
    if (code > largest && saturates)
        code = largest;
    if (formats[f].is_fnuz)
        return code == 0 || code == 0x80 || !std::signbit(x) ? code : code | 0x80;
    return std::signbit(x) ? code | 0x80 : code;
}

/* ---- what is tried --------------------------------------------------------------------------- */

static __host__ __device__ float number_of(float x) { return x; }
static __host__ __device__ double number_of(double x) { return x; }
static __host__ __device__ float number_of(__half_raw x) { return (float)__half(x); }
static __host__ __device__ float number_of(FP8(bfloat16_raw) x) { return (float)bfloat(x); }

#define CONVERT(type, name) \
    static __host__ __device__ unsigned char convert(type x, bool saturates, int f) \
    { \
        return FP8(name)(x, saturates ? FP8(SAT) : FP8(NO), (FP8(fp8_interpretation_t))f); \
    }
#define __hip_SAT __HIP_SATFINITE
#define __hip_NO __HIP_NOSAT
#define __nv_SAT __NV_SATFINITE
#define __nv_NO __NV_NOSAT
CONVERT(float, cvt_float_to_fp8)
CONVERT(double, cvt_double_to_fp8)
CONVERT(__half_raw, cvt_halfraw_to_fp8)
CONVERT(FP8(bfloat16_raw), cvt_bfloat16raw_to_fp8)

struct codes {
    unsigned char of[FORMATS][2];
};
template <class T> static __host__ __device__ codes convert_all(T x)
{
    codes all;

    for (int f = 0; f < FORMATS; f++)
        for (int saturates = 0; saturates < 2; saturates++)
            all.of[f][saturates] = convert(x, saturates != 0, f);
    return all;
}
template <class T> __global__ void convert_on_device(const T *in, codes *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < count)
        out[i] = convert_all(in[i]);
}

/* The NaN of each kind of number. */
static int wanted_nan(const format &f, float x)
{
    return f.is_fnuz ? 0x80 : IS_HIP && std::signbit(x) ? 0xff : 0x7f;
}
static int wanted_nan(const format &f, double x)
{
    uint64_t bits;

    std::memcpy(&bits, &x, sizeof bits);
    if (f.is_fnuz)
        return 0x80;
    return (std::signbit(x) ? 0x80 : 0)
        | (IS_HIP || f.fraction_bits == 3 ? 0x7f : 0x7e | (int)(bits >> 50 & 3));
}

template <class T> static void check_conversion(const std::vector<T> &inputs, const char *what)
{
    const int count = (int)inputs.size();
    buffer<T> in(inputs);
    buffer<codes> out{std::vector<codes>(inputs.size())};

    convert_on_device<<<(count + 127) / 128, 128>>>(in.at, out.at, count);
    std::vector<codes> device = out.read();
    for (int i = 0; i < count; i++) {
        const auto x = number_of(inputs[i]);
        const codes host = convert_all(inputs[i]);

        for (int f = 0; f < FORMATS; f++)
            for (int saturates = 0; saturates < 2; saturates++) {
                int wanted = std::isnan(x) ? wanted_nan(formats[f], x)
                                           : nearest(f, x, saturates != 0);
                if (device[i].of[f][saturates] != wanted || host.of[f][saturates] != wanted)
                    std::printf("%s %.17g to format %d, %d\n", what, (double)x, f, saturates);
                EXPECT(device[i].of[f][saturates], wanted);
                EXPECT(host.of[f][saturates], wanted);
            }
    }
}

/* Every half and bfloat, floats with every one of their first 16 bits, and what is beside the
 * numbers and the middles between them. */
template <class T, class Bits> static std::vector<T> make_inputs()
{
    std::vector<T> all;
    unsigned int state = 3;

    for (unsigned int i = 0; i < 65536; i += sizeof(T) == 8 ? 3 : 1) {
        Bits bits;
        T x;

        state = state * 1664525 + 1013904223;
        bits = (Bits)((Bits)i << (sizeof(Bits) * 8 - 16)) | (Bits)(state >> (32 - 16));
        std::memcpy(&x, &bits, sizeof x);
        all.push_back(x);
    }
    for (int f = 0; f < FORMATS; f++)
        for (int code = 0; code <= largest_of(formats[f]); code++) {
            double here = value_of(formats[f], code), next = code == largest_of(formats[f])
                ? 2 * here - value_of(formats[f], code - 1) : value_of(formats[f], code + 1);

            for (T x : { (T)here, (T)((here + next) / 2) })
                for (T y : { x, std::nextafter(x, (T)INFINITY), std::nextafter(x, (T)-INFINITY) }) {
                    all.push_back(y);
                    all.push_back(-y);
                }
        }
    return all;
}
template <class T> static std::vector<T> make_all_of_16()
{
    std::vector<T> all(65536);

    for (unsigned int i = 0; i < 65536; i++)
        all[i].x = (unsigned short)i;
    return all;
}

/* ---- back ------------------------------------------------------------------------------------ */

struct values {
    unsigned int half;
    float single;
    double large;
    int whole, tiny, truth;
};

template <class T> static __host__ __device__ values values_of(unsigned char code, int f)
{
    T x;

    x.__x = code;
    return { FP8(cvt_fp8_to_halfraw)(code, (FP8(fp8_interpretation_t))f).x, (float)x, (double)x,
             (int)x, (signed char)x, (bool)x };
}
template <class T> __global__ void values_on_device(values *out, int f)
{
    out[threadIdx.x] = values_of<T>((unsigned char)threadIdx.x, f);
}

static bool is_equal(double got, double wanted)
{
    return std::isnan(wanted) ? std::isnan(got)
                              : got == wanted && std::signbit(got) == std::signbit(wanted);
}

template <class T> static void check_values(int f)
{
    buffer<values> out{std::vector<values>(256)};

    values_on_device<T><<<1, 256>>>(out.at, f);
    std::vector<values> device = out.read();
    for (int code = 0; code < 256; code++) {
        const double wanted = value_of(formats[f], code);
        const double tiny = std::isnan(wanted) ? 0 : std::min(std::max(std::trunc(wanted), -128.0),
                                                             127.0);
        const double whole = std::isnan(wanted) ? 0
            : std::min(std::max(std::trunc(wanted), -0x1p31), 0x1p31 - 1);
        values host = values_of<T>((unsigned char)code, f);

        for (const values &got : { device[(size_t)code], host }) {
            __half_raw raw = { (unsigned short)got.half };

            EXPECT(is_equal((float)__half(raw), wanted), 1);
            EXPECT(!std::isnan(wanted) || raw.x == 0x7fff, 1);
            EXPECT(is_equal(got.single, wanted), 1);
            EXPECT(is_equal(got.large, wanted), 1);
            EXPECT(got.whole, whole);
            EXPECT(got.tiny, tiny);
            EXPECT(got.truth, wanted != 0);
        }
    }
}

/* ---- the types ------------------------------------------------------------------------------- */

enum { TYPE_RESULTS = 24 };

template <class T, class T2, class T4> static __host__ __device__ void use_types(double *out)
{
    const __half2 halves(__half(1.5f), __half(-2.0f));
    const T2 two(make_float2(3, -0.5f));
    const T4 four(make_float4(1, -2, 3.25f, 1e9f));
    const float4 back = (float4)four;
    const float2 both = (float2)T2(halves);
    const __half2 as_halves = (__half2)two;

    out[0] = (float)T(5);
    out[1] = (float)T(-7l);
    out[2] = (float)T(1ull << 40);
    out[3] = (float)T((short)-3);
    out[4] = (float)T(__half(1.75f));
    out[5] = (float)T(bfloat(0.375f));
    out[6] = (float)T(1e300) + (float)T(-1e300);
    out[7] = both.x * 10 + both.y;
    out[8] = (float)as_halves.x * 10 + (float)as_halves.y;
    out[9] = back.x + back.y * 10 + back.z * 100;
    out[10] = back.w == (float)T(1e9f);
    out[11] = two.__x == ((unsigned int)T(3.0f).__x | (unsigned int)T(-0.5f).__x << 8);
    out[12] = four.__x >> 24 == T(1e9f).__x && (four.__x & 0xff) == T(1.0f).__x;
    out[13] = (unsigned char)T(-3.0f) + (unsigned int)T(4.9f) + (unsigned short)T(-1.0f);
    out[14] = (double)((long long)T(-6.5f) + (long)T(2.5f));
    out[15] = (float)(__half)T(0.75f) + (float)(bfloat)T(0.5f);
    out[16] = ((float4)T4(halves, halves)).w;
    out[17] = sizeof(T) + 10 * sizeof(T2) + 100 * sizeof(T4);
    out[18] = (double)(unsigned long long)T(12.0f) + (char)T(7.0f);
}
template <class T, class T2, class T4> __global__ void types_on_device(double *out)
{
    use_types<T, T2, T4>(out);
}

template <class T, class T2, class T4> static void check_types(int f)
{
    const double most = value_of(formats[f], largest_of(formats[f]));
    const double quarter = f % 2 == 0 ? 3.25 : 3;        /* of 3.25 */
    const double wanted[] = { 5, -7, most, -3, 1.75, 0.375, 0, 13, 29.5, 1 - 20 + quarter * 100, 1,
                              1, 1, 5, -4, 1.25, -2, 421, 19 };
    buffer<double> out(std::vector<double>(TYPE_RESULTS, -1));
    std::vector<double> host(TYPE_RESULTS, -1);

    types_on_device<T, T2, T4><<<1, 1>>>(out.at);
    use_types<T, T2, T4>(host.data());
    std::vector<double> device = out.read();
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        if (device[i] != wanted[i] || host[i] != wanted[i])
            std::printf("result %zu of format %d: %g, %g\n", i, f, device[i], host[i]);
        EXPECT(device[i], wanted[i]);
        EXPECT(host[i], wanted[i]);
    }
}

#define CHECK_TYPES(kind, f) \
    check_values<FP8(fp8_##kind)>(f); \
    check_types<FP8(fp8_##kind), FP8(fp8x2_##kind), FP8(fp8x4_##kind)>(f);

int main()
{
    check_conversion(make_inputs<float, uint32_t>(), "float");
    check_conversion(make_inputs<double, uint64_t>(), "double");
    check_conversion(make_all_of_16<__half_raw>(), "half");
    check_conversion(make_all_of_16<FP8(bfloat16_raw)>(), "bfloat");
    CHECK_TYPES(e4m3, 0)
    CHECK_TYPES(e5m2, 1)
#ifdef __HIP__
    CHECK_TYPES(e4m3_fnuz, 2)
    CHECK_TYPES(e5m2_fnuz, 3)
#endif
    std::puts("ok");
    return 0;
}
