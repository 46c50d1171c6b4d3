/* libcu++: barriers and pipelines in shared memory, and copies that end at them. */
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>

#include "check.h"

enum { THREADS = 64, ROUNDS = 4 };

__global__ void turn(const int *in, int *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    __shared__ int all[THREADS];
    auto block = cooperative_groups::this_thread_block();
    int sum = 0;

    if (block.thread_rank() == 0)
        init(&barrier, block.size());
    block.sync();
    for (int round = 0; round < ROUNDS; round++) {
        cuda::memcpy_async(block, all, in + round * THREADS, sizeof all, barrier);
        barrier.arrive_and_wait();
        sum += all[(threadIdx.x + 1) % THREADS];
        barrier.wait(barrier.arrive());
    }
    out[threadIdx.x] = sum;
}

__global__ void stream(const int *in, int *out)
{
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    __shared__ int all[2][THREADS];
    auto block = cooperative_groups::this_thread_block();
    auto pipeline = cuda::make_pipeline(block, &state);
    int sum = 0;

    for (int round = 0; round <= ROUNDS; round++) {
        if (round < ROUNDS) {
            pipeline.producer_acquire();
            cuda::memcpy_async(block, all[round % 2], in + round * THREADS, sizeof all[0], pipeline);
            pipeline.producer_commit();
        }
        if (round > 0) {
            pipeline.consumer_wait();
            sum += all[(round - 1) % 2][(threadIdx.x + 1) % THREADS];
            pipeline.consumer_release();
        }
    }
    out[threadIdx.x] = sum;
}

int main()
{
    const std::vector<int> all = numbers(THREADS * ROUNDS);
    buffer<int> in(all), turned((size_t)THREADS), streamed((size_t)THREADS);

    turn<<<1, THREADS>>>(in.at, turned.at);
    stream<<<1, THREADS>>>(in.at, streamed.at);
    const std::vector<int> one = turned.read(), two = streamed.read();
    for (int i = 0; i < THREADS; i++) {
        int sum = 0;

        for (int round = 0; round < ROUNDS; round++)
            sum += all[round * THREADS + (i + 1) % THREADS];
        EXPECT(one[i] == sum);
        EXPECT(two[i] == sum);
    }
    return 0;
}
