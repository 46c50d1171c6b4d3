/* CUB: sums, extremes and scans of a whole device. */
#include <cub/cub.cuh>

#include <algorithm>
#include <numeric>

#include "check.h"

static const int COUNT = 10007;

/* A call of CUB: first asks for its scratch memory, then works. */
template <class F> static void twice(F call)
{
    size_t bytes = 0;

    CHECK(call((void *)nullptr, bytes));
    buffer<char> scratch(bytes + 1);
    CHECK(call((void *)scratch.at, bytes));
}

int main()
{
    const std::vector<int> all = numbers(COUNT);
    std::vector<int> wanted(COUNT);
    buffer<int> in(all), out((size_t)COUNT), one((size_t)1);
    buffer<double> real(std::vector<double>(all.begin(), all.end())), sum((size_t)1);

    twice([&](void *at, size_t &bytes) {
        return cub::DeviceReduce::Sum(at, bytes, in.at, one.at, COUNT);
    });
    EXPECT(one.read()[0] == std::accumulate(all.begin(), all.end(), 0));
    twice([&](void *at, size_t &bytes) {
        return cub::DeviceReduce::Max(at, bytes, in.at, one.at, COUNT);
    });
    EXPECT(one.read()[0] == *std::max_element(all.begin(), all.end()));
    twice([&](void *at, size_t &bytes) {
        return cub::DeviceReduce::Sum(at, bytes, real.at, sum.at, COUNT);
    });
    EXPECT(sum.read()[0] == std::accumulate(all.begin(), all.end(), 0.0));
    twice([&](void *at, size_t &bytes) {
        return cub::DeviceScan::ExclusiveSum(at, bytes, in.at, out.at, COUNT);
    });
    for (int i = 1; i < COUNT; i++)
        wanted[i] = wanted[i - 1] + all[i - 1];
    EXPECT(out.read() == wanted);
    twice([&](void *at, size_t &bytes) {
        return cub::DeviceScan::InclusiveSum(at, bytes, in.at, out.at, COUNT);
    });
    std::partial_sum(all.begin(), all.end(), wanted.begin());
    EXPECT(out.read() == wanted);
    return 0;
}
