/** The external images of a device that shaders can reach, by a texture or surface object. Work
 *  that may touch anything takes them over from the programs that they are shared with. */
#ifndef GI_SHOWN_IMAGES_H
#define GI_SHOWN_IMAGES_H

#include "queue/device_memory.h"

/** An object of the image was made, or is gone; other images than external ones are passed over.
 *  Threads: any.
 *  Errors:  GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_shown_images_add(struct gi_shown_images *list, struct gi_image *image,
                                            struct gi_allocation *texels);
void gi_shown_images_remove(struct gi_shown_images *list, const struct gi_image *image);

/** Calls visit for each image, once, until it answers false; true if it never did. visit may take
 *  references to texels, and calls nothing that shows images.
 *  Threads: any. */
bool gi_shown_images_visit(const struct gi_shown_images *list,
                           bool (*visit)(struct gi_image *image, struct gi_allocation *texels,
                                         void *argument),
                           void *argument);

#endif
