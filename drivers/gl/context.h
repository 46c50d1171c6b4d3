/** The current context of OpenGL: its facts, and its functions.
 *  Threads: any. */
#ifndef GIGL_CONTEXT_H
#define GIGL_CONTEXT_H

#include "gl/loader.h"

struct gigl_context {
    struct gigl_current current;
    struct gigl_calls gl;
    int version;                 /* 45 is 4.5 */
    int profile;                 /* bits, from version 32 on */
    bool direct_access;          /* functions that take a buffer's name */
    bool copies_buffers;         /* and has bindings for copies */
    bool long_sizes;             /* sizes of buffers in 64 bits */
    bool map_flags, storage_flags;       /* answers how a buffer is mapped, and was made */
    bool fences;
    bool takes_memory;
    bool compatibility;          /* it has what OpenGL 3 has taken away */
    bool pixel_buffers;          /* copies between images and buffers */
    bool rectangles, layers, renderbuffers;      /* kinds of images */
    bool tells_target;           /* binds a texture of any kind, and so tells of which it is */
    bool tells_levels;           /* and how many levels its unchangeable storage has */
    bool copies_images;
    gigl_function export_object;         /* export.h; NULL: buffers are not exported */
    bool takes_images;           /* memory of other interfaces can be an image */
    bool opens_egl_images;       /* a texture can have an EGLImage's texels */
    uint64_t kernel_bytes;       /* of a buffer that compute shaders see; 0: there are none */
    bool has_uuid;
    unsigned char uuid[16];
    char version_text[128], renderer[128];
};

/** The current context of the calling thread. The thread's last one is remembered, so a call costs
 *  little if it is the same.
 *  Owner:  the library's, until the thread's next call of this function.
 *  Errors: GI_INVALID_GRAPHICS_CONTEXT: there is none, or it is older than OpenGL 1.5, or of
 *          OpenGL ES. */
GI_MUST_CHECK gi_status gigl_context_get(const struct gigl_context **out_context);

/** The last result of gigl_context_get in the calling thread; NULL: there is none. It is for the
 *  same call of the program, which cannot change the context meanwhile, and asks nobody. */
const struct gigl_context *gigl_context_last(void);

#endif
