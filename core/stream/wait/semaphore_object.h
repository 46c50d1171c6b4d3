/** Semaphores inside the core: a driver's own, or a host semaphore where there is no kernel object
 *  to share; behind one table of functions. */
#ifndef GI_SEMAPHORE_OBJECT_H
#define GI_SEMAPHORE_OBJECT_H

#include <stdatomic.h>
#include <stddef.h>

#include "contract/driver.h"
#include "queue/host_event.h"

struct gi_lane;
struct gi_shared_event;

/** What this process, not others, has done with a binary semaphore that the host cannot ask about;
 *  kept by turns.c. */
struct gi_own_signals {
    uint64_t enqueued;
    uint64_t settled;            /* of these, those that were submitted or never will be */
    int64_t balance;             /* signals less waits, as submitted */
    struct gi_lane *lane;        /* what was submitted last: done when lane reaches value */
    uint64_t value;
};

/** A semaphore as the core makes it, with its own notes before the driver's struct. */
struct gi_semaphore_object {
    atomic_uint refs;
    atomic_uint next_takers;             /* enqueued waits that take the next signal of a binary
                                            one, whichever it is */
    _Atomic uint64_t enqueued_value;     /* the highest that a queue was told to signal */
    struct gi_own_signals own;           /* behind the device's lane_lock */
    struct gi_host_semaphore *page;      /* NULL: it is a driver's */
    struct gi_shared_event *event;       /* a record of that event, whose page it is; NULL: none */
    bool is_capture;
    _Alignas(max_align_t) struct gi_semaphore semaphore;     /* the last: the driver's struct goes
                                                                on from here */
};

static inline struct gi_semaphore_object *gi_semaphore_object_of(struct gi_semaphore *semaphore)
{
    return (struct gi_semaphore_object *)((char *)semaphore -
                                          offsetof(struct gi_semaphore_object, semaphore));
}

/** Whether only queues can wait for it: the host cannot ask. */
static inline bool gi_semaphore_is_for_queues(const struct gi_semaphore *semaphore)
{
    return (semaphore->caps & GI_SEMAPHORE_HOST_WAIT) == 0;
}

/** Imports what the fd is: a host semaphore is recognised, everything else goes to the driver. A
 *  host timeline that is asked for as binary is a timeline all the same.
 *  Owner:   borrows the fd; the reference is the caller's.
 *  Threads: any.
 *  Errors:  GI_IMPORT_FAILED, GI_NOT_SUPPORTED, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_semaphore_object_import(struct gi_device_base *base,
                                                   enum gi_semaphore_kind kind,
                                                   const struct gi_os_handle *borrowed,
                                                   struct gi_semaphore **out_semaphore);

/** What is waited for of a record. */
enum gi_record_wait {
    GI_RECORD_DONE,              /* that it is done: if it fails, the query does with
                                    GI_AWAITED_FAILED */
    GI_RECORD_OVER,              /* that it is done or has failed */
    GI_RECORD_OVER_SOON          /* the same, and after a second it counts as failed */
};

/** A timeline that reaches number when that record of an event is what is waited for.
 *  Owner:  keeps the event; the reference is the caller's.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_semaphore_object_of_record(struct gi_device_base *base,
                                                      struct gi_shared_event *event,
                                                      uint64_t number, enum gi_record_wait wait,
                                                      struct gi_semaphore **out_semaphore);

/** Signals from the host.
 *  Errors: GI_INVALID_VALUE if a timeline's value would not grow; it stays as it is. */
GI_MUST_CHECK gi_status gi_semaphore_object_signal(struct gi_semaphore *semaphore, uint64_t value);

/** A signal that was enqueued will never be made: a record fails, other semaphores stay as they
 *  are. */
void gi_semaphore_object_give_up(struct gi_semaphore *semaphore);

/** The event that a semaphore is a record of, or NULL. */
static inline struct gi_shared_event *gi_semaphore_event(struct gi_semaphore *semaphore)
{
    return gi_semaphore_object_of(semaphore)->event;
}

/** When a record counts as failed, if it is not done by then. */
int64_t gi_semaphore_gives_up_ns(struct gi_semaphore *semaphore);

static inline void gi_semaphore_object_ref(struct gi_semaphore *semaphore)
{
    atomic_fetch_add_explicit(&gi_semaphore_object_of(semaphore)->refs, 1, memory_order_relaxed);
}

void gi_semaphore_object_unref(struct gi_semaphore *semaphore);

/** The host semaphore behind it, or NULL if it is a driver's. */
static inline struct gi_host_semaphore *gi_semaphore_host(struct gi_semaphore *semaphore)
{
    return gi_semaphore_object_of(semaphore)->page;
}

/** With GI_SEMAPHORE_HOST_WAIT: GI_OK if a wait would go through now, and of a binary semaphore the
 *  signal is taken; GI_NOT_READY if not. */
GI_MUST_CHECK gi_status gi_semaphore_try_wait(struct gi_semaphore *semaphore, uint64_t value);

/** Takes the signal that is submitted now away from a binary semaphore whose driver can capture.
 *  Makes a semaphore that this signal, and no later one, will signal. Only for the oldest of the
 *  waits that take the next signal.
 *  Owner:   the reference is the caller's.
 *  Threads: any.
 *  Errors:  GI_NOT_READY if no signal is submitted; GI_OUT_OF_MEMORY, GI_DEVICE_LOST. */
GI_MUST_CHECK gi_status gi_semaphore_object_capture(struct gi_semaphore *semaphore,
                                                    struct gi_semaphore **out_captured);

#endif
