/** Signals and waits with the shorter parameters of CUDA 11.1, which have no reserved words. */
#include "every/external_items.h"
#include "v12.h"

cudaError_t cudaSignalExternalSemaphoresAsync(
    const cudaExternalSemaphore_t *semaphores,
    const struct cudaExternalSemaphoreSignalParams_v1 *parameters, unsigned int count,
    cudaStream_t stream)
{
    static const struct front_item_layout layout = {
        FRONT_ITEM_FIELDS(struct cudaExternalSemaphoreSignalParams_v1)
    };

    return front_external_items(__func__, &layout, true, semaphores,
                                parameters, count, stream);
}

cudaError_t cudaWaitExternalSemaphoresAsync(
    const cudaExternalSemaphore_t *semaphores,
    const struct cudaExternalSemaphoreWaitParams_v1 *parameters, unsigned int count,
    cudaStream_t stream)
{
    static const struct front_item_layout layout = {
        FRONT_ITEM_FIELDS(struct cudaExternalSemaphoreWaitParams_v1)
    };

    return front_external_items(__func__, &layout, false, semaphores,
                                parameters, count, stream);
}
