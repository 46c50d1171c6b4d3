/* Warp operations and barriers as programs write them. Compiled by
 *     nvcc -arch=compute_80 -ptx -o warps.nvcc.ptx warps.cu
 * What each computes is computed again in test_warp_kernels.c. */

#define FULL 0xffffffffu

static __device__ int warp_sum(int value)
{
    for (int by = 16; by > 0; by /= 2)
        value += __shfl_down_sync(FULL, value, by);
    return value;
}

/* The sum of a block: of each warp, then of those sums by the first warp. */
extern "C" __global__ void block_sums(const int *x, int *sums, int n)
{
    __shared__ int parts[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int sum = warp_sum(i < n ? x[i] : 0);

    if (lane == 0)
        parts[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        sum = warp_sum(lane < blockDim.x / 32 ? parts[lane] : 0);
        if (lane == 0)
            sums[blockIdx.x] = sum;
    }
}

/* Inclusive sums over a warp, by shuffles up. */
extern "C" __global__ void scan(const int *x, int *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31;
    int value = x[i];

    for (int by = 1; by < 32; by *= 2) {
        int below = __shfl_up_sync(FULL, value, by);

        if (lane >= by)
            value += below;
    }
    y[i] = value;
}

/* Those that are kept find a place together: one atomic for each warp. */
extern "C" __global__ void keep_even(const int *x, int *y, unsigned *count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned lane = threadIdx.x & 31;

    if (i < n && x[i] % 2 == 0) {
        unsigned active = __activemask();
        int leader = __ffs(active) - 1;
        unsigned place = 0;

        if (lane == leader)
            place = atomicAdd(count, __popc(active));
        place = __shfl_sync(active, place, leader);
        y[place + __popc(active & ((1u << lane) - 1))] = x[i];
    }
}

/* A histogram where the lanes with the same value add once. */
extern "C" __global__ void matched(const int *x, unsigned *bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned lane = threadIdx.x & 31;

    if (i >= n)
        return;
    unsigned same = __match_any_sync(__activemask(), x[i] & 7);

    if (lane == __ffs(same) - 1)
        atomicAdd(&bins[x[i] & 7], __popc(same));
}

/* Threads behind the end return; the others still meet. */
extern "C" __global__ void turned(const int *x, int *y, int n)
{
    __shared__ int words[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int last = min(blockDim.x, n - blockIdx.x * blockDim.x) - 1;

    if (i >= n)
        return;
    words[threadIdx.x] = x[i];
    __syncthreads();
    y[i] = words[last - threadIdx.x];
}

/* Threads leave a loop with barriers after different numbers of turns. */
extern "C" __global__ void ragged_steps(const int *x, int *y)
{
    __shared__ int total;
    int turns = x[threadIdx.x] & 3, seen = 0;

    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    for (int turn = 0; turn < turns; turn++) {
        atomicAdd(&total, 1);
        __syncthreads();
        seen = seen * 1000 + total;
        __syncthreads();
    }
    y[threadIdx.x] = seen;
}

/* Both sides of a branch meet at barriers of their own. */
extern "C" __global__ void two_sides(const int *x, int *y)
{
    __shared__ int words[128];
    int t = threadIdx.x;

    words[t] = x[t];
    __syncthreads();
    if (t < 64) {
        for (int by = 32; by > 0; by /= 2) {
            if (t < by)
                words[t] += words[t + by];
            asm volatile("bar.sync 1, 64;" ::: "memory");
        }
    } else {
        for (int by = 16; by > 0; by /= 2) {
            if (t < 64 + by)
                words[t] = max(words[t], words[t + by]);
            asm volatile("bar.sync 2, 64;" ::: "memory");
        }
    }
    __syncthreads();
    y[t] = words[t & 64];
}

/* Votes of a block and of its warps. */
extern "C" __global__ void votes(const int *x, int *y)
{
    int value = x[threadIdx.x];
    int count = __syncthreads_count(value & 1);
    int any = __syncthreads_or(value > 1000), all = __syncthreads_and(value >= 0);
    int bits = __ballot_sync(FULL, value & 2);

    y[threadIdx.x] = count * 65536 + __popc(bits) * 256 + (any ? 4 : 0) + (all ? 2 : 0)
        + (__all_sync(FULL, value & 4) || __any_sync(FULL, value & 8) ? 1 : 0);
}

/* Each lane's largest neighbour, among threads that reached this place by a loop of their own. */
extern "C" __global__ void reductions(const unsigned *x, unsigned *y)
{
    unsigned value = x[threadIdx.x], steps = 0;

    while (value > 1) {
        value = value & 1 ? value * 3 + 1 : value >> 1;
        steps++;
    }
    __syncwarp();
    y[threadIdx.x] = __reduce_max_sync(FULL, steps) * 65536 + __reduce_add_sync(FULL, steps);
}
