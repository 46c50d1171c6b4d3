/** The calls of a CUDA runtime library, as a table: this project's own, and the vendor's where the
 *  machine has it. A piece of test code that takes the table runs on both in one process. */
#ifndef VENDOR_CUDA_CALLS_H
#define VENDOR_CUDA_CALLS_H

#include <stdbool.h>
#include <stdint.h>

#include <cuda_gl_interop.h>
#include <cuda_runtime_api.h>

/** What the tables hold; sorted. */
#define CUDA_CALLS(X) \
    X(cudaDestroyExternalMemory) \
    X(cudaDestroyExternalSemaphore) \
    X(cudaDeviceSynchronize) \
    X(cudaEventCreateWithFlags) \
    X(cudaEventDestroy) \
    X(cudaEventElapsedTime) \
    X(cudaEventRecord) \
    X(cudaEventSynchronize) \
    X(cudaExternalMemoryGetMappedBuffer) \
    X(cudaExternalMemoryGetMappedMipmappedArray) \
    X(cudaFree) \
    X(cudaFreeArray) \
    X(cudaFreeAsync) \
    X(cudaFreeHost) \
    X(cudaFreeMipmappedArray) \
    X(cudaGetDeviceCount) \
    X(cudaGetDeviceProperties) \
    X(cudaGetDriverEntryPointByVersion) \
    X(cudaGetErrorName) \
    X(cudaGetLastError) \
    X(cudaGetMipmappedArrayLevel) \
    X(cudaGraphicsGLRegisterBuffer) \
    X(cudaGraphicsGLRegisterImage) \
    X(cudaGraphicsMapResources) \
    X(cudaGraphicsResourceGetMappedPointer) \
    X(cudaGraphicsSubResourceGetMappedArray) \
    X(cudaGraphicsUnmapResources) \
    X(cudaGraphicsUnregisterResource) \
    X(cudaImportExternalMemory) \
    X(cudaImportExternalSemaphore) \
    X(cudaLaunchHostFunc) \
    X(cudaMalloc) \
    X(cudaMalloc3DArray) \
    X(cudaMallocArray) \
    X(cudaMallocAsync) \
    X(cudaMallocHost) \
    X(cudaMallocMipmappedArray) \
    X(cudaMemcpy) \
    X(cudaMemcpy2DArrayToArray) \
    X(cudaMemcpy2DAsync) \
    X(cudaMemcpy2DFromArray) \
    X(cudaMemcpy2DFromArrayAsync) \
    X(cudaMemcpy2DToArray) \
    X(cudaMemcpy2DToArrayAsync) \
    X(cudaMemcpy3D) \
    X(cudaMemcpy3DAsync) \
    X(cudaMemcpyAsync) \
    X(cudaMemset) \
    X(cudaMemset2DAsync) \
    X(cudaMemset3DAsync) \
    X(cudaMemsetAsync) \
    X(cudaRuntimeGetVersion) \
    X(cudaSetDevice) \
    X(cudaSignalExternalSemaphoresAsync) \
    X(cudaStreamCreateWithFlags) \
    X(cudaStreamDestroy) \
    X(cudaStreamQuery) \
    X(cudaStreamSynchronize) \
    X(cudaStreamWaitEvent) \
    X(cudaWaitExternalSemaphoresAsync)

#define CUDA_CALLS_MEMBER(name) __typeof__(name) *name;

struct cuda_calls {
    char library[256];           /* what was opened; "ours" for the one that is linked */
    int version;                 /* of the runtime, as in 13000 */
    bool is_stand_in;            /* the other library is this project's own, as in our tests */
    CUDA_CALLS(CUDA_CALLS_MEMBER)
};

/** The functions this program is linked to. */
const struct cuda_calls *cuda_calls_ours(void);

/** Opens the vendor's library: the file that GPUINTEROP_VENDOR_CUDART names, else libcudart.so.13
 *  or .12 where the loader finds one that is not this project. It stays open.
 *  Returns: NULL, and a sentence in *out_why, where there is none or it finds no device.
 *  Threads: one. */
const struct cuda_calls *cuda_calls_vendor(const char **out_why);

/** The number that a library gives the device with this UUID; -1 if it has none such. */
int cuda_calls_device(const struct cuda_calls *calls, const uint8_t uuid[16]);

#endif
