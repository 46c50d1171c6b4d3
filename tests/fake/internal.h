/** What the files of the fake driver share. It is simple rather than fast: one lock guards
 *  everything except the bytes of memory, and one condition signals every change. */
#ifndef GIFAKE_INTERNAL_H
#define GIFAKE_INTERNAL_H

#include <pthread.h>
#include <stdatomic.h>

#include "fake.h"

struct gifake_device {
    struct gi_device_base base;
    unsigned children;           /* live memories, semaphores, queues and waiters */
};

struct gifake_waiter {
    struct gi_waiter base;
    bool wake_pending;
    unsigned inside;             /* threads that sleep in it */
};

struct gifake_memory {
    struct gi_memory base;
    uint8_t *bytes;              /* the whole object, mapped for the fake's own use */
    size_t mapped_bytes;
    bool is_wrapped;             /* bytes belong to the program */
    bool has_own_address;        /* from take_address */
    uint64_t charged_bytes;      /* taken from the device's heap; 0 for imports */
    enum gi_memory_kind kind;
    bool is_imported;
    int fd;                      /* of exportable memory; else -1 */
    enum gi_os_handle_kind fd_kind;
    unsigned uses;               /* batches in flight that use it */
    struct gifake_memory *next_with_address;     /* in the site's list if has_own_address */
    struct gifake_granule *granules;     /* of a range; NULL: it is none */
    size_t granule_count;
};

struct gifake_image {
    struct gi_image base;
    bool exists, is_bound;       /* init has succeeded; bind has succeeded */
    struct gifake_queue *begin_queue;    /* has its first command, at begin_value */
    uint64_t begin_value;
    bool begun;                  /* that value was seen to be reached: every queue may use it */
    unsigned uses;               /* batches in flight that use it */
};

/** A semaphore's state is in its memfd, so it lives as long as the last fd or import. */
struct gifake_payload {
    char magic[16];
    uint32_t kind;               /* enum gi_semaphore_kind */
    uint64_t value;              /* 0 or 1 for a binary semaphore */
    uint64_t submitted_value;    /* timeline: the largest value that was reached or is submitted */
    int64_t balance;             /* binary: submitted signals less submitted waits */
};

struct gifake_semaphore {
    struct gi_semaphore base;
    struct gifake_payload *payload;
    int fd;                      /* of created semaphores, for export; else -1 */
    unsigned uses;               /* batches in flight and host waits that use it */
};

struct gifake_kernel {
    struct gi_kernel base;
    uint32_t push_bytes;
    bool binds_constants;
    unsigned uses;               /* launches in queues */
};

static inline struct gifake_kernel *gifake_kernel_from(struct gi_kernel *base)
{
    return (struct gifake_kernel *)base;
}

struct gifake_recording {
    struct gi_recording base;
    struct gi_recorded recorded; /* its lists belong to the recording */
    unsigned uses;               /* in batches in flight */
    const struct gifake_queue *given_to; /* with choices, while it has uses: the last queue, and the
                                            value of the batch there */
    uint64_t given_value;
    bool is_broken;              /* what it names was finished */
    struct gifake_recording *next;       /* of all that are alive */
};

static inline struct gifake_recording *gifake_recording_from(struct gi_recording *base)
{
    return (struct gifake_recording *)base;
}

/** One operand of a command: in memory or in an image; neither, if the command has none. */
struct gifake_side {
    struct gi_memory *memory;            /* also of an image */
    const struct gi_place *place;
    const struct gi_image_place *image;
};

/** Where a command of a batch comes from. */
struct gifake_origin {
    const struct gifake_recording *recording;    /* one with choices; NULL: another place */
    size_t at;                   /* the command's number there */
    size_t launch;               /* of a launch: its number there */
    size_t time;                 /* its word of batch.times; 0: none */
};

