#include "cuda_runtime_api.h"

#include "front.h"
#include "base/handle.h"
#include "base/log_listen.h"
#include "base/log_ring.h"

static gi_handle from_log_callback(cudaLogsCallbackHandle callback)
{
    return (gi_handle)(uintptr_t)callback;
}

static cudaLogsCallbackHandle to_log_callback(gi_handle handle)
{
    return (cudaLogsCallbackHandle)(uintptr_t)handle;
}

/** The core's argument for each callback. */
struct callback {
    cudaLogsCallback_t function;
    void *user_data;
};

_Static_assert(sizeof(struct callback) <= GI_LOG_CONTEXT_BYTES, "the core has room for it");

static void call(const void *context, bool is_warning, char *text, size_t length)
{
    const struct callback *callback = context;

    callback->function(callback->user_data, is_warning ? cudaLogLevelWarning : cudaLogLevelError,
                       text, length);
}

cudaError_t cudaLogsRegisterCallback(cudaLogsCallback_t callback, void *user_data,
                                     cudaLogsCallbackHandle *handle)
{
    struct callback kept = { callback, user_data };
    gi_handle made;

    FRONT_NOT_NULL(callback);
    FRONT_TRY(gi_log_listen(call, &kept, sizeof kept, &made));
    if (handle != NULL)
        *handle = to_log_callback(made);
    return cudaSuccess;
}

cudaError_t cudaLogsUnregisterCallback(cudaLogsCallbackHandle handle)
{
    return front_error(gi_log_unlisten(from_log_callback(handle)));
}

/* Flags are reserved; the vendor's library accepts any. */

cudaError_t cudaLogsCurrent(cudaLogIterator *iterator, unsigned int flags)
{
    (void)flags;
    FRONT_NOT_NULL(iterator);
    *iterator = gi_log_ring_end();
    return cudaSuccess;
}

cudaError_t cudaLogsDumpToFile(cudaLogIterator *iterator, const char *path, unsigned int flags)
{
    (void)flags;
    FRONT_NOT_NULL(path);
    return front_error(gi_log_ring_write(iterator, path));
}

cudaError_t cudaLogsDumpToMemory(cudaLogIterator *iterator, char *buffer, size_t *size,
                                 unsigned int flags)
{
    (void)flags;
    FRONT_NOT_NULL(buffer);
    FRONT_NOT_NULL(size);
    return front_error(gi_log_ring_read(iterator, buffer, size));
}
