/* A program of CUDA's driver interface, as tests/install/cuda.c is one of the runtime. With the
 * compiler driver it also uses a function of gpuinterop.h, which needs no word for the linker. */
#include <stdio.h>
#include <string.h>

#include <cuda.h>
#ifdef WITH_SENTENCE
#include <gpuinterop.h>
#endif

int main(void)
{
    const char *name = NULL;
    CUdevice device;

    if (cuDeviceGet(&device, 0) != CUDA_ERROR_NOT_INITIALIZED) {
        fprintf(stderr, "a call before cuInit succeeded\n");
        return 1;
    }
    if (cuGetErrorName(CUDA_ERROR_NOT_INITIALIZED, &name) != CUDA_SUCCESS
        || strcmp(name, "CUDA_ERROR_NOT_INITIALIZED") != 0) {
        fprintf(stderr, "CUDA_ERROR_NOT_INITIALIZED is called %s\n", name);
        return 1;
    }
#ifdef WITH_SENTENCE
    if (*gpuinterop_last_error_detail() == 0) {
        fprintf(stderr, "the failed call has left no sentence\n");
        return 1;
    }
#endif
    return 0;
}
