/** Requests of nodes, made of the structs of the runtimes.
 *
 *  Threads: any. */
#ifndef GI_FRONT_RUNTIME_NODES_H
#define GI_FRONT_RUNTIME_NODES_H

#include "graphs/nodes.h"

/* Each returns one reference. Errors: those of gi_ask_... */

/** like: the kernel node of which the attributes are taken; NULL: none. */
GI_MUST_CHECK gi_status front_ask_kernel(const char *caller, const gpuKernelNodeParams *parameters,
                                         const struct gi_asked_kernel *like,
                                         struct gi_asked **out_asked);
GI_MUST_CHECK gi_status front_ask_copy(const char *caller, const gpuMemcpy3DParms *parameters,
                                       struct gi_asked **out_asked);

#endif
