/* The headers that HIP's programs include besides the runtime's, and functions that only HIP has. */
#include "either.h"

#include <hip/device_functions.h>
#include <hip/hip_bfloat16.h>
#include <hip/hip_gl_interop.h>
#include <hip/hip_hcc.h>
#include <hip/hip_math_constants.h>
#include <hip/hip_profile.h>
#include <hip/hip_texture_types.h>
#include <hip/hiprtc.h>
#include <hip/library_types.h>
#include <hip/math_functions.h>

#include <cmath>
#include <cstring>
#include <string>

/* ---- bits ------------------------------------------------------------------------------------ */

struct bits_input {
    uint64_t value, other;
    unsigned int place, width;
    int offset;
};
enum { BITS_COUNT = 1024, BITS_RESULTS = 10, LANES = 32 };

__global__ void use_bits(const bits_input *in, uint64_t *out)
{
    const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    const bits_input x = in[i];

    out += i * BITS_RESULTS;
    out[0] = __bitextract_u32((unsigned int)x.value, x.place, x.width);
    out[1] = __bitextract_u64(x.value, x.place, x.width);
    out[2] = __bitinsert_u32((unsigned int)x.value, (unsigned int)x.other, x.place, x.width);
    out[3] = __bitinsert_u64(x.value, x.other, x.place, x.width);
    out[4] = __lastbit_u32_u64(x.value);
    out[5] = (uint64_t)__fns64(x.value, x.place % 64, x.offset);
    out[6] = (uint64_t)__fns32((unsigned int)x.value, x.place % 32, x.offset);
    out[7] = __mbcnt_lo((unsigned int)x.value, x.width);
    out[8] = __builtin_amdgcn_mbcnt_hi((unsigned int)x.value, x.width);
    out[9] = __lanemask_lt() + (__lanemask_eq() << 32) + (__lanemask_gt() << 32);
}

/* One bit after the other. */
static uint64_t extract(uint64_t value, unsigned int place, unsigned int width, unsigned int size)
{
    uint64_t result = 0;

    for (unsigned int i = 0; i < width % size && place % size + i < size; i++)
        result |= (value >> (place % size + i) & 1) << i;
    return result;
}
static uint64_t insert(uint64_t value, uint64_t other, unsigned int place, unsigned int width,
                       unsigned int size)
{
    for (unsigned int i = 0; i < width % size && place % size + i < size; i++) {
        value &= ~(UINT64_C(1) << (place % size + i));
        value |= (other >> i & 1) << (place % size + i);
    }
    return value;
}
static uint64_t find(uint64_t mask, int base, int offset, int size)
{
    std::vector<int> places;

    for (int i = 0; i < size; i++)
        if ((mask >> i & 1) != 0 && (offset < 0 ? i <= base : i >= base))
            places.push_back(i);
    if (offset == 0)
        return (mask >> base & 1) != 0 ? (uint64_t)base : (uint64_t)-1;
    if ((size_t)std::abs(offset) > places.size())
        return (uint64_t)-1;
    return (uint64_t)(offset > 0 ? places[(size_t)offset - 1]
                                 : places[places.size() - (size_t)-offset]);
}

