/* Blocks of a cooperative launch wait for each other by the grid group of the device headers. */
#include "either.h"

#ifdef __HIP__
#include <hip/hip_cooperative_groups.h>
typedef hipDeviceProp_t properties_t;
#define OCCUPANCY hipOccupancyMaxActiveBlocksPerMultiprocessor
#else
#include <cooperative_groups.h>
typedef cudaDeviceProp properties_t;
#define OCCUPANCY cudaOccupancyMaxActiveBlocksPerMultiprocessor
#endif

namespace cg = cooperative_groups;

const unsigned int threads = 96;

/* Each block adds its part; behind the barrier the first adds up what all have, and behind the next
 * one each block takes the sum. */
__global__ void sum(const unsigned int *values, unsigned int count, unsigned int *parts,
                    unsigned int *sums)
{
    __shared__ unsigned int part;
    cg::grid_group grid = cg::this_grid();
    /* The compiler cannot know which of both it is. */
    cg::thread_group any = count != 0 ? cg::thread_group(grid)
                                      : cg::thread_group(cg::this_thread_block());

    if (threadIdx.x == 0)
        part = 0;
    __syncthreads();
    for (unsigned long long i = any.thread_rank(); i < count; i += any.size())
        atomicAdd(&part, values[i]);
    __syncthreads();
    if (threadIdx.x == 0)
        parts[blockIdx.x] = part;
    grid.sync();
    if (grid.thread_rank() == 0) {
        for (unsigned int i = 1; i < gridDim.x; i++)
            parts[0] += parts[i];
    }
    cg::sync(any);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = parts[0];
}

__global__ void valid(unsigned int *out)
{
    out[0] = cg::this_grid().is_valid() ? 1 : 2;
}

int main()
{
    const unsigned int count = 5000;
    std::vector<unsigned int> numbers(count);
    properties_t properties;
    int each = 0;

    CHECK(API(GetDeviceProperties)(&properties, 0));
    EXPECT(properties.cooperativeLaunch, 1);
    CHECK(OCCUPANCY(&each, (const void *)sum, (int)threads, 0));
    const unsigned int blocks = (unsigned int)(each * properties.multiProcessorCount);
    for (unsigned int i = 0; i < count; i++)
        numbers[i] = i + 1;
    buffer<unsigned int> values(numbers), parts(std::vector<unsigned int>(blocks, 0));
    buffer<unsigned int> sums(std::vector<unsigned int>(blocks, 0));
    unsigned int number = count;
    void *arguments[] = { &values.at, &number, &parts.at, &sums.at };

    CHECK(API(LaunchCooperativeKernel)((const void *)sum, dim3(blocks), dim3(threads), arguments, 0,
                                       nullptr));
    std::vector<unsigned int> got = sums.read();
    for (unsigned int i = 0; i < blocks; i++)
        EXPECT(got[i], count * (count + 1) / 2);
    EXPECT(API(LaunchCooperativeKernel)((const void *)sum, dim3(65535), dim3(threads), arguments, 0,
                                        nullptr),
           API(ErrorCooperativeLaunchTooLarge));
    EXPECT(API(GetLastError)(), API(ErrorCooperativeLaunchTooLarge));

    void *of_valid[] = { &sums.at };
    CHECK(API(LaunchCooperativeKernel)((const void *)valid, dim3(1), dim3(1), of_valid, 0, nullptr));
    EXPECT(sums.read()[0], 1);
    valid<<<1, 1>>>(sums.at);
    EXPECT(sums.read()[0], 2);
    std::puts("ok");
}
