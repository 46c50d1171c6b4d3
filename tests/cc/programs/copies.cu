/* Copies to shared memory that are waited for, and barriers in shared memory. */
#include "either.h"

#ifndef __HIP__
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_awbarrier.h>
#include <cuda_pipeline.h>

enum { THREADS = 96, ROUNDS = 5 };

__global__ void copy_by_functions(const unsigned char *in, unsigned char *out)
{
    __shared__ __align__(16) unsigned char part[THREADS][16];
    unsigned int i = threadIdx.x;

    for (int k = 0; k < 16; k++)
        part[i][k] = 0xee;
    __syncthreads();
    if (i % 3 == 0)
        __pipeline_memcpy_async(part[i], in + i * 16, 16, i % 17);
    else if (i % 3 == 1)
        __pipeline_memcpy_async(part[i], in + i * 16, 8, i % 9);
    else
        __pipeline_memcpy_async(part[i], in + i * 16, 4, i % 5);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    i = THREADS - 1 - i;
    for (int k = 0; k < 16; k++)
        out[i * 16 + k] = part[i][k];
}

__global__ void copy_by_classes(const int *in, int *out)
{
    __shared__ int parts[THREADS][4];
    nvcuda::experimental::pipeline pipeline;
    const unsigned int i = threadIdx.x;

    nvcuda::experimental::memcpy_async(parts[i][0], in[i], pipeline);
    out[4 * THREADS + i] = (int)pipeline.commit();
    nvcuda::experimental::memcpy_async((int (*)[2])&parts[i][2], (const int (*)[1])&in[i], pipeline);
    out[5 * THREADS + i] = (int)pipeline.commit();
    pipeline.wait(0);
    pipeline.wait_prior<0>();
    parts[i][1] = 5;
    __syncthreads();
    for (int k = 0; k < 4; k++)
        out[(THREADS - 1 - i) * 4 + k] = parts[THREADS - 1 - i][k];
}

/* Blocks and tiles; the second half of the numbers, whose addresses are aligned to less. */
__global__ void copy_by_groups(const short *in, short *out, int from, int count)
{
    namespace cg = cooperative_groups;
    __shared__ __align__(16) short all[2][512];
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<32>(block);

    for (int i = (int)threadIdx.x; i < 1024; i += (int)blockDim.x)
        (&all[0][0])[i] = -1;
    block.sync();
    cg::memcpy_async(block, all[0] + from, in + from, sizeof(short) * count);
    if (threadIdx.x < 32)
        cg::memcpy_async(tile, all[1] + from, (size_t)count + 7, in + from, (size_t)count);
    if (threadIdx.x < 32)
        cg::wait_prior<0>(tile);
    cg::wait(block);
    for (int i = (int)threadIdx.x; i < 1024; i += (int)blockDim.x)
        out[i] = (&all[0][0])[i];
}

__global__ void meet(int *out)
{
    using nvcuda::experimental::awbarrier;
    __shared__ awbarrier barrier;
    __shared__ int places[ROUNDS][THREADS];
    const unsigned int i = threadIdx.x;
    int sum = 0;

    if (i == 0)
        init(&barrier, blockDim.x);
    __syncthreads();
    for (int round = 0; round < ROUNDS; round++) {
        places[round][i] = (int)i + round;
        awbarrier::arrival_token token = barrier.arrive();
        if (token.pending_count() == 0 || token.pending_count() > blockDim.x)
            sum = 1000000;
        if (round % 2 == 0)
            barrier.wait(token);
        else
            while (!barrier.try_wait(token, 1000) || !barrier.timed_wait_parity(round % 2, 100)) {
            }
        sum += places[round][(i + 1) % blockDim.x];
    }
    if (i == 0)
        barrier.arrive_and_drop();
    else
        barrier.arrive_and_wait();
    if (i != 0)
        barrier.arrive_and_wait();
    out[i] = sum;
}

