/** Contexts that a failed kernel has ended. A context is known here by its device's ordinal and its
 *  handle alone, as in current.h; 0 is the device's primary one.
 *  Threads: any; a leaf lock. */
#ifndef GI_FAILED_CONTEXT_H
#define GI_FAILED_CONTEXT_H

#include <stdatomic.h>

#include "handle.h"

/** How many there are. */
extern atomic_uint gi_failed_contexts;

/** Notes that a context has failed, with the reason. The first failure of a context stays. False:
 *  there is no host memory to note it. */
bool gi_failed_context_set(gi_handle context, int ordinal, gi_status status, const char *why);

/** Forgets the failure. True if there was one. */
bool gi_failed_context_clear(gi_handle context, int ordinal);

/** For the next two functions. */
GI_MUST_CHECK gi_status gi_failed_context_look(gi_handle context, int ordinal);
GI_MUST_CHECK gi_status gi_failed_context_look_current(void);

/** Returns the failure of a context, with a sentence; GI_OK if it has none. */
GI_MUST_CHECK static inline gi_status gi_failed_context_check(gi_handle context, int ordinal)
{
    return atomic_load_explicit(&gi_failed_contexts, memory_order_relaxed) == 0
        ? GI_OK : gi_failed_context_look(context, ordinal);
}

/** Returns the failure of the calling thread's current context, with a sentence; GI_OK if it has
 *  none. */
GI_MUST_CHECK static inline gi_status gi_failed_context_current(void)
{
    return atomic_load_explicit(&gi_failed_contexts, memory_order_relaxed) == 0
        ? GI_OK : gi_failed_context_look_current();
}

#endif
