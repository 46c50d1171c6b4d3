/** Nodes that allocate and free memory of graphs (pools/graph_memory.h). A launch enqueues nothing
 *  for them: it decides beforehand who has which memory (exec_memory.h).
 *
 *  The address is known when the node is added. A graph with these nodes keeps its nodes and edges,
 *  and has one executable at a time.
 *
 *  Threads: any that holds no lock. */
#ifndef GI_MEMORY_NODES_H
#define GI_MEMORY_NODES_H

#include "base/edge_data.h"
#include "node_kinds.h"
#include "pools/graph_memory.h"

/** The common part of the requests of alloc and free nodes. */
struct gi_asked_memory {
    struct gi_asked base;
    gi_handle graph;                     /* that the node was added to */
    struct gi_graph_block *block;        /* referenced; NULL: the node was not added yet */
    uint64_t pointer;
    atomic_bool has_exec;                /* an executable has the node */
};

struct gi_asked_alloc {
    struct gi_asked_memory memory;
    int ordinal;
    uint64_t size_bytes;
    gi_handle former_free;               /* the node that freed the block before; 0: none */
    void *properties, *accesses;         /* the program's struct and list, to be given back */
    size_t access_count;
};

struct gi_asked_free {
    struct gi_asked_memory memory;
};

extern const struct gi_node_kind gi_node_alloc, gi_node_free;
extern const struct gi_node_look gi_node_look_alloc, gi_node_look_free;

/** An allocation as a program asks for it. */
struct gi_alloc_request {
    int allocation_type;                 /* 1: pinned */
    int handle_type;                     /* 0: none */
    int location_type;                   /* 1: a device */
    int ordinal;
    uint64_t size_bytes;
    const void *properties;              /* the program's struct */
    size_t property_bytes;
    const void *accesses;                /* the program's list of devices; checked */
    size_t access_count, access_bytes;   /* of one */
};

/** The struct of a pool's properties, as all front ends have it. */
struct gi_graph_properties {
    int32_t allocation_type, handle_type, location_type, location;
    void *security;
    uint64_t max_bytes;
    uint16_t usage;
    uint8_t reserved[54];
};

/** The properties of an allocation in a captured stream of a device. */
static inline struct gi_graph_properties gi_graph_properties_of(int32_t device)
{
    return (struct gi_graph_properties){ .allocation_type = 1, .location_type = 1,
                                         .location = device };
}

/** An allocation that has no address yet.
 *  Errors: GI_INVALID_VALUE for a size of 0, and for properties that do not exist; GI_NOT_SUPPORTED
 *          for what no device has; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_ask_alloc(const struct gi_alloc_request *request,
                                     struct gi_asked **out_asked);

/** A free of what an allocation node gave out.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_ask_free(uint64_t pointer, struct gi_asked **out_asked);

/** As gi_graph_add. If memory for an allocation is short, the device gives back what it can. */
GI_MUST_CHECK gi_status gi_node_add(gi_handle graph, const gi_handle *before,
                                    const struct gi_edge_data *data, size_t count,
                                    struct gi_asked *asked, gi_handle child, gi_handle *out_node);

/** Memory was short for an allocation node: makes its device give memory back.
 *  Errors: the status, if it is another one than GI_OUT_OF_MEMORY, or the node is another one. */
GI_MUST_CHECK gi_status gi_memory_node_reclaim(const struct gi_asked *asked, gi_status status);

static inline bool gi_is_memory_node(const struct gi_asked *asked)
{
    return asked->kind->is_fixed;
}

#endif
