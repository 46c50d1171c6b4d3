/** The operations that can be enqueued in a stream, as data. A program's call builds one
 *  operation and passes it to gi_stream_enqueue (enqueue.h). It is checked and resolved: handles
 *  are objects, pointers are operands. It borrows what it names during the call; a stream takes
 *  the references that it needs for longer. */
#ifndef GI_OPERATION_H
#define GI_OPERATION_H

#include "memory/timestamp_slot.h"
#include "stream/stream_state.h"

struct gi_pool;
struct gi_launch_report;
struct gi_shared_event;

enum gi_operation_kind {
    GI_OPERATION_COPY,
    GI_OPERATION_FILL,
    GI_OPERATION_SIGNAL,                 /* signals of semaphores */
    GI_OPERATION_WAIT,                   /* waits for semaphores */
    GI_OPERATION_RECORD,                 /* of an event */
    GI_OPERATION_WAIT_RECORD,            /* for a record of an event */
    GI_OPERATION_HOST_CALL,
    GI_OPERATION_WORDS,                  /* of memory: writes and waits */
    GI_OPERATION_POOL_ALLOC,             /* memory in stream order */
    GI_OPERATION_POOL_FREE,
    GI_OPERATION_LAUNCH,                 /* of a kernel */
    GI_OPERATION_LAST = GI_OPERATION_LAUNCH
};

#define GI_OPERATION_KINDS (GI_OPERATION_LAST + 1)

/** Both operands of a copy, and its box. The box is simplified unless an operand is an image. */
struct gi_operands {
    struct gi_operand dst, src;
    struct gi_box box;
};

/** What the call waits for that enqueues a copy or a fill. */
enum gi_operation_wait {
    GI_WAIT_NOT,                         /* nothing, except that a copy has finished with
                                            pageable memory when the call returns */
    GI_WAIT_STREAM,                      /* until it is done, unless all of it is device memory */
    GI_WAIT_DEVICE                       /* the same in a legacy stream: a copy by the host waits
                                            for all streams that order with it */
};

struct gi_operation_copy {
    struct gi_operands operands;
    enum gi_operation_wait wait;
    bool ends_call;                      /* a call that waits does so for device memory, too */
};

struct gi_operation_fill {
    struct gi_operand dst;
    struct gi_box box;                   /* simplified */
    uint32_t pattern, pattern_bytes;
    enum gi_operation_wait wait;
    bool ends_call;                      /* as a copy's */
};

/** Signals, or waits: all of them or, on failure, none. */
struct gi_operation_semaphores {
    const struct gi_signal *items;
    size_t count;                        /* not 0 */
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
};

/** A record to wait for: a point of a stream, or another process's record. */
struct gi_operation_wait_record {
    struct gi_stream *stream;            /* NULL: another process's record */
    uint64_t seq;
    struct gi_shared_event *shared;
    uint64_t number;
};

struct gi_operation_host_call {
    gi_host_fn fn;
    void *argument;
    bool always;                         /* also called if the stream fails, with the error */
};

/** A write of a word, or a wait for one. Everything that can fail is done already. */
struct gi_value_item {
    struct gi_operand operand;           /* its allocation is referenced */
    struct gi_value_wait *word;          /* wait: owned until a stream takes it and sets it to
                                            NULL; write: NULL */
    struct gi_allocation *from;          /* write of 8 bytes: referenced memory that contains
                                            them */
    uint32_t value;                      /* write of 4 bytes */
};

struct gi_operation_words {
    struct gi_value_item *items;
    size_t count;
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

/* Parameters, a report, a grid barrier, the table of the memory check. */
enum { GI_LAUNCH_KEPT = 6 };

/** A launch of a kernel. The stream keeps the kernel and the memory until the launch is done. */
struct gi_operation_launch {
    const struct gi_kernel_launch *launch;
    struct gi_allocation *kept[GI_LAUNCH_KEPT];  /* memory that the push data points to; or NULL */
    struct gi_launch_report *report;     /* or NULL, which it becomes when the stream takes it */
};

/** A caller sets the kind and the kind's member. It leaves the rest as it is, because the largest
 *  member has hundreds of bytes. */
struct gi_operation {
    enum gi_operation_kind kind;
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
