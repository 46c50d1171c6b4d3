/* Operations between the lanes of a warp. */
#include "either.h"

#ifdef __HIP__
#define SHUFFLE_DOWN(value, by) __shfl_down(value, by)
#define SHUFFLE(value, lane) __shfl(value, lane)
#else
#define SHUFFLE_DOWN(value, by) __shfl_down_sync(~0u, value, by)
#define SHUFFLE(value, lane) __shfl_sync(~0u, value, lane)
#endif

__global__ void sums(const int *values, int *out)
{
    int sum = values[threadIdx.x];

    for (int by = 16; by > 0; by /= 2)
        sum += SHUFFLE_DOWN(sum, by);
    if (threadIdx.x % 32 == 0)
        out[threadIdx.x / 32] = sum;
}

__global__ void turn(double *values)
{
    values[threadIdx.x] = SHUFFLE(values[threadIdx.x], (threadIdx.x + 5) % 32);
}

#ifndef __HIP__
__global__ void votes(unsigned int *out)
{
    unsigned int odd = __ballot_sync(~0u, threadIdx.x % 2);

    if (threadIdx.x == 40) {
        out[0] = odd;
        out[1] = warpSize;
    }
}
#endif

int main()
{
    std::vector<int> values(96);
    std::vector<double> numbers(32);
    int wanted[3] = { 0, 0, 0 };

    for (int i = 0; i < 96; i++) {
        values[i] = i * i;
        wanted[i / 32] += i * i;
        numbers[i % 32] = i % 32 + 0.5;
    }
    buffer<int> in(values), out(std::vector<int>(3));
    sums<<<1, 96>>>(in.at, out.at);
    std::vector<int> got = out.read();
    for (int i = 0; i < 3; i++)
        EXPECT(got[i], wanted[i]);
    buffer<double> lanes(numbers);
    turn<<<1, 32>>>(lanes.at);
    std::vector<double> turned = lanes.read();
    for (int i = 0; i < 32; i++)
        EXPECT(turned[i], (i + 5) % 32 + 0.5);
#ifndef __HIP__
    buffer<unsigned int> voted(std::vector<unsigned int>(2));
    votes<<<1, 64>>>(voted.at);
    EXPECT(voted.read()[0], 0xaaaaaaaau);
    EXPECT(voted.read()[1], 32);
#endif
    std::puts("ok");
    return 0;
}
