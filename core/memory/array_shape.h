/** The valid shapes of arrays. Pure.
 *  Threads: any. */
#ifndef GI_ARRAY_SHAPE_H
#define GI_ARRAY_SHAPE_H

#include "array_request.h"
#include "contract/driver.h"

/** Computes the image shape of a request, and checks its levels and the device's limits. A request
 *  for an external image has exactly the levels that it names.
 *  Errors: GI_INVALID_VALUE, GI_INVALID_CHANNELS, GI_NOT_SUPPORTED. */
GI_MUST_CHECK gi_status gi_array_shape(const struct gi_device_info *device,
                                       const struct gi_array_request *request, bool is_external,
                                       struct gi_image_shape *out_shape);

#endif
