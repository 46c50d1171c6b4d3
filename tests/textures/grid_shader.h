/** What kernels do to an image of the grid (../scenario/image_grid.h): they read every texel of
 *  every level and layer through texture and surface objects, and store new ones. */
#ifndef TEXTURES_GRID_SHADER_H
#define TEXTURES_GRID_SHADER_H

#include "image_trip.h"

/** What was done, so that nothing passes for done that was not. */
struct shader_counts {
    unsigned textures, surfaces;         /* objects that every texel went through */
    unsigned refused;                    /* textures of blocks, which a device reads from memory */
};

extern struct shader_counts shader_counts;

/** The grid's shade: the image's texels are read through a texture of each level, of the chain of
 *  levels and of views of it, and through surfaces; new ones are stored through surfaces, or copied
 *  where there are none, read through textures again and copied out. */
bool shader_shade(struct trip *trip, const struct trip_array *array);

#endif
