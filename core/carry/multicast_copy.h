/** Copies and fills to addresses of multicast objects: one for each member. They are enqueued one
 *  behind the other, between the same two points of the stream. If one fails, those before it stay.
 *  Every member has memory bound at all bytes from the box's first to its last.
 *  Threads: any that holds no lock. */
#ifndef GI_MULTICAST_COPY_H
#define GI_MULTICAST_COPY_H

#include "stream/operation.h"

/* Errors of both: GI_INVALID_VALUE where a device has nothing bound; GI_NOT_SUPPORTED for a member
 * of another process that this one cannot reach; those of gi_copy_route. */
GI_MUST_CHECK gi_status gi_multicast_copy(struct gi_stream *stream,
                                          const struct gi_operation_copy *copy);
GI_MUST_CHECK gi_status gi_multicast_fill(struct gi_stream *stream,
                                          const struct gi_operation_fill *fill);

#endif
