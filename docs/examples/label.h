/** Writing on small pictures of RGBA pixels, for the signs that the stages put up. */
#ifndef EXAMPLES_LABEL_H
#define EXAMPLES_LABEL_H

#include <stdint.h>

struct picture {
    uint32_t *pixels;            /* rows from the top, little end first: 0xAABBGGRR */
    int width, height;
};

/** Makes the whole picture one colour. */
void label_fill(const struct picture *picture, uint32_t colour);

/** Writes capital letters and spaces from (x, y) on. Parts outside the picture are cut off.
 *  Units: a letter is 5 by 7 pixels in a cell of 6 by 8, all times scale. */
void label_write(const struct picture *picture, int x, int y, int scale, uint32_t colour,
                 const char *text);

#endif
