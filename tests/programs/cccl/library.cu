/* libcu++: parts of the C++ library in kernels. */
#include <cuda/std/array>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/limits>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>

#include <cmath>

#include "check.h"

__global__ void compute(const float *in, float *out)
{
    const float x = in[threadIdx.x];
    cuda::std::array<float, 3> three = { x, x * 2, x * 3 };
    cuda::std::tuple<int, float> pair(2, x);
    cuda::std::complex<float> z(x, 1);
    float sum = 0;

    for (float each : three)
        sum += each;
    z = z * z;
    out += threadIdx.x * 5;
    out[0] = sum;
    out[1] = cuda::std::get<0>(pair) * cuda::std::get<1>(pair);
    out[2] = z.real();
    out[3] = z.imag();
    out[4] = cuda::std::isnan(x) ? cuda::std::numeric_limits<float>::max() : 1;
}

int main()
{
    const std::vector<float> in = { 1, 2, 0.5f, -3 };
    buffer<float> from(in), to((size_t)20);

    compute<<<1, 4>>>(from.at, to.at);
    const std::vector<float> got = to.read();
    for (size_t i = 0; i < in.size(); i++) {
        const float x = in[i];

        EXPECT(got[5 * i] == 6 * x);
        EXPECT(got[5 * i + 1] == 2 * x);
        EXPECT(got[5 * i + 2] == x * x - 1);
        EXPECT(got[5 * i + 3] == 2 * x);
        EXPECT(got[5 * i + 4] == 1);
    }
    return 0;
}