/** A batch in a queue. */
struct gifake_job {
    struct gifake_job *next;
    struct gi_batch batch;       /* its arrays belong to the job */
    struct gifake_origin *origins;       /* of its commands */
    uint64_t behind[GIFAKE_MAX_QUEUES];  /* the values of other queues that it runs behind */
};

struct gifake_queue {
    struct gi_queue base;
    pthread_t worker;
    pthread_cond_t arrived;      /* the worker without a job sleeps for it */
    struct gifake_job *first, *last;     /* waiting and running */
    uint64_t value, submitted_value;
    uint64_t behind[GIFAKE_MAX_QUEUES];  /* of the newest batch */
    unsigned uses;               /* batches of other queues and host waits that use it */
    bool closing;
    atomic_bool submitting;
};

enum { GIFAKE_HOLES = 64 };

/** The state of a configured device, independent of who has opened it. */
struct gifake_site {
    struct gifake_device_config config;
    bool lost;
    struct gi_fault fault;               /* that it was lost by */
    const struct gi_texture *textures[GIFAKE_TEXTURES];  /* by slot */
    bool paused[GIFAKE_MAX_QUEUES];
    struct gifake_counts counts[GIFAKE_MAX_QUEUES];
    unsigned long host_waits;
    unsigned long overtaken_signals;
    unsigned long recordings;            /* made */
    atomic_ulong left_out;               /* launches, by choices */
    unsigned sleeping_callers;           /* threads in waiters of kind GI_WAITER_CALLERS */
    unsigned long launches_in_flight, finished_under_launches;
    uint64_t allocated_bytes;
    uint64_t next_address;
    struct gifake_hole {
        uint64_t address, mapped_bytes;
    } holes[GIFAKE_HOLES];               /* if config.reuses_addresses */
    size_t hole_count;
    struct gifake_memory *with_own_address;
    bool has_no_address;
    unsigned taken_host_addresses;
    bool clock_is_set;
    uint64_t ticks, tick_step;
};

/* ---- state.c: guarded by the lock unless a line says otherwise ----------------------------- */

extern struct gifake_live gifake_alive;

void gifake_lock(void);
void gifake_unlock(void);

/** Wakes all threads that wait for a change. */
void gifake_changed(void);

/** Sleeps until a change or the deadline; false after the deadline. */
bool gifake_sleep(int64_t abs_timeout_ns);

/** Sleeps until somebody signals the condition. The lock is held. */
void gifake_sleep_for(pthread_cond_t *condition);

size_t gifake_site_count(void);
struct gifake_site *gifake_site(uint32_t index);
struct gifake_site *gifake_site_of(const struct gi_device_base *base);

/** Counts a call of a slot that can fail, and fails it if a test has ordered that.
 *  Threads: called without the lock; base may be NULL.
 *  Errors:  the ordered one, or usual; GI_DEVICE_LOST once the device is lost. */
GI_MUST_CHECK gi_status gifake_enter(const struct gi_device_base *base, const char *slot,
                                     gi_status usual);

/** Registers the exit handler of gifake_end_at_exit. */
void gifake_note_listing(void);

/** Stops the calling thread if a test has ordered that for the slot.
 *  Threads: called without the lock. */
void gifake_stop_if_ordered(const char *slot);

/** Reports a breach of the contract: ends the program, or calls the test's callback and returns
 *  GI_INTERNAL.
 *  Threads: with or without the lock. */
GI_PRINTF(1, 2) gi_status gifake_violation(const char *format, ...);

/* ---- fds ---------------------------------------------------------------------------------- */

/** Makes a memfd with a name and a size; -1 with errno. */
int gifake_memfd(const char *name, uint64_t size_bytes);

/** Checks that fd is a memfd with that name.
 *  Threads: any; needs no lock.
 *  Errors:  GI_IMPORT_FAILED with a sentence about what it is instead. */
GI_MUST_CHECK gi_status gifake_check_memfd(const char *what, int fd, const char *name);

