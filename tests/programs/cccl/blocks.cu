/* CUB: what a block or a warp does together. */
#include <cub/cub.cuh>

#include <algorithm>

#include "check.h"

enum { THREADS = 128, EACH = 4, COUNT = THREADS * EACH };

__global__ void scan_and_reduce(const int *in, int *scanned, int *sum, int *warp_sums)
{
    typedef cub::BlockScan<int, THREADS> scan;
    typedef cub::BlockReduce<int, THREADS> reduce;
    typedef cub::WarpReduce<int> warp_reduce;
    __shared__ typename scan::TempStorage for_scan;
    __shared__ typename reduce::TempStorage for_reduce;
    __shared__ typename warp_reduce::TempStorage for_warps[THREADS / 32];
    int value = in[threadIdx.x], before, all, of_warp;

    scan(for_scan).ExclusiveSum(value, before);
    scanned[threadIdx.x] = before;
    all = reduce(for_reduce).Sum(value);
    of_warp = warp_reduce(for_warps[threadIdx.x / 32]).Sum(value);
    if (threadIdx.x == 0)
        *sum = all;
    if (threadIdx.x % 32 == 0)
        warp_sums[threadIdx.x / 32] = of_warp;
}

__global__ void sort(const int *in, int *out)
{
    typedef cub::BlockLoad<int, THREADS, EACH, cub::BLOCK_LOAD_TRANSPOSE> load;
    typedef cub::BlockRadixSort<int, THREADS, EACH> radix;
    typedef cub::BlockStore<int, THREADS, EACH, cub::BLOCK_STORE_TRANSPOSE> store;
    __shared__ union {
        typename load::TempStorage for_load;
        typename radix::TempStorage for_sort;
        typename store::TempStorage for_store;
    } storage;
    int own[EACH];

    load(storage.for_load).Load(in, own);
    __syncthreads();
    radix(storage.for_sort).Sort(own);
    __syncthreads();
    store(storage.for_store).Store(out, own);
}

int main()
{
    const std::vector<int> all = numbers(COUNT);
    std::vector<int> wanted = all;
    buffer<int> in(all), out((size_t)COUNT), sum((size_t)1), warps((size_t)THREADS / 32);
    int total = 0, of_warp = 0;

    scan_and_reduce<<<1, THREADS>>>(in.at, out.at, sum.at, warps.at);
    const std::vector<int> scanned = out.read(), warp_sums = warps.read();
    for (int i = 0; i < THREADS; i++) {
        EXPECT(scanned[i] == total);
        total += all[i];
        of_warp += all[i];
        if (i % 32 == 31) {
            EXPECT(warp_sums[i / 32] == of_warp);
            of_warp = 0;
        }
    }
    EXPECT(sum.read()[0] == total);

    sort<<<1, THREADS>>>(in.at, out.at);
    std::sort(wanted.begin(), wanted.end());
    EXPECT(out.read() == wanted);
    return 0;
}
