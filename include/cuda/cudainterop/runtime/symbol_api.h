/** Variables of device code; a part of cuda_runtime_api.h.
 *  Threads: any.
 *  Errors: those of a stream call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDA_SYMBOL_API_H
#define GPUINTEROP_CUDA_SYMBOL_API_H

#include <stddef.h>

#include "../../driver_types.h"
#include "declare.h"
#include "per_thread.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Gets the address of a variable of device code, on the current device.
 *  Parameter symbol: the variable, as the program's source names it.
 *  Errors: cudaErrorInvalidValue if pointer is NULL; cudaErrorInvalidSymbol if symbol is no
 *      variable of device code; cudaErrorNoKernelImageForDevice if its code has no PTX that runs
 *      here.
 *  Mirrors: cudaGetSymbolAddress of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGetSymbolAddress(void **pointer, const void *symbol);

/** Gets the size of a variable of device code.
 *  Units: size is in bytes.
 *  Errors: as cudaGetSymbolAddress.
 *  Mirrors: cudaGetSymbolSize of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol);

/** Copies memory into a variable of device code, and returns when it is copied.
 *  Parameter kind: from the host, within devices, or the default.
 *  Parameter offset: where in the variable the copy begins.
 *  Units: size and offset are in bytes.
 *  Errors: as cudaGetSymbolAddress; cudaErrorInvalidValue if the bytes leave the variable;
 *      cudaErrorInvalidMemcpyDirection for another kind; those of cudaMemcpy.
 *  Mirrors: cudaMemcpyToSymbol of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpyToSymbol(
    const void *symbol, const void *source, size_t size, size_t offset GPUINTEROP_DEFAULT(0),
    enum cudaMemcpyKind kind GPUINTEROP_DEFAULT(cudaMemcpyHostToDevice));

/** Enqueues a copy of memory into a variable of device code.
 *  Parameter offset: where in the variable the copy begins.
 *  Units: size and offset are in bytes.
 *  Errors: as cudaMemcpyToSymbol; cudaErrorInvalidResourceHandle if stream is stale or of another
 *      kind.
 *  Mirrors: cudaMemcpyToSymbolAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpyToSymbolAsync(
    const void *symbol, const void *source, size_t size, size_t offset, enum cudaMemcpyKind kind,
    cudaStream_t stream GPUINTEROP_DEFAULT(0));

/** Copies a variable of device code into memory, and returns when it is copied.
 *  Parameter kind: to the host, within devices, or the default.
 *  Parameter offset: where in the variable the copy begins.
 *  Units: size and offset are in bytes.
 *  Errors: as cudaMemcpyToSymbol.
 *  Mirrors: cudaMemcpyFromSymbol of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpyFromSymbol(
    void *destination, const void *symbol, size_t size, size_t offset GPUINTEROP_DEFAULT(0),
    enum cudaMemcpyKind kind GPUINTEROP_DEFAULT(cudaMemcpyDeviceToHost));

/** Enqueues a copy of a variable of device code into memory.
 *  Parameter offset: where in the variable the copy begins.
 *  Units: size and offset are in bytes.
 *  Errors: as cudaMemcpyToSymbolAsync.
 *  Mirrors: cudaMemcpyFromSymbolAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpyFromSymbolAsync(
    void *destination, const void *symbol, size_t size, size_t offset, enum cudaMemcpyKind kind,
    cudaStream_t stream GPUINTEROP_DEFAULT(0));

#ifdef __cplusplus
}
#endif

#endif
