/** Threads of the library that sleep on host semaphores and say when one has changed. */
#ifndef GI_PAGE_WAITER_H
#define GI_PAGE_WAITER_H

#include "host_event.h"
#include "base/status.h"

struct gi_watcher;

/** One host semaphore to be watched, once; embedded in whoever wants to know. */
struct gi_page_waiter {
    const struct gi_host_semaphore *semaphore;
    uint64_t value;              /* fires at the latest when this is reached */
    const struct gi_host_event *event;       /* if it is a record, value, of this: fires also when
                                                its process has ended */
    int64_t gives_up_ns;         /* fires soon after this time at the latest */
    uint32_t seen;               /* its wake word before the value was looked at */
    void (*fire)(struct gi_page_waiter *watch);    /* on a thread of the library, no lock held */
    struct gi_watcher *watcher;  /* the watcher's own fields from here on */
    struct gi_page_waiter *next_fired;
    size_t index;
};

/** Fires when the semaphore's wake word is no longer `seen`; spurious fires are possible.
 *  Owner:   watch and its semaphore stay valid until it has fired or was cancelled.
 *  Threads: any.
 *  Errors:  GI_OUT_OF_MEMORY, GI_OS_ERROR if a thread cannot be started. */
GI_MUST_CHECK gi_status gi_page_waiter_arm(struct gi_page_waiter *watch);

/** Takes it back; false if it has fired or is about to.
 *  Threads: any. */
bool gi_page_waiter_cancel(struct gi_page_waiter *watch);

#endif
