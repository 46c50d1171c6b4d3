#include "external_semaphore.h"

#include "front.h"
#include "handles.h"
#include "scratch.h"

_Static_assert(
    (int)cudaExternalSemaphoreHandleTypeOpaqueFd == GI_EXTERNAL_SEMAPHORE_OPAQUE_FD
    && (int)cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd == GI_EXTERNAL_SEMAPHORE_TIMELINE_FD
    && (int)cudaExternalSemaphoreHandleTypeTimelineSemaphoreWin32
       == GI_EXTERNAL_SEMAPHORE_TIMELINE_WIN32, "types are passed on");

/** How many semaphores one call may name before it needs the heap. */
#define LOCAL_ITEMS 16

#define WORDS(array) (sizeof (array) / sizeof (array)[0])

cudaError_t cudaImportExternalSemaphore(cudaExternalSemaphore_t *semaphore,
                                        const struct cudaExternalSemaphoreHandleDesc *descriptor)
{
    struct gi_external_semaphore_request request;
    gi_handle handle;

    GICUDA_NOT_NULL(semaphore);
    GICUDA_NOT_NULL(descriptor);
    GICUDA_TRY(gicuda_begin());
    GICUDA_REQUIRE(descriptor->type != cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd
                   || descriptor->handle.fd >= 0, "%s: handle.fd is %d, not a file descriptor",
                   __func__, descriptor->handle.fd);
    request = (struct gi_external_semaphore_request){
        .type = (int)descriptor->type,
        .fd = descriptor->handle.fd,
        .flags = descriptor->flags,
    };
    GICUDA_TRY(gi_external_semaphore_import(&request, &handle));
    *semaphore = gicuda_to_semaphore(handle);
    return cudaSuccess;
}

/* The two kinds of parameters have the same fields at different places. */
#define ITEM(handle, parameters) \
    (struct gi_external_semaphore_item){ \
        .semaphore = gicuda_from_semaphore(handle), \
        .value = (parameters).params.fence.value, \
        .flags = (parameters).flags, \
        .reserved_is_zero = \
            gicuda_is_zero((parameters).params.reserved, WORDS((parameters).params.reserved)) \
            && gicuda_is_zero((parameters).reserved, WORDS((parameters).reserved)), \
    }

/** Checks what both calls check, and makes room for the items.
 *  Owner: the caller gives *out_items back with gi_scratch_free. */
static gi_status begin_items(const char *caller, const void *semaphores, const void *parameters,
                             unsigned int count,
                             struct gi_external_semaphore_item local[LOCAL_ITEMS],
                             struct gi_external_semaphore_item **out_items)
{
    gi_status st = gicuda_begin();

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

cudaError_t cudaSignalExternalSemaphoresAsync(
    const cudaExternalSemaphore_t *semaphores,
    const struct cudaExternalSemaphoreSignalParams *parameters, unsigned int count,
    cudaStream_t stream)
{
    struct gi_external_semaphore_item local[LOCAL_ITEMS];
    struct gi_external_semaphore_item *items;
    gi_status st;

    GICUDA_TRY(begin_items(__func__, semaphores, parameters, count, local, &items));
    for (unsigned int i = 0; i < count; i++)
        items[i] = ITEM(semaphores[i], parameters[i]);
    st = gi_external_semaphores_signal(items, count, gicuda_from_stream(stream));
    gi_scratch_free(items, local);
    return gicuda_error(st);
}

cudaError_t cudaWaitExternalSemaphoresAsync(
    const cudaExternalSemaphore_t *semaphores,
    const struct cudaExternalSemaphoreWaitParams *parameters, unsigned int count,
    cudaStream_t stream)
{
    struct gi_external_semaphore_item local[LOCAL_ITEMS];
    struct gi_external_semaphore_item *items;
    gi_status st;

    GICUDA_TRY(begin_items(__func__, semaphores, parameters, count, local, &items));
    for (unsigned int i = 0; i < count; i++)
        items[i] = ITEM(semaphores[i], parameters[i]);
    st = gi_external_semaphores_wait(items, count, gicuda_from_stream(stream));
    gi_scratch_free(items, local);
    return gicuda_error(st);
}

cudaError_t cudaDestroyExternalSemaphore(cudaExternalSemaphore_t semaphore)
{
    GICUDA_NOT_NULL(semaphore);
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_external_semaphore_destroy(gicuda_from_semaphore(semaphore)));
}
