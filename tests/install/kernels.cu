/* A kernel of CUDA and HIP, for gpuinterop_target_kernels. */
#ifdef __HIP__
#include <hip/hip_runtime.h>
#endif

__global__ void add(int n, ELEMENT *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        x[i] += 1;
}

extern "C" void start(int n)
{
    add<<<2, 32>>>(n, (ELEMENT *)0);
}
