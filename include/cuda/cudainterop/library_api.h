/** Finding functions, the log of errors and the profiler; a part of cuda_runtime_api.h. */
#ifndef GPUINTEROP_CUDA_LIBRARY_API_H
#define GPUINTEROP_CUDA_LIBRARY_API_H

#include "../driver_types.h"
#include "declare.h"
#include "per_thread.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Finds a function of the driver interface by its name. This library has no such functions yet:
 *  each is answered as not found, by success and NULL in *function.
 *  Parameter flags: of cudaGetDriverEntryPointFlags, or both; which default stream is meant.
 *  Parameter result: gets cudaDriverEntryPointSymbolNotFound; may be NULL.
 *  Errors: cudaErrorInvalidValue if symbol or function is NULL or flags is another.
 *  Mirrors: cudaGetDriverEntryPoint of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGetDriverEntryPoint(
    const char *symbol, void **function, unsigned long long flags,
    enum cudaDriverEntryPointQueryResult *result GPUINTEROP_DEFAULT(0));

/** Finds a function of the driver interface as a version of CUDA had it.
 *  Parameter flags: as cudaGetDriverEntryPoint.
 *  Units: version is as CUDART_VERSION.
 *  Errors: as cudaGetDriverEntryPoint.
 *  Mirrors: cudaGetDriverEntryPointByVersion of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGetDriverEntryPointByVersion(
    const char *symbol, void **function, unsigned int version, unsigned long long flags,
    enum cudaDriverEntryPointQueryResult *result GPUINTEROP_DEFAULT(0));

/** Asks for a private table of the vendor's library; there are none here.
 *  Errors: cudaErrorInvalidValue.
 *  Mirrors: cudaGetExportTable of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGetExportTable(const void **table, const cudaUUID_t *id);

/** Asks to be called with each line of the log of errors: the sentence behind an error, and the
 *  watchdog's warnings.
 *  Parameter handle: may be NULL, and then the callback stays for ever.
 *  Owner: handle is the caller's, until cudaLogsUnregisterCallback; the message is the callback's
 *      until it returns, zero-terminated, without an end of line.
 *  Threads: the callback is called in the thread that had the error, before the call that failed
 *      returns; for what failed in a thread of this library, by the next call that fails. A line
 *      that 100 others push out meanwhile is not told.
 *  Errors: cudaErrorInvalidValue if callback is NULL.
 *  Beyond: the callback may call this library, and is not told of errors that it causes itself.
 *  Mirrors: cudaLogsRegisterCallback of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaLogsRegisterCallback(
    cudaLogsCallback_t callback, void *user_data, cudaLogsCallbackHandle *handle);

/** Ends what cudaLogsRegisterCallback began; no other thread is in the callback any more when it
 *  returns, unless it was called from a callback.
 *  Errors: cudaErrorInvalidValue if handle is none.
 *  Mirrors: cudaLogsUnregisterCallback of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaLogsUnregisterCallback(cudaLogsCallbackHandle handle);

/** Tells the end of the log of errors, from where later lines can be asked for.
 *  Parameter flags: for later; 0.
 *  Errors: cudaErrorInvalidValue if iterator is NULL.
 *  Mirrors: cudaLogsCurrent of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaLogsCurrent(cudaLogIterator *iterator, unsigned int flags);

/** Adds the lines of the log since a place to a file, in the form of cudaLogsDumpToMemory.
 *  Parameter iterator: NULL for all; moved to the end.
 *  Parameter flags: for later; 0.
 *  Errors: cudaErrorInvalidValue if path is NULL or the file cannot be opened;
 *      cudaErrorOperatingSystem if it cannot be written.
 *  Mirrors: cudaLogsDumpToFile of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaLogsDumpToFile(
    cudaLogIterator *iterator, const char *path, unsigned int flags);

/** Copies the lines of the log since a place, zero-terminated: [time][thread][gpuinterop][E] and
 *  the sentence, with W for a warning. The last 100 lines are kept. A line in front says so if
 *  older ones are gone, or if there was room for the newest only.
 *  Parameter iterator: NULL for all; moved to the end.
 *  Parameter size: the room, of which 25600 bytes are used at most, and then what was written
 *      without the terminating zero; 0 if there are no lines.
 *  Parameter flags: for later; 0.
 *  Units: bytes.
 *  Errors: cudaErrorInvalidValue if buffer or size is NULL, or the room is too small for a line,
 *      and then *size is 0.
 *  Mirrors: cudaLogsDumpToMemory of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaLogsDumpToMemory(
    cudaLogIterator *iterator, char *buffer, size_t *size, unsigned int flags);

/** Starts what a profiler watches; nothing to do without one.
 *  Errors: those that every function can return.
 *  Mirrors: cudaProfilerStart of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaProfilerStart(void);

/** Ends what a profiler watches; nothing to do without one.
 *  Errors: those that every function can return.
 *  Mirrors: cudaProfilerStop of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaProfilerStop(void);

#ifdef __cplusplus
}
#endif

#endif
