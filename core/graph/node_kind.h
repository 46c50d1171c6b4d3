/** Kinds of nodes, and what a program asked for in a node. Each kind is one const table beside the
 *  code that makes its operations (graph/exec). */
#ifndef GI_NODE_KIND_H
#define GI_NODE_KIND_H

#include <stdatomic.h>

#include "base/handle.h"

struct gi_asked;
struct gi_made_command;
struct gi_node_look;
struct gi_node_run;
struct gi_stream;

/** The types of nodes, with the front ends' numbers. */
enum gi_node_type {
    GI_NODE_KERNEL = 0,
    GI_NODE_COPY = 1,
    GI_NODE_FILL = 2,
    GI_NODE_HOST = 3,
    GI_NODE_CHILD = 4,
    GI_NODE_EMPTY = 5,
    GI_NODE_EVENT_WAIT = 6,
    GI_NODE_EVENT_RECORD = 7,
    GI_NODE_SEMAPHORE_SIGNAL = 8,
    GI_NODE_SEMAPHORE_WAIT = 9,
    GI_NODE_ALLOC = 10,
    GI_NODE_FREE = 11,
    GI_NODE_WORDS = 12,          /* one front end has another number */
    GI_NODE_CONDITION = 13       /* one front end has none */
};

struct gi_node_kind {
    enum gi_node_type type;
    const char *name;            /* in sentences */
    bool is_break;               /* may wait for something outside of the graph, or for the host */
    bool can_be_disabled;
    bool is_fixed;               /* the graph keeps its nodes and edges, and has no copy */
    bool is_for_bodies;          /* graphs of conditional nodes may have it */
    const struct gi_node_look *look;     /* in pictures (picture.h); NULL: the name in a box */
    /** Frees what was asked, which nobody refers to any more. */
    void (*finish)(struct gi_asked *asked);
    /** The node is about to be added to a graph, behind some of its nodes. NULL: nothing to do.
     *  Errors: then the node is not added. */
    gi_status (*join)(struct gi_asked *asked, gi_handle graph, const gi_handle *before,
                      size_t count);
    /** With join: the node was added, or (0) was not, after all. */
    void (*joined)(struct gi_asked *asked, gi_handle node);
    /** Looks up what the node names, and checks it. NULL: the kind does nothing.
     *  Owner:  the caller drops the run.
     *  Errors: those of the call that does the same in a stream; then there is nothing to drop. */
    gi_status (*prepare)(struct gi_asked *asked, struct gi_node_run *run);
    /** The ordinal of the device that the node works on, as it was found when it was asked for; -1:
     *  of each. NULL: only prepare finds it. */
    int (*place)(const struct gi_asked *asked);
    /** Enqueues what was prepared, in a stream of the run's device. */
    gi_status (*enqueue)(struct gi_node_run *run, struct gi_stream *stream);
    /** Whether what was prepared is one command that can be recorded. NULL: never. */
    bool (*can_be_recorded)(const struct gi_node_run *run);
    /** Makes that command.
     *  Owner: the caller drops it before the run. */
    gi_status (*make)(struct gi_node_run *run, struct gi_made_command *out_made);
    /** Gives back what prepare took. */
    void (*drop)(struct gi_node_run *run);
    /** Whether an executable may have the second in the place of the first. NULL: always.
     *  Errors: GI_INVALID_VALUE. */
    gi_status (*check_update)(const struct gi_asked *from, const struct gi_asked *to);
    /** With make: whether both make the same command. It may answer that they do not. */
    bool (*is_same)(const struct gi_asked *a, const struct gi_asked *b);
};

/** A program's request for a node: the first member of each kind's struct. It never changes, so
 *  nodes, their clones and executables share it. */
struct gi_asked {
    const struct gi_node_kind *kind;
    atomic_uint references;
    struct gi_asked *next;               /* of a fixed kind: while its graph is destroyed */
};

/** Sets the kind, and one reference. */
static inline void gi_asked_begin(struct gi_asked *asked, const struct gi_node_kind *kind)
{
    asked->kind = kind;
    atomic_init(&asked->references, 1);
}

static inline void gi_asked_ref(struct gi_asked *asked)
{
    atomic_fetch_add_explicit(&asked->references, 1, memory_order_relaxed);
}

static inline void gi_asked_unref(struct gi_asked *asked)
{
    if (atomic_fetch_sub_explicit(&asked->references, 1, memory_order_acq_rel) == 1)
        asked->kind->finish(asked);
}

#endif
