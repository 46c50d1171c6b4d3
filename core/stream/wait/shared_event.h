/** The part of an event that other processes see. append.c records it and waits for it.
 *
 *  Threads: any. */
#ifndef GI_SHARED_EVENT_H
#define GI_SHARED_EVENT_H

#include "base/secret.h"
#include "queue/host_event.h"

struct gi_shared_event {
    atomic_uint refs;
    struct gi_host_event host;
    gi_secret_place secret;      /* a process that knows it may request the page */
};

/** Makes an event in a new page.
 *  Owner:  the reference is the caller's.
 *  Errors: GI_OUT_OF_MEMORY; GI_OS_ERROR. */
GI_MUST_CHECK gi_status gi_shared_event_create(struct gi_shared_event **out_event);

/** Maps the page of another process's event.
 *  Owner:  borrows the fd; the reference is the caller's.
 *  Errors: GI_INVALID_HANDLE if the fd is no event; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_shared_event_import(int borrowed_fd, struct gi_shared_event **out_event);

void gi_shared_event_ref(struct gi_shared_event *event);
void gi_shared_event_unref(struct gi_shared_event *event);

/** Duplicates the event's fd, to send it to another process.
 *  Owner:  the fd is the caller's.
 *  Errors: GI_OS_ERROR. */
GI_MUST_CHECK gi_status gi_shared_event_export(const struct gi_shared_event *event, int *out_fd);

/** The number of the newest record of any process; 0: none. */
uint64_t gi_shared_event_newest(const struct gi_shared_event *event);

/** GI_OK if the record is done.
 *  Errors: GI_NOT_READY; GI_AWAITED_FAILED if its work has failed, or its process ended before
 *          it was done. */
GI_MUST_CHECK gi_status gi_shared_event_poll(const struct gi_shared_event *event, uint64_t number);

/** Stores the error sentence of a failed record and returns GI_AWAITED_FAILED. */
GI_MUST_CHECK gi_status gi_shared_event_failure(const struct gi_shared_event *event,
                                                uint64_t number);

#endif
