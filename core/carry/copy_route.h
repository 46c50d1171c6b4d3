/** Decides how a copy or fill of resolved operands is carried out: by the device, by the host,
 *  by both through pinned memory, or with another device.
 *
 *  Threads: any that holds no lock. */
#ifndef GI_COPY_ROUTE_H
#define GI_COPY_ROUTE_H

#include "stream/operation.h"

/* Errors of both: the stream's failure; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_copy_route(struct gi_stream *stream,
                                      const struct gi_operation_copy *copy);
GI_MUST_CHECK gi_status gi_fill_route(struct gi_stream *stream,
                                      const struct gi_operation_fill *fill);

/** The device in whose legacy stream a copy waits: the operands'; the destination's, if they are on
 *  two devices; other, if both are pageable. */
struct gi_device *gi_copy_home(const struct gi_operation_copy *copy, struct gi_device *other);

/** Whether a call that enqueues this copy may wait for it, or reads its source at once. */
bool gi_copy_is_for_host(const struct gi_operation_copy *copy);

#endif
