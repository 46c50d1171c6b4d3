/** Copies and fills of graphs by the structs of driver interfaces. */
#ifndef GI_FRONT_GRAPH_NODES_H
#define GI_FRONT_GRAPH_NODES_H

#include "front_driver_names.h"
#include "graphs/nodes.h"

/** Begins the call, and makes what a node asks for, with one reference. The work belongs to a
 *  context; NULL: the current one.
 *  Errors: those of front_begin, gi_context_push, gi_ask_copy and gi_ask_fill. */
GI_MUST_CHECK gi_status front_ask_struct_copy(const char *caller, const GPU_MEMCPY3D *parameters,
                                              gpuCtx_t context, struct gi_asked **out_asked);
GI_MUST_CHECK gi_status front_ask_struct_fill(const char *caller,
                                              const GPU_MEMSET_NODE_PARAMS *parameters,
                                              gpuCtx_t context, struct gi_asked **out_asked);

#endif
