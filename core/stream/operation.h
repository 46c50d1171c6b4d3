/** The operations that can be enqueued in a stream, as data. A program's call builds one
 *  operation and passes it to gi_stream_enqueue (ops/enqueue.h). It says what the program asks for,
 *  checked and resolved: handles are objects, pointers are operands. It borrows what it names
 *  during the call; a stream takes the references that it needs for longer. A kept copy of it
 *  (gi_operation_keep) holds all that itself, and can be carried out any number of times. */
#ifndef GI_OPERATION_H
#define GI_OPERATION_H

#include "stream_state.h"

struct gi_capture_mark;
struct gi_copy;
struct gi_external_semaphore_lists;
struct gi_fill;
struct gi_function;
struct gi_launch;
struct gi_operation;
struct gi_pool;
struct gi_shared_event;
struct gi_trace_what;

/** A kind of operation: one const table each (carry/kinds.h; module/launch.h for launches). */
struct gi_operation_kind {
    const char *name;            /* in the log */
    /** Carries the operation out: at once if the host can, else by appending it. The stream is
     *  not entered. */
    gi_status (*carry_out)(struct gi_stream *stream, struct gi_operation *operation);
    /** The device of the memory that the operation names; other, if all of it is pageable. NULL for
     *  kinds that no call enqueues in a legacy stream by their memory. */
    struct gi_device *(*home)(const struct gi_operation *operation, struct gi_device *other);
    /** Makes a copy that holds what the operation borrows. The results of carrying the operation
     *  out are empty in the copy.
     *  Errors: GI_OUT_OF_MEMORY; then there is nothing to drop. */
    gi_status (*keep)(const struct gi_operation *operation, struct gi_operation *out_kept);
    /** Drops what a copy holds, but not what carrying it out gave back. */
    void (*drop)(struct gi_operation *kept);
    /** May be NULL. Describes the operation for the timeline, one part for each index from 0 on.
     *  out has the name of the kind before. Returns false if there is no such part. */
    bool (*tell)(const struct gi_operation *operation, size_t index, struct gi_trace_what *out);
};

/** The wait of the call that enqueues a copy or a fill. */
enum gi_operation_wait {
    GI_WAIT_NOT,                         /* nothing, except that a copy has finished with
                                            pageable memory when the call returns */
    GI_WAIT_STREAM,                      /* until it is done, unless all of it is device memory */
    GI_WAIT_DEVICE                       /* as GI_WAIT_STREAM, in a legacy stream: a copy by the
                                            host waits for all streams that order with it */
};

struct gi_operation_copy {
    struct gi_operand dst, src;
    struct gi_box box;                   /* simplified unless an operand is an image */
    enum gi_operation_wait wait;
    bool ends_call;                      /* a call that waits does so for device memory, too */
    const struct gi_copy *asked;         /* as the program describes it, for a capture */
};

struct gi_operation_fill {
    struct gi_operand dst;
    struct gi_box box;                   /* simplified */
    uint32_t pattern, pattern_bytes;
    enum gi_operation_wait wait;
    bool ends_call;                      /* as a copy's */
    const struct gi_fill *asked;
};

/** Signals, or waits: all of them or, on failure, none. */
struct gi_operation_semaphores {
    const struct gi_signal *items;
    size_t count;                        /* not 0 */
    const struct gi_external_semaphore_lists *asked;
    const struct gi_wait_node *of;       /* of a launched wait node; else NULL */
};

/** A record of an event. gi_stream_enqueue fills in the resulting point. */
struct gi_operation_record {
    struct gi_shared_event *shared;      /* the part of the event that other processes see, or
                                            NULL */
    struct gi_stream *context;           /* all work of the context with this legacy stream comes
                                            before the record; NULL: that of the stream alone */
    bool takes_time;                     /* not for a shared event */
    struct gi_time time;                 /* out: its timestamp slot is referenced, also on
                                            failure */
    uint64_t seq;                        /* out: the stream's point; 0: nothing to wait for */
    uint64_t number;                     /* out: the number of a shared event's record, else 0 */
    gi_handle external;                  /* the event, if a captured stream makes a node of it; else
                                            0 */
    struct gi_capture_mark *mark;        /* NULL; out: the mark of a captured stream, referenced */
    bool was_captured;                   /* false; out: nothing was enqueued */
};

/** A record to wait for: a point of a stream, or another process's record. */
struct gi_operation_wait_record {
    struct gi_stream *stream;            /* NULL: another process's record */
    uint64_t seq;
    struct gi_shared_event *shared;
    uint64_t number;
    gi_handle external;                  /* as a record's */
    const struct gi_wait_node *of;       /* as of semaphores */
};

struct gi_operation_host_call {
    gi_host_fn fn;
    void *argument;
    bool always;                         /* also called if the stream fails, with the error */
    void (*asked)(void *argument);       /* the program's function; NULL: it cannot be captured */
    void *asked_argument;
    bool was_captured;                   /* false; out: fn is not called */
    gi_host_words words;                 /* describes its work; NULL: it is the program's function.
                                            fn calls gi_host_call_end_words before its argument
                                            ends */
};

enum gi_value_op_kind { GI_VALUE_OP_WRITE, GI_VALUE_OP_WAIT };

struct gi_value_op {
    enum gi_value_op_kind kind;
    uint64_t pointer;            /* into an allocation of this library; a multiple of the size */
    uint32_t size_bytes;         /* 4 or 8 */
    uint64_t value;
    uint64_t mask;               /* wait */
    enum gi_value_condition condition;    /* wait */
};

/** A write of a word, or a wait for one, with its memory. */
struct gi_value_item {
    struct gi_value_op op;               /* checked */
    struct gi_operand operand;           /* its allocation is referenced */
};

/** A batch as a program asks for it. */
struct gi_word_list {
    const struct gi_value_op *ops;
    size_t count;
    const void *parameters;              /* the program's list, for a node that gives it back;
                                            NULL: none */
    size_t parameter_bytes;              /* of one */
};

struct gi_operation_words {
    const struct gi_value_item *items;
    size_t count;
    const struct gi_word_list *asked;    /* NULL: it cannot be captured */
    const struct gi_wait_node *of;       /* as of semaphores */
};

struct gi_operation_pool_alloc {
    struct gi_pool *pool;
    uint64_t size_bytes;                 /* not 0 */
    uint64_t pointer;                    /* out */
};

struct gi_operation_pool_free {
    struct gi_allocation *allocation;    /* of a pool, or other device memory */
    uint64_t pointer;                    /* into it, as the program passed it */
};

/** A launch of a kernel. Carrying it out makes the objects that one run needs. */
struct gi_operation_launch {
    struct gi_function *function;        /* translated, and of the stream's device */
    const struct gi_launch *launch;      /* as the program describes it, checked against the
                                            function */
};

/** A caller sets the kind and the kind's member. It leaves the rest as it is, because the largest
 *  member has hundreds of bytes. */
struct gi_operation {
    const struct gi_operation_kind *kind;
    union {
        struct gi_operation_copy copy;
        struct gi_operation_fill fill;
        struct gi_operation_semaphores semaphores;
        struct gi_operation_record record;
        struct gi_operation_wait_record wait_record;
        struct gi_operation_host_call host_call;
        struct gi_operation_words words;
        struct gi_operation_pool_alloc pool_alloc;
        struct gi_operation_pool_free pool_free;
        struct gi_operation_launch launch;
    };
};

#endif
