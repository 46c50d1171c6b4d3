/** The part of an event that other processes see. Streams record it and wait for it (append.c). */
#ifndef GI_SHARED_EVENT_H
#define GI_SHARED_EVENT_H

#include "base/secret.h"
#include "stream/stream_state.h"

struct gi_shared_event {
    atomic_uint refs;
    struct gi_host_event host;
    gi_secret_place secret;      /* who has it may ask for the page */
};

/** Owner:  the reference is the caller's.
 *  Errors: GI_OUT_OF_MEMORY; GI_OS_ERROR. */
GI_MUST_CHECK gi_status gi_shared_event_create(struct gi_shared_event **out_event);

/** Errors: GI_INVALID_HANDLE if the fd is no event; GI_OUT_OF_MEMORY.
 *  Owner:  borrows the fd; the reference is the caller's. */
GI_MUST_CHECK gi_status gi_shared_event_import(int borrowed_fd, struct gi_shared_event **out_event);

void gi_shared_event_ref(struct gi_shared_event *event);
void gi_shared_event_unref(struct gi_shared_event *event);

/** A new fd of it, to be sent to another process.
 *  Errors: GI_OS_ERROR. */
GI_MUST_CHECK gi_status gi_shared_event_export(const struct gi_shared_event *event, int *out_fd);

/** The newest record of any process; 0: none. */
uint64_t gi_shared_event_newest(const struct gi_shared_event *event);

/** GI_OK or GI_NOT_READY.
 *  Errors: GI_AWAITED_FAILED if its work has failed, or its process has ended before. */
GI_MUST_CHECK gi_status gi_shared_event_poll(const struct gi_shared_event *event, uint64_t number);

/** The sentence of a record that has failed; GI_AWAITED_FAILED. */
GI_MUST_CHECK gi_status gi_shared_event_failure(const struct gi_shared_event *event,
                                                uint64_t number);

#endif
