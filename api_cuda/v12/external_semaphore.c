/** Signals and waits with the shorter parameters of CUDA 11.1. */
#include "external_items.h"

#include "front.h"
#include "handles.h"
#include "base/scratch.h"
#include "v12.h"

/* The two kinds of parameters have the same members at different offsets. */
#define ITEM(handle, parameters) \
    (struct gi_external_semaphore_item){ \
        .semaphore = front_from_semaphore(handle), \
        .value = (parameters).params.fence.value, \
        .flags = (parameters).flags, \
        .reserved_is_zero = true, \
    }

cudaError_t cudaSignalExternalSemaphoresAsync(
    const cudaExternalSemaphore_t *semaphores,
    const struct cudaExternalSemaphoreSignalParams_v1 *parameters, unsigned int count,
    cudaStream_t stream)
{
    struct gi_external_semaphore_item local[FRONT_LOCAL_ITEMS], *items;
    gi_status st;

    FRONT_TRY(front_begin_items(__func__, semaphores, parameters, count, local, &items));
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
    struct gi_external_semaphore_item local[FRONT_LOCAL_ITEMS], *items;
    gi_status st;

    FRONT_TRY(front_begin_items(__func__, semaphores, parameters, count, local, &items));
    for (unsigned int i = 0; i < count; i++)
        items[i] = ITEM(semaphores[i], parameters[i]);
    st = gi_external_semaphores_wait(items, count, front_from_stream(stream));
    gi_scratch_free(items, local);
    return front_error(st);
}