static void check_bits()
{
    std::vector<bits_input> inputs;
    unsigned int state = 1;
    const auto next = [&] {
        state = state * 1664525 + 1013904223;
        return (uint64_t)(state >> 4);
    };

    for (int i = 0; i < BITS_COUNT; i++) {
        bits_input x = { next() << 40 ^ next() << 16 ^ next(), next() << 36 ^ next(),
                         (unsigned int)next() % 70, (unsigned int)next() % 70,
                         (int)(next() % 21) - 10 };
        x.value = i % 5 == 0 ? x.value & x.other : i % 64 == 1 ? 0 : x.value;
        inputs.push_back(x);
    }
    buffer<bits_input> in(inputs);
    buffer<uint64_t> out(std::vector<uint64_t>(BITS_COUNT * BITS_RESULTS));
    use_bits<<<BITS_COUNT / LANES, LANES>>>(in.at, out.at);
    std::vector<uint64_t> got = out.read();
    for (int i = 0; i < BITS_COUNT; i++) {
        const bits_input x = inputs[(size_t)i];
        const uint64_t *r = &got[(size_t)i * BITS_RESULTS];
        const unsigned int low = (unsigned int)x.value, below = (1u << (i % LANES)) - 1;

        EXPECT(r[0], extract(low, x.place, x.width, 32));
        EXPECT(r[1] == extract(x.value, x.place, x.width, 64), 1);
        EXPECT(r[2], (unsigned int)insert(low, x.other, x.place, x.width, 32));
        EXPECT(r[3] == insert(x.value, x.other, x.place, x.width, 64), 1);
        EXPECT(r[4], x.value == 0 ? 0xffffffffu : (unsigned int)__builtin_ctzll(x.value));
        EXPECT(r[5] == find(x.value, (int)(x.place % 64), x.offset, 64), 1);
        EXPECT(r[6] == find(low, (int)(x.place % 32), x.offset, 32), 1);
        EXPECT(r[7], (unsigned int)__builtin_popcount(low & below) + x.width);
        EXPECT(r[8], x.width);
        EXPECT(r[9] == ((uint64_t)~below << 32) + below, 1);
    }
}

/* ---- the older bfloat16 ---------------------------------------------------------------------- */

enum { FLOATS = 8 };

static __host__ __device__ void use_bfloats(float x, float *out)
{
    hip_bfloat16 a(x), b(1.5f), c = a;

    out[0] = a;
    out[1] = hip_bfloat16(x, hip_bfloat16::truncate);
    out[2] = a * b + -b;
    out[3] = (a - b) / b;
    c += b;
    out[4] = ++c;
    out[5] = c--;
    out[6] = (float)((a < b) + 2 * (a == b) + 4 * (a >= b) + 8 * (a != b));
    out[7] = (float)(std::isnan(a) + 2 * std::isinf(a) + 4 * std::iszero(a));
}
__global__ void bfloats_on_device(const float *in, float *out)
{
    use_bfloats(in[threadIdx.x], out + threadIdx.x * FLOATS);
}

static void check_bfloats()
{
    const std::vector<float> inputs = { 0, 1, 1.5f, -2.71828f, 0x1.01p0f, 0x1.03p0f, 0x1.010002p0f,
                                        -0x1.01fffep0f, 1e30f, INFINITY, -INFINITY, NAN };
    const float rounded[] = { 0, 1, 1.5f, -2.71875f, 1, 0x1.04p0f, 0x1.02p0f, -0x1.02p0f,
                              0x1.94p99f, INFINITY, -INFINITY, NAN };
    const float cut[] = { 0, 1, 1.5f, -2.703125f, 1, 0x1.02p0f, 1, -1, 0x1.92p99f, INFINITY,
                          -INFINITY, NAN };
    buffer<float> in(inputs), out(std::vector<float>(inputs.size() * FLOATS));

    bfloats_on_device<<<1, (unsigned int)inputs.size()>>>(in.at, out.at);
    std::vector<float> device = out.read();
    for (size_t i = 0; i < inputs.size(); i++) {
        float host[FLOATS], *got = &device[i * FLOATS];

        use_bfloats(inputs[i], host);
        for (int f = 0; f < FLOATS; f++)
            EXPECT(std::isnan(host[f]) ? std::isnan(got[f]) : got[f] == host[f], 1);
        EXPECT(std::isnan(rounded[i]) ? std::isnan(got[0]) : got[0] == rounded[i], 1);
        EXPECT(std::isnan(cut[i]) ? std::isnan(got[1]) : got[1] == cut[i], 1);
    }
    EXPECT(device[2 * FLOATS + 2], 0.75);
    EXPECT(device[2 * FLOATS + 4], 4);
    EXPECT(device[2 * FLOATS + 6], 6);
    EXPECT(device[0 * FLOATS + 7], 4);
    EXPECT(device[9 * FLOATS + 7], 2);
    EXPECT(device[11 * FLOATS + 7], 1);
}

