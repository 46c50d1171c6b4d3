#include "driver.h"

#include "base/log_listen.h"
#include "base/log_ring.h"

/** The core's argument for each callback. */
struct callback {
    CUlogsCallback function;
    void *user_data;
};

_Static_assert(sizeof(struct callback) <= GI_LOG_CONTEXT_BYTES, "the core has room for it");

static void call(const void *argument, bool is_warning, char *text, size_t length)
{
    const struct callback *callback = argument;

    callback->function(callback->user_data, is_warning ? CU_LOG_LEVEL_WARNING : CU_LOG_LEVEL_ERROR,
                       text, length);
}

CUresult cuLogsRegisterCallback(CUlogsCallback callback, void *user_data,
                                CUlogsCallbackHandle *handle)
{
    struct callback kept = { callback, user_data };
    gi_handle made;

    CU_TRY(gicu_ready());
    CU_REQUIRE(callback != NULL, "%s: callback is NULL", __func__);
    CU_TRY(gi_log_listen(call, &kept, sizeof kept, &made));
    if (handle != NULL)
        *handle = gicu_pointer(made);
    return CUDA_SUCCESS;
}

CUresult cuLogsUnregisterCallback(CUlogsCallbackHandle handle)
{
    CU_TRY(gicu_ready());
    return gicu_error(gi_log_unlisten(gicu_handle(handle)));
}

/* Flags are reserved; the vendor's library accepts any. */

CUresult cuLogsCurrent(CUlogIterator *iterator, unsigned int flags)
{
    (void)flags;
    CU_TRY(gicu_ready());
    CU_NOT_NULL(iterator);
    *iterator = gi_log_ring_end();
    return CUDA_SUCCESS;
}

CUresult cuLogsDumpToFile(CUlogIterator *iterator, const char *path, unsigned int flags)
{
    (void)flags;
    CU_TRY(gicu_ready());
    CU_NOT_NULL(path);
    return gicu_error(gi_log_ring_write(iterator, path));
}

CUresult cuLogsDumpToMemory(CUlogIterator *iterator, char *buffer, size_t *size,
                            unsigned int flags)
{
    (void)flags;
    CU_TRY(gicu_ready());
    CU_NOT_NULL(buffer);
    CU_NOT_NULL(size);
    return gicu_error(gi_log_ring_read(iterator, buffer, size));
}
