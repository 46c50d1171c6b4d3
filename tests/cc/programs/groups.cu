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

/* The ranks, sizes and places of groups in a block whose last warp is half full. */
enum { PARTIAL = 48, COLUMNS = 14 };

template <class Group> __device__ int described(const Group &group)
{
    return (int)(group.size() * 10000 + group.thread_rank() * 100 + group.meta_group_rank() * 10 +
                 group.meta_group_size());
}

__global__ void partial(int *out)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    auto tile = cg::tiled_partition<8>(cg::tiled_partition<16>(block));
    cg::thread_block_tile<8> kept = tile;
    int i = (int)threadIdx.x, *own = out + i * COLUMNS, equal;
    cg::coalesced_group quarter = cg::tiled_partition(cg::coalesced_threads(), 4);
    cg::coalesced_group part = cg::tiled_partition(cg::labeled_partition(warp, (short)(i % 3)), 8);
    cg::thread_group any = cg::tiled_partition(cg::thread_group(block), 32);

    own[0] = described(cg::binary_partition(warp, i % 4 == 3));
    own[1] = described(cg::binary_partition(warp, true));
    own[2] = described(cg::labeled_partition(warp, i % 4 == 3));
    own[3] = described(cg::labeled_partition(warp, (short)(-(i % 3))));
    own[4] = described(cg::labeled_partition(tile, (unsigned char)(i / 2)));
    own[5] = described(cg::labeled_partition(tile, (long long)(i % 2) << 40));
    own[6] = described(tile);
    own[7] = described(kept);
    own[8] = described(quarter);
    own[9] = described(part);
    own[10] = (int)(any.size() * 100 + any.thread_rank());
    own[11] = (int)quarter.match_any((char)(i % 2));
    own[12] = (int)quarter.match_all((short)(i / 8), equal) * 10 + equal;
    own[13] = (int)quarter.match_all(i % 4 == 3, equal) * 10 + equal;
}

static void check_partial()
{
    buffer<int> out(std::vector<int>(PARTIAL * COLUMNS));

    partial<<<1, PARTIAL>>>(out.at);
    std::vector<int> got = out.read();
    for (int i = 0; i < PARTIAL; i++) {
        const int *own = got.data() + i * COLUMNS, lane = i % 32, warp = i < 32 ? 32 : 16;
        int last = lane % 4 == 3, start = i - lane, size = 0, rank = 0;
        int two = last ? warp / 4 * 10000 + lane / 4 * 100 + 12
                       : warp / 4 * 30000 + (lane - lane / 4) * 100 + 2;

        for (int k = start; k < start + warp; k++) {
            size += k % 3 == i % 3;
            rank += k % 3 == i % 3 && k < i;
        }
        EXPECT(own[0], two);
        EXPECT(own[1], warp * 10000 + lane * 100 + 1);
        EXPECT(own[2], two);
        EXPECT(own[3], size * 10000 + rank * 100 + (i % 3 - start % 3 + 3) % 3 * 10 + 3);
        EXPECT(own[4], 20000 + i % 2 * 100 + i % 8 / 2 * 10 + 4);
        EXPECT(own[5], 40000 + i % 8 / 2 * 100 + i % 2 * 10 + 2);
        EXPECT(own[6], 80000 + i % 8 * 100 + i / 8 % 2 * 10 + 2);
        EXPECT(own[7], own[6]);
        EXPECT(own[8], 40000 + i % 4 * 100 + lane / 4 * 10 + warp / 4);
        int tiles = size <= 8 ? 3 : 2, left = size - rank / 8 * 8;
        EXPECT(own[9], (left < 8 ? left : 8) * 10000 + rank % 8 * 100 +
                           (size <= 8 ? (i % 3 - start % 3 + 3) % 3 : rank / 8) * 10 + tiles);
        EXPECT(own[10], warp * 100 + lane);
        EXPECT(own[11], i % 2 ? 10 : 5);
        EXPECT(own[12], 151);
        EXPECT(own[13], 0);
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
    check_partial();
    std::puts("ok");
    return 0;
}
