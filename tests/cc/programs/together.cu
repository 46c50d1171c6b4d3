/* What compilers must not move: loads of shared memory behind barriers, and operations of a warp that
 * stand in two branches. Each kernel was compiled wrongly by some clang. */
#include "either.h"

#ifdef __HIP__
#define BALLOT(predicate) __ballot(predicate)
#define ANY(predicate) __any(predicate)
#define SHUFFLE(value, lane) __shfl(value, lane)
#else
#define BALLOT(predicate) __ballot_sync(__activemask(), predicate)
#define ANY(predicate) __any_sync(__activemask(), predicate)
#define SHUFFLE(value, lane) __shfl_sync(__activemask(), value, lane)
#endif

enum { SIZE = 64, STEPS = 4 };

/* Each thread adds its two neighbours, in steps that are written out. */
__global__ void neighbours(int *values)
{
    __shared__ int line[SIZE + 2];
    unsigned int i = threadIdx.x;
    int value = values[i];

    if (i < 2)
        line[i * (SIZE + 1)] = 0;
    for (int step = 0; step < STEPS; step++) {
        line[i + 1] = value;
        __syncthreads();
        value = line[i] + line[i + 2];
        __syncthreads();
    }
    values[i] = value;
}

/* A reduction to the first thread, and a scan. */
__global__ void sums(const int *values, int *sum, int *scan)
{
    __shared__ int tree[SIZE], line[SIZE];
    unsigned int i = threadIdx.x;

    tree[i] = values[i];
    line[i] = values[i];
    __syncthreads();
    for (unsigned int half = SIZE / 2; half > 0; half /= 2) {
        if (i < half)
            tree[i] += tree[i + half];
        __syncthreads();
    }
    for (unsigned int by = 1; by < SIZE; by *= 2) {
        int before = i >= by ? line[i - by] : 0;
        __syncthreads();
        line[i] += before;
        __syncthreads();
    }
    if (i == 0)
        *sum = tree[0];
    scan[i] = line[i];
}

/* One thread after the other gives all others a value. */
__global__ void in_turn(const int *values, int *out)
{
    __shared__ int given;
    unsigned int i = threadIdx.x;
    int value = values[i];

    for (unsigned int turn = 0; turn < STEPS; turn++) {
        if (i == turn)
            given = value;
        __syncthreads();
        value += given;
        __syncthreads();
    }
    out[i] = value;
}

/* A fence of the block orders what is written before it and read behind it by the same thread. */
__global__ void fenced(int *out)
{
    __shared__ int line[SIZE];
    unsigned int i = threadIdx.x;
    int value = (int)i;

    for (int step = 0; step < STEPS; step++) {
        line[i] = value;
        __threadfence_block();
#ifdef __HIP__
        __syncthreads();
#else
        __syncwarp();
#endif
        value = line[i ^ 1] + 1;
        __threadfence_block();
#ifdef __HIP__
        __syncthreads();
#else
        __syncwarp();
#endif
    }
    out[i] = value;
}

__global__ void votes(const int *ones, unsigned int *out)
{
    unsigned int i = threadIdx.x, lanes, lane, any;
    int one = ones[i];

    if (i % 2)
        lanes = BALLOT(one);
    else
        lanes = BALLOT(one);
    if (i % 2)
        any = ANY(i == 1);
    else
        any = ANY(i == 1);
    if (i % 2)
        lane = SHUFFLE(i, 1);
    else
        lane = SHUFFLE(i, 2);
    out[i] = lanes;
    out[32 + i] = any;
    out[64 + i] = lane;
}

#ifndef __HIP__
/* Each half of a block meets at a barrier of its own, then all of the block at one. */
__global__ void halves(int *out)
{
    __shared__ int line[2 * SIZE];
    unsigned int i = threadIdx.x;
    int sum;

    line[i] = (int)(i * i);
    if (i < SIZE)
        __barrier_sync_count(1, SIZE);
    else
        __barrier_sync_count(2, SIZE);
    sum = line[i] + line[i ^ (SIZE - 1)];
    __barrier_sync(0);
    line[i] = sum;
    __barrier_sync(0);
    out[i] = line[2 * SIZE - 1 - i];
}

static void test_numbered_barriers()
{
    buffer<int> out(std::vector<int>(2 * SIZE));

    halves<<<1, 2 * SIZE>>>(out.at);
    std::vector<int> got = out.read();
    for (int i = 0; i < 2 * SIZE; i++) {
        int from = 2 * SIZE - 1 - i, other = from ^ (SIZE - 1);
        EXPECT(got[i], from * from + other * other);
    }
}
#endif

static void test_shared()
{
    std::vector<int> values(SIZE), next(SIZE);

    for (int i = 0; i < SIZE; i++)
        values[i] = i * i % 23 - 7;
    buffer<int> from(values), moved(values), sum(std::vector<int>(1)), scan(values), turned(values);
    sums<<<1, SIZE>>>(from.at, sum.at, scan.at);
    std::vector<int> scanned = scan.read();
    int whole = 0;
    for (int i = 0; i < SIZE; i++) {
        whole += values[i];
        EXPECT(scanned[i], whole);
    }
    EXPECT(sum.read()[0], whole);

    in_turn<<<1, SIZE>>>(from.at, turned.at);
    std::vector<int> wanted = values, got = turned.read();
    for (int turn = 0; turn < STEPS; turn++) {
        int given = wanted[turn];
        for (int i = 0; i < SIZE; i++)
            wanted[i] += given;
    }
    for (int i = 0; i < SIZE; i++)
        EXPECT(got[i], wanted[i]);

    neighbours<<<1, SIZE>>>(moved.at);
    got = moved.read();
    for (int step = 0; step < STEPS; step++, values = next)
        for (int i = 0; i < SIZE; i++)
            next[i] = (i > 0 ? values[i - 1] : 0) + (i < SIZE - 1 ? values[i + 1] : 0);
    for (int i = 0; i < SIZE; i++)
        EXPECT(got[i], values[i]);

    fenced<<<1, SIZE>>>(moved.at);
    got = moved.read();
    for (int i = 0; i < SIZE; i++)
        EXPECT(got[i], i + STEPS);
}

static void test_votes()
{
    buffer<int> ones(std::vector<int>(32, 1));
    buffer<unsigned int> out(std::vector<unsigned int>(96));

    votes<<<1, 32>>>(ones.at, out.at);
    std::vector<unsigned int> got = out.read();
    for (int i = 0; i < 32; i++) {
        EXPECT(got[i], i % 2 ? 0xaaaaaaaau : 0x55555555u);
        EXPECT(got[32 + i], i % 2);
        EXPECT(got[64 + i], i % 2 ? 1 : 2);
    }
}

int main()
{
    test_shared();
    test_votes();
#ifndef __HIP__
    test_numbered_barriers();
#endif
    std::puts("ok");
    return 0;
}
