/* The C library's names of what a float is, on the device: CUDA has them, and HIP's programs may use them. */
#include "either.h"

#include <cmath>

enum { NAN_BIT = 1, INFINITY_BIT = 2, FINITE_BIT = 4, SIGN_BIT = 8, COUNT = 7 };

__global__ void classify(const double *in, int *out)
{
    const int i = (int)threadIdx.x;
    const float f = (float)in[i];

    out[2 * i] = (__isnanf(f) ? NAN_BIT : 0) | (__isinff(f) ? INFINITY_BIT : 0) | (__finitef(f) ? FINITE_BIT : 0)
        | (__signbitf(f) ? SIGN_BIT : 0);
    out[2 * i + 1] = (__isnan(in[i]) ? NAN_BIT : 0) | (__isinf(in[i]) ? INFINITY_BIT : 0)
        | (__finite(in[i]) ? FINITE_BIT : 0) | (__signbit(in[i]) ? SIGN_BIT : 0);
}

int main()
{
    const double in[COUNT] = { NAN, INFINITY, -INFINITY, 0.0, -0.0, 1.5, -1e-40 };
    double *numbers;
    int *bits, out[2 * COUNT];

    CHECK(API(Malloc)((void **)&numbers, sizeof in));
    CHECK(API(Malloc)((void **)&bits, sizeof out));
    CHECK(API(Memcpy)(numbers, in, sizeof in, API(MemcpyHostToDevice)));
    classify<<<1, COUNT>>>(numbers, bits);
    CHECK(API(Memcpy)(out, bits, sizeof out, API(MemcpyDeviceToHost)));
    for (int i = 0; i < COUNT; i++) {
        const int wanted = (std::isnan(in[i]) ? NAN_BIT : 0) | (std::isinf(in[i]) ? INFINITY_BIT : 0)
            | (std::isfinite(in[i]) ? FINITE_BIT : 0) | (std::signbit(in[i]) ? SIGN_BIT : 0);

        EXPECT(out[2 * i], wanted);
        EXPECT(out[2 * i + 1], wanted);
    }
    CHECK(API(Free)(numbers));
    CHECK(API(Free)(bits));
    std::puts("ok");
    return 0;
}
