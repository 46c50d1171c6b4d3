/** Finding functions, the error log and the profiler; a part of hip_runtime_api.h.
 *  Threads: any.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_HIP_LIBRARY_API_H
#define GPUINTEROP_HIP_LIBRARY_API_H

#include <stdint.h>

#include "../../driver_types.h"
#include "declare.h"
#include "../../../../gpuinterop_device/dim3.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Finds a function of this library by its name.
 *  Parameter flags: 0 or 1 for the function itself; 2 for the form that uses the calling
 *      thread's default stream, if there is one.
 *  Parameter result: gets whether the name was found, and whether it is as old as version; may
 *      be NULL.
 *  Units: version is 100 for each major version and 1 for each minor one, or as HIP_VERSION.
 *  Errors: hipErrorInvalidValue if symbol or function is NULL, flags is another value, no
 *      function has the name, or it is newer than version.
 *  Mirrors: hipGetProcAddress of HIP 6.4. */
GPUINTEROP_API hipError_t hipGetProcAddress(
    const char *symbol, void **function, int version, uint64_t flags,
    hipDriverProcAddressQueryResult *result);

/** Gets the name of an error.
 *  Owner: the library; the text is valid until the process ends.
 *  Errors: hipErrorInvalidValue if name is NULL, or error is not one of the enum's; then the
 *      text is NULL.
 *  Mirrors: hipDrvGetErrorName of HIP 6.4. */
GPUINTEROP_API hipError_t hipDrvGetErrorName(hipError_t error, const char **name);

/** Gets a sentence that describes an error code.
 *  Owner: the library; the text is valid until the process ends.
 *  Errors: hipErrorInvalidValue if text is NULL, or error is not one of the enum's; then the
 *      text is NULL.
 *  Mirrors: hipDrvGetErrorString of HIP 6.4. */
GPUINTEROP_API hipError_t hipDrvGetErrorString(hipError_t error, const char **text);

/** Returns the error of the calling thread's last call and resets it.
 *  Threads: any; each thread has its own last error.
 *  Returns: the error, or hipSuccess.
 *  Errors: none of its own.
 *  Mirrors: hipExtGetLastError of HIP 6.4. */
GPUINTEROP_API hipError_t hipExtGetLastError(void);

/** Starts profiling. A profiler that is attached needs no such call.
 *  Mirrors: hipProfilerStart of HIP 6.4. */
GPUINTEROP_API hipError_t hipProfilerStart(void);

/** Stops profiling. A profiler that is attached needs no such call.
 *  Mirrors: hipProfilerStop of HIP 6.4. */
GPUINTEROP_API hipError_t hipProfilerStop(void);

/** Returns the name of a function by its number in traces.
 *  Owner: the library; the text is valid until the process ends.
 *  Returns: the name, or "unknown".
 *  Errors: none.
 *  Mirrors: hipApiName of HIP 6.4. */
GPUINTEROP_API const char *hipApiName(uint32_t id);

/** Stores the configuration of the next kernel launch of the calling thread. Compilers generate
 *  calls of it.
 *  Units: grid is in blocks, block in threads, shared_bytes in bytes for each block.
 *  Errors: hipErrorOutOfMemory if too many configurations are stored.
 *  Mirrors: __hipPushCallConfiguration of HIP 6.4. */
GPUINTEROP_API hipError_t __hipPushCallConfiguration(
    dim3 grid, dim3 block, size_t shared_bytes, hipStream_t stream);

/** Gets and removes the configuration that the calling thread stored last. Compilers generate
 *  calls of it.
 *  Units: as __hipPushCallConfiguration.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; hipErrorMissingConfiguration if none is
 *      stored.
 *  Mirrors: __hipPopCallConfiguration of HIP 6.4. */
GPUINTEROP_API hipError_t __hipPopCallConfiguration(
    dim3 *grid, dim3 *block, size_t *shared_bytes, hipStream_t *stream);

/** Gets the precompiled header for run-time compilation. There is none.
 *  Parameter header: gets NULL.
 *  Units: size gets 0.
 *  Errors: none.
 *  Mirrors: __hipGetPCH of HIP 6.4. */
GPUINTEROP_API void __hipGetPCH(const char **header, unsigned int *size);

#ifdef __cplusplus
}
#endif

#endif
