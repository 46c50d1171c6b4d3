/** Images together with their memory: allocations without an address. Commands keep them alive
 *  as they keep any allocation.
 *
 *  Threads: any that holds no lock. */
#ifndef GI_IMAGE_H
#define GI_IMAGE_H

#include "memory/allocation.h"
#include "memory/image_shape.h"

/** Makes an image in the library's own memory, ready for its first command.
 *  Owner:  one reference, the caller's.
 *  Errors: GI_NOT_SUPPORTED if the device does not support it; GI_OUT_OF_MEMORY; GI_DEVICE_LOST. */
GI_MUST_CHECK gi_status gi_image_new(struct gi_device *device, const struct gi_image_shape *shape,
                                     struct gi_allocation **out_allocation);

/** Makes an image in imported memory, and keeps a reference to that memory.
 *  Owner:  one reference, the caller's.
 *  Errors: GI_INVALID_VALUE if it does not fit into the memory; GI_NOT_SUPPORTED;
 *          GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_image_new_within(struct gi_allocation *imported, uint64_t offset_bytes,
                                            const struct gi_image_shape *shape,
                                            struct gi_allocation **out_allocation);

/** The size of the memory that an image of this shape takes.
 *  Errors: as gi_image_new. */
GI_MUST_CHECK gi_status gi_image_size(struct gi_device *device, const struct gi_image_shape *shape,
                                      uint64_t *out_size_bytes);

/** The image of an allocation, or NULL.
 *  Owner: the allocation's. */
struct gi_image *gi_image_of(const struct gi_allocation *allocation);

#endif
