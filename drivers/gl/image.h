/** Textures and renderbuffers of OpenGL: their shape, and reads, writes and copies of all their
 *  texels, which leave no trace in the context.
 *
 *  No call raises an error of OpenGL, as long as the image exists and has the shape that it had
 *  when it was found. Levels that the program has not made, or has made with another size or
 *  format, are left alone.
 *  Threads: any in which the context is current. */
#ifndef GIGL_IMAGE_H
#define GIGL_IMAGE_H

#include "contract/graphics.h"
#include "formats.h"
#include "gl/context.h"

struct gigl_group;

struct gigl_image {
    gigl_name name;
    gigl_enum target;            /* the kind that it is of, which need not be the program's */
    const struct gigl_format *format;
    struct gi_graphics_shape shape;
    bool by_kernels;             /* compute shaders copy between it and a buffer where they can */
};

/** Finds the image with that name.
 *  Errors: GI_INVALID_VALUE: the name is 0; no image of that target, format or shape can be
 *          registered; the image has no texels. GI_INVALID_HANDLE: the context has no image of that
 *          name. GI_NOT_SUPPORTED. */
GI_MUST_CHECK gi_status gigl_image_find(const struct gigl_context *context, gigl_name name,
                                        gigl_enum target, struct gigl_image *out_image);

/** Whether it is there and has the shape that it had. */
enum gi_graphics_look gigl_image_look(const struct gigl_context *context,
                                      const struct gigl_image *image);

/** The levels that it has as its shape says: bit 0 is level 0. An image that is gone has none. */
uint32_t gigl_image_levels(const struct gigl_context *context, const struct gigl_image *image);

/** Copies all texels to memory, or back, in the order of gi_graphics_level. With a buffer the
 *  memory is the buffer's from its begin on, else the host's. The group is the image's, and is not
 *  held. */
void gigl_image_read(const struct gigl_context *context, struct gigl_group *group,
                     const struct gigl_image *image, gigl_name buffer, void *to);
void gigl_image_write(const struct gigl_context *context, struct gigl_group *group,
                      const struct gigl_image *image, gigl_name buffer, const void *from);

/** With context->takes_images. Makes a texture of the image's shape in a memory object, and returns
 *  0 if OpenGL refuses it; then an error is raised. */
gigl_name gigl_image_make_in(const struct gigl_context *context, const struct gigl_image *image,
                             gigl_name memory);

/** With context->opens_egl_images. Makes a 2D texture of an EGLImage's texels; 0: OpenGL does not
 *  take the image. */
gigl_name gigl_image_make_of(const struct gigl_context *context, void *egl_image);

/** Copies all texels to a texture of gigl_image_make_in, or back. The group is the image's, and is
 *  not held. */
void gigl_image_copy(const struct gigl_context *context, struct gigl_group *group,
                     const struct gigl_image *image, gigl_name texture, bool to_texture);

#endif
