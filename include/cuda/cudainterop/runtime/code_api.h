/** Libraries of device code; a part of cuda_runtime_api.h.
 *  Threads: any.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDA_CODE_API_H
#define GPUINTEROP_CUDA_CODE_API_H

#include <stddef.h>

#include "code_types.h"
#include "declare.h"
#include "errors.h"
#include "handles.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Loads device code for all devices: PTX text that ends with a zero, or a fat binary.
 *  Owner: the image stays the program's and may end after the call; cudaLibraryUnload ends the
 *      library.
 *  Errors: cudaErrorInvalidValue if library or image is NULL, an array of options is missing, or an
 *      option is unknown; cudaErrorInvalidPtx; cudaErrorInvalidKernelImage;
 *      cudaErrorNoKernelImageForDevice if there is no PTX that runs here;
 *      cudaErrorMemoryAllocation.
 *  Mirrors: cudaLibraryLoadData of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaLibraryLoadData(
    cudaLibrary_t *library, const void *image, enum cudaJitOption *jit_options, void **jit_values,
    unsigned int jit_count, enum cudaLibraryOption *options, void **values, unsigned int count);

/** Loads device code from a file.
 *  Owner: cudaLibraryUnload ends the library.
 *  Errors: as cudaLibraryLoadData; cudaErrorFileNotFound; cudaErrorOperatingSystem if the
 *      file cannot be read.
 *  Mirrors: cudaLibraryLoadFromFile of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaLibraryLoadFromFile(
    cudaLibrary_t *library, const char *path, enum cudaJitOption *jit_options, void **jit_values,
    unsigned int jit_count, enum cudaLibraryOption *options, void **values, unsigned int count);

/** Ends a library with its kernels and variables. Launches that were enqueued go on.
 *  Errors: cudaErrorInvalidResourceHandle if library is none.
 *  Mirrors: cudaLibraryUnload of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaLibraryUnload(cudaLibrary_t library);

/** Gets a kernel of a library by the name in its PTX. It can be launched on every device, and ends
 *  with the library.
 *  Errors: cudaErrorInvalidValue if kernel or name is NULL; cudaErrorInvalidResourceHandle if
 *      library is none; cudaErrorSymbolNotFound if it has no kernel of the name.
 *  Mirrors: cudaLibraryGetKernel of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaLibraryGetKernel(
    cudaKernel_t *kernel, cudaLibrary_t library, const char *name);

/** Gets the number of kernels of a library.
 *  Errors: cudaErrorInvalidValue if count is NULL; cudaErrorInvalidResourceHandle if library is
 *      none.
 *  Mirrors: cudaLibraryGetKernelCount of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaLibraryGetKernelCount(unsigned int *count, cudaLibrary_t library);

/** Gets the first kernels of a library, at most as many as there is room for.
 *  Units: room is a number of kernels.
 *  Errors: cudaErrorInvalidValue if kernels is NULL; cudaErrorInvalidResourceHandle if library is
 *      none.
 *  Mirrors: cudaLibraryEnumerateKernels of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaLibraryEnumerateKernels(
    cudaKernel_t *kernels, unsigned int room, cudaLibrary_t library);

/** Gets a variable of a library on the current device.
 *  Parameter pointer: may be NULL, as may size, but not both.
 *  Units: size is in bytes.
 *  Errors: cudaErrorInvalidValue if name or both others are NULL; cudaErrorInvalidResourceHandle if
 *      library is none; cudaErrorSymbolNotFound if it has no variable of the name.
 *  Mirrors: cudaLibraryGetGlobal of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaLibraryGetGlobal(
    void **pointer, size_t *size, cudaLibrary_t library, const char *name);

/** Gets a managed variable of a library.
 *  Parameter pointer: may be NULL, as may size, but not both.
 *  Units: size is in bytes.
 *  Errors: as cudaLibraryGetGlobal.
 *  Mirrors: cudaLibraryGetManaged of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaLibraryGetManaged(
    void **pointer, size_t *size, cudaLibrary_t library, const char *name);

/** Would get a function that host and device share. No library has one.
 *  Errors: cudaErrorInvalidValue if function or name is NULL; cudaErrorInvalidResourceHandle if
 *      library is none; else cudaErrorSymbolNotFound.
 *  Mirrors: cudaLibraryGetUnifiedFunction of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaLibraryGetUnifiedFunction(
    void **function, cudaLibrary_t library, const char *name);

#ifdef __cplusplus
}
#endif

#endif
