/** Signals and waits as programs pass them: an array of semaphores and an array of parameters.
 *  There are several structs of parameters, with the same fields at different offsets. */
#ifndef GI_FRONT_EXTERNAL_ITEMS_H
#define GI_FRONT_EXTERNAL_ITEMS_H

#include <stddef.h>

#include "front.h"

#include "share/external_semaphore.h"

/** Where a struct of parameters has its fields.
 *  Units: bytes. */
struct front_item_layout {
    size_t size;                         /* of the struct */
    size_t value, flags;
    bool (*reserved_is_zero)(const void *parameters);    /* NULL: no word is reserved */
};

/** The fields that each struct of parameters has. */
#define FRONT_ITEM_FIELDS(type) \
    .size = sizeof(type), \
    .value = offsetof(type, params.fence.value), \
    .flags = offsetof(type, flags)

/** In one vendor's calls a handle that is no semaphore or stream is an invalid argument. */
static inline gpuError_t front_semaphore_error(gi_status status)
{
    bool is_handle = status == GI_INVALID_HANDLE || status == GI_STALE_HANDLE;

    return front_error(FRONT_SEMAPHORE_IS_VALUE && is_handle ? GI_INVALID_VALUE : status);
}

/** A whole call that signals semaphores or waits for them. */
gpuError_t front_external_items(const char *caller, const struct front_item_layout *layout,
                                bool signals, const gpuExternalSemaphore_t *semaphores,
                                const void *parameters, unsigned int count, gpuStream_t stream);

#endif
