/* A source of device code, built as C and as C++ with the header of each API and with both. */
#if defined(WITH_HIP)
#include <hip/hip_runtime_api.h>
#endif
#if defined(WITH_CUDA)
#include <cuda_runtime_api.h>
#endif

struct pair {
    int x, y;
};

__constant__ static const int offsets[2] = { 10, 20 };
__device__ static int counter = 1;
__managed__ static int seen_by_both = 2;

__host__ __device__ static __forceinline__ int sum(struct pair pair)
{
    return pair.x + pair.y + offsets[0];
}

__global__ static void __launch_bounds__(256, 2) kernel(int *out)
{
    __shared__ int block[4];

    block[3] = counter + seen_by_both;
    *out = block[3];
}

int main(void)
{
    const struct pair pair = { 1, 2 };
    int out = 0;

    kernel(&out);
    return sum(pair) == 13 && out == 3 ? 0 : 1;
}
