/** A stream inside the core: a list of segments and its progress.
 *
 *  Enqueued operations gather in segments. A segment is: gates that must open, then either
 *  commands for the device and signals, or one call of a host function. Segments are numbered,
 *  and a point in a stream is a segment's number. A stream gives its segments to its lane
 *  strictly in order.
 *
 *  Locks, in the order in which they may be taken: first stream->lock, then one leaf. These locks
 *  are leaves: of the lane, the points, the progress thread, the page waiters, the value waiters,
 *  the shown images, and the device's active_lock. No thread holds the locks of two streams. A
 *  stream wakes those that wait for it through the worklist of scheduler.c. */
#ifndef GI_STREAM_STATE_H
#define GI_STREAM_STATE_H

#include <pthread.h>

#include "memory/allocation.h"
#include "memory/timestamp_slot.h"
#include "queue/device_state.h"
#include "stream/rules/hazard.h"
#include "replay.h"
#include "queue/points.h"
#include "stream/wait/semaphore_object.h"
#include "stream.h"
#include "stream_attributes.h"
#include "time_limit.h"
#include "stream/wait/binary_waits.h"
#include "queue/page_waiter.h"
#include "stream/wait/value_wait.h"

/* A batch with this many commands is submitted even to a busy queue. */
#define GI_SEGMENT_COMMANDS 512u

/* A batch with this many replays is submitted even to a busy queue. The commands of replays do not
 * count: nothing is recorded for them. */
#define GI_SEGMENT_REPLAYS 64u

/* A batch that writes this many bytes is submitted behind the running one: the device needs
 * longer for it than the host needs for a submission. */
#define GI_AHEAD_BYTES (UINT64_C(1) << 20)

/* With a limit of time, a stream has this many batches with its lane at most. */
#define GI_AHEAD_BATCHES 64u

struct gi_traced;

enum gi_gate_kind { GI_GATE_POINT, GI_GATE_SEMAPHORE, GI_GATE_WORD };

/** The node of a graph that asked for a wait, and the graph that it is in, for the
 *  watchdog: handles, or 0. */
struct gi_wait_node {
    gi_handle node, graph;
};

struct gi_point_gate {
    struct gi_stream *stream;            /* referenced */
    uint64_t seq;
    bool must_succeed;                   /* if the point fails, so does the stream; else the gate
                                            opens then, too */
    struct gi_wait_node of;
};

struct gi_semaphore_gate {
    struct gi_semaphore *object;         /* referenced */
    uint64_t value;
    bool takes_next;                     /* counted in the semaphore's next_takers */
    bool was_asked;                      /* the call has queried it, and it was not reached;
                                            valid for the first look */
    uint32_t seen;                       /* the page's wake word before that query */
    /* The rest is for a semaphore that the host cannot query (binary_waits.h). */
    uint64_t signals_before;             /* signals enqueued by this process before the wait */
    enum { GI_WAIT_NOT_SUBMITTED, GI_WAIT_COUNTS_ON_OWN_LANE, GI_WAIT_SUBMITTED_TO_LANE } stage;
    struct gi_lane *lane;                /* GI_WAIT_COUNTS_ON_OWN_LANE: the lane that must reach
                                            lane_value first, or NULL; GI_WAIT_SUBMITTED_TO_LANE:
                                            the lane taken for the wait */
    uint64_t lane_value;
};

/** A dependency that must be satisfied before a segment is submitted. */
struct gi_gate {
    enum gi_gate_kind kind;
    bool is_counted;                     /* in GI_COUNT_HELD_WAITS */
    int64_t held_ns;                     /* since when the host holds it; 0: no trace was on */
    union {
        struct gi_point_gate point;
        struct gi_semaphore_gate semaphore;
        struct gi_value_wait *word;      /* owned */
    };
};

enum gi_segment_state {
    GI_SEGMENT_OPEN,                     /* not submitted */
    GI_SEGMENT_SUBMITTING,               /* a thread submits it to the driver, without the lock */
    GI_SEGMENT_SUBMITTED,
    GI_SEGMENT_CALLING                   /* its host function is running */
};

