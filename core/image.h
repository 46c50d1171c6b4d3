/** Images together with the memory that they lie in: allocations without an address, which commands
 *  keep as they keep any. */
#ifndef GI_IMAGE_H
#define GI_IMAGE_H

#include "allocation.h"
#include "hazard.h"

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

/** What a box at a place touches, in the one number space that hazards are looked for in: numbers
 *  above all addresses, one for each slice, layer or face of each level. An external image is where
 *  its memory is, so that it meets what is mapped of that memory otherwise. */
struct gi_span gi_image_span(const struct gi_image_place *place, const struct gi_box *box);

/** Slices of a level of a 3D image, layers or faces of any other. */
uint32_t gi_image_slices(const struct gi_image_shape *shape, uint32_t level);

/** Columns and rows of a level; of blocks, where the format is compressed. */
uint32_t gi_image_columns(const struct gi_image_shape *shape, uint32_t level);
uint32_t gi_image_rows(const struct gi_image_shape *shape, uint32_t level);

#endif
