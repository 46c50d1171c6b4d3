/* libcu++: atomics of all scopes. */
#include <cuda/atomic>

#include "check.h"

struct counters {
    cuda::atomic<int, cuda::thread_scope_device> device;
    cuda::atomic<unsigned long long, cuda::thread_scope_device> wide;
    cuda::atomic<int, cuda::thread_scope_system> system;
    cuda::std::atomic<int> plain;
    int most;
};

__global__ void count(counters *all)
{
    __shared__ int storage;
    const int number = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    cuda::atomic<int, cuda::thread_scope_block> &block =
        *reinterpret_cast<cuda::atomic<int, cuda::thread_scope_block> *>(&storage);
    int seen;

    if (threadIdx.x == 0)
        storage = 0;
    __syncthreads();
    block.fetch_add(1, cuda::memory_order_relaxed);
    __syncthreads();
    if (threadIdx.x == 0)
        all->device.fetch_add(block.load());
    all->wide.fetch_add(1ull << 32, cuda::memory_order_acq_rel);
    all->system++;
    seen = all->plain.load();
    while (!all->plain.compare_exchange_weak(seen, seen + 2)) {
    }
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
    atomicMax(&all->most, number);
}

int main()
{
    buffer<char> all(sizeof(counters));

    count<<<4, 64>>>(reinterpret_cast<counters *>(all.at));
    const std::vector<char> bytes = all.read();
    counters got;
    __builtin_memcpy((void *)&got, bytes.data(), sizeof got);
    EXPECT(got.device.load() == 256);
    EXPECT(got.wide.load() == 256ull << 32);
    EXPECT(got.system.load() == 256);
    EXPECT(got.plain.load() == 512);
    EXPECT(got.most == 255);
    return 0;
}
