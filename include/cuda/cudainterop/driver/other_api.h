/** The log, profilers, notifications and what devices can do; a part of cuda.h.
 *  Threads: any.
 *  Errors: those of a driver call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDAINTEROP_DRIVER_OTHER_API_H
#define GPUINTEROP_CUDAINTEROP_DRIVER_OTHER_API_H

#include "names.h"
#include "other_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The log. Its lines are sentences of errors and warnings. */

/** Registers a callback for each line of the log: the sentence behind an error, and the watchdog's
 *  warnings.
 *  Parameter handle: gets the registration. It may be NULL; then the callback stays registered.
 *  Owner: handle is the caller's, until cuLogsUnregisterCallback. The message is valid until the
 *      callback returns. It is zero-terminated, without an end of line.
 *  Threads: any. The callback runs in the thread that had the error, before the failed call
 *      returns. A failure in a thread of the library is reported by the next call that fails. The
 *      callback misses a line that 100 later lines push out before that.
 *  Errors: CUDA_ERROR_INVALID_VALUE if callback is NULL; CUDA_ERROR_OUT_OF_MEMORY.
 *  Beyond: the callback may call this library, and does not get errors that it causes itself.
 *  Mirrors: cuLogsRegisterCallback of CUDA 13.0. */
CUresult cuLogsRegisterCallback(CUlogsCallback callback, void *user_data,
                                CUlogsCallbackHandle *handle);

/** Ends a registration that cuLogsRegisterCallback made.
 *  When the call returns, no other thread is in the callback any more, unless the call came from a
 *  callback.
 *  Errors: CUDA_ERROR_INVALID_VALUE if handle is not a registration.
 *  Mirrors: cuLogsUnregisterCallback of CUDA 13.0. */
CUresult cuLogsUnregisterCallback(CUlogsCallbackHandle handle);

/** Gets the end of the log, from where later lines can be read.
 *  Parameter flags: reserved; 0.
 *  Errors: CUDA_ERROR_INVALID_VALUE if iterator is NULL.
 *  Mirrors: cuLogsCurrent of CUDA 13.0. */
CUresult cuLogsCurrent(CUlogIterator *iterator, unsigned int flags);

/** Appends the lines of the log since a position to a file, in the form of cuLogsDumpToMemory.
 *  Parameter iterator: NULL for all lines; moved to the end.
 *  Parameter flags: reserved; 0.
 *  Errors: CUDA_ERROR_INVALID_VALUE if path is NULL, or the file cannot be opened;
 *      CUDA_ERROR_OPERATING_SYSTEM if the file cannot be written; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuLogsDumpToFile of CUDA 13.0. */
CUresult cuLogsDumpToFile(CUlogIterator *iterator, const char *path, unsigned int flags);

/** Copies the lines of the log since a position, zero-terminated.
 *  A line is [time][thread][gpuinterop][E] and the sentence, with W for a warning. The last 100
 *  lines are kept. An extra first line says so if older lines are lost, or if only the newest lines
 *  fit.
 *  Parameter iterator: NULL for all lines; moved to the end.
 *  Parameter size: the room, of which at most 25600 bytes are used. It gets the number of bytes
 *      written, without the terminating zero; 0 if there are no lines.
 *  Parameter flags: reserved; 0.
 *  Units: bytes.
 *  Errors: CUDA_ERROR_INVALID_VALUE if buffer or size is NULL; CUDA_ERROR_INVALID_VALUE if the room
 *      is too small for a line, and then *size is 0; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuLogsDumpToMemory of CUDA 13.0. */
CUresult cuLogsDumpToMemory(CUlogIterator *iterator, char *buffer, size_t *size,
                            unsigned int flags);

/* Profilers. They see the work of a device without these calls.
 *  Errors: those of a context call. */

