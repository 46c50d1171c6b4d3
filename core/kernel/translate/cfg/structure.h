/** Reducible flows as statements. */
#ifndef GI_STRUCTURE_H
#define GI_STRUCTURE_H

#include "kernel/translate/cfg/flow.h"

/** Makes the tree of a reducible flow. *out_too_hard: there is none, since it would be too deep or
 *  have too many flags; the flow of the same graph with one dispatch has one.
 *  Owner:  the arena.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_flow_structure(const struct gi_flow *flow,
                                          const struct gi_flow_shape *shape,
                                          struct gi_cfg_tree *out_tree, bool *out_too_hard);

#endif
