/** Images as resources: the array that streams use, and its copies to and from bytes.
 *
 *  Threads: any that holds no lock. */
#ifndef GI_RESOURCE_IMAGE_H
#define GI_RESOURCE_IMAGE_H

#include "resource_state.h"

/** Gives the resource an array, and memory if its way has some. flags are those of the
 *  registration.
 *  Errors: those of gi_array_keep, of memory and of share. Then it has none. */
GI_MUST_CHECK gi_status gi_resource_give_image(struct gi_resource *resource, uint32_t flags);

/** Ends the array, if the resource has one. */
void gi_resource_drop_image(struct gi_resource *resource);

/** Copies all levels that the program has made from the bytes at an address (contract/graphics.h)
 *  to the array, or back, in the stream. Follows an enter, as the interface is asked for levels.
 *  Errors: those of gi_copy. */
GI_MUST_CHECK gi_status gi_resource_copy_image(struct gi_resource *resource, uint64_t bytes,
                                               bool to_array, gi_handle stream);

#endif
