#include "external_items.h"

#include "front.h"
#include "handles.h"
#include "base/scratch.h"

_Static_assert(
    (int)gpuExternalSemaphoreHandleTypeOpaqueFd == GI_EXTERNAL_SEMAPHORE_OPAQUE_FD
    && (int)gpuExternalSemaphoreHandleTypeTimelineSemaphoreFd == GI_EXTERNAL_SEMAPHORE_TIMELINE_FD
    && (int)gpuExternalSemaphoreHandleTypeTimelineSemaphoreWin32
       == GI_EXTERNAL_SEMAPHORE_TIMELINE_WIN32, "types are passed on");

#define WORDS(array) (sizeof (array) / sizeof (array)[0])

gpuError_t gpuImportExternalSemaphore(gpuExternalSemaphore_t *semaphore,
                                      const gpuExternalSemaphoreHandleDesc *descriptor)
{
    struct gi_external_semaphore_request request;
    gi_handle handle;

    FRONT_NOT_NULL(semaphore);
    FRONT_NOT_NULL(descriptor);
    FRONT_TRY(front_begin());
    FRONT_REQUIRE(descriptor->type != gpuExternalSemaphoreHandleTypeTimelineSemaphoreFd
                  || descriptor->handle.fd >= 0, "%s: handle.fd is %d, not a file descriptor",
                  __func__, descriptor->handle.fd);
    request = (struct gi_external_semaphore_request){
        .type = (int)descriptor->type,
        .fd = descriptor->handle.fd,
        .flags = descriptor->flags,
    };
    FRONT_TRY(gi_external_semaphore_import(&request, &handle));
    *semaphore = front_to_semaphore(handle);
    return gpuSuccess;
}

/** In one vendor's calls a handle that is no semaphore or stream is an invalid argument. */
static gpuError_t answer(gi_status status)
{
    bool is_handle = status == GI_INVALID_HANDLE || status == GI_STALE_HANDLE;

    return front_error(FRONT_SEMAPHORE_IS_VALUE && is_handle ? GI_INVALID_VALUE : status);
}

/* The two kinds of parameters have the same fields at different offsets. */
#define ITEM(handle, parameters) \
    (struct gi_external_semaphore_item){ \
        .semaphore = front_from_semaphore(handle), \
        .value = (parameters).params.fence.value, \
        .flags = (parameters).flags, \
        .reserved_is_zero = \
            front_is_zero((parameters).params.reserved, WORDS((parameters).params.reserved)) \
            && front_is_zero((parameters).reserved, WORDS((parameters).reserved)), \
    }

gi_status front_begin_items(const char *caller, const void *semaphores, const void *parameters,
                            unsigned int count,
                            struct gi_external_semaphore_item local[FRONT_LOCAL_ITEMS],
                            struct gi_external_semaphore_item **out_items)
{
    gi_status st = front_begin();

    if (st != GI_OK)
        return st;
    if (!semaphores)
        return gi_fail(GI_INVALID_VALUE, "%s: semaphores is NULL", caller);
    if (!parameters)
        return gi_fail(GI_INVALID_VALUE, "%s: parameters is NULL", caller);
    if (count == 0)
        return gi_fail(GI_INVALID_VALUE, "%s: count is 0", caller);
    *out_items = gi_scratch(local, FRONT_LOCAL_ITEMS * sizeof *local, count, sizeof *local);
    if (!*out_items)
        return gi_fail(GI_OUT_OF_MEMORY, "%s: no memory for count %u", caller, count);
    return GI_OK;
}

gpuError_t gpuSignalExternalSemaphoresAsync(
    const gpuExternalSemaphore_t *semaphores,
    const gpuExternalSemaphoreSignalParams *parameters, unsigned int count,
    gpuStream_t stream)
{
    struct gi_external_semaphore_item local[FRONT_LOCAL_ITEMS];
    struct gi_external_semaphore_item *items;
    gi_status st;

    FRONT_TRY(front_begin_items(__func__, semaphores, parameters, count, local, &items));
    for (unsigned int i = 0; i < count; i++)
        items[i] = ITEM(semaphores[i], parameters[i]);
    st = gi_external_semaphores_signal(items, count, front_from_stream(stream));
    gi_scratch_free(items, local);
    return answer(st);
}

gpuError_t gpuWaitExternalSemaphoresAsync(
    const gpuExternalSemaphore_t *semaphores,
    const gpuExternalSemaphoreWaitParams *parameters, unsigned int count,
    gpuStream_t stream)
{
    struct gi_external_semaphore_item local[FRONT_LOCAL_ITEMS];
    struct gi_external_semaphore_item *items;
    gi_status st;

    FRONT_TRY(front_begin_items(__func__, semaphores, parameters, count, local, &items));
    for (unsigned int i = 0; i < count; i++)
        items[i] = ITEM(semaphores[i], parameters[i]);
    st = gi_external_semaphores_wait(items, count, front_from_stream(stream));
    gi_scratch_free(items, local);
    return answer(st);
}

gpuError_t gpuDestroyExternalSemaphore(gpuExternalSemaphore_t semaphore)
{
    FRONT_NOT_NULL(semaphore);
    FRONT_TRY(front_begin());
    return answer(gi_external_semaphore_destroy(front_from_semaphore(semaphore)));
}
