/** Memory nodes (NUMA) of the host. */
#ifndef GI_HOST_NODE_H
#define GI_HOST_NODE_H

#include <stdbool.h>

/** Whether the machine has this node. Every machine has node 0.
 *  Threads: any. */
bool gi_host_node_exists(int node);

#endif
