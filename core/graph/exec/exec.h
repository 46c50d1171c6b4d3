/** Executable graphs: snapshots of graphs that can be launched any number of times.
 *
 *  Threads: any that holds no lock.
 *  Errors:  of all: GI_INVALID_VALUE for a handle that names no executable. */
#ifndef GI_EXEC_H
#define GI_EXEC_H

#include "base/handle.h"
#include "graph/node_kind.h"

/** Flags of an instantiation, with the front ends' numbers. */
enum {
    GI_EXEC_AUTO_FREE = 1u << 0,
    GI_EXEC_UPLOAD = 1u << 1,
    GI_EXEC_DEVICE_LAUNCH = 1u << 2,
    GI_EXEC_USE_PRIORITY = 1u << 3
};

/** Why an instantiation failed, with the front ends' numbers. */
enum gi_exec_result {
    GI_EXEC_MADE = 0,
    GI_EXEC_FAILED = 1,
    GI_EXEC_INVALID_STRUCTURE = 2,
    GI_EXEC_NODE_NOT_SUPPORTED = 3,
    GI_EXEC_CONDITION_UNUSED = 5
};

struct gi_exec_request {
    uint64_t flags;
    gi_handle node;                      /* out: where it failed; 0: at none */
    enum gi_exec_result result;          /* out */
};

/** Makes an executable of a graph: takes over what the nodes ask for, looks up what they name, and
 *  compiles kernels.
 *  Errors: also GI_INVALID_VALUE for unknown flags, for a circle of edges, for a condition that no
 *          node has, and for a node of a kind that graphs of conditional nodes must not have;
 *          GI_NOT_SUPPORTED for GI_EXEC_DEVICE_LAUNCH; GI_OUT_OF_MEMORY; those of a node's
 *          operation. */
GI_MUST_CHECK gi_status gi_exec_create(gi_handle graph, struct gi_exec_request *request,
                                       gi_handle *out_exec);

/** Ends the handle; launches go on. */
GI_MUST_CHECK gi_status gi_exec_destroy(gi_handle exec);

/** The flags of the instantiation, without GI_EXEC_USE_PRIORITY and GI_EXEC_UPLOAD, as
 *  the vendor gives them. */
GI_MUST_CHECK gi_status gi_exec_flags(gi_handle exec, uint64_t *out_flags);

#endif
