/** Signals of external semaphores and waits for them. */
#include "every/external_items.h"

#include <stdlib.h>
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

_Static_assert(sizeof(gpuExternalSemaphoreSignalParams) == sizeof(gpuExternalSemaphoreWaitParams) &&
                   offsetof(gpuExternalSemaphoreSignalParams, flags) ==
                       offsetof(gpuExternalSemaphoreWaitParams, flags), "one layout");
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

static gi_status begin_signals(const char *caller, const void *semaphores, const void *parameters,
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

/* Parameters with the layout that nodes of graphs have, of items that came in another one; NULL: no
 * host memory. The two kinds differ in words that are zero. */
static void *usual_parameters(const struct gi_external_semaphore_item *items, unsigned int count)
{
    gpuExternalSemaphoreSignalParams *usual = calloc(count, sizeof *usual);

    for (unsigned int i = 0; usual != NULL && i < count; i++) {
        usual[i].params.fence.value = items[i].value;
        usual[i].flags = items[i].flags;
    }
    return usual;
}

static gi_status enqueue_items(const struct front_item_layout *layout, bool signals,
                               struct gi_external_semaphore_lists *lists, gi_handle stream)
{
    void *usual = NULL;
    gi_status status;

    if (layout->size != sizeof(gpuExternalSemaphoreSignalParams) && gi_stream_captures(stream)) {
        usual = usual_parameters(lists->items, (unsigned int)lists->count);
        if (usual == NULL)
            return gi_fail(GI_OUT_OF_MEMORY, "no host memory for %zu semaphores", lists->count);
        lists->parameters = usual;
        lists->parameter_bytes = sizeof(gpuExternalSemaphoreSignalParams);
    }
    status = gi_external_semaphores_enqueue(lists, signals, stream);
    free(usual);
    return status;
}

gpuError_t front_external_items(const char *caller, const struct front_item_layout *layout,
                                bool signals, const gpuExternalSemaphore_t *semaphores,
                                const void *parameters, unsigned int count, gpuStream_t stream)
{
    struct gi_external_semaphore_item local[LOCAL_ITEMS], *items;
    struct gi_external_semaphore_lists lists;
    gi_status st;

    FRONT_TRY(begin_signals(caller, semaphores, parameters, count));
    items = gi_scratch(local, sizeof local, count, sizeof *local);
    if (!items)
        return front_error(gi_fail(GI_OUT_OF_MEMORY, "%s: no memory for count %u", caller, count));
    for (unsigned int i = 0; i < count; i++)
        items[i] = read_item(layout, semaphores[i],
                             (const unsigned char *)parameters + i * layout->size);
    lists = (struct gi_external_semaphore_lists){
        .items = items, .handles = semaphores, .parameters = parameters,
        .handle_bytes = sizeof *semaphores, .parameter_bytes = layout->size, .count = count
    };
    st = enqueue_items(layout, signals, &lists, front_from_stream(stream));
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

    return front_external_items(__func__, &layout, true, semaphores,
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

    return front_external_items(__func__, &layout, false, semaphores,
                                parameters, count, stream);
}
