/* Adds two vectors in a HIP kernel, and checks the sums.
 *
 *     hipinterop-cc vector_add.hip -o vector_add --rpath && ./vector_add */
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

static void check(hipError_t error, const char *what)
{
    if (error == hipSuccess)
        return;
    std::fprintf(stderr, "%s: %s\n", what, hipGetErrorString(error));
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
    check(hipMalloc(&device_a, bytes), "allocating");
    check(hipMalloc(&device_b, bytes), "allocating");
    check(hipMalloc(&device_sum, bytes), "allocating");
    check(hipMemcpy(device_a, a.data(), bytes, hipMemcpyHostToDevice), "copying to the device");
    check(hipMemcpy(device_b, b.data(), bytes, hipMemcpyHostToDevice), "copying to the device");
    add<<<(count + block - 1) / block, block>>>(device_a, device_b, device_sum, count);
    check(hipGetLastError(), "launching");
    check(hipMemcpy(sum.data(), device_sum, bytes, hipMemcpyDeviceToHost), "copying back");

    int wrong = 0;
    for (int i = 0; i < count; i++)
        wrong += sum[i] != a[i] + b[i];
    std::printf("%d sums, %d wrong\n", count, wrong);
    check(hipFree(device_a), "freeing");
    check(hipFree(device_b), "freeing");
    check(hipFree(device_sum), "freeing");
    return wrong != 0;
}
