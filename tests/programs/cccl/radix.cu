/* CUB's radix sort of a whole device, and thrust's sort of integers, which calls it. */
#include <cub/cub.cuh>
#include <thrust/device_vector.h>
#include <thrust/sort.h>

#include <algorithm>

#include "check.h"

static const int COUNT = 10007;

int main()
{
    const std::vector<int> all = numbers(COUNT);
    std::vector<int> wanted = all;
    buffer<int> in(all), out((size_t)COUNT);
    size_t bytes = 0;

    std::sort(wanted.begin(), wanted.end());
    CHECK(cub::DeviceRadixSort::SortKeys((void *)nullptr, bytes, in.at, out.at, COUNT));
    buffer<char> scratch(bytes);
    CHECK(cub::DeviceRadixSort::SortKeys((void *)scratch.at, bytes, in.at, out.at, COUNT));
    EXPECT(out.read() == wanted);

    thrust::device_vector<int> sorted(all.begin(), all.end());
    std::vector<int> got(COUNT);
    thrust::sort(sorted.begin(), sorted.end());
    thrust::copy(sorted.begin(), sorted.end(), got.begin());
    EXPECT(got == wanted);
    return 0;
}
