/** What can be enqueued in a stream, as data. A call of a program builds one operation and hands it
 *  to gi_stream_enqueue (enqueue.h). It is checked and resolved: handles are objects, pointers are
 *  ends. It borrows what it names for the call; a stream keeps what it needs longer. */
#ifndef GI_OPERATION_H
#define GI_OPERATION_H

#include "memory/timestamp_slot.h"
#include "stream/stream_state.h"

struct gi_shared_event;

enum gi_operation_kind {
    GI_OPERATION_COPY,
    GI_OPERATION_FILL,
    GI_OPERATION_SIGNAL,                 /* of semaphores */
    GI_OPERATION_WAIT,                   /* for semaphores */
    GI_OPERATION_RECORD,                 /* of an event */
    GI_OPERATION_WAIT_RECORD,            /* for a record of an event */
    GI_OPERATION_HOST_CALL,
    GI_OPERATION_WORDS,                  /* of memory: writes and waits */
    GI_OPERATION_LAUNCH,                 /* of work that may touch anything; no call of a program
                                            makes one yet */
    GI_OPERATION_LAST = GI_OPERATION_LAUNCH
};

#define GI_OPERATION_KINDS (GI_OPERATION_LAST + 1)

/** The two ends of a copy, and its box: in the simplest form, unless an end is an image. */
struct gi_operands {
    struct gi_operand dst, src;
    struct gi_box box;
};

/** What the call that enqueues a copy or a fill waits for. */
enum gi_operation_wait {
    GI_WAIT_NOT,                         /* nothing; but a copy has read or written pageable memory
                                            when the call returns */
    GI_WAIT_STREAM,                      /* until it is done, unless all of it is device memory */
    GI_WAIT_DEVICE                       /* the same in a legacy stream: a copy by the host waits
                                            for all streams that order with that one */
};

struct gi_operation_copy {
    struct gi_operands ends;
    enum gi_operation_wait wait;
};

struct gi_operation_fill {
    struct gi_operand dst;
    struct gi_box box;                   /* in the simplest form */
    uint32_t pattern, pattern_bytes;
    enum gi_operation_wait wait;
};

/** Signals, or waits: all of them or, on failure, none. */
struct gi_operation_semaphores {
    const struct gi_signal *items;
    size_t count;                        /* not 0 */
};

/** A record of an event. gi_stream_enqueue fills in the point that the event stands for. */
struct gi_operation_record {
    struct gi_shared_event *shared;      /* the event's part that other processes see, or NULL */
    bool takes_time;                     /* not of a shared one */
    struct gi_time time;                 /* out: stamp referenced, also on failure */
    uint64_t seq;                        /* out: the stream's point; 0: one that is done */
    uint64_t number;                     /* out: of the record of a shared event, else 0 */
};

/** A record to wait for: a point of a stream, or one of another process. */
struct gi_operation_wait_record {
    struct gi_stream *stream;            /* NULL: another process's */
    uint64_t seq;
    struct gi_shared_event *shared;
    uint64_t number;
};

struct gi_operation_host_call {
    gi_host_fn fn;
    void *argument;
    bool always;                         /* also called, with the error, if the stream fails */
};

/** A write of a word, or a wait for one, whose parts that may fail are made already. */
struct gi_value_item {
    struct gi_operand end;               /* allocation referenced */
    struct gi_value_wait *word;          /* wait: owned until a stream takes it, which sets it to
                                            NULL. A write: NULL */
    struct gi_allocation *from;          /* write of 8 bytes: referenced memory that holds them */
    uint32_t value;                      /* write of 4 bytes */
};

struct gi_operation_words {
    struct gi_value_item *items;
    size_t count;
};

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
    };
};

#endif
