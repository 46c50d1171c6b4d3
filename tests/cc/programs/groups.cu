/* Groups of threads within a block: tiles, parts of them, groups whose kind a function does not
 * know, scans. */
#include "either.h"

#ifdef __HIP__
#include <hip/hip_cooperative_groups.h>
#else
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#endif

namespace cg = cooperative_groups;

enum { THREADS = 64 };

/* The sum of a group's values, for its first thread. */
__device__ int sum_up(const cg::thread_group &group, int *scratch, int value)
{
    unsigned int rank = group.thread_rank();

    for (unsigned int half = group.size() / 2; half != 0; half /= 2) {
        scratch[rank] = value;
        group.sync();
        if (rank < half)
            value += scratch[rank + half];
        group.sync();
    }
    return value;
}

__global__ void sums(int *of_block, int *of_tiles)
{
    __shared__ int scratch[THREADS];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_group tile = cg::tiled_partition(block, 16);
    int first = (int)block.thread_rank() / 16 * 16, sum;

    sum = sum_up(block, scratch, (int)block.thread_rank());
    if (block.thread_rank() == 0)
        *of_block = sum;
    block.sync();
    sum = sum_up(tile, scratch + first, (int)block.thread_rank());
    if (tile.thread_rank() == 0)
        of_tiles[first / 16] = sum;
    cg::thread_group half = cg::tiled_partition(tile, 8);
    block.sync();
    sum = sum_up(half, scratch + (int)block.thread_rank() / 8 * 8, 1);
    if (half.thread_rank() == 0)
        of_tiles[4 + (int)block.thread_rank() / 8] = sum;
}

__global__ void parts(int *out)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(warp);
    int i = (int)block.thread_rank();
    cg::coalesced_group odd = cg::binary_partition(tile, i % 2 == 1);
    cg::coalesced_group third = cg::labeled_partition(tile, i % 3);

    out[i] = (int)odd.size() * 10 + (int)odd.thread_rank();
    out[THREADS + i] = (int)third.size() * 10 + (int)third.thread_rank();
    out[2 * THREADS + i] = cg::reduce(third, i, cg::plus<int>());
    out[3 * THREADS + i] = cg::inclusive_scan(tile, i % 8);
    out[4 * THREADS + i] = cg::exclusive_scan(third, 1, cg::plus<int>());
    out[5 * THREADS + i] = cg::inclusive_scan(warp, i % 32 * 7 % 20, cg::greater<int>());
}

static void check_parts()
{
    buffer<int> out(std::vector<int>(6 * THREADS));

    parts<<<1, THREADS>>>(out.at);
    std::vector<int> got = out.read();
    for (int i = 0; i < THREADS; i++) {
        int first = i / 8 * 8, size = 0, rank = 0, sum = 0, scan = 0, most = 0;

        for (int k = first; k < first + 8; k++) {
            size += k % 3 == i % 3;
            rank += k % 3 == i % 3 && k < i;
            sum += k % 3 == i % 3 ? k : 0;
            scan += k <= i ? k % 8 : 0;
        }
        for (int k = i / 32 * 32; k <= i; k++)
            most = k % 32 * 7 % 20 > most ? k % 32 * 7 % 20 : most;
        EXPECT(got[i], 40 + i % 8 / 2);
        EXPECT(got[THREADS + i], size * 10 + rank);
        EXPECT(got[2 * THREADS + i], sum);
        EXPECT(got[3 * THREADS + i], scan);
        EXPECT(got[4 * THREADS + i], rank);
        EXPECT(got[5 * THREADS + i], most);
    }
}

int main()
{
    buffer<int> of_block(std::vector<int>(1)), of_tiles(std::vector<int>(4 + 8));

    sums<<<1, THREADS>>>(of_block.at, of_tiles.at);
    EXPECT(of_block.read()[0], THREADS * (THREADS - 1) / 2);
    std::vector<int> got = of_tiles.read();
    for (int tile = 0; tile < 4; tile++)
        EXPECT(got[tile], 16 * 16 * tile + 120);
    for (int half = 0; half < 8; half++)
        EXPECT(got[4 + half], 8);
    check_parts();
    std::puts("ok");
}
