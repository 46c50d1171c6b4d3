/** Variables of device code; a part of hip_runtime_api.h.
 *  Threads: any.
 *  Errors: those of a stream call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_HIP_SYMBOL_API_H
#define GPUINTEROP_HIP_SYMBOL_API_H

#include <stddef.h>

#include "../../driver_types.h"
#include "declare.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Gets the address of a variable of device code, on the current device.
 *  Parameter symbol: the variable, as the program's source names it.
 *  Errors: hipErrorInvalidValue if pointer is NULL; hipErrorInvalidSymbol if symbol is no
 *      variable of device code; hipErrorNoBinaryForGpu if its code has no PTX that runs here.
 *  Mirrors: hipGetSymbolAddress of HIP 6.4. */
GPUINTEROP_API hipError_t hipGetSymbolAddress(void **pointer, const void *symbol);

/** Gets the size of a variable of device code.
 *  Units: size is in bytes.
 *  Errors: as hipGetSymbolAddress.
 *  Mirrors: hipGetSymbolSize of HIP 6.4. */
GPUINTEROP_API hipError_t hipGetSymbolSize(size_t *size, const void *symbol);

/** Copies memory into a variable of device code, and returns when it is copied.
 *  Parameter kind: from the host, within devices, or the default.
 *  Parameter offset: where in the variable the copy begins.
 *  Units: size and offset are in bytes.
 *  Errors: as hipGetSymbolAddress; hipErrorInvalidValue if the bytes leave the variable;
 *      hipErrorInvalidMemcpyDirection for another kind; those of hipMemcpy.
 *  Mirrors: hipMemcpyToSymbol of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyToSymbol(
    const void *symbol, const void *source, size_t size, size_t offset GPUINTEROP_DEFAULT(0),
    hipMemcpyKind kind GPUINTEROP_DEFAULT(hipMemcpyHostToDevice));

/** Enqueues a copy of memory into a variable of device code.
 *  Parameter offset: where in the variable the copy begins.
 *  Units: size and offset are in bytes.
 *  Errors: as hipMemcpyToSymbol; hipErrorContextIsDestroyed if stream is stale or of another kind.
 *  Mirrors: hipMemcpyToSymbolAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyToSymbolAsync(
    const void *symbol, const void *source, size_t size, size_t offset, hipMemcpyKind kind,
    hipStream_t stream GPUINTEROP_DEFAULT(0));

/** Copies a variable of device code into memory, and returns when it is copied.
 *  Parameter kind: to the host, within devices, or the default.
 *  Parameter offset: where in the variable the copy begins.
 *  Units: size and offset are in bytes.
 *  Errors: as hipMemcpyToSymbol.
 *  Mirrors: hipMemcpyFromSymbol of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyFromSymbol(
    void *destination, const void *symbol, size_t size, size_t offset GPUINTEROP_DEFAULT(0),
    hipMemcpyKind kind GPUINTEROP_DEFAULT(hipMemcpyDeviceToHost));

/** Enqueues a copy of a variable of device code into memory.
 *  Parameter offset: where in the variable the copy begins.
 *  Units: size and offset are in bytes.
 *  Errors: as hipMemcpyToSymbolAsync.
 *  Mirrors: hipMemcpyFromSymbolAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyFromSymbolAsync(
    void *destination, const void *symbol, size_t size, size_t offset, hipMemcpyKind kind,
    hipStream_t stream GPUINTEROP_DEFAULT(0));

#ifdef __cplusplus
}
#endif

#endif
