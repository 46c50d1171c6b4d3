/** Threads that sleep on host semaphores and notify waiters when one has changed.
 *  Threads: any. */
#ifndef GI_PAGE_WAITER_H
#define GI_PAGE_WAITER_H

#include "host_event.h"
#include "base/status.h"

struct gi_watcher;

/** A waiter for one host semaphore, which is notified once. It is embedded in its owner's
 *  struct. */
struct gi_page_waiter {
    const struct gi_host_semaphore *semaphore;
    uint64_t value;              /* notified at the latest when this is reached */
    const struct gi_host_event *event;       /* if set, the waiter is for record `value` of this
                                                event, and is also notified when the recording
                                                process has ended */
    int64_t gives_up_ns;         /* with event: notified soon after this time at the latest */
    uint32_t seen;               /* the wake word, read before the value was checked */
    void (*notify)(struct gi_page_waiter *waiter);    /* on a thread of the library, with no lock
                                                         held */
    struct gi_watcher *watcher;  /* this and the next fields are the watcher's */
    struct gi_page_waiter *next_changed;
    size_t index;
};

/** Arms a waiter: it is notified when the semaphore's wake word is no longer `seen`. Notifications
 *  may be spurious.
 *  Owner:  the waiter and its semaphore stay valid until it was notified or cancelled.
 *  Errors: GI_OUT_OF_MEMORY, GI_OS_ERROR if a thread cannot be started. */
GI_MUST_CHECK gi_status gi_page_waiter_arm(struct gi_page_waiter *waiter);

/** Cancels a waiter. False if it was notified or is about to be. */
bool gi_page_waiter_cancel(struct gi_page_waiter *waiter);

#endif
