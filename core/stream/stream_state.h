/** A stream inside the core: a queue of segments, and how far it is.
 *
 *  What a program enqueues gathers in segments. A segment is: gates that must open, then commands
 *  for the device, then signals, or a call of a host function. Segments are numbered; a point in a
 *  stream is a segment's number. They are given to the stream's lane strictly in order.
 *
 *  Locks, in the order in which they may be taken: stream->lock, then any one of these leaves: the
 *  lane's, the device's active_lock, a points lock, the progress thread's, the watchers', that of
 *  words, that of the shown images. Never two streams' locks at once: a stream that another waits
 *  for tells it by the worklist of scheduler.c. */
#ifndef GI_STREAM_STATE_H
#define GI_STREAM_STATE_H

#include <pthread.h>

#include "memory/allocation.h"
#include "queue/device_state.h"
#include "hazard.h"
#include "queue/points.h"
#include "stream/wait/semaphore_object.h"
#include "stream.h"
#include "stream_attributes.h"
#include "stream/wait/binary_waits.h"
#include "queue/page_waiter.h"
#include "stream/wait/value_wait.h"

/* A batch that has so many commands is submitted even to a busy queue. */
#define GI_SEGMENT_COMMANDS 512u

/* A batch whose commands write so many bytes is queued behind the one that runs: the device needs
 * longer for it than the host for a submission. */
#define GI_AHEAD_BYTES (UINT64_C(1) << 20)

enum gi_gate_kind { GI_GATE_POINT, GI_GATE_SEMAPHORE, GI_GATE_WORD };

struct gi_point_gate {
    struct gi_stream *stream;            /* referenced */
    uint64_t seq;
    bool must_succeed;                   /* if it fails, so does the stream; else it is enough that
                                            it is done with */
};

struct gi_semaphore_gate {
    struct gi_semaphore *object;         /* referenced */
    uint64_t value;
    bool takes_next;                     /* counts in the semaphore as a wait that takes its next
                                            signal */
    bool was_asked;                      /* by the call, with the answer no; for the first look */
    uint32_t seen;                       /* the wake word of its page before that question */
    /* What follows is for a semaphore that the host cannot ask about (turns.h). */
    uint64_t signals_before;             /* by this process, enqueued before the wait */
    enum { GI_WAIT_NOT_SUBMITTED, GI_WAIT_COUNTS_ON_OWN_LANE, GI_WAIT_SUBMITTED_TO_LANE } stage;
    struct gi_lane *lane;                /* on its own lane: the lane whose lane_value comes first,
                                            or NULL; else the one that waits, taken for it */
    uint64_t lane_value;
};

/** Something that must have come before a segment may be given to the device. */
struct gi_gate {
    enum gi_gate_kind kind;
    bool is_counted;                     /* as a wait that the host holds */
    union {
        struct gi_point_gate point;
        struct gi_semaphore_gate semaphore;
        struct gi_value_wait *word;            /* owned */
    };
};

enum gi_segment_state {
    GI_SEGMENT_OPEN,                     /* not submitted */
    GI_SEGMENT_SUBMITTING,               /* a thread is in the driver with it, without the lock */
    GI_SEGMENT_SUBMITTED,
    GI_SEGMENT_CALLING                   /* its host function is running */
};

struct gi_segment {
    struct gi_segment *next;
    uint64_t seq;
    enum gi_segment_state state;
    bool closed;                         /* takes no more; need not wait for the queue to be idle */
    bool held;                           /* waits ahead of a signal */
    bool writes_word;                    /* one that somebody may watch */
    bool called;                         /* the host function has returned */
    bool dropped;                        /* the stream failed before it was done */
    bool touches_anything;               /* it has a command that may; counted in the device */
    bool outlived;                       /* it keeps what was freed under it; counted in the
                                            stream */
    uint64_t queue_value;                /* once submitted */

    struct gi_gate *gates;
    size_t gate_count, gate_capacity, gate_next;     /* gates before gate_next are open */
    struct gi_wait *waits;
    size_t wait_count, wait_capacity;
    struct gi_command *commands;
    size_t command_count, command_capacity;
    uint64_t written_bytes;              /* by the commands, the same byte twice if need be */
    struct gi_allocation **kept;         /* referenced until the device is done */
    size_t kept_count, kept_capacity;
    struct gi_image **images;            /* the batch's; kept by kept */
    size_t image_count, image_capacity;
    struct gi_signal *signals;           /* by the device; semaphores referenced, as in the next
                                            two */
    size_t signal_count, signal_capacity;
    struct gi_signal *host_signals;      /* by the host, once the device is done */
    size_t host_signal_count, host_signal_capacity;
    struct gi_semaphore **waited;        /* the semaphores in waits */
    size_t waited_count, waited_capacity;
    struct gi_timestamp_slot **stamps;            /* that the commands write, referenced */
    size_t stamp_count, stamp_capacity;
    gi_host_fn host_fn;                  /* with nothing else in the segment but gates */
    void *host_argument;
    bool host_always;
    struct gi_hazard hazard;
    uint64_t exported_count;             /* when the last command was added; see memory_object.h */
};

