/** Images together with the memory that they lie in: allocations without an address, which commands
 *  keep as they keep any. */
#ifndef GI_IMAGE_H
#define GI_IMAGE_H

#include "memory/allocation.h"
#include "memory/image_shape.h"

/** Makes an image in memory of the library's own, ready for its first command.
 *  Owner:  one reference, the caller's.
 *  Errors: GI_NOT_SUPPORTED for what the device cannot have; GI_OUT_OF_MEMORY; GI_DEVICE_LOST. */
GI_MUST_CHECK gi_status gi_image_new(struct gi_device *device, const struct gi_image_shape *shape,
                                     struct gi_allocation **out_allocation);

/** Makes one that lies in imported memory, which it keeps.
 *  Errors: GI_INVALID_VALUE for what does not lie in the memory; GI_NOT_SUPPORTED;
 *          GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_image_new_within(struct gi_allocation *imported, uint64_t offset_bytes,
                                            const struct gi_image_shape *shape,
                                            struct gi_allocation **out_allocation);

/** The image that lies in an allocation instead of bytes, or NULL.
 *  Owner: the allocation's. */
struct gi_image *gi_image_of(const struct gi_allocation *allocation);

#endif
