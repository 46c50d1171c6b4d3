/** Signals and waits as programs pass them: an array of semaphores and an array of parameters. */
#ifndef GI_FRONT_EXTERNAL_ITEMS_H
#define GI_FRONT_EXTERNAL_ITEMS_H

#include "front_names.h"

#include "share/external_semaphore.h"

/** The number of items with room on the stack, which suffices for nearly all calls. */
#define FRONT_LOCAL_ITEMS 16

/** Begins a call: checks arrays and count, and makes room for its items.
 *  Owner:  the caller frees *out_items with gi_scratch_free.
 *  Errors: GI_INVALID_VALUE, GI_OUT_OF_MEMORY, and those of front_begin. */
GI_MUST_CHECK gi_status front_begin_items(
    const char *caller, const void *semaphores, const void *parameters, unsigned int count,
    struct gi_external_semaphore_item local[FRONT_LOCAL_ITEMS],
    struct gi_external_semaphore_item **out_items);

#endif
