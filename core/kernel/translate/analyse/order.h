/** Which barriers have to order accesses to device memory. Drivers carry out that order by a fence,
 *  which takes longer than the barrier. Most barriers are for shared memory alone. */
#ifndef GI_EMIT_ORDER_H
#define GI_EMIT_ORDER_H

#include "kernel/translate/analyse/emit.h"

/** Looks at the barriers of the current function, whose graph and live registers are made.
 *  Errors:  GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_emit_find_order(struct gi_emit *emit);

/** Whether the barrier that is being emitted orders accesses to device memory. A change is a store,
 *  an ordered access or a fence. The barrier orders if a way leads to it from a change. It also
 *  orders if a way leads on to a change, and a register that lives on comes of what was read. */
static inline bool gi_emit_orders_device(const struct gi_emit *emit)
{
    return !emit->unordered || !emit->at || emit->current != emit->functions
        || !emit->unordered[emit->at - emit->current->body->instructions];
}

#endif
