/** Which shapes of arrays there are. Pure. */
#ifndef GI_ARRAY_SHAPE_H
#define GI_ARRAY_SHAPE_H

#include "ops/array.h"
#include "contract/driver.h"

/** The shape of the image that a request asks for, levels and limits of the device checked. A
 *  request for an exporter's image has exactly the levels that it says.
 *  Errors: GI_INVALID_VALUE, GI_INVALID_CHANNELS, GI_NOT_SUPPORTED. */
GI_MUST_CHECK gi_status gi_array_shape(const struct gi_device_info *device,
                                       const struct gi_array_request *request, bool is_external,
                                       struct gi_image_shape *out_shape);

#endif
