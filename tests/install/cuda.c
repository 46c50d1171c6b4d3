/* A program of somebody who has the CUDA front end installed. Built as C and as C++, by
 * pkg-config and by CMake. */
#include <stdio.h>
#include <string.h>

#include <cuda_runtime_api.h>

int main(void)
{
    if (cudaImportExternalMemory(NULL, NULL) == cudaSuccess) {
        fprintf(stderr, "importing nothing succeeded\n");
        return 1;
    }
    if (strcmp(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue") != 0) {
        fprintf(stderr, "cudaErrorInvalidValue is called %s\n",
                cudaGetErrorName(cudaErrorInvalidValue));
        return 1;
    }
    return 0;
}
