/* printf in a kernel appears when the program waits; a failed assertion fails the device. */
#include <cassert>

#include "either.h"

__global__ void print(int first)
{
    if (threadIdx.x == 3)
        printf("thread %d, %s, %.2f, %lld\n", first + threadIdx.x, "text", 1.25, 1ll << 40);
}

__global__ void fails(int *value)
{
    assert(value[0] == 1);
}

int main()
{
    buffer<int> one(std::vector<int>{ 1 });

    print<<<1, 8>>>(100);
    CHECK(API(DeviceSynchronize)());
    std::puts("after");
    std::fflush(stdout);
    fails<<<1, 1>>>(one.at);
    CHECK(API(DeviceSynchronize)());
    std::puts("ok");
}
