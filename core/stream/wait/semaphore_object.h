/** Semaphores inside the core, behind one table of functions: a driver's, or a host semaphore if
 *  no kernel object can be shared.
 *
 *  Threads: any. */
#ifndef GI_SEMAPHORE_OBJECT_H
#define GI_SEMAPHORE_OBJECT_H

#include <stdatomic.h>
#include <stddef.h>

#include "base/handle.h"
#include "contract/driver.h"
#include "queue/host_event.h"
#include "trace/record.h"

struct gi_lane;
struct gi_shared_event;

/** This process's signals and waits of a binary semaphore that the host cannot query; kept by
 *  binary_waits.c. Other processes are not counted. */
struct gi_own_signals {
    uint64_t enqueued;
    uint64_t settled;            /* how many of them were submitted or never will be */
    int64_t balance;             /* submitted signals less submitted waits */
    struct gi_lane *lane;        /* the newest submitted signal is done when lane reaches value */
    uint64_t value;
};

/** A semaphore of the core. The driver's struct follows. */
struct gi_semaphore_object {
    atomic_uint refs;
    atomic_uint next_takers;             /* enqueued waits that take the next signal of a binary
                                            semaphore, whichever it is */
    struct gi_own_signals own;           /* guarded by the device's lane_lock */
    struct gi_host_semaphore *page;      /* NULL: a driver's semaphore */
    struct gi_shared_event *event;       /* the event whose record and page this is; NULL: none */
    bool is_capture;
    struct gi_trace_identity identity;   /* of an import; else none */
    _Atomic(const char *) name;          /* the program's, a text that stays; NULL: none */
    atomic_uint_least64_t traced_signals, traced_waits;      /* of a binary semaphore: how many a
                                            trace has */
    _Atomic gi_handle handle;            /* of the newest import, by which messages name it; 0:
                                            none */
    _Alignas(max_align_t) struct gi_semaphore semaphore;     /* last: the driver's struct
                                                                continues it */
};

static inline struct gi_semaphore_object *gi_semaphore_object_of(struct gi_semaphore *semaphore)
{
    return (struct gi_semaphore_object *)((char *)semaphore -
                                          offsetof(struct gi_semaphore_object, semaphore));
}

/** Whether only queues can wait for it, because the host cannot query it. */
static inline bool gi_semaphore_is_for_queues(const struct gi_semaphore *semaphore)
{
    return (semaphore->caps & GI_SEMAPHORE_HOST_WAIT) == 0;
}

/** Imports an fd. Recognises a host semaphore, and gives anything else to the driver. A host
 *  timeline requested as binary is imported as a timeline.
 *  Owner:  borrows the fd; the reference is the caller's.
 *  Errors: GI_IMPORT_FAILED, GI_NOT_SUPPORTED, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_semaphore_object_import(struct gi_device_base *base,
                                                   enum gi_semaphore_kind kind,
                                                   const struct gi_os_handle *borrowed,
                                                   struct gi_semaphore **out_semaphore);

/** The condition that ends a wait for a record. */
enum gi_record_wait {
    GI_RECORD_DONE,              /* it is done; if it has failed, a query returns
                                    GI_AWAITED_FAILED */
    GI_RECORD_OVER,              /* it is done or has failed */
    GI_RECORD_OVER_SOON          /* as GI_RECORD_OVER, but after a second it counts as failed */
};

/** Makes a timeline that reaches number when the event's record of that number is over, as wait
 *  says.
 *  Owner:  keeps the event; the reference is the caller's.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_semaphore_object_of_record(struct gi_device_base *base,
                                                      struct gi_shared_event *event,
                                                      uint64_t number, enum gi_record_wait wait,
                                                      struct gi_semaphore **out_semaphore);

/** Signals from the host.
 *  Errors: GI_INVALID_VALUE if a timeline's value would not grow; the value stays. */
GI_MUST_CHECK gi_status gi_semaphore_object_signal(struct gi_semaphore *semaphore, uint64_t value);

/** An enqueued signal will never be made. A record fails; other semaphores stay as they are. */
void gi_semaphore_object_give_up(struct gi_semaphore *semaphore);

/** The event that a semaphore is a record of, or NULL. */
static inline struct gi_shared_event *gi_semaphore_event(struct gi_semaphore *semaphore)
{
    return gi_semaphore_object_of(semaphore)->event;
}

/** When an unfinished record counts as failed.
 *  Units: nanoseconds on the monotonic clock. */
int64_t gi_semaphore_gives_up_ns(struct gi_semaphore *semaphore);

static inline void gi_semaphore_object_ref(struct gi_semaphore *semaphore)
{
    atomic_fetch_add_explicit(&gi_semaphore_object_of(semaphore)->refs, 1, memory_order_relaxed);
}

void gi_semaphore_object_unref(struct gi_semaphore *semaphore);

/** The host semaphore of a semaphore object; NULL if it is a driver's. */
static inline struct gi_host_semaphore *gi_semaphore_host(struct gi_semaphore *semaphore)
{
    return gi_semaphore_object_of(semaphore)->page;
}

/** Queries a semaphore with GI_SEMAPHORE_HOST_WAIT, without sleeping. GI_OK: the value is
 *  reached; a binary semaphore's signal is taken.
 *  Errors: GI_NOT_READY if the value is not reached. */
GI_MUST_CHECK gi_status gi_semaphore_try_wait(struct gi_semaphore *semaphore, uint64_t value);

/** Makes a semaphore that the currently submitted signal of a binary semaphore will signal, and
 *  no later one. The driver must be able to capture. Only the oldest wait that takes the next
 *  signal may call it.
 *  Owner:  the reference is the caller's.
 *  Errors: GI_NOT_READY if no signal is submitted; GI_OUT_OF_MEMORY, GI_DEVICE_LOST. */
GI_MUST_CHECK gi_status gi_semaphore_object_capture(struct gi_semaphore *semaphore,
                                                    struct gi_semaphore **out_captured);

#endif