/* ---- the objects -------------------------------------------------------------------------- */

struct gifake_device *gifake_device_from(struct gi_device_base *base);
struct gifake_memory *gifake_memory_from(struct gi_memory *mem);
struct gifake_semaphore *gifake_semaphore_from(struct gi_semaphore *sem);
struct gifake_queue *gifake_queue_from(struct gi_queue *queue);

struct gifake_image *gifake_image_from(struct gi_image *image);

/** The address of row y of slice z of the box at place, in the image's memory. */
uint64_t gifake_image_row(const struct gi_image_place *place, uint64_t y, uint64_t z);

/** What a queue does at an image's first command. */
void gifake_image_begin(const struct gi_image *image);

/* Each reports what is wrong with command i of a batch.
 * Errors: GI_INTERNAL, from gifake_violation. */
GI_MUST_CHECK gi_status gifake_check_begin(struct gifake_queue *queue, size_t i, uint64_t value,
                                           const struct gi_image_place *place);
GI_MUST_CHECK gi_status gifake_check_image_place(struct gifake_queue *queue, size_t i,
                                                 const char *which,
                                                 const struct gi_image_place *place,
                                                 const struct gi_box *box);
GI_MUST_CHECK gi_status gifake_check_image_memory(size_t i, const struct gi_image *image,
                                                  const struct gi_place *place,
                                                  const struct gi_box *box);

/** An object of the device is finished: noted if a launch is in flight. The lock is held. */
void gifake_note_finish(const struct gi_device_base *base);

/** A signal of the value is over. It is overtaken if the timeline has a larger value: a driver that
 *  writes the value once more at the end would set it back. The lock is held. */
void gifake_end_signal(const struct gifake_semaphore *sem, uint64_t value);

/** The device's clock; a read by a queue advances it by a step. */
uint64_t gifake_ticks(struct gifake_site *site, bool by_queue);

/** Whether the wait's signal is submitted, and no earlier wait takes it. */
bool gifake_is_submitted(const struct gifake_semaphore *sem, uint64_t value);

/** Whether the wait is satisfied; a binary semaphore stays signalled. */
bool gifake_reached(const struct gi_wait *wait);

/** Adds or removes a use of the objects that the wait names. */
void gifake_use_wait(const struct gi_wait *wait, int change);

/** On a lost device, sleeps until its queues have dropped their work. The core need not wait for
 *  their values, which they never reach. */
void gifake_await_drop(const struct gi_device_base *base, const unsigned *uses);

/** The operands of a command. A fill has no src, and neither has an image's first command. */
void gifake_sides(const struct gi_command *command, struct gifake_side *out_dst,
                  struct gifake_side *out_src);

/** The address of a row of a command's box, in an operand's memory. */
uint64_t gifake_side_row(const struct gifake_side *side, uint64_t y, uint64_t z);

/** Gives a mapped object its addresses, and counts it. Called without the lock. */
void gifake_give_addresses(struct gifake_memory *mem, enum gi_memory_kind kind,
                           uint64_t alignment_bytes);

/* ---- range.c: of memory that is no range, the last three do nothing ----------------------- */

gi_status gifake_range_reserve(struct gi_memory *base, uint64_t size_bytes,
                               uint64_t alignment_bytes, uint64_t wanted_address);
gi_status gifake_range_place(struct gi_memory *base, const struct gi_range_place *places,
                             size_t count);
void gifake_range_finish(struct gifake_memory *range);

/** Reports bytes of a command without pages, or that it must not write to. */
GI_MUST_CHECK gi_status gifake_range_check(struct gi_memory *base, uint64_t begin, uint64_t end,
                                           bool writes);

/** Counts a batch as a user of these bytes, or one less. */
void gifake_range_use(struct gi_memory *base, uint64_t begin, uint64_t end, int change);

/** The memory that holds the bytes from *in_out_begin on, which become offsets in it: of as many
 *  bytes as are in one granule. The memory itself if it is no range. */
