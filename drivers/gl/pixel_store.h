/** How OpenGL packs pixels in memory: all that programs can set of it, put aside for a call.
 *
 *  Threads: any in which the context is current. */
#ifndef GIGL_PIXEL_STORE_H
#define GIGL_PIXEL_STORE_H

#include "gl/context.h"

enum { GIGL_STORE_VALUES = 16, GIGL_TRANSFER_VALUES = 10 };

struct gigl_pixel_store {
    int values[GIGL_STORE_VALUES];
    float transfer[GIGL_TRANSFER_VALUES];
    int pack, unpack;            /* buffers */
};

/** Keeps the context's values and sets others: packed pixels, which nothing changes on their way.
 *  pack and unpack are the buffers that pixels go to and come from; 0: memory of the host. */
void gigl_pixel_store_begin(const struct gigl_context *context, gigl_name pack, gigl_name unpack,
                            struct gigl_pixel_store *out_kept);

void gigl_pixel_store_end(const struct gigl_context *context, const struct gigl_pixel_store *kept);

#endif