/* ---- functions that answer only -------------------------------------------------------------- */

static void check_compiler()
{
    hiprtcProgram program = nullptr;
    hiprtcLinkState linker = nullptr;
    int major = 0, minor = -1;
    size_t size = 77;

    EXPECT(hiprtcVersion(&major, &minor), HIPRTC_SUCCESS);
    EXPECT(major * 10 + minor, 90);
    EXPECT(hiprtcVersion(nullptr, &minor), HIPRTC_ERROR_INVALID_INPUT);
    EXPECT(hiprtcCreateProgram(nullptr, "", "a", 0, nullptr, nullptr), HIPRTC_ERROR_INVALID_INPUT);
    EXPECT(hiprtcCreateProgram(&program, "", "a", 1, nullptr, nullptr), HIPRTC_ERROR_INVALID_INPUT);
    EXPECT(hiprtcCreateProgram(&program, "", "a", -1, nullptr, nullptr),
           HIPRTC_ERROR_INVALID_INPUT);
    EXPECT(hiprtcCompileProgram(program, 0, nullptr), HIPRTC_ERROR_INVALID_PROGRAM);
    EXPECT(hiprtcGetCodeSize(program, &size), HIPRTC_ERROR_INVALID_PROGRAM);
    EXPECT(size, 77);
    EXPECT(hiprtcDestroyProgram(&program), HIPRTC_ERROR_INVALID_PROGRAM);
    EXPECT(hiprtcLinkCreate(1, nullptr, nullptr, &linker), HIPRTC_ERROR_INVALID_INPUT);
    EXPECT(hiprtcLinkDestroy(linker), HIPRTC_ERROR_INVALID_INPUT);
    for (int code = 0; code <= 100; code++) {
        const char *name = hiprtcGetErrorString((hiprtcResult)code);

        EXPECT(name != nullptr, code <= HIPRTC_ERROR_INTERNAL_ERROR || code == 100);
    }
    EXPECT(std::string(hiprtcGetErrorString(HIPRTC_ERROR_LINKING)) == "HIPRTC_ERROR_LINKING", 1);
}

static void check_opengl()
{
    hipGraphicsResource *resource = nullptr;
    unsigned int count = 7;
    int device = 7;

    /* no context of OpenGL is current */
    EXPECT(hipGLGetDevices(&count, &device, 1, hipGLDeviceListAll), hipErrorInvalidValue);
    EXPECT(hipGetLastError(), hipErrorInvalidValue);
    EXPECT(count + (unsigned int)device, 14);
    EXPECT(hipGraphicsGLRegisterBuffer(&resource, 1, 0), hipErrorInvalidValue);
    EXPECT(hipGraphicsGLRegisterBuffer(nullptr, 1, 0), hipErrorInvalidValue);
    EXPECT(hipGraphicsGLRegisterImage(&resource, 1, 0x0de1, 0), hipErrorInvalidValue);
    EXPECT(hipGraphicsGLRegisterImage(nullptr, 1, 0x0de1, 0), hipErrorInvalidValue);
    EXPECT(resource == nullptr, 1);
}

int main()
{
    HIP_BEGIN_MARKER("all", "test");
    check_bits();
    check_bfloats();
    check_compiler();
    check_opengl();
    EXPECT(HIP_R_8F_E5M2_FNUZ, 1001);
    EXPECT(HIP_LIBRARY_PATCH_LEVEL, 2);
    EXPECT((float)HIP_PI_F, (float)M_PI);
    EXPECT(HIP_PIO2_HI * 2 + HIP_PI_LO, M_PI);
    EXPECT(std::isinf(HIP_INF) && std::isnan(HIP_NAN_F) && std::signbit(HIP_NEG_ZERO), 1);
    HIP_END_MARKER();
    std::puts("ok");
    return 0;
}
