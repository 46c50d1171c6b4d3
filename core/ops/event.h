/** Events: each stands for a place in a stream. */
#ifndef GI_EVENT_H
#define GI_EVENT_H

#include "base/handle.h"
#include "base/secret.h"

enum {
    GI_EVENT_BLOCKING_SYNC = 1u << 0,
    GI_EVENT_DISABLE_TIMING = 1u << 1,
    GI_EVENT_INTERPROCESS = 1u << 2      /* legal only with GI_EVENT_DISABLE_TIMING */
};

/** Errors: GI_INVALID_VALUE for flags that are unknown or contradict. */
GI_MUST_CHECK gi_status gi_event_create(uint32_t flags, gi_handle *out_event);
GI_MUST_CHECK gi_status gi_event_destroy(gi_handle event);

/** The secret of the handles that other processes are given of the event; from now on there may be
 *  one.
 *  Errors: GI_INVALID_HANDLE if it was not made for them here; as gi_secret_of. */
GI_MUST_CHECK gi_status gi_event_secret(gi_handle event, struct gi_secret *out_secret);

/** Whether the event was exported with this secret.
 *  Threads: any. */
bool gi_event_has_secret(gi_handle event, const struct gi_secret *secret);

/** What another process makes its event of, as an fd.
 *  Owner:  the fd is the caller's.
 *  Errors: GI_INVALID_HANDLE if it was not made for several processes here; GI_OS_ERROR. */
GI_MUST_CHECK gi_status gi_event_export(gi_handle event, int *out_fd);

/** An event of another process, on the current device.
 *  Owner:  borrows the fd.
 *  Errors: GI_INVALID_HANDLE if the fd is no event. */
GI_MUST_CHECK gi_status gi_event_import(int borrowed_fd, gi_handle *out_event);

/** The event stands for all work enqueued in stream before this call. */
GI_MUST_CHECK gi_status gi_event_record(gi_handle event, gi_handle stream);

/** GI_OK if the work is done or the event was never recorded, else GI_NOT_READY.
 *  Errors: what the work has failed with, as often as it is asked. */
GI_MUST_CHECK gi_status gi_event_query(gi_handle event);
GI_MUST_CHECK gi_status gi_event_synchronize(gi_handle event);

/** The time between two events: when the device had done what each stands for.
 *  Units:  milliseconds; below 0 if end is the earlier one.
 *  Errors: GI_INVALID_HANDLE if one takes no times, was never recorded or is of another device;
 *          GI_NOT_READY; GI_NOT_SUPPORTED on a device without a clock. */
GI_MUST_CHECK gi_status gi_event_elapsed(gi_handle start, gi_handle end, double *out_ms);

#endif
