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
    *semaphore = NULL;
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

static struct gi_external_semaphore_item signal_item(
    cudaExternalSemaphore_t semaphore, const struct cudaExternalSemaphoreSignalParams *parameters)
{
    return (struct gi_external_semaphore_item){
        .semaphore = gicuda_from_semaphore(semaphore),
        .value = parameters->params.fence.value,
        .flags = parameters->flags,
        .reserved_is_zero =
            gicuda_is_zero(parameters->params.reserved, WORDS(parameters->params.reserved))
            && gicuda_is_zero(parameters->reserved, WORDS(parameters->reserved)),
    };
}

static struct gi_external_semaphore_item wait_item(
    cudaExternalSemaphore_t semaphore, const struct cudaExternalSemaphoreWaitParams *parameters)
{
    return (struct gi_external_semaphore_item){
        .semaphore = gicuda_from_semaphore(semaphore),
        .value = parameters->params.fence.value,
        .flags = parameters->flags,
        .reserved_is_zero =
            gicuda_is_zero(parameters->params.reserved, WORDS(parameters->params.reserved))
            && gicuda_is_zero(parameters->reserved, WORDS(parameters->reserved)),
    };
}

cudaError_t cudaSignalExternalSemaphoresAsync(
    const cudaExternalSemaphore_t *semaphores,
    const struct cudaExternalSemaphoreSignalParams *parameters, unsigned int count,
    cudaStream_t stream)
{
    struct gi_external_semaphore_item local[LOCAL_ITEMS];
    struct gi_external_semaphore_item *items;
    gi_status st;

    GICUDA_TRY(gicuda_begin());
    GICUDA_NOT_NULL(semaphores);
    GICUDA_NOT_NULL(parameters);
    GICUDA_REQUIRE(count > 0, "%s: count is 0", __func__);
    items = gi_scratch(local, sizeof local, count, sizeof *items);
    if (!items)
        return gicuda_error(gi_fail(GI_OUT_OF_MEMORY, "%s: no memory for count %u", __func__,
                                    count));
    for (unsigned int i = 0; i < count; i++)
        items[i] = signal_item(semaphores[i], &parameters[i]);
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

    GICUDA_TRY(gicuda_begin());
    GICUDA_NOT_NULL(semaphores);
    GICUDA_NOT_NULL(parameters);
    GICUDA_REQUIRE(count > 0, "%s: count is 0", __func__);
    items = gi_scratch(local, sizeof local, count, sizeof *items);
    if (!items)
        return gicuda_error(gi_fail(GI_OUT_OF_MEMORY, "%s: no memory for count %u", __func__,
                                    count));
    for (unsigned int i = 0; i < count; i++)
        items[i] = wait_item(semaphores[i], &parameters[i]);
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
