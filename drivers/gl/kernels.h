/** Copies between a texture and its shadow by compute shaders of the program's context. NVIDIA's
 *  OpenGL copies texels at 30 to 50 GB/s; its shaders are ten times as fast (docs/opengl.md).
 *
 *  A copy leaves no trace in the context, and raises no error. It is not made where that cannot be
 *  promised: the caller copies in another way then.
 *  Threads: any in which the context is current. */
#ifndef GIGL_KERNELS_H
#define GIGL_KERNELS_H

#include "image.h"

struct gigl_shadow;

/** Copies level 0 of a 2D texture to level 0 of its shadow's texture, or to the begin of the
 *  shadow's buffer, or back. The group is the image's, and is not held.
 *  Returns: false: nothing was done. The texture, its format, the program's shaders or the context
 *           do not allow it. */
bool gigl_kernel_copy(const struct gigl_context *context, struct gigl_group *group,
                      const struct gigl_image *image, const struct gigl_shadow *shadow,
                      bool to_shadow);

/** Whether a number is that of a program of the library's. A program that deletes objects which it
 *  has not made can give the number to a program of its own. */
bool gigl_kernel_is_own(const struct gigl_context *context, gigl_name program);

#endif
