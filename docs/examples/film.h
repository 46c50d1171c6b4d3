/** The film strip that the HIP stage lays below the picture. film.hip lays it by kernels,
 *  film_copies.c by copies and fills, for builds without clang. */
#ifndef EXAMPLES_FILM_H
#define EXAMPLES_FILM_H

#include <hip/hip_runtime_api.h>

#include <stdint.h>

#include "scene.h"

enum {
    PIECES = 6,                  /* the first is our sign */
    GAP = 5,
    PIECE_WIDTH = (WIDTH - GAP * (PIECES + 1)) / PIECES,
    PIECE_HEIGHT = 52,
    PIECE_ROW_BYTES = PIECE_WIDTH * 4,
    PIECE_BYTES = PIECE_HEIGHT * PIECE_ROW_BYTES,
    PIECE_TOP = STRIP + 10,
    HOLE_WIDTH = 8, HOLE_HEIGHT = 4, HOLE_STEP = 20
};

struct film_work {
    unsigned long launches, copies, fills;       /* enqueued so far */
};

/** Cuts a piece out of a picture, of which corner is its first pixel. */
void film_cut(char *piece, const char *corner, hipStream_t stream);

/** Lays the strip with all pieces below a picture. */
void film_lay(char *pixels, const char *pieces, uint32_t frame, hipStream_t stream);

/** Says how it works, where that is news. */
void film_start(void);

/** Returns what was enqueued. */
struct film_work film_work(void);

#endif
