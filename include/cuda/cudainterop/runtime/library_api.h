/** Finding functions, the error log and the profiler; a part of cuda_runtime_api.h.
 *  Threads: any.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDA_LIBRARY_API_H
#define GPUINTEROP_CUDA_LIBRARY_API_H

#include "../../driver_types.h"
#include "declare.h"
#include "per_thread.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Finds a function of the driver API by its name. A function that this library does not have is
 *  not an error: *function is NULL then.
 *  Parameter flags: one of cudaGetDriverEntryPointFlags, or both; selects the default stream.
 *  Parameter result: gets whether the name exists, and whether it needs a later version. It may be
 *      NULL.
 *  Errors: cudaErrorInvalidValue if symbol or function is NULL, or flags is another value.
 *  Mirrors: cudaGetDriverEntryPoint of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGetDriverEntryPoint(
    const char *symbol, void **function, unsigned long long flags,
    enum cudaDriverEntryPointQueryResult *result GPUINTEROP_DEFAULT(0));

/** Finds a function of the driver API as a version of CUDA defines it.
 *  Parameter flags: as cudaGetDriverEntryPoint.
 *  Units: version is as CUDART_VERSION.
 *  Errors: as cudaGetDriverEntryPoint.
 *  Mirrors: cudaGetDriverEntryPointByVersion of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGetDriverEntryPointByVersion(
    const char *symbol, void **function, unsigned int version, unsigned long long flags,
    enum cudaDriverEntryPointQueryResult *result GPUINTEROP_DEFAULT(0));

/** Gets a private table of the vendor's library. There are none here.
 *  Errors: cudaErrorInvalidValue, always.
 *  Mirrors: cudaGetExportTable of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGetExportTable(const void **table, const cudaUUID_t *id);

/** Registers a callback for each line of the error log: the sentence behind an error, and the
 *  watchdog's warnings.
 *  Parameter handle: may be NULL; then the callback stays registered.
 *  Owner: handle is the caller's, until cudaLogsUnregisterCallback. The message is valid until
 *      the callback returns. It is zero-terminated, without an end of line.
 *  Threads: any. The callback runs in the thread that had the error, before the failed call
 *      returns. A failure in a thread of the library is reported by the next call that fails.
 *      The callback misses a line that 100 later lines push out before that.
 *  Errors: cudaErrorInvalidValue if callback is NULL; cudaErrorMemoryAllocation;
 *      cudaErrorInitializationError in a forked child of a process that used the library;
 *      cudaErrorNotPermitted in a host function of a stream; no other.
 *  Beyond: the callback may call this library, and does not get errors that it causes itself.
 *  Mirrors: cudaLogsRegisterCallback of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaLogsRegisterCallback(
    cudaLogsCallback_t callback, void *user_data, cudaLogsCallbackHandle *handle);

/** Ends a registration that cudaLogsRegisterCallback made.
 *  When the call returns, no other thread is in the callback any more, unless the call came from
 *  a callback.
 *  Errors: cudaErrorInvalidValue if handle is not a registration; cudaErrorInitializationError
 *      in a forked child of a process that used the library; cudaErrorNotPermitted in a host
 *      function of a stream; no other.
 *  Mirrors: cudaLogsUnregisterCallback of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaLogsUnregisterCallback(cudaLogsCallbackHandle handle);

/** Gets the end of the error log, from where later lines can be read.
 *  Parameter flags: reserved; 0.
 *  Errors: cudaErrorInvalidValue if iterator is NULL; no other.
 *  Mirrors: cudaLogsCurrent of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaLogsCurrent(cudaLogIterator *iterator, unsigned int flags);

/** Appends the lines of the error log since a position to a file, in the form of
 *  cudaLogsDumpToMemory.
 *  Parameter iterator: NULL for all lines; moved to the end.
 *  Parameter flags: reserved; 0.
 *  Errors: cudaErrorInvalidValue if path is NULL, or the file cannot be opened;
 *      cudaErrorOperatingSystem if the file cannot be written; cudaErrorMemoryAllocation.
 *  Mirrors: cudaLogsDumpToFile of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaLogsDumpToFile(
    cudaLogIterator *iterator, const char *path, unsigned int flags);

/** Copies the lines of the error log since a position, zero-terminated.
 *  A line is [time][thread][gpuinterop][E] and the sentence, with W for a warning. The last 100
 *  lines are kept. An extra first line says so if older lines are lost, or if only the newest
 *  lines fit.
 *  Parameter iterator: NULL for all lines; moved to the end.
 *  Parameter size: the room, of which at most 25600 bytes are used. It gets the number of bytes
 *      written, without the terminating zero; 0 if there are no lines.
 *  Parameter flags: reserved; 0.
 *  Units: bytes.
 *  Errors: cudaErrorInvalidValue if buffer or size is NULL; cudaErrorInvalidValue if the room is
 *      too small for a line, and then *size is 0; cudaErrorMemoryAllocation.
 *  Mirrors: cudaLogsDumpToMemory of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaLogsDumpToMemory(
    cudaLogIterator *iterator, char *buffer, size_t *size, unsigned int flags);

/** Starts profiling. A profiler that is attached needs no such call.
 *  Mirrors: cudaProfilerStart of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaProfilerStart(void);

/** Stops profiling. A profiler that is attached needs no such call.
 *  Mirrors: cudaProfilerStop of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaProfilerStop(void);

#ifdef __cplusplus
}
#endif

#endif
