/** Events of this process for other processes, by handles as for memory (ipc.h). shared_event.h
 *  describes what they share.
 *  Threads: any. */
#ifndef GI_IPC_EVENT_H
#define GI_IPC_EVENT_H

#include "ipc.h"

/** Makes a handle of an event. It is valid until the event is destroyed or the process ends. Events
 *  that were opened with it go on.
 *  Errors: GI_INVALID_HANDLE for an event that was not made in this process for sharing;
 *          GI_OS_ERROR. */
GI_MUST_CHECK gi_status gi_ipc_event_export(gi_handle event, struct gi_ipc_handle *out_handle);

/** Opens an event of another process on the current device. Each call makes a new event object. All
 *  of them stand for the newest record of any process.
 *  Errors: as gi_ipc_memory_open, but for the device. */
GI_MUST_CHECK gi_status gi_ipc_event_open(const struct gi_ipc_handle *handle, gi_handle *out_event);

#endif
