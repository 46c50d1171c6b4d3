/** Maps and unmaps lists of resources: the order between the graphics interface and streams, and
 *  the copies (resource.h).
 *
 *  Threads: any that holds no lock. */
#ifndef GI_MAP_H
#define GI_MAP_H

#include "base/handle.h"

/** Maps all resources of a list, or none. Earlier work of the interface is done when the call
 *  returns, so later work of the stream sees it.
 *  Errors: GI_INVALID_HANDLE; GI_ALREADY_MAPPED, also for one that the list has twice;
 *          GI_INVALID_GRAPHICS_CONTEXT; GI_MAP_FAILED: the program has the buffer mapped, and it
 *          must be read; GI_CAPTURE_UNSUPPORTED; GI_INVALID_VALUE for a stream of another device;
 *          those of a copy. */
GI_MUST_CHECK gi_status gi_graphics_map(const gi_handle *resources, size_t count,
                                        gi_handle stream);

/** Unmaps all resources of a list, or none. Waits for the stream's earlier work, so what the
 *  interface is asked for afterwards sees it. If that work has failed, the resources are unmapped,
 *  nothing is copied, and the failure is returned.
 *  Errors: GI_INVALID_HANDLE; GI_NOT_MAPPED; GI_INVALID_GRAPHICS_CONTEXT; and as gi_graphics_map;
 *          a stream's failure. */
GI_MUST_CHECK gi_status gi_graphics_unmap(const gi_handle *resources, size_t count,
                                          gi_handle stream);

#endif
