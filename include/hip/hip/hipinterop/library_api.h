/** Finding functions, the log of errors and the profiler; a part of hip_runtime_api.h. */
#ifndef GPUINTEROP_HIP_LIBRARY_API_H
#define GPUINTEROP_HIP_LIBRARY_API_H

#include <stdint.h>

#include "../driver_types.h"
#include "declare.h"
#include "dim3.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Finds a function of this library by its name.
 *  Parameter flags: 0 or 1 for the function as it is; 2 for the form whose default stream is the
 *      calling thread's, where there is one.
 *  Parameter result: whether the name was found, and whether it is as old as version; may be NULL.
 *  Units: version is 100 for each major version and 1 for each minor one, or as HIP_VERSION.
 *  Errors: hipErrorInvalidValue if symbol or function is NULL, flags is another, nothing has the
 *      name or it is younger than version.
 *  Mirrors: hipGetProcAddress of HIP 6.4. */
GPUINTEROP_API hipError_t hipGetProcAddress(
    const char *symbol, void **function, int version, uint64_t flags,
    hipDriverProcAddressQueryResult *result);

/** Tells the name of an error.
 *  Owner: the library; the text is valid for ever.
 *  Errors: hipErrorInvalidValue if name is NULL or error is none, and then the text is NULL.
 *  Mirrors: hipDrvGetErrorName of HIP 6.4. */
GPUINTEROP_API hipError_t hipDrvGetErrorName(hipError_t error, const char **name);

/** Tells a sentence about an error code.
 *  Owner: the library; the text is valid for ever.
 *  Errors: hipErrorInvalidValue if text is NULL or error is none, and then the text is NULL.
 *  Mirrors: hipDrvGetErrorString of HIP 6.4. */
GPUINTEROP_API hipError_t hipDrvGetErrorString(hipError_t error, const char **text);

/** Returns the error of the calling thread's last call and forgets it.
 *  Returns: the error, or hipSuccess.
 *  Mirrors: hipExtGetLastError of HIP 6.4. */
GPUINTEROP_API hipError_t hipExtGetLastError(void);

/** Starts what a profiler watches; nothing to do without one.
 *  Errors: those that every function can return.
 *  Mirrors: hipProfilerStart of HIP 6.4. */
GPUINTEROP_API hipError_t hipProfilerStart(void);

/** Ends what a profiler watches; nothing to do without one.
 *  Errors: those that every function can return.
 *  Mirrors: hipProfilerStop of HIP 6.4. */
GPUINTEROP_API hipError_t hipProfilerStop(void);

/** Returns the name of a function by the number that a tracer has for it.
 *  Owner: the library; the text is valid for ever.
 *  Returns: the name, or "unknown".
 *  Mirrors: hipApiName of HIP 6.4. */
GPUINTEROP_API const char *hipApiName(uint32_t id);

/** Keeps the configuration of the kernel launch that the calling thread makes next; compilers call
 *  this.
 *  Units: grid is in blocks, block in threads, shared_bytes in bytes for each block.
 *  Errors: hipErrorOutOfMemory if too many are kept.
 *  Mirrors: __hipPushCallConfiguration of HIP 6.4. */
GPUINTEROP_API hipError_t __hipPushCallConfiguration(
    dim3 grid, dim3 block, size_t shared_bytes, hipStream_t stream);

/** Gives back the configuration that the calling thread kept last, and forgets it; compilers call
 *  this.
 *  Units: as __hipPushCallConfiguration.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; hipErrorMissingConfiguration if none is kept.
 *  Mirrors: __hipPopCallConfiguration of HIP 6.4. */
GPUINTEROP_API hipError_t __hipPopCallConfiguration(
    dim3 *grid, dim3 *block, size_t *shared_bytes, hipStream_t *stream);

/** Tells the header that was compiled beforehand for run-time compilation; there is none.
 *  Parameter header: gets NULL.
 *  Units: size gets 0.
 *  Mirrors: __hipGetPCH of HIP 6.4. */
GPUINTEROP_API void __hipGetPCH(const char **header, unsigned int *size);

#ifdef __cplusplus
}
#endif

#endif
