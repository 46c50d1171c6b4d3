/** Signals of external semaphores and waits for them. */
#include "every/external_items.h"

#include <string.h>

#include "front.h"
#include "handles.h"
#include "base/scratch.h"

/** The number of items with room on the stack, which suffices for nearly all calls. */
#define LOCAL_ITEMS 16

#define WORDS(array) (array), sizeof(array) / sizeof *(array)
#define FITS(type, member) \
    _Static_assert(sizeof ((type *)0)->member <= FRONT_RESERVED_WORDS * sizeof(unsigned int), \
                   "front_is_zero has as many zeros")

FITS(gpuExternalSemaphoreSignalParams, params.reserved);
FITS(gpuExternalSemaphoreSignalParams, reserved);
FITS(gpuExternalSemaphoreWaitParams, params.reserved);
FITS(gpuExternalSemaphoreWaitParams, reserved);

static bool signal_reserved_is_zero(const void *parameters)
{
    const gpuExternalSemaphoreSignalParams *signal = parameters;

    return front_is_zero(WORDS(signal->params.reserved)) && front_is_zero(WORDS(signal->reserved));
}

static bool wait_reserved_is_zero(const void *parameters)
{
    const gpuExternalSemaphoreWaitParams *wait = parameters;

    return front_is_zero(WORDS(wait->params.reserved)) && front_is_zero(WORDS(wait->reserved));
}

static struct gi_external_semaphore_item read_item(const struct front_item_layout *layout,
                                                   gpuExternalSemaphore_t semaphore,
                                                   const unsigned char *parameters)
{
    struct gi_external_semaphore_item item = { .semaphore = front_from_semaphore(semaphore) };

    memcpy(&item.value, parameters + layout->value, sizeof item.value);
    memcpy(&item.flags, parameters + layout->flags, sizeof item.flags);
    item.reserved_is_zero = layout->reserved_is_zero == NULL
                            || layout->reserved_is_zero(parameters);
    return item;
}

static gi_status begin(const char *caller, const void *semaphores, const void *parameters,
                       unsigned int count)
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
    return GI_OK;
}

gpuError_t front_external_items(const char *caller, const struct front_item_layout *layout,
                                front_items_fn enqueue, const gpuExternalSemaphore_t *semaphores,
                                const void *parameters, unsigned int count, gpuStream_t stream)
{
    struct gi_external_semaphore_item local[LOCAL_ITEMS], *items;
    gi_status st;

    FRONT_TRY(begin(caller, semaphores, parameters, count));
    items = gi_scratch(local, sizeof local, count, sizeof *local);
    if (!items)
        return front_error(gi_fail(GI_OUT_OF_MEMORY, "%s: no memory for count %u", caller, count));
    for (unsigned int i = 0; i < count; i++)
        items[i] = read_item(layout, semaphores[i],
                             (const unsigned char *)parameters + i * layout->size);
    st = enqueue(items, count, front_from_stream(stream));
    gi_scratch_free(items, local);
    return front_semaphore_error(st);
}

gpuError_t gpuSignalExternalSemaphoresAsync(
    const gpuExternalSemaphore_t *semaphores,
    const gpuExternalSemaphoreSignalParams *parameters, unsigned int count,
    gpuStream_t stream)
{
    static const struct front_item_layout layout = {
        FRONT_ITEM_FIELDS(gpuExternalSemaphoreSignalParams),
        .reserved_is_zero = signal_reserved_is_zero,
    };

    return front_external_items(__func__, &layout, gi_external_semaphores_signal, semaphores,
                                parameters, count, stream);
}

gpuError_t gpuWaitExternalSemaphoresAsync(
    const gpuExternalSemaphore_t *semaphores,
    const gpuExternalSemaphoreWaitParams *parameters, unsigned int count,
    gpuStream_t stream)
{
    static const struct front_item_layout layout = {
        FRONT_ITEM_FIELDS(gpuExternalSemaphoreWaitParams),
        .reserved_is_zero = wait_reserved_is_zero,
    };

    return front_external_items(__func__, &layout, gi_external_semaphores_wait, semaphores,
                                parameters, count, stream);
}
