/** Signals and waits with the parameters of CUDA 11.1, which end earlier. */
#include "external_semaphore.h"

#include "front.h"
#include "handles.h"
#include "scratch.h"
#include "v12.h"

#define LOCAL_ITEMS 16

/* The two kinds of parameters have the same members at different places. */
#define ITEM(handle, parameters) \
    (struct gi_external_semaphore_item){ \
        .semaphore = front_from_semaphore(handle), \
        .value = (parameters).params.fence.value, \
        .flags = (parameters).flags, \
        .reserved_is_zero = true, \
    }

static gi_status begin_items(const char *caller, const void *semaphores, const void *parameters,
                             unsigned int count,
                             struct gi_external_semaphore_item local[LOCAL_ITEMS],
                             struct gi_external_semaphore_item **out_items)
{
    gi_status st = front_begin();

    if (st != GI_OK)
        return st;
    if (semaphores == NULL || parameters == NULL || count == 0)
        return gi_fail(GI_INVALID_VALUE, "%s: semaphores is %p, parameters is %p, count is %u",
                       caller, semaphores, parameters, count);
    *out_items = gi_scratch(local, LOCAL_ITEMS * sizeof *local, count, sizeof *local);
    if (*out_items == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "%s: no memory for count %u", caller, count);
    return GI_OK;
}

cudaError_t cudaSignalExternalSemaphoresAsync(
    const cudaExternalSemaphore_t *semaphores,
    const struct cudaExternalSemaphoreSignalParams_v1 *parameters, unsigned int count,
    cudaStream_t stream)
{
    struct gi_external_semaphore_item local[LOCAL_ITEMS], *items;
    gi_status st;

    FRONT_TRY(begin_items(__func__, semaphores, parameters, count, local, &items));
    for (unsigned int i = 0; i < count; i++)
        items[i] = ITEM(semaphores[i], parameters[i]);
    st = gi_external_semaphores_signal(items, count, front_from_stream(stream));
    gi_scratch_free(items, local);
    return front_error(st);
}

cudaError_t cudaWaitExternalSemaphoresAsync(
    const cudaExternalSemaphore_t *semaphores,
    const struct cudaExternalSemaphoreWaitParams_v1 *parameters, unsigned int count,
    cudaStream_t stream)
{
    struct gi_external_semaphore_item local[LOCAL_ITEMS], *items;
    gi_status st;

    FRONT_TRY(begin_items(__func__, semaphores, parameters, count, local, &items));
    for (unsigned int i = 0; i < count; i++)
        items[i] = ITEM(semaphores[i], parameters[i]);
    st = gi_external_semaphores_wait(items, count, front_from_stream(stream));
    gi_scratch_free(items, local);
    return front_error(st);
}