__global__ void count(unsigned long long *out)
{
    __shared__ __mbarrier_t barrier;

    __mbarrier_init(&barrier, 3);
    __mbarrier_token_t first = __mbarrier_arrive(&barrier);
    out[0] = __mbarrier_token_pending_count(first);
    out[1] = __mbarrier_test_wait(&barrier, first);
    out[2] = __mbarrier_token_pending_count(__mbarrier_arrive_and_drop(&barrier));
    out[3] = __mbarrier_try_wait(&barrier, first, 10);
    __mbarrier_arrive(&barrier);
    out[4] = __mbarrier_test_wait(&barrier, first);
    out[5] = __mbarrier_test_wait_parity(&barrier, false);
    out[6] = __mbarrier_test_wait_parity(&barrier, true);
    out[7] = __mbarrier_token_pending_count(__mbarrier_arrive(&barrier));
    out[8] = __mbarrier_try_wait_parity(&barrier, true, 10);
    __pipeline_arrive_on(&barrier);
    __mbarrier_arrive(&barrier);
    out[9] = __mbarrier_try_wait_parity(&barrier, true, 10);
    __mbarrier_inval(&barrier);
}

static void check_functions()
{
    std::vector<unsigned char> all(THREADS * 16);
    for (size_t i = 0; i < all.size(); i++)
        all[i] = (unsigned char)(i * 7 + 1);
    buffer<unsigned char> in(all), out(std::vector<unsigned char>(all.size()));

    copy_by_functions<<<1, THREADS>>>(in.at, out.at);
    const std::vector<unsigned char> got = out.read();
    for (int i = 0; i < THREADS; i++) {
        const int bytes = i % 3 == 0 ? 16 : i % 3 == 1 ? 8 : 4, zeros = i % (bytes + 1);

        for (int k = 0; k < 16; k++)
            EXPECT(got[(size_t)i * 16 + k], k >= bytes ? 0xee : k >= bytes - zeros ? 0 : all[(size_t)i * 16 + k]);
    }
}

static void check_classes()
{
    std::vector<int> all;
    for (int i = 0; i < THREADS; i++)
        all.push_back(i * i + 1);
    buffer<int> in(all), out(std::vector<int>(THREADS * 6));

    copy_by_classes<<<1, THREADS>>>(in.at, out.at);
    const std::vector<int> got = out.read();
    for (int i = 0; i < THREADS; i++) {
        const int wanted[] = { all[(size_t)i], 5, all[(size_t)i], 0 };

        for (int k = 0; k < 4; k++)
            EXPECT(got[(size_t)i * 4 + k], wanted[k]);
        EXPECT(got[4 * THREADS + (size_t)i], 0);
        EXPECT(got[5 * THREADS + (size_t)i], 1);
    }
}

static void check_groups()
{
    std::vector<short> all;
    for (int i = 0; i < 512; i++)
        all.push_back((short)(i * 3));
    buffer<short> in(all), out(std::vector<short>(1024));

    for (int from : { 0, 1, 2, 8 }) {
        for (int count : { 0, 1, 37, 400 }) {
            copy_by_groups<<<1, THREADS>>>(in.at, out.at, from, count);
            const std::vector<short> got = out.read();
            for (int i = 0; i < 1024; i++) {
                const int at = i % 512;
                EXPECT(got[(size_t)i], at >= from && at < from + count ? at * 3 : -1);
            }
        }
    }
}

int main()
{
    buffer<int> sums(std::vector<int>(THREADS, 0));
    buffer<unsigned long long> counts(std::vector<unsigned long long>(10));
    const unsigned long long wanted[] = { 3, 0, 2, 0, 1, 1, 0, 2, 0, 1 };

    check_functions();
    check_classes();
    check_groups();
    for (int threads : { 1, 32, (int)THREADS }) {
        meet<<<1, threads>>>(sums.at);
        const std::vector<int> got = sums.read();
        for (int i = 0; i < threads; i++)
            EXPECT(got[(size_t)i], (i + 1) % threads * ROUNDS + ROUNDS * (ROUNDS - 1) / 2);
    }
    count<<<1, 1>>>(counts.at);
    const std::vector<unsigned long long> got = counts.read();
    for (size_t i = 0; i < 10; i++)
        EXPECT(got[i], wanted[i]);
    EXPECT(nvcuda::experimental::awbarrier::max(), 16383);
    EXPECT(__mbarrier_maximum_count(), 16383);
    std::puts("ok");
    return 0;
}
#else
int main()
{
    std::puts("ok");
    return 0;
}
#endif
