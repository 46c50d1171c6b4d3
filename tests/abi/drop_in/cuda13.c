/** A program of CUDA 13. */
#include "cuda_runtime_api.h"

#define NAME(name) cuda##name
#define TYPE(name) struct cuda##name
#define STREAM cudaStream_t
#define MEMORY cudaExternalMemory_t
#define SEMAPHORE cudaExternalSemaphore_t

#include "device_code.h"
#include "job.h"

int main(int argc, char **argv)
{
    struct cudaDeviceProp *properties = NEW(struct cudaDeviceProp);
    struct job job = { .frame = NULL };
    int version = 0;
    int result;

    REQUIRE(argc == 2);
    REQUIRE(device_code_is_registered());
    REQUIRE(tell_library(argv[1], "cudaImportExternalMemory",
                         (void *)(uintptr_t)cudaImportExternalMemory) == 0);
    DONE(cudaRuntimeGetVersion(&version));
    REQUIRE(version / 1000 == 13);
    DONE(cudaGetDeviceProperties(properties, 0));
    REQUIRE(properties->name[0] != '\0' && properties->totalGlobalMem > 0);
    result = do_job(&job);
    return result != 0 ? result : end_job(&job);
}
