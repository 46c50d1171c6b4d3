/** What a test does to one image of the grid: each level copied out and in, whole and in part, by
 *  the forms that the interface has. */
#ifndef SCENARIO_IMAGE_TRIP_H
#define SCENARIO_IMAGE_TRIP_H

#include "image_grid.h"

/** Calls CALL and leaves the function with what failed. */
#define TRY(answer, call) \
    do { \
        gpuError_t code_ = (call); \
        if (code_ != gpuSuccess) \
            return grid_refuse((answer), code_, #call); \
    } while (0)

/** Fills the answer in for a call that failed; false. */
bool grid_refuse(struct grid_answer *answer, gpuError_t code, const char *call);

/** The trip of one image. */
struct trip {
    struct grid *grid;
    const struct grid_cell *cell;
    const struct peer_image_shape *shape;
    struct grid_answer *answer;
    gpuArray_t level;            /* the one that is copied to or from */
    uint32_t number;             /* its number */
    gpuStream_t stream;          /* NULL with the calls that wait */
    uint8_t *expected;           /* every texel, packed */
    uint8_t *host;               /* what goes through memory */
};

/** A box of blocks in a level. */
struct place {
    uint32_t x, y, z, width, height, depth;
};

/** All of the trip's level, and a box that begins and ends somewhere within. */
void trip_places(const struct trip *trip, struct place *out_all, struct place *out_part);

/** Where a row of a box is among the expected texels. */
uint8_t *trip_expected_row(const struct trip *trip, const struct place *place, uint32_t y,
                           uint32_t z);

/** Copies by the call that the cell wants. */
gpuError_t trip_copy_3d(const struct trip *trip, const gpuMemcpy3DParms *parms);

/** A copy of the box, from where to where the caller says. */
gpuMemcpy3DParms trip_parms(const struct place *place);

/** All of the level and parts of it are what is expected. */
bool trip_read_level(struct trip *trip);

/** New texels for all of the level and then for parts of it. */
bool trip_write_level(struct trip *trip);

#endif
