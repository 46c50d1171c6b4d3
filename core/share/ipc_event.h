/** Events of this process for others, by handles as of memory (ipc.h); shared_event.h says what is
 *  shared. */
#ifndef GI_IPC_EVENT_H
#define GI_IPC_EVENT_H

#include "ipc.h"

/** Makes a handle of an event; worth something until the event is destroyed or the process ends.
 *  What was opened goes on.
 *  Errors: GI_INVALID_HANDLE for what was not made here for several processes; GI_OS_ERROR. */
GI_MUST_CHECK gi_status gi_ipc_event_export(gi_handle event, struct gi_ipc_handle *out_handle);

/** Opens an event of another process on the current device; each time it is one more event here,
 *  and all of them stand for the newest record that any process has made.
 *  Errors: as gi_ipc_memory_open, but for the device. */
GI_MUST_CHECK gi_status gi_ipc_event_open(const struct gi_ipc_handle *handle, gi_handle *out_event);

#endif