/** Would set up a profiler of the vendor's library. This library writes no profiles.
 *  Parameter settings: the name of a file with settings; it is not used.
 *  Parameter path: the name of the file for the profile; it is not used.
 *  Parameter mode: the form of the profile; it is not used.
 *  Errors: CUDA_ERROR_NOT_SUPPORTED, always.
 *  Mirrors: cuProfilerInitialize of CUDA 13.0. */
CUresult cuProfilerInitialize(const char *settings, const char *path, CUoutput_mode mode);

/** Starts profiling. A profiler that is attached needs no such call.
 *  Mirrors: cuProfilerStart of CUDA 13.0. */
CUresult cuProfilerStart(void);

/** Stops profiling. A profiler that is attached needs no such call.
 *  Mirrors: cuProfilerStop of CUDA 13.0. */
CUresult cuProfilerStop(void);

/* Notifications, and what devices can do. */

/** Registers a callback for a device's notification that memory is over budget. No device here
 *  sends it, so the callback is never called. The device is opened.
 *  Owner: handle is the caller's, until cuDeviceUnregisterAsyncNotification or a reset.
 *  Errors: CUDA_ERROR_INVALID_VALUE if callback or handle is NULL; CUDA_ERROR_INVALID_DEVICE;
 *      CUDA_ERROR_OUT_OF_MEMORY; CUDA_ERROR_OPERATING_SYSTEM if the system refuses a thread or a
 *      file descriptor; CUDA_ERROR_UNKNOWN if the driver cannot open the device.
 *  Mirrors: cuDeviceRegisterAsyncNotification of CUDA 13.0. */
CUresult cuDeviceRegisterAsyncNotification(CUdevice device, CUasyncCallback callback,
                                           void *user_data, CUasyncCallbackHandle *handle);

/** Ends a registration that cuDeviceRegisterAsyncNotification made.
 *  Errors: CUDA_ERROR_INVALID_DEVICE; CUDA_ERROR_INVALID_VALUE if handle is not a registration of
 *      this device.
 *  Mirrors: cuDeviceUnregisterAsyncNotification of CUDA 13.0. */
CUresult cuDeviceUnregisterAsyncNotification(CUdevice device, CUasyncCallbackHandle handle);

/** Gets the atomic operations on host memory that a device supports. No device here supports any.
 *  Parameter capabilities: gets 0 for each operation.
 *  Errors: CUDA_ERROR_INVALID_VALUE if a pointer is NULL, count is 0, or an operation is not one of
 *      the enum's; CUDA_ERROR_INVALID_DEVICE.
 *  Mirrors: cuDeviceGetHostAtomicCapabilities of CUDA 13.0. */
CUresult cuDeviceGetHostAtomicCapabilities(unsigned int *capabilities,
                                           const CUatomicOperation *operations, unsigned int count,
                                           CUdevice device);

/** Gets the atomic operations that a device supports on the memory of another one. No device here
 *  supports any.
 *  Parameter capabilities: gets 0 for each operation.
 *  Errors: CUDA_ERROR_INVALID_VALUE if a pointer is NULL, count is 0, or an operation is not one of
 *      the enum's; CUDA_ERROR_INVALID_DEVICE if there is no such ordinal, or both are the same.
 *  Mirrors: cuDeviceGetP2PAtomicCapabilities of CUDA 13.0. */
CUresult cuDeviceGetP2PAtomicCapabilities(unsigned int *capabilities,
                                          const CUatomicOperation *operations, unsigned int count,
                                          CUdevice source, CUdevice destination);

/** Queries whether contexts of a device can have a part of its processors. They cannot.
 *  Parameter is_supported: gets 0.
 *  Parameter type: the kind of part.
 *  Errors: CUDA_ERROR_INVALID_VALUE if is_supported is NULL, or type is not one of the enum's;
 *      CUDA_ERROR_INVALID_DEVICE.
 *  Mirrors: cuDeviceGetExecAffinitySupport of CUDA 13.0. */
CUresult cuDeviceGetExecAffinitySupport(int *is_supported, CUexecAffinityType type,
                                        CUdevice device);

#ifdef __cplusplus
}
#endif

#endif
