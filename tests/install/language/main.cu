/* The sum of the numbers of all threads. */
#include <cuda_runtime.h>

__global__ void add(int *sum) { atomicAdd(sum, (int)threadIdx.x); }

int main()
{
    int *sum;

    if (cudaMallocManaged((void **)&sum, sizeof *sum) != cudaSuccess)
        return 1;
    *sum = 0;
    add<<<1, 64>>>(sum);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 2;
    return *sum == 64 * 63 / 2 ? 0 : 3;
}
