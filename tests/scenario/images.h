/** What the scenarios of images share; each file has a function that runs its group. */
#ifndef SCENARIO_IMAGES_H
#define SCENARIO_IMAGES_H

#include "scenario.h"

#include "image_grid.h"

#define BAD_CHANNELS(call, field) EXPECT(call, gpuErrorInvalidChannels, field)

/** A row of the grid's formats, by its name. */
const struct grid_format *format_named(const char *name);

/** Imports the image's memory and maps all of it; the memory's handle is ended. */
gpuMipmappedArray_t map_image(const struct grid_cell *cell, const struct peer_image *image);

/** Every texel of a level to or from packed memory, by the calls that wait. */
void read_texels(gpuMipmappedArray_t array, const struct peer_image_shape *shape, uint32_t level,
                 uint8_t *texels, gpuStream_t stream);
void write_texels(gpuMipmappedArray_t array, const struct peer_image_shape *shape, uint32_t level,
                  const uint8_t *texels, gpuStream_t stream);

/** With shade instead of copies, where it is not NULL; of each kind every so many formats. */
int run_image_grid(image_shade *shade, unsigned step);

/** Of the grid what RADV has by its transfer queue: 2D images in dedicated memory. */
int run_dedicated_images(void);
int run_image_hand_over(void);
int run_image_processes(void);
int run_image_bad(void);

/** Another process that exports images; socket is the number of an fd; the exit status. */
int child_that_exports_images(const char *socket);

#endif