struct gi_segment {
    struct gi_segment *next;
    uint64_t seq;
    enum gi_segment_state state;
    bool closed;                         /* takes no more commands, and is submitted even to a
                                            busy queue */
    bool held;                           /* the queue has it, and waits for a signal that may not
                                            have come */
    bool writes_word;                    /* writes a word that a value waiter may wait for */
    bool called;                         /* the host function has returned */
    bool dropped;                        /* the stream failed before it was done */
    bool touches_anything;               /* it has a command that may; counted in the device */
    bool outlived;                       /* it keeps what was freed under it; counted in the
                                            stream */
    uint64_t queue_value;                /* valid once submitted */

    struct gi_gate *gates;
    size_t gate_count, gate_capacity, gate_next;     /* gates before gate_next are open */
    struct gi_wait_node of;              /* that its gates of semaphores and words are of: one call
                                            adds them all */
    struct gi_wait *waits;
    size_t wait_count, wait_capacity;
    struct gi_command *commands;
    size_t command_count, command_capacity;
    struct gi_replay **replays;          /* referenced */
    size_t replay_count, replay_capacity;
    size_t replays_at;                   /* with replays: so many commands come before them */
    struct gi_recording **recordings;    /* of several replays, while they are submitted */
    size_t recording_capacity;
    uint64_t written_bytes;              /* by the commands; a byte written twice counts twice */
    struct gi_allocation **kept;         /* referenced until the device is done */
    size_t kept_count, kept_capacity;
    struct gi_image **images;            /* the batch's; kept by kept */
    size_t image_count, image_capacity;
    struct gi_kernel_launch *launches;   /* their kernels are referenced */
    size_t launch_count, launch_capacity;
    struct gi_launch_report **reports;   /* of launches; released with the segment */
    size_t report_count, report_capacity;
    struct gi_signal *signals;           /* by the device; the semaphores are referenced, as in
                                            the next two */
    size_t signal_count, signal_capacity;
    struct gi_signal *host_signals;      /* by the host, once the device is done */
    size_t host_signal_count, host_signal_capacity;
    struct gi_semaphore **waited;        /* the semaphores in waits */
    size_t waited_count, waited_capacity;
    struct gi_timestamp_slot **stamps;   /* that the commands write; referenced */
    size_t stamp_count, stamp_capacity;
    struct gi_timestamp_slot *end_stamp; /* of a batch behind a time that opens it: the time at its
                                            end. Referenced, or NULL */
    gi_host_fn host_fn;                  /* then the segment has only gates besides */
    void *host_argument;
    bool host_always;
    gi_host_words host_words;            /* describes its work for the watchdog; or NULL */
    struct gi_traced *traced;            /* its part of the timeline (traced.h), or NULL */
    struct gi_segment *next_call;        /* while the function waits for a thread (host_call.h), as
                                            the next two */
    struct gi_stream *call_stream;       /* referenced until the function has returned */
    gi_status call_status;
    struct gi_hazard hazard;
    uint64_t exported_count;             /* when the last command was added (memory_object.h) */
};

/** Whether the segment has work for the device, beside waits and signals. */
static inline bool gi_segment_has_work(const struct gi_segment *segment)
{
    return segment->command_count > 0 || segment->replay_count > 0;
}

/** Whether the host has work to do once the device is done with the segment. */
static inline bool gi_segment_ends_on_host(const struct gi_segment *segment)
{
    return segment->host_fn != NULL || segment->host_signal_count > 0 || segment->writes_word;
}

static inline bool gi_segment_is_full(const struct gi_segment *segment)
{
    return segment->command_count >= GI_SEGMENT_COMMANDS ||
           segment->replay_count >= GI_SEGMENT_REPLAYS;
}

/** Whether the last work of the segment is recorded. */
static inline bool gi_segment_ends_recorded(const struct gi_segment *segment)
{
    return segment->replay_count > 0 && segment->replays_at == segment->command_count;
}

/** The one waiter of a stream: it wakes the stream when the gate where it stands may have
 *  opened. While armed it holds a reference to the stream. */
