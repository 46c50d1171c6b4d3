/* A program of somebody who has both front ends installed: what it gets from one is good for the
 * other. Built as C and as C++, by pkg-config and by CMake. */
#include <stdio.h>

#include <cuda_runtime_api.h>
#include <gpuinterop.h>
#include <hip/hip_runtime_api.h>

int main(void)
{
    cudaExternalMemory_t memory = NULL;
    if (cudaDestroyExternalMemory(memory) == cudaSuccess
        || hipDestroyExternalMemory((hipExternalMemory_t)memory) == hipSuccess) {
        fprintf(stderr, "destroying nothing succeeded\n");
        return 1;
    }
    if (gpuinterop_last_error_detail()[0] == '\0') {
        fprintf(stderr, "the error has no detail\n");
        return 1;
    }
    return 0;
}
