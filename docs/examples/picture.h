/** Writing the demo's picture. */
#ifndef EXAMPLES_PICTURE_H
#define EXAMPLES_PICTURE_H

#include <stdbool.h>
#include <stdint.h>

/** Writes rows of RGBA pixels as an RGB picture in PNG format; alpha is left out.
 *  Errors: false, and a sentence on stderr. */
bool picture_write(const char *path, const uint8_t *pixels, uint32_t width, uint32_t height);

#endif
