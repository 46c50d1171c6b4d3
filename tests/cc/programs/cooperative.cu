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
    cg::thread_group block = cg::this_thread_block(), grid = cg::this_grid();
    cg::thread_group tile = cg::tiled_partition<16>(cg::this_thread_block());

    out[0] = cg::this_grid().is_valid() && grid.is_valid() && cg::is_valid(grid) ? 1 : 2;
    out[1] = cg::this_thread_block().is_valid() && block.is_valid() && tile.is_valid()
        && cg::coalesced_threads().is_valid();
}

#ifdef __HIP__
/* Each block waits for all; then each sees what all have written. */
__global__ void count_all(unsigned int *parts, unsigned int *sums)
{
    cg::multi_grid_group all = cg::this_multi_grid();
    cg::thread_group any = all;

    if (threadIdx.x == 0)
        parts[blockIdx.x] = (unsigned int)(all.is_valid() + all.num_grids() + all.grid_rank());
    all.sync();
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = 0;
        for (unsigned int i = 0; i < gridDim.x; i++)
            sums[blockIdx.x] += parts[i];
        sums[blockIdx.x] += (unsigned int)(all.size() == gridDim.x * blockDim.x
                                           && all.thread_rank() == any.thread_rank()
                                           && any.is_valid());
    }
}

static void check_several_grids(unsigned int *parts, const buffer<unsigned int> &sums,
                                unsigned int blocks)
{
    unsigned int *to = sums.at;
    void *arguments[] = { &parts, &to };
    hipStream_t stream;
    hipLaunchParams launch = {};

    CHECK(hipStreamCreate(&stream));
    launch.func = (void *)count_all;
    launch.gridDim = dim3(blocks);
    launch.blockDim = dim3(threads);
    launch.args = arguments;
    launch.stream = stream;
    CHECK(hipLaunchCooperativeKernelMultiDevice(&launch, 1, 0));
    CHECK(hipStreamSynchronize(stream));
    std::vector<unsigned int> got = sums.read();
    for (unsigned int i = 0; i < blocks; i++)
        EXPECT(got[i], 2 * blocks + 1);
    CHECK(hipStreamDestroy(stream));
}
#endif

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
    buffer<unsigned int> sums(std::vector<unsigned int>(blocks + 1, 0));
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
    EXPECT(sums.read()[1], 1);
    valid<<<1, 1>>>(sums.at);
    EXPECT(sums.read()[0], 2);
    EXPECT(sums.read()[1], 1);
#ifdef __HIP__
    check_several_grids(parts.at, sums, blocks < 4 ? blocks : 4);
#endif
    std::puts("ok");
    return 0;
}
