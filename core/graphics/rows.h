/** Images that a window system shares between interfaces (EGLImages), as rows of texels in device
 *  memory.
 *
 *  Programs use them without maps, so nothing is ever copied: the memory of the resource is the
 *  image's own. A registration looks whether it is: it changes the first and the last texel by the
 *  interface for a moment, and expects them at their places in the memory. The program has done its
 *  work on the image before, as the vendor's manual asks.
 *  Threads: any; registering uses the graphics context that is current in the calling thread. */
#ifndef GI_ROWS_H
#define GI_ROWS_H

#include "resource.h"

struct gi_resource;

/** An image as streams use it. */
struct gi_graphics_frame {
    uint64_t pointer;
    uint64_t pitch_bytes;        /* from a row to the next */
    uint32_t width, height;
    struct gi_channels channels;
    bool is_bgra;                /* in memory blue comes first; else red */
};

/** Registers an image. use: as for a buffer.
 *  Errors: GI_INVALID_GRAPHICS_CONTEXT; GI_INVALID_VALUE: image is NULL or no image, use is no use,
 *          or the image's format has no channels; GI_NOT_SUPPORTED: the interface does not export
 *          the image, or not for the current device, or the two do not see the same texels;
 *          GI_OUT_OF_MEMORY; those of gi_device_current. */
GI_MUST_CHECK gi_status gi_graphics_register_shared(void *image, uint32_t use,
                                                    gi_handle *out_resource);

/** The rows of a registered image. It has one layer and one level.
 *  Errors: GI_INVALID_HANDLE; GI_INVALID_VALUE: layer or level is not 0; GI_INTERNAL: the resource
 *          is no image of this kind. */
GI_MUST_CHECK gi_status gi_graphics_frame(gi_handle resource, uint32_t layer, uint32_t level,
                                          struct gi_graphics_frame *out_frame);

/** Opens the image as the memory of a resource whose item has no name yet. On success the item is
 *  the image's. On failure the item and the resource are as before.
 *  Errors: those of gi_graphics_register_shared. */
GI_MUST_CHECK gi_status gi_resource_take_rows(struct gi_resource *resource,
                                              const struct gi_graphics_facts *facts, void *image);

#endif
