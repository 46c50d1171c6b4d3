/** Requests of programs for nodes, and the way to enqueue them: a struct and a table for each kind.
 *
 *  The functions that make a struct copy what it points to, and return it with one reference.
 *  Threads: any that holds no lock.
 *  Errors:  of all: GI_OUT_OF_MEMORY. */
#ifndef GI_NODE_KINDS_H
#define GI_NODE_KINDS_H

#include "graph/node_kind.h"
#include "module/launch.h"
#include "ops/copy.h"
#include "share/external_semaphore.h"
#include "stream/operation.h"

struct gi_branches;

/** The objects and memory of a node, looked up for one launch. */
struct gi_node_run {
    struct gi_asked *asked;
    struct gi_operation operation;       /* the kind is NULL: nothing is enqueued */
    struct gi_object *held;              /* referenced, or NULL */
    struct gi_device *device;            /* of the stream that it needs; NULL: any */
    bool waits;                          /* for the host, though the kind does not say so */
    struct gi_wait_node of;              /* of a node in an executable, which sets it once */
    struct gi_branches *branches;        /* of a conditional node in an executable, which has the
                                            reference; else NULL */
};

struct gi_asked_kernel {
    struct gi_asked base;
    gi_handle function;
    int ordinal;                         /* the function's device */
    uint64_t name;                       /* the program's name of the kernel; 0: the function's
                                            handle */
    struct gi_launch launch;             /* arguments are pointers into the struct's own copy */
    struct gi_node_attribute *attributes;
    size_t attribute_count;
    uint8_t *bytes;                      /* of the arguments */
    size_t byte_count;
};

struct gi_asked_copy {
    struct gi_asked base;
    int ordinal;                         /* the current device at the call */
    struct gi_copy copy;                 /* the sides' names last for ever */
    bool is_line;                        /* one row of memory */
    bool is_asked;                       /* was prepared once, which set these two: */
    bool has_own_dst, has_own_src;       /* the side is memory that the library has allocated */
};

struct gi_asked_fill {
    struct gi_asked base;
    uint64_t pointer, pitch, width, height;      /* the width is in elements */
    uint32_t value, element_bytes;
};

struct gi_asked_host {
    struct gi_asked base;
    void (*fn)(void *argument);
    void *argument;
};

struct gi_asked_event {
    struct gi_asked base;
    gi_handle event;
};

struct gi_asked_semaphores {
    struct gi_asked base;
    int ordinal;                         /* the semaphores' device; -1: there are none */
    size_t count;
    struct gi_external_semaphore_item *items;
    void *handles, *parameters;          /* the program's lists, to be given back */
};

struct gi_asked_words {
    struct gi_asked base;
    gi_handle context;                   /* as the program named it */
    int ordinal;                         /* the context's device */
    struct gi_value_op *ops;
    size_t count;
    void *parameters;                    /* the program's list, to be given back */
};

/* Each is of the kind's struct; child and empty nodes have only the base. */
extern const struct gi_node_kind gi_node_kernel, gi_node_copy, gi_node_fill, gi_node_host,
    gi_node_child_graph, gi_node_empty, gi_node_event_wait, gi_node_event_record,
    gi_node_semaphore_signal, gi_node_semaphore_wait, gi_node_words, gi_node_conditional;

/** Makes the struct of a kind, with zeros behind the base. out_asked points to a pointer to it.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_asked_make(const struct gi_node_kind *kind, size_t bytes,
                                      void *out_asked);

/** A copy of a list; not NULL for an empty one. NULL: there is no host memory. */
void *gi_asked_list(const void *items, size_t count, size_t item_bytes);

/** A launch of a kernel, which is translated for that, with attributes to be given back.
 *  Errors: also those of gi_launch that are about its arguments, and of translation. */
GI_MUST_CHECK gi_status gi_ask_kernel(struct gi_function *function, uint64_t name,
                                      const struct gi_launch *launch,
                                      const struct gi_node_attribute *attributes, size_t count,
                                      struct gi_asked **out_asked);

/** A copy. Of like, all but the base and the ordinal is taken.
 *  Errors: also those of gi_copy_prepare; GI_INVALID_VALUE for a copy of nothing. */
GI_MUST_CHECK gi_status gi_ask_copy(const struct gi_asked_copy *like, struct gi_asked **out_asked);

/** A copy on the device that like names, for a copy that was resolved already. */
GI_MUST_CHECK gi_status gi_ask_copy_on(const struct gi_asked_copy *like,
                                       struct gi_asked **out_asked);

/** A fill. Of like, all but the base is taken.
 *  Errors: also those of gi_fill_prepare; GI_INVALID_VALUE for a fill of nothing. */
GI_MUST_CHECK gi_status gi_ask_fill(const struct gi_asked_fill *like, struct gi_asked **out_asked);
GI_MUST_CHECK gi_status gi_ask_host(void (*fn)(void *argument), void *argument,
                                    struct gi_asked **out_asked);

/** A child or an empty node. */
GI_MUST_CHECK gi_status gi_ask_nothing(const struct gi_node_kind *kind,
                                       struct gi_asked **out_asked);

/** A record of an event, or a wait for one.
 *  Errors: also GI_INVALID_VALUE for NULL; GI_STALE_HANDLE. */
GI_MUST_CHECK gi_status gi_ask_event(const struct gi_node_kind *kind, gi_handle event,
                                     struct gi_asked **out_asked);

/** Signals or waits. handles and parameters are the program's lists of count elements.
 *  Errors: also GI_INVALID_HANDLE. */
GI_MUST_CHECK gi_status gi_ask_semaphores(const struct gi_node_kind *kind,
                                          const struct gi_external_semaphore_item *items,
                                          const void *handles, size_t handle_bytes,
                                          const void *parameters, size_t parameter_bytes,
                                          size_t count, struct gi_asked **out_asked);

/** Writes of words and waits for them, on a device. context is kept for the program. The memory of
 *  the words is looked up when the node is prepared.
 *  Errors: also those of gi_words_check. */
GI_MUST_CHECK gi_status gi_ask_words(int ordinal, gi_handle context,
                                     const struct gi_word_list *list, struct gi_asked **out_asked);

#endif
