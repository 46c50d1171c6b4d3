/* Adds two vectors in a CUDA kernel, and checks the sums.
 *
 *     cudainterop-cc vector_add.cu -o vector_add --rpath && ./vector_add */
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

static void check(cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return;
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    std::exit(1);
}

__global__ void add(const float *a, const float *b, float *sum, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < count)
        sum[i] = a[i] + b[i];
}

int main()
{
    const int count = 100000, block = 256;
    const size_t bytes = count * sizeof(float);
    std::vector<float> a(count), b(count), sum(count);
    float *device_a, *device_b, *device_sum;

    for (int i = 0; i < count; i++) {
        a[i] = 0.5f * i;
        b[i] = 3.0f - i;
    }
    check(cudaMalloc(&device_a, bytes), "allocating");
    check(cudaMalloc(&device_b, bytes), "allocating");
    check(cudaMalloc(&device_sum, bytes), "allocating");
    check(cudaMemcpy(device_a, a.data(), bytes, cudaMemcpyHostToDevice), "copying to the device");
    check(cudaMemcpy(device_b, b.data(), bytes, cudaMemcpyHostToDevice), "copying to the device");
    add<<<(count + block - 1) / block, block>>>(device_a, device_b, device_sum, count);
    check(cudaGetLastError(), "launching");
    check(cudaMemcpy(sum.data(), device_sum, bytes, cudaMemcpyDeviceToHost), "copying back");

    int wrong = 0;
    for (int i = 0; i < count; i++)
        wrong += sum[i] != a[i] + b[i];
    std::printf("%d sums, %d wrong\n", count, wrong);
    check(cudaFree(device_a), "freeing");
    check(cudaFree(device_b), "freeing");
    check(cudaFree(device_sum), "freeing");
    return wrong != 0;
}
