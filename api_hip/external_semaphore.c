#include "external_semaphore.h"

#include "front.h"
#include "handles.h"
#include "scratch.h"

_Static_assert(
    (int)hipExternalSemaphoreHandleTypeOpaqueFd == GI_EXTERNAL_SEMAPHORE_OPAQUE_FD
    && (int)hipExternalSemaphoreHandleTypeTimelineSemaphoreFd == GI_EXTERNAL_SEMAPHORE_TIMELINE_FD
    && (int)hipExternalSemaphoreHandleTypeTimelineSemaphoreWin32
       == GI_EXTERNAL_SEMAPHORE_TIMELINE_WIN32, "types are passed on");

/** How many semaphores one call may name before it needs the heap. */
#define LOCAL_ITEMS 16

#define WORDS(array) (sizeof (array) / sizeof (array)[0])

hipError_t hipImportExternalSemaphore(hipExternalSemaphore_t *semaphore,
                                      const hipExternalSemaphoreHandleDesc *descriptor)
{
    struct gi_external_semaphore_request request;
    gi_handle handle;

    GIHIP_NOT_NULL(semaphore);
    GIHIP_NOT_NULL(descriptor);
    GIHIP_TRY(gihip_begin());
    GIHIP_REQUIRE(descriptor->type != hipExternalSemaphoreHandleTypeTimelineSemaphoreFd
                  || descriptor->handle.fd >= 0, "%s: handle.fd is %d, not a file descriptor",
                  __func__, descriptor->handle.fd);
    request = (struct gi_external_semaphore_request){
        .type = (int)descriptor->type,
        .fd = descriptor->handle.fd,
        .flags = descriptor->flags,
    };
    GIHIP_TRY(gi_external_semaphore_import(&request, &handle));
    *semaphore = gihip_to_semaphore(handle);
    return hipSuccess;
}

/** A handle that names no semaphore or stream is a wrong argument of these calls like any other. */
static hipError_t answer(gi_status status)
{
    bool is_handle = status == GI_INVALID_HANDLE || status == GI_STALE_HANDLE;

    return gihip_error(is_handle ? GI_INVALID_VALUE : status);
}

/* The two kinds of parameters have the same fields at different places. */
#define ITEM(handle, parameters) \
    (struct gi_external_semaphore_item){ \
        .semaphore = gihip_from_semaphore(handle), \
        .value = (parameters).params.fence.value, \
        .flags = (parameters).flags, \
        .reserved_is_zero = \
            gihip_is_zero((parameters).params.reserved, WORDS((parameters).params.reserved)) \
            && gihip_is_zero((parameters).reserved, WORDS((parameters).reserved)), \
    }

/** Checks what both calls check, and makes room for the items.
 *  Owner: the caller gives *out_items back with gi_scratch_free. */
static gi_status begin_items(const char *caller, const void *semaphores, const void *parameters,
                             unsigned int count,
                             struct gi_external_semaphore_item local[LOCAL_ITEMS],
                             struct gi_external_semaphore_item **out_items)
{
    gi_status st = gihip_begin();

    if (st != GI_OK)
        return st;
    if (!semaphores)
        return gi_fail(GI_INVALID_VALUE, "%s: semaphores is NULL", caller);
    if (!parameters)
        return gi_fail(GI_INVALID_VALUE, "%s: parameters is NULL", caller);
    if (count == 0)
        return gi_fail(GI_INVALID_VALUE, "%s: count is 0", caller);
    *out_items = gi_scratch(local, LOCAL_ITEMS * sizeof *local, count, sizeof *local);
    if (!*out_items)
        return gi_fail(GI_OUT_OF_MEMORY, "%s: no memory for count %u", caller, count);
    return GI_OK;
}

hipError_t hipSignalExternalSemaphoresAsync(
    const hipExternalSemaphore_t *semaphores,
    const hipExternalSemaphoreSignalParams *parameters, unsigned int count,
    hipStream_t stream)
{
    struct gi_external_semaphore_item local[LOCAL_ITEMS];
    struct gi_external_semaphore_item *items;
    gi_status st;

    GIHIP_TRY(begin_items(__func__, semaphores, parameters, count, local, &items));
    for (unsigned int i = 0; i < count; i++)
        items[i] = ITEM(semaphores[i], parameters[i]);
    st = gi_external_semaphores_signal(items, count, gihip_from_stream(stream));
    gi_scratch_free(items, local);
    return answer(st);
}

hipError_t hipWaitExternalSemaphoresAsync(
    const hipExternalSemaphore_t *semaphores,
    const hipExternalSemaphoreWaitParams *parameters, unsigned int count,
    hipStream_t stream)
{
    struct gi_external_semaphore_item local[LOCAL_ITEMS];
    struct gi_external_semaphore_item *items;
    gi_status st;

    GIHIP_TRY(begin_items(__func__, semaphores, parameters, count, local, &items));
    for (unsigned int i = 0; i < count; i++)
        items[i] = ITEM(semaphores[i], parameters[i]);
    st = gi_external_semaphores_wait(items, count, gihip_from_stream(stream));
    gi_scratch_free(items, local);
    return answer(st);
}

hipError_t hipDestroyExternalSemaphore(hipExternalSemaphore_t semaphore)
{
    GIHIP_NOT_NULL(semaphore);
    GIHIP_TRY(gihip_begin());
    return answer(gi_external_semaphore_destroy(gihip_from_semaphore(semaphore)));
}
