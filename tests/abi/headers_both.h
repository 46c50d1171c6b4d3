/** One program on both front ends: what each header declares has to stand beside the other's. The
 *  files that include this choose the order of the headers, and the language. */
#include <stddef.h>

#ifdef __cplusplus
#define SAME(a, b) static_assert((a) == (b), "the front ends differ")
#else
#define SAME(a, b) _Static_assert((a) == (b), "the front ends differ")
#endif

/* What the core relies on when it takes the one's numbers for the other's. */
SAME(sizeof(cudaStream_t), sizeof(hipStream_t));
SAME((int)cudaExternalMemoryHandleTypeOpaqueFd, (int)hipExternalMemoryHandleTypeOpaqueFd);
SAME((int)cudaExternalSemaphoreHandleTypeOpaqueFd, (int)hipExternalSemaphoreHandleTypeOpaqueFd);
SAME((int)cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd,
     (int)hipExternalSemaphoreHandleTypeTimelineSemaphoreFd);
SAME((int)cudaMemcpyDefault, (int)hipMemcpyDefault);
SAME((int)cudaErrorInvalidResourceHandle, (int)hipErrorInvalidHandle);
SAME(cudaExternalMemoryDedicated, hipExternalMemoryDedicated);
SAME(sizeof(struct cudaExternalMemoryHandleDesc), sizeof(hipExternalMemoryHandleDesc));
SAME(sizeof(struct cudaExternalSemaphoreWaitParams), sizeof(hipExternalSemaphoreWaitParams));

static int same_objects(cudaStream_t stream, dim3 block)
{
    hipStream_t as_hip = (hipStream_t)stream;
    struct cudaDeviceProp cuda_properties;
    hipDeviceProp_t hip_properties;
    float4 texel = make_float4(1, 2, 3, 4);
    struct cudaExtent extent = make_cudaExtent(4, 4, 0);
    hipExtent hip_extent = make_hipExtent(extent.width, extent.height, extent.depth);

    cuda_properties.major = 1;
    hip_properties.major = cuda_properties.major;
    return as_hip == (hipStream_t)cudaStreamLegacy && hip_properties.major == 1 && block.x == 2
        && block.y == 1 && block.z == 1 && texel.w > 3 && hip_extent.depth == 0 ? 0 : 1;
}

int main(void)
{
#ifdef __cplusplus
    dim3 block(2);
#else
    dim3 block = {2, 1, 1};
#endif
    return same_objects(cudaStreamLegacy, block);
}
