/** An executable inside the core. */
#ifndef GI_EXEC_STATE_H
#define GI_EXEC_STATE_H

#include <pthread.h>

#include "exec.h"
#include "graph/flat.h"
#include "graph/plan.h"
#include "graph/steps.h"
#include "node_kinds.h"
#include "pools/graph_memory.h"
#include "stream/stream_state.h"

/** The state of a node in an executable, beside its request. */
struct gi_exec_node {
    uint32_t place;                      /* the device's ordinal; an update keeps it */
    bool is_disabled;
    bool names_other;                    /* as it was last prepared, it names a block of another
                                            graph */
};

/** The recordings of an executable, and its steps (exec_record.h). */
struct gi_exec_recorded {
    struct gi_steps steps;
    enum gi_node_part *parts;            /* of each node */
    bool *alone;                         /* of each node: it has a chunk for itself */
    size_t alone_count;
    bool *changed;                       /* of each node: since the instantiation */
    struct gi_recording **recordings;    /* of each chunk: referenced; NULL: to be recorded */
    struct gi_replay **replays;          /* of each step: referenced; NULL: to be made, or none */
    uint64_t epoch;                      /* in which all of it was recorded */
    bool is_stale;                       /* some of it is to be made */
    bool wants_steps;                    /* the steps are to be made again */
};

/** A node's handle and its number, sorted by handle. */
struct gi_exec_name {
    gi_handle node;
    size_t number;
};

struct gi_asked_memory;

/** The memory nodes of an executable (exec_memory.h). */
struct gi_exec_memory {
    struct gi_asked_memory **nodes;      /* the nodes that it has alone */
    size_t node_count;
    struct gi_graph_use *uses;           /* of each block, in their order */
    size_t use_count;
    bool names_others;                   /* a node names, or named, a block of another graph */
    struct gi_graph_block **others;      /* such blocks, of the launch that is enqueued;
                                            referenced */
    size_t other_count, other_capacity;
    struct gi_graph_waits waits;         /* of the launch that is enqueued */
    bool has_turn;                       /* it has begun, and not ended */
};

/** The executables of a conditional node's graphs. A launch under way refers to them, and they stay
 *  as they are then: a change makes others (exec_bodies.h). */
struct gi_branches {
    atomic_uint references;
    size_t count;
    struct gi_exec *bodies[];            /* referenced; NULL while they are made */
};

struct gi_exec {
    struct gi_object object;
    uint64_t flags;
    pthread_mutex_t lock;                /* held while a launch is enqueued: it comes before the
                                            locks of streams. Guards the rest */
    struct gi_flat flat;                 /* the lists of bodies are theirs */
    bool is_body;                        /* of a conditional node; it has no handle */
    struct gi_exec *around;              /* of a body: the executable with the node, as long as the
                                            body is one of its branches; and the node's number */
    size_t number_around;
    struct gi_branches **branches;       /* of each node; referenced, or NULL */
    size_t *conditional;                 /* the nodes that have some */
    size_t conditional_count;
    struct gi_exec_node *nodes;
    struct gi_exec_name *names;
    struct gi_plan plan;
    struct gi_node_run *runs;            /* of each node, for the launch that is enqueued */
    struct gi_exec_recorded recorded;
    struct gi_exec_memory memory;
    uint64_t *ends;                      /* of each island: its point in the launch that is
                                            enqueued */
    struct gi_stream **tracks;           /* referenced; NULL: not made yet, or the launching one */
    struct gi_stream *legacy;            /* the tracks order with this one's context; referenced */
    struct gi_stream *last;              /* of the last launch; referenced, or NULL */
    uint64_t last_seq;
};

/** Makes an executable of a list, and takes the list, also on failure. like: a body that it is a
 *  copy of; or NULL. out_handle: NULL for a body.
 *  Owner:  of a body the caller has the reference.
 *  Errors: those of gi_exec_create. */
GI_MUST_CHECK gi_status gi_exec_make(struct gi_flat *flat, const struct gi_exec *like,
                                     struct gi_exec_request *request, gi_handle *out_handle,
                                     struct gi_exec **out_exec);

/** Replaces bodies that a launch refers to by copies, which may then be changed. The executable's
 *  lock is held.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_exec_own_bodies(struct gi_exec *exec);

/** Finds an executable.
 *  Owner:  the caller gives the reference back with gi_object_unref.
 *  Errors: GI_INVALID_VALUE. */
GI_MUST_CHECK gi_status gi_exec_acquire(gi_handle handle, struct gi_exec **out_exec);

/** Whether two ask for the same, word for word. */
static inline bool gi_exec_asks_same(const struct gi_asked *a, const struct gi_asked *b)
{
    return a == b || (a->kind == b->kind && a->kind->is_same != NULL && a->kind->is_same(a, b));
}

/** Has a node ask for something else, and takes the reference. The executable's lock is held. */
void gi_exec_take(struct gi_exec *exec, size_t number, struct gi_asked *asked);

/** Whether the last launch may still be under way. The executable's lock is held, or nobody else
 *  uses it. */
static inline bool gi_exec_may_run(const struct gi_exec *exec)
{
    return exec->last != NULL && !gi_points_are_done(&exec->last->points, exec->last_seq);
}

/** Gives the executable's user objects back when its last launch is over. Then it has none.
 *  Errors: GI_OUT_OF_MEMORY, and those of making a stream; then it has them still. */
GI_MUST_CHECK gi_status gi_exec_drop_uses_later(struct gi_exec *exec);

#endif
