/** Contexts: owners of what a program makes on a device. Each device has a primary context, whose
 *  handle is the same for the whole process; programs create others. Each thread has a stack of
 *  current ones (base/current.h). All contexts of a device share its queues and memory; each has
 *  its own legacy stream.
 *  Threads: any. */
#ifndef GI_CONTEXT_H
#define GI_CONTEXT_H

#include "base/handle.h"

enum { GI_CONTEXT_VERSION = 3020 };      /* the API version that every context has */

/** Creates a context of a device and pushes it onto the calling thread's stack. The device is
 *  opened. flags are kept and returned.
 *  Errors: GI_OUT_OF_MEMORY, and those of opening the device. */
GI_MUST_CHECK gi_status gi_context_create(int ordinal, uint32_t flags, gi_handle *out_context);

/** Counts one more user of the calling thread's top. A created context begins with one user. For a
 *  primary context these counts have no effect: the counts of gi_context_retain_primary decide.
 *  Errors: GI_INVALID_CONTEXT, GI_CONTEXT_DESTROYED. */
GI_MUST_CHECK gi_status gi_context_attach(gi_handle *out_context);

/** Counts one user less of the calling thread's top. The last one destroys it.
 *  Errors: GI_INVALID_CONTEXT if context is not the top; as gi_context_destroy. */
GI_MUST_CHECK gi_status gi_context_detach(gi_handle context);

/** Records an event of the context: it stands for the work that all streams of the context have.
 *  Errors: GI_INVALID_CONTEXT; GI_STALE_HANDLE; GI_INVALID_HANDLE for an event of another one. */
GI_MUST_CHECK gi_status gi_context_record(gi_handle context, gi_handle event);

/** Makes the later work of all streams of the context wait for an event, of any context.
 *  Errors: GI_INVALID_CONTEXT; GI_STALE_HANDLE. */
GI_MUST_CHECK gi_status gi_context_wait(gi_handle context, gi_handle event);

/** Sleeps until the default stream and all blocking streams of a context are idle; 0 is the top.
 *  Errors: GI_INVALID_CONTEXT; the failure of queued work. */
GI_MUST_CHECK gi_status gi_context_wait_blocking(gi_handle context);

/** Waits for the context's work and ends a created context with what belongs to it. If it is the
 *  calling thread's top, it is popped. Other threads that have it current get GI_CONTEXT_DESTROYED.
 *  Errors: GI_INVALID_CONTEXT, also for a primary context; the failure of queued work. */
GI_MUST_CHECK gi_status gi_context_destroy(gi_handle context);

/** The calling thread's top, 0 if there is none. */
gi_handle gi_context_current(void);

/** Replaces the top; 0 pops it.
 *  Errors: GI_INVALID_CONTEXT. */
GI_MUST_CHECK gi_status gi_context_set_current(gi_handle context);

/** Errors: GI_INVALID_CONTEXT, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_context_push(gi_handle context);

/** Errors: GI_INVALID_CONTEXT if the stack is empty. */
GI_MUST_CHECK gi_status gi_context_pop(gi_handle *out_context);

/** The facts of a context; 0 means the top.
 *  Errors: GI_INVALID_CONTEXT, also if there is no top; GI_CONTEXT_DESTROYED for a dead top. */
struct gi_context_info {
    int ordinal;
    uint64_t id;                 /* no two contexts of a process have the same */
    bool is_primary;
};
GI_MUST_CHECK gi_status gi_context_query(gi_handle context, struct gi_context_info *out_info);

/** The flags of the top; a primary context has those of its device.
 *  Errors: as gi_context_query. */
GI_MUST_CHECK gi_status gi_context_get_flags(uint32_t *out_flags);

/** Whether these have GI_DEVICE_SYNCHRONOUS_MEMORY. */
bool gi_context_ends_calls(void);

/** Changes the flags of the top.
 *  Errors: as gi_device_set_flags; GI_INVALID_CONTEXT. */
GI_MUST_CHECK gi_status gi_context_set_flags(uint32_t flags, uint32_t known_flags);

/** Counts one more user of a device's primary context. The device is opened.
 *  Errors: GI_INVALID_DEVICE, and those of opening the device. */
GI_MUST_CHECK gi_status gi_context_retain_primary(int ordinal, gi_handle *out_context);

/** Counts one user less; the last one resets the device. A runtime interface that uses the context
 *  is a user until gi_device_reset.
 *  Errors: GI_INVALID_CONTEXT if nobody retained it; those of gi_device_reset. */
GI_MUST_CHECK gi_status gi_context_release_primary(int ordinal);

/** Whether a primary context has users.
 *  Errors: GI_INVALID_DEVICE. */
GI_MUST_CHECK gi_status gi_context_primary_is_active(int ordinal, bool *out_active);

/** The handle for an owner as objects note it: 0 stands for the primary context of the device.
 *  Errors: GI_INVALID_DEVICE, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_context_of_owner(gi_handle owner, int ordinal, gi_handle *out_context);

#endif
