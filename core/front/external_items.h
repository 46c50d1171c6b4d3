/** Signals and waits as programs pass them: an array of semaphores and one of parameters. */
#ifndef GI_FRONT_EXTERNAL_ITEMS_H
#define GI_FRONT_EXTERNAL_ITEMS_H

#include "front_names.h"

#include "share/external_semaphore.h"

/** Items of nearly all calls, for which there is room on the stack. */
#define FRONT_LOCAL_ITEMS 16

/** Begins a call, checks that it has arrays and a count, and makes room for its items.
 *  Owner: the caller gives *out_items back with gi_scratch_free. */
GI_MUST_CHECK gi_status front_begin_items(
    const char *caller, const void *semaphores, const void *parameters, unsigned int count,
    struct gi_external_semaphore_item local[FRONT_LOCAL_ITEMS],
    struct gi_external_semaphore_item **out_items);

#endif
