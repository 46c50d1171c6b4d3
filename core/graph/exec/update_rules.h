/** The changes of a node that an update of an executable may make: pure.
 *
 *  Threads: any. */
#ifndef GI_UPDATE_RULES_H
#define GI_UPDATE_RULES_H

#include "graph/node_kind.h"
#include "graph/pairing.h"
#include "node_kinds.h"

/** The outcome of an update, with the front ends' numbers. */
enum gi_update_result {
    GI_UPDATED = 0,
    GI_UPDATE_FAILED = 1,                /* for a reason that is not about the difference */
    GI_UPDATE_TOPOLOGY = 2,
    GI_UPDATE_TYPE = 3,
    GI_UPDATE_PARAMETERS = 5,
    GI_UPDATE_NOT_SUPPORTED = 6,
    GI_UPDATE_FUNCTION = 7,
    GI_UPDATE_ATTRIBUTES = 8
};

/** The number of an attribute that is the priority, in all interfaces. */
enum { GI_ATTRIBUTE_PRIORITY = 8 };

/** The priority of a kernel node; 0: it has none. */
int gi_node_priority(const struct gi_asked_kernel *kernel);

/** The outcome of an update whose graph has a fault of the shape. */
enum gi_update_result gi_update_of_fault(enum gi_pairing_fault fault);

/** Whether a node may ask for the second in the place of the first, which is of the same kind.
 *  uses_priority: priorities of nodes count. */
enum gi_update_result gi_update_rule(const struct gi_asked *from, const struct gi_asked *to,
                                     bool uses_priority);

/** The words of a result, for sentences. */
const char *gi_update_words(enum gi_update_result result);

#endif
