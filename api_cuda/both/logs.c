#define FRONT_WITHOUT_CONTEXT
#include "both_names.h"
#include "front.h"
#include "handles.h"

#include "base/log_listen.h"
#include "base/log_ring.h"

/** The core's argument for each callback. */
struct callback {
    gpuLogsCallback_t function;
    void *user_data;
};

_Static_assert(sizeof(struct callback) <= GI_LOG_CONTEXT_BYTES, "the core has room for it");

static void call_back(const void *argument, bool is_warning, char *text, size_t length)
{
    const struct callback *callback = argument;

    callback->function(callback->user_data, is_warning ? gpuLogLevelWarning : gpuLogLevelError,
                       text, length);
}

gpuError_t gpuLogsRegisterCallback(gpuLogsCallback_t callback, void *user_data,
                                   gpuLogsCallbackHandle *handle)
{
    struct callback kept = { callback, user_data };
    gi_handle made;

    FRONT_TRY(front_begin_without_device());
    FRONT_NOT_NULL(callback);
    FRONT_TRY(gi_log_listen(call_back, &kept, sizeof kept, &made));
    if (handle != NULL)
        *handle = front_to_pointer(made);
    return gpuSuccess;
}

gpuError_t gpuLogsUnregisterCallback(gpuLogsCallbackHandle handle)
{
    FRONT_TRY(front_begin_without_device());
    return front_error(gi_log_unlisten(front_from_pointer(handle)));
}

/* Flags are reserved; the vendor's library accepts any. */

gpuError_t gpuLogsCurrent(gpuLogIterator *iterator, unsigned int flags)
{
    (void)flags;
    FRONT_TRY(front_begin_without_device());
    FRONT_NOT_NULL(iterator);
    *iterator = gi_log_ring_end();
    return gpuSuccess;
}

gpuError_t gpuLogsDumpToFile(gpuLogIterator *iterator, const char *path, unsigned int flags)
{
    (void)flags;
    FRONT_TRY(front_begin_without_device());
    FRONT_NOT_NULL(path);
    return front_error(gi_log_ring_write(iterator, path));
}

gpuError_t gpuLogsDumpToMemory(gpuLogIterator *iterator, char *buffer, size_t *size,
                               unsigned int flags)
{
    (void)flags;
    FRONT_TRY(front_begin_without_device());
    FRONT_NOT_NULL(buffer);
    FRONT_NOT_NULL(size);
    return front_error(gi_log_ring_read(iterator, buffer, size));
}
