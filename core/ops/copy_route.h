/** How a copy or a fill is carried out once its ends are known: by the device, by the host, by both
 *  through pinned memory, or with the help of another device. */
#ifndef GI_COPY_ROUTE_H
#define GI_COPY_ROUTE_H

#include "operation.h"

/* Errors of both: why a stream failed; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_copy_route(struct gi_stream *stream,
                                      const struct gi_operation_copy *copy);
GI_MUST_CHECK gi_status gi_fill_route(struct gi_stream *stream,
                                      const struct gi_operation_fill *fill);

/** The stream of a copy that waits for the device: the legacy one of the device whose memory the
 *  ends are, of the target's if they are two devices', of other if they are nobody's. */
struct gi_stream *gi_copy_home_stream(const struct gi_operands *ends, struct gi_device *other);

#endif