struct gi_memory *gifake_range_find(struct gi_memory *base, uint64_t *in_out_begin,
                                    uint64_t *in_out_end);

/** Reports what is wrong with a batch, before the queue takes it.
 *  Errors: GI_INTERNAL, from gifake_violation. */
GI_MUST_CHECK gi_status gifake_check_batch(struct gifake_queue *queue,
                                           const struct gi_batch *batch);
/** Whether a box at a place is in memory of the device. The sentence is about command i. */
GI_MUST_CHECK gi_status gifake_check_place(const struct gi_device_base *device, size_t i,
                                           const char *which, const struct gi_place *place,
                                           const struct gi_box *box);
/** Whether the parts of ranges that a command touches have pages now. */
GI_MUST_CHECK gi_status gifake_check_sides(const struct gi_command *command);
GI_MUST_CHECK gi_status gifake_check_recorded(struct gi_device_base *base,
                                              const struct gi_recorded *recorded);
GI_MUST_CHECK gi_status gifake_check_recordings(const struct gifake_queue *queue,
                                                const struct gi_batch *batch);

/* ---- recording.c --------------------------------------------------------------------------- */

/** A memory or kernel is finished: recordings that name it are not submitted again. The lock is
 *  held. */
void gifake_is_finished(const void *object);

/** Whether a batch has a launch, recorded or not. */
bool gifake_has_launch(const struct gi_batch *batch);

/** Writes the lists of all commands and launches of a batch, those of its recordings in their
 *  place, and where each comes from. The caller frees all; false, also with all to free, if memory
 *  is short. */
GI_MUST_CHECK bool gifake_flatten(const struct gi_batch *batch, struct gifake_job *job);

/* ---- choice.c ------------------------------------------------------------------------------ */

/** Checks the choices of a recording.
 *  Threads: called without the lock. */
GI_MUST_CHECK gi_status gifake_check_choices(const struct gi_device_base *device,
                                             const struct gi_recorded *recorded);

/** Whether the choices of a recording name a piece of memory. */
bool gifake_choices_name(const struct gi_recorded *recorded, const void *memory);

/** Counts a batch with the recording as a user of the memory that its choices name, or one less. */
void gifake_use_choices(const struct gifake_recording *recording, int change);

/** Whether the parts of ranges that hold a recording's words have pages now. */
GI_MUST_CHECK gi_status gifake_check_words(const struct gi_recorded *recorded);

/** Reports a recording with choices that another queue may still run beside the batch: the batch,
 *  and those before it in its queue, do not wait for that one, nor for a batch that does. */
GI_MUST_CHECK gi_status gifake_check_given(const struct gifake_queue *queue,
                                           const struct gi_batch *batch);

/** A queue takes a batch: notes what it runs behind, and where its recordings are. */
void gifake_give(struct gifake_queue *queue, struct gifake_job *job);

/** Makes the choices in front of a command.
 *  Threads: called without the lock, by the queue that runs it. */
void gifake_choose(const struct gifake_origin *origin);

/** Whether a launch runs. */
bool gifake_is_chosen(const struct gifake_origin *origin);

/** Tells a test that a launch runs, if it has asked for that. Called without the lock. */
void gifake_tell_launch(const struct gi_kernel_launch *launch);


extern const struct gi_device_ops gifake_device_ops;
extern const struct gi_waiter_ops gifake_waiter_ops;
extern const struct gi_memory_ops gifake_memory_ops;
extern const struct gi_image_ops gifake_image_ops;
extern const struct gi_texture_ops gifake_texture_ops;
extern const struct gi_kernel_ops gifake_kernel_ops;
extern const struct gi_semaphore_ops gifake_semaphore_ops;
extern const struct gi_queue_ops gifake_queue_ops;
extern const struct gi_recording_ops gifake_recording_ops;

#endif