/** Who tells the stream that the gate it stands at may have opened; one at a time. While armed it
 *  holds a reference to the stream. */
struct gi_gate_waiter {
    bool armed;
    atomic_bool gone_off;                /* set by whoever tells, cleared at the next look */
    enum { GI_GATE_WAITER_POINT, GI_GATE_WAITER_WATCH, GI_GATE_WAITER_WANT, GI_GATE_WAITER_WORD,
           GI_GATE_WAITER_TURN } kind;
    struct gi_point_waiter point;
    struct gi_stream *point_stream;      /* referenced while armed */
    struct gi_page_waiter watch;
    struct gi_progress_waiter want;
    struct gi_progress *progress;        /* who knows of want */
    struct gi_value_waiter word;
    struct gi_binary_waiter turn;                 /* fires want */
    struct gi_semaphore *semaphore;      /* referenced while armed */
};

struct gi_stream {
    struct gi_object object;
    struct gi_device *device;
    struct gi_lane *lane;
    uint32_t flags;
    _Atomic int priority;
    uint64_t id;
    bool is_legacy;

    pthread_mutex_t lock;
    pthread_cond_t changed;              /* something was submitted, done or failed */
    struct gi_segment *head, *tail;      /* oldest that is not done .. newest */
    struct gi_segment *pending;          /* oldest that is not submitted */
    struct gi_segment *spare;            /* to be used again */
    uint32_t spare_count;
    struct gi_segment *newest_anything;  /* the newest that touches anything, if there is one */
    size_t outlived_count;               /* segments that keep what was freed under them */
    _Atomic uint64_t enqueued;           /* newest segment's number */
    uint64_t last_queue_value;           /* of the newest submitted segment */
    size_t calls_pending;                /* host functions that later segments wait for */
    size_t host_actions;                 /* submitted segments that end with something for the
                                            host */
    bool advancing, advance_again;
    bool is_active;                      /* in the device's list */
    bool is_orphan;                      /* has no handle any more: nobody looks at it */
    struct gi_stream *active_next, *active_previous;
    gi_status failure;                   /* of queued work, until it is reported */
    gi_status last_failure;              /* the same for good: what was dropped failed with it */
    char failure_detail[200];
    struct gi_stream_attributes attributes;
    uint32_t unit_mask[GI_UNIT_MASK_WORDS];
    bool has_unit_mask;
    bool is_blocked;                     /* the gate it stands at was looked at and is shut */

    uint64_t stuck_seq;                  /* the watchdog's: the head it saw, at which gate, since
                                            when, and when it speaks next */
    size_t stuck_gate;
    int64_t stuck_since_ns, stuck_next_ns;

    struct gi_gate_waiter gate_waiter;
    struct gi_progress_waiter completion;           /* the queue has reached the head's value */
    bool completion_armed;
    bool wants_room;                     /* the head waits until its lane reaches room_value */
    bool has_room;                       /* which it has */
    uint64_t room_value;
    _Atomic uint64_t after_legacy;       /* the legacy stream's point that this one is ordered
                                            after */
    _Atomic uint64_t before_legacy;      /* its own point that the legacy stream is ordered after */
    uint64_t times;                      /* asked for by events so far */
    _Atomic uint64_t recorded;           /* newest segment that an event stands for */
    atomic_bool kick_requested;
    struct gi_stream *next_wake;         /* worklist of scheduler.c */
    struct gi_points points;             /* the last, as what it knows of failures is seldom used */
};

/** Makes a stream of the program, which a reset of the device ends. If out_handle is NULL it is one
 *  of the library's own, without a handle, and the caller's reference keeps it alive.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_stream_new(struct gi_device *device, uint32_t flags, int priority,
                                      gi_handle *out_handle, struct gi_stream **out_stream);

/** The stream a handle means; GI_STREAM_NULL, _LEGACY and _PER_THREAD are resolved.
 *  Owner: the caller gives the reference back with gi_object_unref(&stream->object). */
GI_MUST_CHECK gi_status gi_stream_acquire(gi_handle handle, struct gi_stream **out_stream);
void gi_stream_release(struct gi_stream *stream);

static inline bool gi_stream_is_blocking(const struct gi_stream *stream)
{
    return (stream->flags & GI_STREAM_NON_BLOCKING) == 0;
}

#endif
