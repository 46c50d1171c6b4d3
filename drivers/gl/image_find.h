/** Questions to OpenGL about textures and renderbuffers, and bindings that are put back.
 *
 *  Threads: any in which the context is current. */
#ifndef GIGL_IMAGE_FIND_H
#define GIGL_IMAGE_FIND_H

#include "image.h"

/** A texture or a renderbuffer that is bound for a moment, at the texture unit that is active. */
struct gigl_held {
    gigl_enum target;
    int before;
};

/** False: the name is of another kind, and nothing is bound. */
bool gigl_hold(const struct gigl_context *context, gigl_enum target, gigl_name name,
               struct gigl_held *out_held);
void gigl_let_go(const struct gigl_context *context, const struct gigl_held *held);

/** Whether the texture that is held has that level as its shape says; of a cube: on each face. */
bool gigl_level_is_there(const struct gigl_context *context, const struct gigl_image *image,
                         uint32_t level);

#endif