struct gi_gate_waiter {
    bool armed;
    atomic_bool notified;                /* set by the notification, cleared by the next look at
                                            the stream */
    enum { GI_GATE_WAITER_POINT, GI_GATE_WAITER_PAGE, GI_GATE_WAITER_PROGRESS, GI_GATE_WAITER_VALUE,
           GI_GATE_WAITER_BINARY } kind;
    struct gi_point_waiter point;
    struct gi_stream *point_stream;      /* referenced while armed */
    struct gi_page_waiter page;
    struct gi_progress_waiter progress;
    struct gi_progress *progress_thread; /* the thread that has the progress waiter */
    struct gi_value_waiter value;
    struct gi_binary_waiter binary;      /* notifies through the progress waiter */
    struct gi_semaphore *semaphore;      /* referenced while armed */
};

struct gi_captured_stream;

struct gi_stream {
    struct gi_object object;
    struct gi_device *device;
    struct gi_lane *lane;
    uint32_t flags;
    _Atomic int priority;
    uint64_t id;
    bool is_legacy;
    _Atomic(struct gi_captured_stream *) capture;    /* the capture that takes its operations
                                                        (capture.h), or NULL */
    bool capture_is_over;                /* the stream has ended, so it captures no more; guarded by
                                            the captures' lock */
    size_t captured_blocking;            /* legacy: how many streams that order with it capture;
                                            guarded by the captures' lock */
    struct gi_stream *legacy;            /* of its context; referenced, unless it is the stream
                                            itself */
    gi_handle context;                   /* legacy: its context; 0: the primary one */
    atomic_size_t active_blocking;       /* legacy: how many streams that order with it have
                                            work */
    _Atomic(struct gi_stream *) context_waits;   /* legacy: the waits of its whole context, and */
    _Atomic(struct gi_stream *) context_records; /* the records of it (context_streams.h);
                                                    referenced, or NULL */

    pthread_mutex_t lock;
    pthread_cond_t changed;              /* a segment was submitted, is done or has failed */
    atomic_uint moves;                   /* how often that was told; also read without the lock */
    unsigned lookers;                    /* threads that poll for it, and then move segments */
    struct gi_segment *head, *tail;      /* oldest that is not done .. newest */
    struct gi_segment *pending;          /* oldest that is not submitted */
    struct gi_segment *spare;            /* for reuse */
    uint32_t spare_count;
    struct gi_segment *newest_anything;  /* the newest that touches anything, if there is one */
    size_t outlived_count;               /* segments that keep what was freed under them */
    _Atomic uint64_t enqueued;           /* number of the newest segment */
    uint64_t last_queue_value;           /* of the newest submitted segment */
    size_t calls_pending;                /* host functions that later segments wait for */
    size_t host_actions;                 /* submitted segments after which the host has work to
                                            do */
    bool advancing, advance_again;
    unsigned holders;                    /* callers that write several operations
                                            (gi_append_hold) */
    bool is_active;                      /* in the device's list */
    bool is_orphan;                      /* has no handle any more, so no call queries it */
    atomic_bool outlives_context;        /* its context has ended, or was reset while the
                                            stream had a handle; of a legacy stream: for all
                                            streams of the context */
    struct gi_stream *active_next, *active_previous;
    gi_status failure;                   /* of queued work, until it is reported */
    uint64_t failed_until;               /* the newest segment when a kernel failed */
    gi_status last_failure;              /* the newest failure, reported or not: dropped work
                                            failed with it */
    char failure_detail[GI_POINT_DETAIL_BYTES];
    gi_status call_failure;              /* of the host function that runs, and its sentence */
    char call_detail[GI_POINT_DETAIL_BYTES];
    atomic_uint enders;                  /* of a legacy stream: threads that end its context, or
                                            reset it, and wait for its work. Then host functions of
                                            the library begin nothing more */
    struct gi_stream_attributes attributes;
    uint32_t unit_mask[GI_UNIT_MASK_WORDS];
    bool has_unit_mask;
    bool is_blocked;                     /* the gate where it stands is shut, as of the last look */

