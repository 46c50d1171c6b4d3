/** Events: each stands for a point in a stream.
 *
 *  Threads: any that holds no lock.
 *  Errors:  of all: GI_STALE_HANDLE. */
#ifndef GI_EVENT_H
#define GI_EVENT_H

#include "base/handle.h"
#include "base/secret.h"

struct gi_device;
struct gi_stream;
struct gi_wait_node;

enum {
    GI_EVENT_BLOCKING_SYNC = 1u << 0,
    GI_EVENT_DISABLE_TIMING = 1u << 1,
    GI_EVENT_INTERPROCESS = 1u << 2      /* legal only with GI_EVENT_DISABLE_TIMING */
};

/** Makes an event on the current device.
 *  Errors: GI_INVALID_VALUE for flags that are unknown or conflict. */
GI_MUST_CHECK gi_status gi_event_create(uint32_t flags, gi_handle *out_event);
GI_MUST_CHECK gi_status gi_event_destroy(gi_handle event);

/** Returns the secret in the event's handles for other processes. From now on other processes
 *  may have one.
 *  Errors: GI_INVALID_HANDLE if the event is not interprocess, or is imported; as gi_secret_of. */
GI_MUST_CHECK gi_status gi_event_secret(gi_handle event, struct gi_secret *out_secret);

/** Whether the event was exported with this secret. */
bool gi_event_has_secret(gi_handle event, const struct gi_secret *secret);

/** Returns an fd from which another process imports the event.
 *  Owner:  the fd is the caller's.
 *  Errors: GI_INVALID_HANDLE if the event is not interprocess, or is imported; GI_OS_ERROR. */
GI_MUST_CHECK gi_status gi_event_export(gi_handle event, int *out_fd);

/** Imports an event of another process on the current device.
 *  Owner:  borrows the fd.
 *  Errors: GI_INVALID_HANDLE if the fd is no event. */
GI_MUST_CHECK gi_status gi_event_import(int borrowed_fd, gi_handle *out_event);

/** Records the event: it stands for all work enqueued in stream before this call.
 *  Errors: also GI_INVALID_HANDLE if the two are of different contexts or devices. */
GI_MUST_CHECK gi_status gi_event_record(gi_handle event, gi_handle stream);

/** As gi_event_record, in a captured stream, as a node of the graph, which records the event at
 *  each launch.
 *  Errors: also GI_CAPTURE_STATE if the stream does not capture. */
GI_MUST_CHECK gi_status gi_event_record_external(gi_handle event, gi_handle stream);

/** Records the event: it stands for all work that the context with this legacy stream has now.
 *  owner is that context, 0 for a primary one.
 *  Errors: also GI_INVALID_HANDLE if the event is of another context. */
GI_MUST_CHECK gi_status gi_event_record_of_context(gi_handle event, gi_handle owner,
                                                   struct gi_stream *legacy);

/** Makes all later work of the context with this legacy stream wait for the event's record. */
GI_MUST_CHECK gi_status gi_event_wait_of_context(gi_handle event, struct gi_stream *legacy);

/** Finds an event, for the next two. *out_device is the device of its context.
 *  Owner:  the caller gives the reference back with gi_object_unref. */
GI_MUST_CHECK gi_status gi_event_acquire(gi_handle event, struct gi_object **out_event,
                                         struct gi_device **out_device);

/** Records an event that the caller has a reference to, in a stream of its device.
 *  Errors: those of gi_stream_enqueue. */
GI_MUST_CHECK gi_status gi_event_record_in(struct gi_object *event, struct gi_stream *stream);

/** Makes a stream wait for the newest record of an event that the caller has a reference to.
 *  of: the node that asks for it.
 *  Errors: those of gi_stream_enqueue. */
GI_MUST_CHECK gi_status gi_event_wait_in(struct gi_object *event, struct gi_stream *stream,
                                         const struct gi_wait_node *of);

/** GI_OK if the work is done or the event was never recorded, else GI_NOT_READY.
 *  Errors: the work's failure, at every call. */
GI_MUST_CHECK gi_status gi_event_query(gi_handle event);
GI_MUST_CHECK gi_status gi_event_synchronize(gi_handle event);

/** The time from the completion of start's work to that of end's.
 *  Units:  milliseconds; negative if end is earlier.
 *  Errors: GI_INVALID_HANDLE if an event has timing disabled, was never recorded, or is of
 *          another device; GI_NOT_READY; GI_NOT_SUPPORTED on a device without a clock. */
GI_MUST_CHECK gi_status gi_event_elapsed(gi_handle start, gi_handle end, double *out_ms);

#endif
