/** Kernel nodes in the struct of the driver interface.
 *
 *  Threads: any. */
#ifndef GICUDA_DRIVER_GRAPH_KERNEL_H
#define GICUDA_DRIVER_GRAPH_KERNEL_H

#include "graphs/nodes.h"

/** Makes the work of a node, with one reference. like: the kernel that gives attributes, or NULL.
 *  Errors: those of gi_ask_kernel; GI_INVALID_CONTEXT; GI_INVALID_HANDLE for what is no kernel. */
GI_MUST_CHECK gi_status gicu_ask_kernel(const char *caller,
                                        const CUDA_KERNEL_NODE_PARAMS *parameters,
                                        const struct gi_asked_kernel *like,
                                        struct gi_asked **out_asked);

#endif