    uint64_t stuck_seq;                  /* for the watchdog: the head and gate at its last look,
                                            since when, and when it reports next */
    size_t stuck_gate;
    int64_t stuck_since_ns, stuck_next_ns;
    struct gi_run_clock run_clock;       /* of the limit of time */

    struct gi_gate_waiter gate_waiter;
    struct gi_progress_waiter completion;    /* notifies when the queue has reached the
                                                       head's value */
    bool completion_armed;
    bool wants_room;                     /* the head is not submitted until its lane reaches
                                            room_value */
    bool has_room;                       /* the lane has reached it */
    uint64_t room_value;
    _Atomic uint64_t after_legacy;       /* the legacy stream's point that this stream is ordered
                                            after */
    _Atomic uint64_t before_legacy;      /* this stream's point that the legacy stream is ordered
                                            after */
    _Atomic uint64_t after_context;      /* the point of context_waits that this stream is ordered
                                            after; UINT64_MAX: it ignores them (order.h) */
    int64_t traced_ns;                   /* where its newest slice of the timeline ends */
    uint64_t times;                      /* count of the times that events have requested */
    struct gi_opening {                  /* the times of events recorded in the idle stream */
        struct gi_timestamp_slot *begin, *end;   /* where the work that follows begins and ends;
                                                    referenced, or NULL */
        uint64_t seq;                    /* the newest segment then */
        struct gi_timestamp_slot *ahead; /* for the end of the next work; referenced, or NULL */
    } opening;
    _Atomic uint64_t recorded;           /* newest segment that an event stands for */
    atomic_bool wake_requested;
    struct gi_stream *next_wake;         /* worklist of scheduler.c */
    struct gi_points points;             /* last, because its rarely used part holds failures */
};

/** Sets the number, unless it is larger already.
 *  Threads: any. */
static inline void gi_raise(_Atomic uint64_t *number, uint64_t to)
{
    uint64_t seen = atomic_load(number);

    while (seen < to && !atomic_compare_exchange_weak(number, &seen, to))
        ;
}

/** Makes a stream of the program, which a reset of the device or the end of its context ends.
 *  legacy is the legacy stream of that context; NULL: the new stream is one. If out_handle is NULL,
 *  the stream is internal: it has no handle, and the caller's reference keeps it alive.
 *  Errors: GI_OUT_OF_MEMORY, GI_CONTEXT_DESTROYED. */
GI_MUST_CHECK gi_status gi_stream_new(struct gi_device *device, struct gi_stream *legacy,
                                      uint32_t flags, int priority, gi_handle *out_handle,
                                      struct gi_stream **out_stream);

/** Finds the stream of a handle; resolves GI_STREAM_NULL, _LEGACY and _PER_THREAD.
 *  Owner:  the caller drops the reference with gi_stream_release.
 *  Errors: GI_STALE_HANDLE. */
GI_MUST_CHECK gi_status gi_stream_acquire(gi_handle handle, struct gi_stream **out_stream);

/** As gi_stream_acquire, for work that may reach no queue, so that no queue would report a lost
 *  device or a failed context.
 *  Errors: GI_STALE_HANDLE, GI_DEVICE_LOST, and the failure of the stream's context. */
GI_MUST_CHECK gi_status gi_stream_acquire_working(gi_handle handle, struct gi_stream **out_stream);

/** As gi_stream_acquire_working, for a call that no captured stream takes.
 *  Errors: also those of gi_capture_check. */
GI_MUST_CHECK gi_status gi_stream_acquire_for(gi_handle handle, const char *what,
                                              struct gi_stream **out_stream);
void gi_stream_release(struct gi_stream *stream);

/** The stream's newest point. */
static inline uint64_t gi_stream_newest(struct gi_stream *stream)
{
    return atomic_load_explicit(&stream->enqueued, memory_order_acquire);
}

static inline bool gi_stream_is_blocking(const struct gi_stream *stream)
{
    return (stream->flags & GI_STREAM_NON_BLOCKING) == 0;
}

#endif
