/* printf in a kernel appears when the program waits, and returns how many arguments it had, as
 * CUDA's does, or -1 without a format; a failed assertion fails the device. */
#include <cassert>

#include "either.h"

__global__ void print(int first)
{
    if (threadIdx.x == 3)
        printf("thread %d, %s, %.2f, %lld\n", first + threadIdx.x, "text", 1.25, 1ll << 40);
}

__global__ void counts(int *out, const char *none, int which)
{
    out[0] = printf("no argument, 100%%\n");
    out[1] = printf("%d, %s, %u and %.1f\n", 1, "two", 3u, 4.0);
    out[2] = printf("%s", "");
    out[3] = printf(none, 7);
    out[4] = printf(which ? "one of two\n" : "the other\n") >= 0;
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
    buffer<int> results(std::vector<int>(5, -7));
    counts<<<1, 1>>>(results.at, nullptr, 1);
    std::vector<int> got = results.read();
    EXPECT(got[0], 0);
    EXPECT(got[1], 4);
    EXPECT(got[2], 1);
    EXPECT(got[3], -1);
    EXPECT(got[4], 1);
    std::fflush(stdout);
    fails<<<1, 1>>>(one.at);
    CHECK(API(DeviceSynchronize)());
    std::puts("ok");
}
